/**
 * A validating scanner of JSON in bytes, the program of `assembly/json.ts`. It never builds values: it finds where each
 * value ends, and where and why it does not. Sound events are read by a program that has the same scanner in it
 * (`run-log/assembly`).
 */
import { program as ownProgram } from '../generated/json-program.ts';
import { bytesOfProgram } from '../secrets/fast-look.ts';

/** The value continues past the window. */
export const NEED_MORE = -1;
/** The value is not JSON; `errorAt` says where. */
export const BAD = -2;

/** Bytes, and UTF-16 units, that give a JSON document its structure. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Distance of a closing bracket from the one that opens. */
const TO_CLOSE = 2;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What a program with the scanner in it exports, see `assembly/json-program.ts`; places are those in its memory. */
export interface JsonProgram {
  readonly memory: WebAssembly.Memory;
  useStack(place: number): void;
  found(): number;
  stringEnd(at: number, end: number): number;
  valueEnd(at: number, end: number): number;
  utf8Fault(at: number, end: number): number;
}

/** The program of this package. */
interface OwnProgram extends JsonProgram {
  bytesHash(start: number, end: number): number;
  contentHash(at: number, end: number): number;
}

/** Place of the text in the memory of a program of our own; behind it are the notes of the scanner. */
const TEXT = 0x10000;
const PAGE = 0x10000;
/** Bytes behind a text that the scanner may write and read. */
const PAD = 128;
/** A memory that has become larger than this is given up for a text of which it is too large. */
const LARGE = 16 * 1024 * 1024;

let compiled: WebAssembly.Module | null = null;

export class JsonScanner {
  /** The window. Everything before `end` is text of the source. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  end = 0;
  /** Place of the first syntax error of the last BAD answer, inside the window. */
  errorAt = 0;
  /** Deepest nesting that the last `skipValue` met, 0 for a scalar; of a value that does not end up to where it stopped. */
  depth = 0;
  /** Place of the first invalid UTF-8 byte since it was last set to -1. */
  badUtf8At = -1;
  /** Whether there was a backslash in what was stepped over last. */
  sawEscape = false;
  /** The program in whose memory the window is. */
  private program: JsonProgram | null = null;
  private readonly given: JsonProgram | null;
  private own: OwnProgram | null = null;
  private found: Uint32Array = new Uint32Array(4);
  /** Place of the window in the memory. */
  private origin = 0;

  /** With a program, windows in its memory are scanned by it; others, and all without one, are rooms of this scanner. */
  constructor(program: JsonProgram | null = null) {
    this.given = program;
  }

