import { BAD, COMMA, formatCount, NEED_MORE } from '@openwop-inspector/base';
import { type EntryPlace, FLAG } from '../index/event-columns.ts';
import { KEY } from '../scan/event-keys.ts';
import { faultAt, faultText, type JsonFault } from '../scan/mend-json.ts';
import { CaptureLines } from './capture-lines.ts';
import { bomLength, classOfEntry, messageIn } from './detect.ts';
import {
  addEvent,
  badUtf8Text,
  emptyResult,
  MAX_EVENT_BYTES,
  placeAt,
  type ReadContext,
  type ReadResult,
} from './read-context.ts';

const NEWLINE = 0x0a;
const CR = 0x0d;

/**
 * Reads one JSON value a line (NDJSON), from `at` in the window and line `line`. Blank lines are skipped; a line that
 * is no JSON becomes a problem with its number and the next line is read. A last line that stops in the middle is
 * `ends_early`.
 */
export async function readLines(context: ReadContext, at: number, line: number): Promise<ReadResult> {
  return readLinesTo(new LineReader(context, at, line), emptyResult('ndjson'));
}

/** Reads a capture of a live session: as `readLines`, with the lines about the connection taken out. */
export async function readCapture(context: ReadContext, at: number, line: number): Promise<ReadResult> {
  const capture = new CaptureLines(context);
  const result = await readLinesTo(new LineReader(context, at, line, capture), emptyResult('capture'));
  return { ...result, header: capture.members };
}

async function readLinesTo(lines: LineReader, result: ReadResult): Promise<ReadResult> {
  if (!(await lines.readOn())) return { ...result, cancelled: true };
  return { ...result, endsEarly: lines.finish() };
}

/** Reads lines out of the window of a context; in a capture, lines about the connection are `capture`'s. */
export class LineReader {
  /** Start of the line that continues behind the window. */
  at: number;
  private line: number;
  /** Line of the value that was read last: another one on it is reported. */
  private valueLine = 0;
  private readonly context: ReadContext;
  private readonly capture: CaptureLines | null;

  constructor(context: ReadContext, at: number, line: number, capture: CaptureLines | null = null) {
    this.context = context;
    this.at = at;
    this.line = line;
    this.capture = capture;
  }

  private get bytes(): Uint8Array {
    return this.context.entry.json.bytes;
  }

  /** Reads all whole lines that the source has by now; false when the load was stopped. */
  async readOn(): Promise<boolean> {
    const { window, pause } = this.context;
    for (;;) {
      const wanted = this.scan();
      if (pause()) return false;
      if (wanted === 'huge') {
        this.at = await skipHuge(this.context, this.at, this.line);
        continue;
      }
      const grew = await window.more(this.at);
      this.at = window.start;
      if (!grew) return true;
    }
  }

  /** Reads lines until the window ends; `at` is then the start of the line that continues behind it. */
  private scan(): 'more' | 'huge' {
    const { entry, index, window, sourceNumber } = this.context;
    const json = entry.json;
    const bytes = json.bytes;
    const end = json.end;
    // One object for all entries: whoever keeps a place copies what it needs.
    const place = { source: sourceNumber, offset: 0, length: 0, line: 0 };
    let at = this.at;
    for (;;) {
      let c = bytes[at] as number;
      while (at < end && (c === 0x20 || c === NEWLINE || c === 0x0d || c === 0x09)) {
        if (c === NEWLINE) this.line++;
        c = bytes[++at] as number;
      }
      this.at = at;
      if (at >= end) return 'more';
      const behind = this.takeFast(at);
      if (behind > at) {
        at = behind;
        continue;
      }
      json.badUtf8At = -1;
      const next = c === 0x7b ? entry.scan(at) : json.skipValue(at);
      if (next === NEED_MORE) {
        if (end - at > MAX_EVENT_BYTES) return 'huge';
        // A cut line in the middle of the file swallows the line break behind it; only the end of the file is unclear.
        return 'more';
      }
      if (next === BAD || (c !== 0x7b && this.hasMoreOnLine(next))) {
        const after = this.skipBadLine(at);
        if (after < 0) return 'more';
        at = after;
        continue;
      }
      place.offset = window.base + at;
      place.length = next - at;
      place.line = this.line;
      if (this.valueLine === this.line) this.reportShared(place);
      this.valueLine = this.line;
      if (c === 0x7b) this.addEntry(place);
      else index.addUnreadable(place, 'This line is a JSON value but not an object');
      at = next;
    }
  }

