import { EntryScanner } from '../scan/entry-scanner.ts';
import { BAD, NEED_MORE } from '../scan/json-bytes.ts';
import { faultAt, faultWords } from '../scan/json-fault.ts';
import { classOfEntry } from './entry-class.ts';
import { emptyResult, type ReadContext, type ReadResult } from './read-context.ts';
import { noteBadUtf8, noteShape } from './read-lines.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Largest frame (bundles-and-transport.md section 6.2). */
const MAX_FRAME = 16 * 1024 * 1024;

/** A piece of `data:` inside the window. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a raw SSE capture (bundles-and-transport.md section 6.2): frames by blank line, `data:` lines joined by LF,
 * dispatch by the shape of the JSON and not by the frame's name. A frame that the capture cuts off is discarded and
 * reported as `ends_early`; a frame that is no JSON is `bad_frame` and the stream goes on.
 */
export async function readSse(context: ReadContext, at: number, line: number): Promise<ReadResult> {
  const reader = new SseReader(context, at, line);
  for (;;) {
    reader.scan();
    if (context.pause()) return { ...emptyResult('sse'), cancelled: true };
    const grew = await context.window.more(reader.at);
    reader.at = context.window.start;
    if (grew) continue;
    // A CR that was held back as the half of a line break is whole now.
    reader.scan();
    const explanation = context.index.entries === 0 ? 'The stream carried no event' : null;
    return { ...emptyResult('sse'), explanation, endsEarly: reader.finish(), header: reader.snapshots };
  }
}

class SseReader {
  /** Start of the frame that is not complete. */
  at: number;
  readonly snapshots = new Map<string, unknown>();
  private line: number;
  private frameId: Piece | null = null;
  /** Place in the source of the data of the frame in hand. */
  private dataOffset = 0;
  private readonly context: ReadContext;
  private readonly joined = new EntryScanner();

  constructor(context: ReadContext, at: number, line: number) {
    this.context = context;
    this.at = at;
    this.line = line;
  }

  /** Reads frame after frame until the window ends inside one. */
  scan(): void {
    do this.takeFast();
    while (this.frame());
  }

  /** Steps over the frames that the fast scanner takes. */
  private takeFast(): void {
    const { fast, window, entry } = this.context;
    if (fast === null) return;
    const { bytes, end } = entry.json;
    const behind = fast.takeFrames(bytes, this.at, end, window.base, this.line);
    if (behind === this.at) return;
    this.at = behind;
    this.line = fast.line;
  }

  /** Place of the line break at or after `i`, the window's end when there is none. */
  private lineEnd(i: number): number {
    const { json } = this.context.entry;
    const bytes = json.bytes;
    const end = json.end;
    while (i < end && bytes[i] !== LF && bytes[i] !== CR) i++;
    return i;
  }

  /** Reads one frame; false when it is not complete in the window. */
  private frame(): boolean {
    const { json } = this.context.entry;
    const bytes = json.bytes;
    const end = json.end;
    const data: Piece[] = [];
    this.frameId = null;
    let i = this.at;
    let line = this.line;
    for (;;) {
      const stop = this.lineEnd(i);
      // A CR at the very end may be half of a CRLF.
      if (stop >= end || (bytes[stop] === CR && stop + 1 >= end && !this.context.window.atEnd))
        return this.tooLarge(end);
      if (stop === i) {
        this.dispatch(data);
        this.line = line + 1;
        this.at = stop + breakLength(bytes, stop, end);
        return true;
      }
      const value = fieldValue(bytes, i, stop, 'data');
      if (value >= 0) data.push({ start: value, end: stop });
      const id = fieldValue(bytes, i, stop, 'id');
      if (id >= 0) this.frameId = { start: id, end: stop };
      i = stop + breakLength(bytes, stop, end);
      line++;
    }
  }

  /** The frame goes on behind the window. One over the limit is given up at what was read of it. */
  private tooLarge(end: number): false {
    if (end - this.at > MAX_FRAME) {
      this.problem(
        'too_large',
        `A frame at line ${this.line} is larger than 16 MiB and was skipped`,
        this.at,
      );
      this.at = end;
    }
    return false;
  }

