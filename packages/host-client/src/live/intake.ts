import { formatCount, isRecord, jsonDepth, StreamTokens, shortened } from '@openwop-inspector/base';
import {
  hasErrorMember,
  hostErrorText,
  isPieceType,
  isTerminalType,
  MAX_PIECE,
  pieceOf,
} from '@openwop-inspector/protocol';
import type { EventChannel } from '../answers/live-status.ts';
import type { CaptureLines, CaptureWriter, UnreadFrame } from '../capture/capture-writer.ts';
import type { LedgerBook } from '../ledger/ledger.ts';
import { DEEPEST, parsedJson } from '../rest/read-body.ts';
import { type EntryScan, EntryScanner } from '../scan/entry-scan.ts';
import type { SseFrame } from '../sse/sse-frames.ts';
import type { Clock, LiveRunParts, LiveTimings } from './live-run.ts';

const BUCKET_MS = 100;
const BUCKETS = 50;
const A_SECOND = 1000 / BUCKET_MS;

/** Events a second, from counts of tenths of a second over the last five seconds. */
class Rate {
  private readonly counts = new Uint32Array(BUCKETS);
  /** Number of the newest bucket since 1970. */
  private newest = 0;
  peakPerSecond = 0;

  note(nowMs: number): void {
    this.moveTo(nowMs);
    const at = this.newest % BUCKETS;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.peakPerSecond = Math.max(this.peakPerSecond, this.sum(A_SECOND));
  }

  perSecond(nowMs: number): number {
    this.moveTo(nowMs);
    return (this.sum(BUCKETS) * 1000) / (BUCKETS * BUCKET_MS);
  }

  private moveTo(nowMs: number): void {
    const bucket = Math.floor(nowMs / BUCKET_MS);
    if (bucket <= this.newest) return;
    for (let i = Math.max(this.newest + 1, bucket - BUCKETS + 1); i <= bucket; i++)
      this.counts[i % BUCKETS] = 0;
    this.newest = bucket;
  }

  /** Events of the newest buckets. */
  private sum(buckets: number): number {
    let sum = 0;
    for (let i = 0; i < buckets; i++) sum += this.counts[(this.newest - i + BUCKETS) % BUCKETS] ?? 0;
    return sum;
  }
}

/** What is being read. */
type Reading = 'stream' | 'poll' | 'bundle';

const NAMES: Record<Reading, string> = {
  stream: 'the stream',
  poll: 'an answer of the JSON log',
  bundle: 'the debug bundle',
};

/** Where a session reads: updated as it reads, and reported when the reader fails. */
class ReadingPlace {
  private reading: Reading | null = null;
  private frames = 0;
  private bytes = 0;

  begin(reading: Reading): void {
    this.reading = reading;
    this.frames = 0;
    this.bytes = 0;
  }

  /** A frame, or an event of an answer. */
  frame(): void {
    this.frames++;
  }

  took(bytes: number): void {
    this.bytes += bytes;
  }

  /** "frame 12 of the stream, byte 10,240, after sequence 4,811". */
  words(lastSequence: number | null): string {
    const behind =
      lastSequence === null ? 'before the first event' : `after sequence ${formatCount(lastSequence)}`;
    if (this.reading === null) return behind;
    const name = NAMES[this.reading];
    const item = this.reading === 'stream' ? 'frame' : 'event';
    return `${item} ${formatCount(this.frames)} of ${name}, byte ${formatCount(this.bytes)}, ${behind}`;
  }
}

/** A new line says when events came, though the channel is the same, after so long. */
const VIA_AGAIN_MS = 10_000;
/** Terminal events that are distinguished. */
const MAX_ENDS = 8;
/** Delta frames that are distinguished from their repeats. */
const MAX_DELTAS = 10_000;
/** Frames that are no events, and frames that could not be read, that have a line each; beyond, they are counted. */
const MAX_LINES = 10_000;
/** Longest quote of a host in the words of a session. */
const MAX_QUOTE_UNITS = 500;
const NO_WORDS = 'an error without a code or a message';
/** Elements of one frame between two turns for others. */
const SLICE = 2000;
/** Streamed events that the log has to tell again before it is taken to have no more than the stream. */
const ENOUGH_COMPARED = 200;