  /** Takes events by the fast scanner from `at` on; answers the place behind them. */
  private takeFast(at: number): number {
    const { fast, window, index, entry } = this.context;
    const { bytes, end } = entry.json;
    const first = index.columns.length;
    const behind = fast.takeLines(bytes, at, end, window.base, this.line, this.valueLine);
    if (behind === at) return at;
    this.line = fast.line;
    this.valueLine = fast.line;
    for (let row = first; this.capture !== null && row < index.columns.length; row++) this.capture.mark(row);
    return behind;
  }

  private addEntry(place: EntryPlace): void {
    const { entry, index } = this.context;
    const { capture } = this;
    if (capture?.takes(entry, place) === true) return;
    const kind = classOfEntry(entry);
    const start = place.offset - this.context.window.base;
    const message = messageIn(this.context, kind, start, start + place.length);
    if (message !== null) {
      index.addMessage(message, place);
      this.reportBadUtf8(place);
      return;
    }
    // What a host sent on a stream is an event when it has a type, whatever else it lacks.
    const taken = kind === 'other' && capture !== null && entry.text(KEY.type) !== null ? 'event' : kind;
    if (taken === 'event') {
      const ordinal = addEvent(this.context, start, place);
      capture?.mark(ordinal);
    } else if (taken === 'envelope') {
      index.addEnvelope(entry, place);
      this.reportBadUtf8(place);
    } else if (taken === 'delta') index.addDelta(entry, place, capture?.takeDeltaId() ?? Number.NaN);
    else index.addUnreadable(place, 'This line is neither an event nor an envelope');
  }

  /** Bytes that are no UTF-8 in an entry that has no row of its own. */
  private reportBadUtf8(place: EntryPlace): void {
    const at = this.context.entry.json.badUtf8At;
    if (at < 0) return;
    const offset = this.context.window.base + at;
    this.context.index.problemAt('invalid_utf8', badUtf8Text(offset), { offset, line: place.line });
  }

  /** Two values on one line are two entries all the same. */
  private reportShared(place: EntryPlace): void {
    const message = `Line ${this.line} holds another value at byte ${place.offset}, which is read too`;
    this.context.index.problemAt('bad_line', message, place);
  }

  /** Notes text that is no JSON and answers where to go on: at the next line as a rule; -1 when the line may go on. */
  private skipBadLine(at: number): number {
    const { entry, index, window } = this.context;
    const { json } = entry;
    const stop = this.bytes.subarray(0, json.end).indexOf(NEWLINE, at);
    if (stop < 0 && !window.atEnd) return -1;
    const end = stop < 0 ? json.end : stop;
    const { line } = this;
    const mark = bomLength(this.bytes, at, end);
    // Nothing is lost with a mark before a value, or with a comma behind one.
    if (mark > 0) return this.readOver('byteOrderMark', at, at + mark);
    if (this.isLastComma(at, end)) return this.readOver('trailingComma', at, end);
    // The error may lie on a later line when a cut line swallowed its line break; it is the first line that is bad.
    const isCut = json.errorAt >= end || (this.bytes[end - 1] === CR && json.errorAt === end - 1);
    const found = isCut ? null : faultAt(this.bytes, at, json.errorAt, end);
    const what = found === null ? 'it stops in the middle' : faultText(found.fault);
    const place = placeAt(this.context, found?.at ?? end, end - at, line);
    index.addUnreadable(place, `Line ${line} is not JSON from byte ${place.offset} on: ${what}`, 'bad_line');
    return end;
  }

  /** True when text follows a value that is no object: the line is then not a value at all. */
  private hasMoreOnLine(next: number): boolean {
    const { json } = this.context.entry;
    json.errorAt = json.skipSpace(next);
    return json.errorAt < json.end && !this.bytes.subarray(next, json.errorAt).includes(NEWLINE);
  }

  private isLastComma(at: number, lineEnd: number): boolean {
    return this.bytes[at] === COMMA && this.context.entry.json.skipSpace(at + 1) >= lineEnd;
  }