  /** Room for a text of `length` bytes and what is behind it, in place of the last one; a larger one starts with its bytes. */
  room(length: number): Uint8Array<ArrayBuffer> {
    const notes = TEXT + length + PAD;
    const size = notes + PAGE + (length >> 3);
    const isTooLarge = this.own !== null && this.own.memory.buffer.byteLength > Math.max(LARGE, size * 4);
    if (this.own === null || isTooLarge) this.own = startedProgram();
    const { memory } = this.own;
    if (size > memory.buffer.byteLength) memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE));
    this.own.useStack(notes);
    return new Uint8Array(memory.buffer, TEXT, length + PAD);
  }

  /** Points the scanner at a window in a room or in the memory of the program it was given; `[0, end)` is text. */
  window(bytes: Uint8Array<ArrayBuffer>, end: number): void {
    if (bytes.buffer !== this.bytes.buffer) {
      const program = bytes.buffer === this.given?.memory.buffer ? this.given : this.own;
      if (program?.memory.buffer !== bytes.buffer) throw new Error('A window is in the memory of a program');
      this.program = program;
      this.found = new Uint32Array(bytes.buffer, program.found(), 4);
    }
    this.bytes = bytes;
    this.origin = bytes.byteOffset;
    this.end = end;
    bytes[end] = QUOTE;
  }

  /** Writes a text into a room and points the scanner at it. O(bytes). */
  load(text: Uint8Array | string): void {
    const isText = typeof text === 'string';
    // A UTF-16 unit takes three bytes at most.
    const room = this.room(isText ? text.length * 3 : text.length);
    if (!isText) room.set(text);
    this.window(room, isText ? encoder.encodeInto(text, room).written : text.length);
  }

  /** The text of `[start, end)`; invalid UTF-8 becomes U+FFFD. */
  textOf(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(start, end));
  }

  /** Returns the position of the first invalid UTF-8 byte at or after `i`, or -1. O(bytes). */
  findBadUtf8(i: number): number {
    const at = this.program?.utf8Fault(this.origin + i, this.origin + this.end) ?? 0;
    return at === 0 ? -1 : at - this.origin;
  }

  /** Hash of the bytes of `[start, end)` of a room: to tell that two texts differ, not to keep secrets. O(bytes). */
  bytesHash(start: number, end: number): number {
    return this.own?.bytesHash(this.origin + start, this.origin + end) ?? 0;
  }

  /**
   * Hash of the value at `i` of a room, which is sound and nests no deeper than 10,000: what it says, whatever the
   * order of its members; 0 for null and for what holds no scalar. O(bytes).
   */
  contentHash(i: number): number {
    return this.own?.contentHash(this.origin + i, this.origin + this.end) ?? 0;
  }

  /** First byte at or after `i` that is not white space; `end` when there is none. */
  skipSpace(i: number): number {
    const bytes = this.bytes;
    let c = bytes[i] as number;
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = bytes[++i] as number;
    return i < this.end ? i : this.end;
  }

  /** `i` is after the opening quote; returns the position after the closing one, NEED_MORE or BAD. */
  skipString(i: number): number {
    return this.answer(this.program?.stringEnd(this.origin + i, this.origin + this.end) ?? 0);
  }

  /**
   * Skips one JSON value. `i` is at its first byte. Returns the position after it, NEED_MORE or BAD; `depth` is its
   * nesting depth. A number that touches the end of the window needs more, since its next digit may follow. O(bytes),
   * no recursion, never throws.
   */
  skipValue(i: number): number {
    return this.answer(this.program?.valueEnd(this.origin + i, this.origin + this.end) ?? 0);
  }

  private answer(next: number): number {
    const { found, origin } = this;
    const badUtf8At = found[1] as number;
    if (this.badUtf8At < 0 && badUtf8At !== 0) this.badUtf8At = badUtf8At - origin;
    this.depth = found[2] as number;
    this.sawEscape = found[3] !== 0;
    if (next !== 0) return next - origin;
    const errorAt = found[0] as number;
    if (errorAt === 0) return NEED_MORE;
    this.errorAt = errorAt - origin;
    return BAD;
  }

  /**
   * Steps over the object or array whose bracket is at `i`, with the results of `skipValue`, and reports each member once
   * its value has ended: where its key begins and ends, quotes included (-1 in an array), and its value. The end of a
   * value that continues past the window is NEED_MORE. `depth` is that of the value during the call. O(bytes), never
   * throws.
   */
  skipMembers(
    i: number,
    onMember: (keyStart: number, keyEnd: number, start: number, end: number) => void,
  ): number {
    const { bytes } = this;
    const isObject = bytes[i] === OPEN_OBJECT;
    const close = (bytes[i] as number) + TO_CLOSE;
    i = this.skipSpace(i + 1);
    if (bytes[i] === close && i < this.end) return i + 1;
    for (;;) {
      const keyStart = isObject ? i : -1;
      const keyEnd = isObject ? this.skipKey(i) : -1;
      if (isObject && keyEnd < 0) return keyEnd;
      const start = isObject ? this.skipSpace(this.skipSpace(keyEnd) + 1) : i;
      const end = this.skipValue(start);
      if (end !== BAD) onMember(keyStart, keyEnd, start, end);
      if (end < 0) return end;
      i = this.skipSpace(end);
      if (bytes[i] === close && i < this.end) return i + 1;
      if (bytes[i] !== COMMA) return this.bad(i);
      i = this.skipSpace(i + 1);
    }
  }

  /** A key whose quote is at `i`, with a colon behind it; answers the place behind its closing quote. */
  private skipKey(i: number): number {
    if (this.bytes[i] !== QUOTE || i >= this.end) return this.bad(i);
    const end = this.skipString(i + 1);
    if (end < 0) return end;
    const colon = this.skipSpace(end);
    return this.bytes[colon] === COLON ? end : this.bad(colon);
  }

  private bad(i: number): number {
    // A byte of the planted quote is the end of the window, not an error.
    if (i >= this.end) return NEED_MORE;
    this.errorAt = i;
    return BAD;
  }
}

/** Throws where the policy of a page forbids WebAssembly. */
function startedProgram(): OwnProgram {
  compiled ??= new WebAssembly.Module(bytesOfProgram(ownProgram));
  // The exports of our own program.
  return new WebAssembly.Instance(compiled, {}).exports as unknown as OwnProgram;
}

/** Keys that mean something, each with its number, found by their bytes without making a text. */
export class KnownKeys {
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly byLength: { readonly name: Uint8Array; readonly number: number }[][] = [];
  /** A key with escapes is no longer than this: each letter as six characters, and the quotes. */
  private readonly longest: number;

  /** Numbers from 1 on, by ASCII names. */
  constructor(numbers: Readonly<Record<string, number>>) {
    this.numbers = new Map(Object.entries(numbers));
    for (const [name, number] of this.numbers) {
      this.byLength[name.length] ??= [];
      this.byLength[name.length]?.push({ name: encoder.encode(name), number });
    }
    this.longest = 6 * this.byLength.length + 2;
  }

  /** Number of the key in `[start, end)`, a JSON string; 0 for any other key. O(length), a few bytes as a rule. */
  numberAt(bytes: Uint8Array, start: number, end: number): number {
    for (const { name, number } of this.byLength[end - start - 2] ?? [])
      if (sameBytesAt(bytes, start + 1, name)) return number;
    let at = end - start > this.longest ? end : start;
    while (at < end && bytes[at] !== BACKSLASH) at++;
    return at === end ? 0 : this.numberOf(JSON.parse(decoder.decode(bytes.subarray(start, end))));
  }

  /** Number of a key given as text, 0 for any other. */
  numberOf(key: string): number {
    return this.numbers.get(key) ?? 0;
  }
}

/** True when the bytes at `start` equal `word`. */
export function sameBytesAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}