/** What the parts of a session share. Each part adds what was made before it. */
export interface SessionContext {
  readonly parts: LiveRunParts;
  readonly clock: Clock;
  readonly timings: LiveTimings;
  readonly ledger: LedgerBook;
  readonly lines: CaptureLines;
  readonly writer: CaptureWriter;
}

/** What is wanted of an answer that lists events. */
export interface LoggedWish {
  readonly via: EventChannel;
  /** The events are news of a run that continues: they count for rate and lag. */
  readonly isNews: boolean;
  /** Leaves out what it refuses, and what has no sequence. */
  readonly wanted?: (sequence: number) => boolean;
}

/** What arrives from a host, over any channel: into the ledger, and what is new into the capture. */
export class Intake {
  readonly ledger: LedgerBook;
  readonly place = new ReadingPlace();
  readonly rate = new Rate();
  /** A terminal event was received. */
  isTerminalSeen = false;
  /** The terminal events that were received, by sequence in the order of their arrival; more than one in few logs. */
  readonly ends = new Map<number, string>();
  /** Newest `timestamp` and when it came over the stream or a poll for news; null before. */
  newest: { readonly timestamp: string; readonly atMs: number } | null = null;
  /** A snapshot that came as a frame. */
  onSnapshot: (text: string) => void = () => {};
  /** What the host said last in an error frame, masked; null when an event came since. */
  hostError: string | null = null;
  /** The last stream ended inside a frame. */
  isCut = false;
  /** Frames that were counted and not written. */
  leftOut = 0;
  private readonly scanner = new EntryScanner();
  private readonly streams = new OpenStreams();
  private noted = 0;
  private readonly deltas = new Set<string>();
  private channel: EventChannel | null = null;
  private channelAtMs = 0;
  /** Events that came over the stream, without those that it was to repeat. */
  streamedEvents = 0;
  /** UTF-16 units of the frame that has begun on the open stream; 0 between two frames. */
  begunUnits = 0;
  /** The sequence that the open stream was to repeat (section 6.1); null for none. */
  repeated: number | null = null;
  /** A delta frame came, and the event it represents was not fetched yet. */
  isDeltaOpen = false;
  private readonly streamed = { hasCause: false, hasEventId: true };
  private readonly logged = { hasCause: false, again: 0 };
  private readonly of: SessionContext;

  constructor(of: SessionContext) {
    this.of = of;
    this.ledger = of.ledger;
  }

  /**
   * Some hosts tell less on the stream than in their JSON log (run-events.md section 5.1). True also as long as it is
   * not known: no cause came over the stream, and the log has repeated too few of the streamed events.
   */
  get isStreamPoorer(): boolean {
    if (!this.streamed.hasEventId) return true;
    return !this.streamed.hasCause && (this.logged.hasCause || this.logged.again < ENOUGH_COMPARED);
  }

  /** Events may come behind the terminal one: the run was cancelled while nodes were at work, or some have come. */
  get mayGoOn(): boolean {
    return this.goesOnBehindEnd || [...this.ends.values()].includes('run.cancelled');
  }

  get goesOnBehindEnd(): boolean {
    const { lastSequence } = this.ledger;
    return lastSequence !== null && [...this.ends.keys()].some((sequence) => sequence < lastSequence);
  }

  /**
   * A frame of the stream, distinguished by the shape of its data, never by its name (section 6.2). A promise when it holds
   * a list, whose elements leave others their turn.
   */
  takeFrame(frame: SseFrame): Promise<void> | null {
    this.place.frame();
    const scan = this.scanner.scan(frame.data);
    if (scan === null && frame.event === 'error') {
      // An error frame without JSON: its text is written as a string.
      const { data } = frame;
      const depth = jsonDepth(data);
      if (depth > DEEPEST) this.takeUnread(data);
      else this.takeOther({ id: '', event: frame.event, data: JSON.stringify(parsedJson(data) ?? data) });
    } else if (scan === null) this.takeUnread(frame.data);
    else if (scan.isArray) return this.takeElements(frame, scan.elements ?? []);
    else this.takeDocument(frame, scan);
    return null;
  }