  /** Reports a fault that costs nothing; returns where to continue. */
  private readOver(fault: JsonFault, at: number, next: number): number {
    const place = placeAt(this.context, at, next - at, this.line);
    const message = `Line ${this.line} is not JSON at byte ${place.offset}: ${faultText(fault)}; it is read over`;
    this.context.index.problemAt('bad_line', message, place);
    return next;
  }

  /**
   * The source has ended; answers true when it stopped inside a value. `restarts` bounds how often whole lines are
   * searched for after a line that was cut, since each search costs the rest of the file.
   */
  finish(restarts = 32): boolean {
    const { entry, index } = this.context;
    const json = entry.json;
    if (json.skipSpace(this.at) >= json.end) return false;
    if (this.isLastComma(this.at, json.end)) {
      this.readOver('trailingComma', this.at, json.end);
      return false;
    }
    // What is left did not end. It may still hold whole lines behind a line that was cut.
    const stop = this.bytes.subarray(0, json.end).indexOf(NEWLINE, this.at);
    const rest = stop < 0 ? json.end : json.skipSpace(stop);
    if (rest < json.end && restarts > 0) {
      const place = placeAt(this.context, stop, stop - this.at, this.line);
      index.addUnreadable(place, `Line ${this.line} stops in the middle`, 'bad_line');
      this.at = stop;
      this.scan();
      return this.finish(restarts - 1);
    }
    json.skipValue(this.at);
    const place = placeAt(this.context, json.end, 0, this.line);
    const cut = `The file ends at byte ${formatCount(place.offset)}, in the middle of line ${this.line}`;
    if (json.depth > 64) index.problemAt('too_deep', `Line ${this.line} nests deeper than 64 levels`, place);
    else index.problemAt('ends_early', cut, place);
    return true;
  }
}

/** Counts the brackets of a value that is read piece by piece. */
class BracketCount {
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;

  /** Steps through `bytes[from, end)`; answers the place behind the value's end, -1 when it continues. */
  step(bytes: Uint8Array, from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const c = bytes[i];
      if (this.isQuoted) {
        if (this.isEscaped) this.isEscaped = false;
        else if (c === 0x5c) this.isEscaped = true;
        else if (c === 0x22) this.isQuoted = false;
      } else if (c === 0x22) this.isQuoted = true;
      else if (c === 0x7b || c === 0x5b) this.depth++;
      else if ((c === 0x7d || c === 0x5d) && --this.depth === 0) return i + 1;
    }
    return -1;
  }
}

/**
 * Steps over an object that is larger than an event may be, without keeping it. What was read of its fields before the
 * limit makes a row marked `oversize`, with a `too_large` problem; its payload can only be inspected as raw bytes.
 * Answers the place behind it in the window (the window's end when the source ends first).
 */
export async function skipHuge(context: ReadContext, at: number, line: number): Promise<number> {
  const { window, entry, index } = context;
  entry.scan(at);
  const place = placeAt(context, at, 0, line);
  const isEvent = classOfEntry(entry) === 'event' || entry.text(KEY.type) !== null;
  const ordinal = isEvent ? context.fast.addEvent(entry, at, place) : -1;
  const brackets = new BracketCount();
  let from = at;
  let behind = -1;
  for (;;) {
    behind = brackets.step(entry.json.bytes, from, entry.json.end);
    if (behind >= 0 || context.pause()) break;
    if (!(await window.more(entry.json.end))) break;
    from = window.start;
  }
  const end = behind >= 0 ? behind : entry.json.end;
  const length = window.base + end - place.offset;
  const message = `This event is ${formatCount(length)} bytes; events over 64 MiB are displayed as raw bytes`;
  if (ordinal >= 0) {
    index.columns.byteLength[ordinal] = Math.min(length, 0xffffffff);
    index.columns.mark(ordinal, FLAG.oversize);
    index.problemOf('too_large', message, ordinal);
  } else index.addUnreadable({ ...place, length }, message, 'too_large');
  const cut = `The file ends at byte ${formatCount(window.base + end)}, in the middle of a value`;
  if (behind < 0) index.problemAt('ends_early', cut, place);
  return end;
}