  private dispatch(data: readonly Piece[]): void {
    const first = data[0];
    if (first === undefined) return;
    const { context } = this;
    this.dataOffset = context.window.base + first.start;
    if (data.length === 1) {
      this.readData(context.entry, first.start, first.end, context.sourceNumber, context.window.base);
      return;
    }
    const bytes = joinPieces(context.entry.json.bytes, data);
    const aside = context.keepAside(bytes);
    const padded = new Uint8Array(bytes.length + 16);
    padded.set(bytes);
    this.joined.json.window(padded, bytes.length);
    this.readData(this.joined, 0, bytes.length, aside.source, aside.offset);
  }

  /** Reads the JSON of one frame, in `[start, end)` of the scanner's window; `base + index` is its place. */
  private readData(entry: EntryScanner, start: number, end: number, source: number, base: number): void {
    const { json } = entry;
    const at = json.skipSpace(start);
    if (at >= end) return;
    json.badUtf8At = -1;
    if (json.bytes[at] === 0x5b) this.readBatch(entry, at, end, source, base);
    else if (json.bytes[at] === 0x7b) {
      const next = entry.scan(at);
      if (next < 0 || next > end || json.skipSpace(next) < end) this.badFrame(entry, at, next, end);
      else this.addEntry(entry, at, next, source, base);
    } else {
      const next = json.skipValue(at);
      const isWhole = next >= 0 ? json.skipSpace(next) >= end : next === NEED_MORE && json.end === end;
      if (isWhole) this.notAnObject(source, base + at, end - at);
      else this.badFrame(entry, at, next, end);
    }
  }

  private notAnObject(source: number, offset: number, length: number): void {
    const place = { source, offset, length, line: this.line };
    this.context.index.addUnreadable(place, 'The data of this frame is not an object');
  }

  /** `batch`: an array of events. What cannot be read spoils the rest of its frame only. */
  private readBatch(entry: EntryScanner, at: number, end: number, source: number, base: number): void {
    const { json } = entry;
    let i = json.skipSpace(at + 1);
    while (i < end && json.bytes[i] !== 0x5d) {
      const isObject = json.bytes[i] === 0x7b;
      const next = isObject ? entry.scan(i) : json.skipValue(i);
      if (next < 0 || next > end) {
        this.badFrame(entry, i, next, end);
        return;
      }
      if (isObject) this.addEntry(entry, i, next, source, base);
      else this.notAnObject(source, base + i, next - i);
      json.badUtf8At = -1;
      i = json.skipSpace(next);
      const comma = i;
      if (json.bytes[i] === 0x2c) i = json.skipSpace(i + 1);
      const isLast = json.bytes[i] === 0x5d;
      if (i < end && isLast === comma < i) this.reportFault(entry, at, i, end);
    }
    const behind = json.skipSpace(Math.min(end, i + 1));
    if (i >= end || behind < end) this.reportFault(entry, at, Math.min(behind, end), end);
  }

  private addEntry(entry: EntryScanner, at: number, next: number, source: number, base: number): void {
    const { index } = this.context;
    const place = { source, offset: base + at, length: next - at, line: this.line };
    const kind = classOfEntry(entry);
    // On a stream the frame says what an object is: any object with a type is an event.
    if (kind === 'event' || (kind === 'other' && entry.type.present)) {
      const ordinal = index.addEvent(entry, place, null);
      if (entry === this.context.entry) noteShape(this.context, ordinal);
      if (entry.json.badUtf8At >= 0) noteBadUtf8(this.context, ordinal, entry.json.badUtf8At);
    } else if (kind === 'delta') index.addDelta(entry, place, this.idOfFrame());
    else if (kind === 'envelope') index.addEnvelope(entry, place);
    else if (kind === 'snapshot') {
      const value = entry.parse(at, next);
      this.snapshots.set('snapshot', value);
    } else index.addUnreadable(place, 'The data of this frame is neither an event nor a snapshot');
  }