  /**
   * What has come of a frame inside which the stream ended: used when its JSON is whole, since nothing of it can be
   * missing, and when it is an error in plain text; else discarded (section 6.2).
   */
  takeCutFrame(frame: SseFrame): Promise<void> | null {
    this.isCut = true;
    const isErrorText = frame.event === 'error' && !/^\s*[{[]/.test(frame.data);
    return isErrorText || this.scanner.scan(frame.data) !== null ? this.takeFrame(frame) : null;
  }

  private async takeElements(frame: SseFrame, elements: Iterable<string>): Promise<void> {
    let taken = 0;
    for (const data of elements) {
      const one = this.scanner.scan(data);
      if (one === null || one.isArray) this.takeUnread(data);
      else this.takeDocument({ ...frame, data }, one);
      if (++taken % SLICE === 0) await this.rest();
      if (this.of.writer.isBehind) await this.drained();
    }
  }

  private takeDocument(frame: SseFrame, scan: EntryScan): void {
    if (scan.type !== null) {
      this.streamed.hasCause ||= scan.hasCause;
      this.streamed.hasEventId &&= scan.eventId !== null;
      const isRepeated = scan.sequence !== null && scan.sequence === this.repeated;
      if (isRepeated) this.repeated = null;
      this.hostError = null;
      this.takeEvent(frame.data, scan, isRepeated ? 'poll' : 'sse');
      if (isRepeated) return;
      this.streamedEvents++;
      this.noteNews(scan);
    } else if (scan.isDelta) this.takeDelta(frame);
    else if (scan.snapshotStatus !== null) this.onSnapshot(frame.data);
    else this.takeOther(frame);
  }

  /** A frame that is no event: noted, and remembered when it is an error (section 5.1). */
  private takeOther({ event, data }: SseFrame): void {
    const isError = event === 'error' || (data.includes('"error"') && hasErrorMember(parsedJson(data)));
    if (isError)
      this.hostError = shortened(this.of.lines.quote(hostErrorText(data) ?? NO_WORDS), MAX_QUOTE_UNITS);
    if (this.hasLine()) this.of.writer.add(this.of.lines.frame(event, data, this.of.clock.now()));
  }

  /** A host may send more frames without an event than anybody reads, each far smaller than the line about it. */
  private hasLine(): boolean {
    if (this.noted >= MAX_LINES) this.leftOut++;
    else this.noted++;
    return this.leftOut === 0;
  }

  /** The last event of the newest intake, for the lag and the rate. */
  private noteNews(scan: EntryScan): void {
    const atMs = this.of.clock.now();
    this.rate.note(atMs);
    if (scan.timestamp !== null && scan.sequence === this.ledger.lastSequence)
      this.newest = { timestamp: scan.timestamp, atMs };
  }

  /** What is no event that could be read: no JSON, or one that nests too deep. */
  takeUnread(text: string): void {
    const depth = jsonDepth(text);
    if (depth <= DEEPEST) this.noteUnread('bad-frame', text);
    else {
      this.ledger.count('too-deep');
      if (this.hasLine()) this.of.writer.add(this.of.lines.tooDeep(text, depth, this.of.clock.now()));
    }
  }

  /** What is larger than a frame may be; only its beginning is here. */
  takeTooLarge(beginning: string): void {
    this.noteUnread('too-large', beginning);
  }

  private noteUnread(what: Exclude<UnreadFrame, 'too-deep'>, text: string): void {
    this.ledger.count(what);
    if (this.hasLine()) this.of.writer.add(this.of.lines.unread(what, text, this.of.clock.now()));
  }

  /** A delta represents the whole surface that the JSON log has; its frame is stored next to it (RFC 0114). */
  private takeDelta({ id, data }: SseFrame): void {
    if (id !== '' && this.deltas.has(id)) return;
    if (this.deltas.size < MAX_DELTAS) this.deltas.add(id);
    this.ledger.count('deltaFrames');
    this.isDeltaOpen = true;
    this.writeVia('sse');
    this.of.writer.add(this.of.lines.delta(/^\d{1,15}$/.test(id) ? Number(id) : null));
    this.of.writer.add(this.of.lines.entry(data));
  }

  private takeEvent(text: string, scan: EntryScan, via: EventChannel): boolean {
    const arrival = this.ledger.add(scan, via);
    if (scan.type !== null && isTerminalType(scan.type)) {
      this.isTerminalSeen = true;
      if (scan.sequence !== null && this.ends.size < MAX_ENDS) this.ends.set(scan.sequence, scan.type);
    }
    if (arrival !== 'new' && arrival !== 'restated' && arrival !== 'unsequenced') return false;
    this.writeVia(via);
    const isTorn = this.streams.take(text, scan.type, scan.hasSecretHint);
    this.of.writer.add(this.of.lines.entry(text, scan.hasSecretHint || isTorn));
    return arrival !== 'restated';
  }

  private writeVia(via: EventChannel): void {
    const nowMs = this.of.clock.now();
    if (via === this.channel && nowMs - this.channelAtMs < VIA_AGAIN_MS) return;
    this.channel = via;
    this.channelAtMs = nowMs;
    this.of.writer.add(this.of.lines.via(via, nowMs));
  }

  /**
   * One event of a JSON answer, with what is wished of it. Null for what is no event and what is not wanted; it is new
   * when nothing of it was stored.
   */
  takeLogged(text: string, { via, isNews, wanted }: LoggedWish) {
    this.place.frame();
    const scan = this.scanner.scan(text);
    if (scan === null || scan.isArray || scan.type === null) {
      this.takeUnread(text);
      return null;
    }
    const { sequence } = scan;
    if (wanted !== undefined && (sequence === null || !wanted(sequence))) return null;
    this.logged.hasCause ||= scan.hasCause;
    const isNew = this.takeEvent(text, scan, via);
    if (!isNew) this.logged.again++;
    else if (isNews) this.noteNews(scan);
    return { sequence, isNew };
  }

  /** Resolves when the capture has room for more. */
  drained(): Promise<void> {
    return this.of.writer.drained();
  }

  /** Lets others have a turn in a long page. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.of.clock.after(0, resolve);
    });
  }
}

/** Streams at once whose last piece may end inside a token; of more, the oldest is given up. */
const MAX_STREAMS = 256;

/** Finds tokens that a host divides over events of one stream, as they arrive. */
class OpenStreams {
  private readonly streams = new Map<string, StreamTokens>();

  /**
   * Takes an event, as JSON text; true when a piece of a token may be in it. Only a piece that may hold a secret, and one
   * that comes while a token is open, is parsed. O(1) for all others, O(length) for those.
   */
  take(text: string, type: string | null, mayHoldSecrets: boolean): boolean {
    if (!mayHoldSecrets && this.streams.size === 0) return false;
    if (type === null || !isPieceType(type) || text.length > MAX_PIECE) return false;
    const piece = streamPiece(text, type);
    if (piece === null) return false;
    const tokens = this.streams.get(piece.stream) ?? new StreamTokens();
    const wasOpen = this.streams.delete(piece.stream);
    const isOpen = tokens.take(piece.text);
    if (isOpen) {
      tokens.maskOpen();
      this.streams.set(piece.stream, tokens);
      const [oldest] = this.streams.keys();
      if (this.streams.size > MAX_STREAMS && oldest !== undefined) this.streams.delete(oldest);
    }
    return wasOpen || isOpen;
  }
}

/** The text of a piece, and what its stream is known by: type, run, node and channel. */
function streamPiece(text: string, type: string): { readonly text: string; readonly stream: string } | null {
  const event = parsedJson(text);
  if (!isRecord(event)) return null;
  const payload = isRecord(event.payload) ? event.payload : event.data;
  const piece = pieceOf(payload);
  if (piece === null || !isRecord(payload)) return null;
  const nodeId = event.nodeId ?? payload.nodeId;
  return { text: piece.text, stream: JSON.stringify([type, event.runId, nodeId, piece.channel]) };
}
