import { BAD, NEED_MORE } from '@openwop-inspector/base';
import { hasErrorMember } from '@openwop-inspector/protocol';
import { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { faultAt, faultText } from '../scan/mend-json.ts';
import { classOfEntry } from './detect.ts';
import {
  addEvent,
  emptyResult,
  MAX_HEADER_BYTES,
  noteHostError,
  placeAt,
  type ReadContext,
  type ReadResult,
} from './read-context.ts';

const LF = 0x0a;
const CR = 0x0d;
/** Largest frame (bundles-and-transport.md section 6.2). */
const MAX_FRAME = 16 * 1024 * 1024;

/** Fields of a frame that mean something here. */
const FIELDS = ['data', 'event', 'id'] as const;
type Field = (typeof FIELDS)[number];

/** The value of a field inside the window. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a raw SSE capture (bundles-and-transport.md section 6.2): frames by blank line, `data:` lines joined by LF,
 * dispatch by the shape of the JSON and not by the frame's name. A frame that the capture cuts off is reported as
 * `ends_early`; its data is used when it is a whole JSON value, else discarded. A frame that is not JSON is `bad_frame`,
 * an error of the host is `host_error_frame`, and the stream continues.
 */
export async function readSse(context: ReadContext, at: number, line: number): Promise<ReadResult> {
  const reader = new SseReader(context, at, line);
  for (;;) {
    reader.scan();
    if (context.pause()) return { ...emptyResult('sse'), cancelled: true };
    const grew = await context.window.more(reader.at);
    reader.at = context.window.start;
    if (grew) continue;
    // A CR that was buffered as the half of a line break is whole now.
    reader.scan();
    const endsEarly = reader.finish();
    return { ...emptyResult('sse'), explanation: reader.explanation(), endsEarly, header: reader.snapshots };
  }
}

/** Reads data of several lines, one frame at a time. */
const joined = new EntryScanner();

class SseReader {
  /** Start of the frame that is not complete. */
  at: number;
  readonly snapshots = new Map<string, unknown>();
  private line: number;
  /** The fields of the frame in hand. Of an id and of a name the last one counts. */
  private fields: Readonly<Record<Field, Piece[]>> = { data: [], event: [], id: [] };
  /** What the host said in its last error frame. */
  private hostError: string | null = null;
  /** Place in the source of the data of the frame in hand. */
  private dataOffset = 0;
  private readonly context: ReadContext;

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

  /** Why the stream holds no event; null when it holds one. */
  explanation(): string | null {
    if (this.context.index.entries > 0) return null;
    const why = 'The stream carried no event';
    return this.hostError === null ? why : `${why}. ${this.hostError}`;
  }

  /** Steps over the frames that the fast scanner takes. */
  private takeFast(): void {
    const { fast, window, entry } = this.context;
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
    this.fields = { data: [], event: [], id: [] };
    let i = this.at;
    let line = this.line;
    for (;;) {
      const stop = this.lineEnd(i);
      // A CR at the very end may be half of a CRLF.
      if (stop >= end || (bytes[stop] === CR && stop + 1 >= end && !this.context.window.atEnd))
        return this.tooLarge(end);
      if (stop === i) {
        this.dispatch();
        this.line = line + 1;
        this.at = stop + breakLength(bytes, stop, end);
        return true;
      }
      this.takeField(bytes, i, stop);
      i = stop + breakLength(bytes, stop, end);
      line++;
    }
  }

  /** Takes the field on the line `[start, end)`. */
  private takeField(bytes: Uint8Array, start: number, end: number): void {
    for (const name of FIELDS) {
      const value = fieldValue(bytes, start, end, name);
      if (value >= 0) this.fields[name].push({ start: value, end });
    }
  }

  /** The frame continues behind the window. One over the limit is given up at what was read of it. */
  private tooLarge(end: number): false {
    if (end - this.at > MAX_FRAME) {
      const message = `A frame at line ${this.line} is larger than 16 MiB and was skipped`;
      this.problem('too_large', message, this.at);
      this.at = end;
    }
    return false;
  }

  private dispatch(): void {
    const { context } = this;
    const { data } = this.fields;
    const [first] = data;
    if (first === undefined) return;
    this.dataOffset = context.window.base + first.start;
    if (data.length === 1) {
      this.readData(context.entry, first.start, first.end, context.sourceNumber, context.window.base);
      return;
    }
    const bytes = this.joinData();
    const aside = context.keepAside(bytes);
    this.readData(joined, 0, bytes.length, aside.source, aside.offset);
  }

  /** Points `joined` at the lines of data as one text; returns its bytes. */
  private joinData(): Uint8Array {
    const bytes = joinPieces(this.context.entry.json.bytes, this.fields.data);
    joined.json.load(bytes);
    return bytes;
  }

  /** Reads the JSON of one frame, in `[start, end)` of the scanner's window; `base + index` is its place. */
  private readData(entry: EntryScanner, start: number, end: number, source: number, base: number): void {
    const { json } = entry;
    const at = json.skipSpace(start);
    if (at >= end) return;
    json.badUtf8At = -1;
    if (this.isHostError(entry, at, end)) {
      const place = { source, offset: base + at, length: end - at, line: this.line };
      this.hostError = noteHostError(this.context.index, json.textOf(at, end), place);
    } else if (json.bytes[at] === 0x5b) this.readBatch(entry, at, end, source, base);
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

  /** A frame named `error` whose data is nothing else that a stream carries: an object of another kind, or text. */
  private isHostError(entry: EntryScanner, at: number, end: number): boolean {
    const { json } = entry;
    if (json.bytes[at] === 0x5b || this.fieldText('event') !== 'error') return false;
    if (json.bytes[at] !== 0x7b) return true;
    const next = entry.scan(at);
    return next >= 0 && next <= end && classOfEntry(entry) === 'other';
  }

  private fieldText(name: Field): string | null {
    const field = this.fields[name].at(-1);
    return field === undefined ? null : this.context.entry.json.textOf(field.start, field.end);
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
    if (kind === 'event' || (kind === 'other' && entry.text(KEY.type) !== null)) {
      addEvent(this.context, at, place, entry);
    } else if (kind === 'delta') index.addDelta(entry, place, this.idOfFrame());
    else if (kind === 'envelope') index.addEnvelope(entry, place);
    else if (kind === 'snapshot') {
      const value = entry.parse(at, next);
      this.snapshots.set('snapshot', value);
    } else if (next - at <= MAX_HEADER_BYTES && hasErrorMember(entry.parse(at, next)))
      // An object without a type that says what failed (section 5.1), under whatever name its frame has.
      this.hostError = noteHostError(index, entry.json.textOf(at, next), place);
    else index.addUnreadable(place, 'The data of this frame is neither an event nor a snapshot');
  }

  /** The number that a frame has as its id, NaN for none: the sequence of the event that a delta represents. */
  private idOfFrame(): number {
    const id = this.fieldText('id') ?? '';
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
    const what = found === null ? 'it stops in the middle' : faultText(found.fault);
    const at = entry === joined ? this.dataOffset : window.base + (found?.at ?? end);
    const message = `The data of the frame at line ${this.line} is not JSON: ${what}`;
    this.problem('bad_frame', message, at - window.base);
  }

  private problem(code: 'bad_frame' | 'too_large' | 'ends_early', message: string, at: number): void {
    this.context.index.problemAt(code, message, placeAt(this.context, at, 0, this.line));
  }

  /**
   * The capture has ended; true when it ends inside a frame that carried something. Comments and `retry:` belong to no
   * frame: nothing is lost with a frame that has nothing else, or with a last line that can be nothing else.
   */
  finish(): boolean {
    const { json } = this.context.entry;
    const { bytes, end } = json;
    let isCut = false;
    this.fields = { data: [], event: [], id: [] };
    for (let i = this.at; i < end; ) {
      const stop = this.lineEnd(i);
      isCut ||= stop > i && carriesSomething(json.textOf(i, Math.min(stop, i + 8)), stop < end);
      // An id or a name without the end of its line may be cut itself; data shows by its JSON whether it is.
      if (stop < end || fieldValue(bytes, i, stop, 'data') >= 0) this.takeField(bytes, i, stop);
      i = stop + breakLength(bytes, stop, end);
    }
    if (isCut) this.takeCutFrame(end);
    return isCut;
  }

  /**
   * What is left of a frame without its empty line: an object or a list that is closed cannot have lost anything, and of
   * an error in plain text the beginning is worth more than nothing.
   */
  private takeCutFrame(end: number): void {
    const isUsed = this.isDataUsed();
    const fate = isUsed ? 'whose data is used' : 'which is discarded';
    this.problem('ends_early', `The capture ends inside the frame at line ${this.line}, ${fate}`, end);
    if (isUsed) this.dispatch();
  }

  private isDataUsed(): boolean {
    const [first, ...more] = this.fields.data;
    if (first === undefined) return false;
    const length = more.length === 0 ? 0 : this.joinData().length;
    const { json } = more.length === 0 ? this.context.entry : joined;
    const [start, end] = more.length === 0 ? [first.start, first.end] : [0, length];
    const at = json.skipSpace(start);
    if (json.bytes[at] !== 0x7b && json.bytes[at] !== 0x5b)
      return at < end && this.fieldText('event') === 'error';
    const next = json.skipValue(at);
    return next >= 0 && next <= end && json.skipSpace(next) >= end;
  }
}

/** True for a line of a frame that would have been dispatched: `line` is its start, cut off when it is not whole. */
function carriesSomething(line: string, isWhole: boolean): boolean {
  const colon = line.indexOf(':');
  if (colon >= 0) return FIELDS.some((name) => name === line.slice(0, colon));
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