  /**
   * The number that a frame has as its id, NaN for none. A delta stands for the event of that sequence: it was
   * delivered, though not as an event.
   */
  private idOfFrame(): number {
    if (this.frameId === null) return Number.NaN;
    const { bytes } = this.context.entry.json;
    const id = new TextDecoder().decode(bytes.subarray(this.frameId.start, this.frameId.end));
    return /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN;
  }

  /** The data is not JSON; `next` is what the scanner answered that began at `at`. */
  private badFrame(entry: EntryScanner, at: number, next: number, end: number): void {
    this.context.index.entries++;
    this.context.index.unreadable++;
    const { json } = entry;
    this.reportFault(entry, at, next === BAD ? json.errorAt : next < 0 ? end : json.skipSpace(next), end);
  }

  /** What is wrong at `errorAt` of the data; the place in the source is reported where its lines stand in one piece. */
  private reportFault(entry: EntryScanner, start: number, errorAt: number, end: number): void {
    const { window } = this.context;
    const found = errorAt < end ? faultAt(entry.json.bytes, start, errorAt, end) : null;
    const what = found === null ? 'it stops in the middle' : faultWords(found.fault);
    const at = entry === this.joined ? this.dataOffset : window.base + (found?.at ?? end);
    this.problem(
      'bad_frame',
      `The data of the frame at line ${this.line} is not JSON: ${what}`,
      at - window.base,
    );
  }

  private problem(code: 'bad_frame' | 'too_large' | 'ends_early', message: string, at: number): void {
    const { index, window, sourceNumber } = this.context;
    index.problemAt(code, message, {
      source: sourceNumber,
      offset: window.base + at,
      length: 0,
      line: this.line,
    });
  }

  /**
   * The capture has ended; true when it ends inside a frame that carried something. Comments and `retry:` belong to no
   * frame: nothing is lost with a frame that has nothing else, or with a last line that can be nothing else.
   */
  finish(): boolean {
    const { json } = this.context.entry;
    const { bytes, end } = json;
    for (let i = this.at; i < end; ) {
      const stop = this.lineEnd(i);
      if (stop > i && carriesSomething(json.textOf(i, Math.min(stop, i + 8)), stop < end)) {
        this.problem(
          'ends_early',
          `The capture ends inside the frame at line ${this.line}, which is discarded`,
          end,
        );
        return true;
      }
      i = stop + breakLength(bytes, stop, end);
    }
    return false;
  }
}

const FIELDS = ['data', 'event', 'id'];

/** True for a line of a frame that would have been dispatched: `line` is its start, cut off when it is not whole. */
function carriesSomething(line: string, isWhole: boolean): boolean {
  const colon = line.indexOf(':');
  if (colon >= 0) return FIELDS.includes(line.slice(0, colon));
  return FIELDS.some((name) => (isWhole ? name === line : name.startsWith(line)));
}

function breakLength(bytes: Uint8Array, at: number, end: number): number {
  return bytes[at] === CR && at + 1 < end && bytes[at + 1] === LF ? 2 : 1;
}

/** Start of the value of field `name` on the line `[start, end)`, behind one optional space; -1 for another field. */
function fieldValue(bytes: Uint8Array, start: number, end: number, name: string): number {
  const colon = start + name.length;
  if (colon > end) return -1;
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name.charCodeAt(i)) return -1;
  if (colon === end) return end;
  if (bytes[colon] !== 0x3a) return -1;
  return colon + 1 < end && bytes[colon + 1] === 0x20 ? colon + 2 : colon + 1;
}

function joinPieces(bytes: Uint8Array, pieces: readonly Piece[]): Uint8Array {
  const size = pieces.reduce((sum, piece) => sum + piece.end - piece.start + 1, -1);
  const out = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    if (at > 0) out[at++] = LF;
    out.set(bytes.subarray(piece.start, piece.end), at);
    at += piece.end - piece.start;
  }
  return out;
}
