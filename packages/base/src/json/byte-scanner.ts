/**
 * A validating JSON scanner over bytes. It never builds values: it finds where each value ends and reports errors.
 * Strings, which may be megabytes, are checked four bytes at a time.
 *
 * The window must be writable and have at least eight bytes after `end`: a closing quote is planted there, so that the
 * inner loops need no bounds check.
 */

/** The value continues past the window. */
export const NEED_MORE = -1;
/** The value is not JSON; `errorAt` says where. */
export const BAD = -2;

const decoder = new TextDecoder();

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
const encoder = new TextEncoder();
const WORDS = ['true', 'false', 'null'].map((word) => encoder.encode(word));

/** 1 for bytes that may follow a backslash, except `u`. */
const ESCAPE = new Uint8Array(256);
for (const char of '"\\/bfnrt') ESCAPE[char.charCodeAt(0)] = 1;
const HEX = new Uint8Array(256);
for (const char of '0123456789abcdefABCDEF') HEX[char.charCodeAt(0)] = 1;

export class ByteScanner {
  /** The window. Everything before `end` is text of the source. */
  bytes: Uint8Array = new Uint8Array(16);
  private view = new DataView(this.bytes.buffer);
  end = 0;
  /** Place of the first syntax error of the last BAD answer, inside the window. */
  errorAt = 0;
  /** Deepest nesting seen by the last `skipValue`, 0 for a scalar. */
  depth = 0;
  /** Place of the first invalid UTF-8 byte since it was last set to -1. */
  badUtf8At = -1;
  /** Set by a string that contains a backslash; never cleared here. */
  sawEscape = false;
  protected keyEnd = 0;
  /** Containers that are open around the place that is read; 0 at the top of what `skipValue` steps over. */
  protected level = 0;
  private stack: Uint8Array = new Uint8Array(64);

  /** Points the scanner at a window, of which `[0, end)` is text. */
  window(bytes: Uint8Array, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.end = end;
    bytes[end] = QUOTE;
  }

  /** The text of `[start, end)`; invalid UTF-8 becomes U+FFFD. */
  textOf(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(start, end));
  }

  /** Returns the position of the first invalid UTF-8 byte at or after `i`, or -1. O(bytes). */
  findBadUtf8(i: number): number {
    this.badUtf8At = -1;
    while (i < this.end && this.badUtf8At < 0) {
      const c = this.bytes[i] as number;
      const next = c < 0x80 ? i + 1 : this.skipUtf8(i, c);
      if (next === NEED_MORE) return i;
      i = next;
    }
    return this.badUtf8At;
  }

  /** First byte at or after `i` that is not white space; `end` when there is none. */
  skipSpace(i: number): number {
    const bytes = this.bytes;
    let c = bytes[i] as number;
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = bytes[++i] as number;
    return i < this.end ? i : this.end;
  }

  /** `i` is after the opening quote; returns the position after the closing one. */
  skipString(i: number): number {
    const bytes = this.bytes;
    const view = this.view;
    for (;;) {
      // Four bytes at a time: control characters and the quote end up below 0x21 when 0x02 is flipped, and then
      // below zero; the backslash is zero when it is flipped away, and then below zero; the rest of ASCII leaves
      // every sign bit clear.
      let alarm = 0;
      for (;;) {
        const one = view.getInt32(i, true);
        alarm = (((one ^ 0x02020202) - 0x21212121) | ((one ^ 0x5c5c5c5c) - 0x01010101) | one) & 0x80808080;
        if (alarm !== 0) break;
        const two = view.getInt32(i + 4, true);
        alarm = (((two ^ 0x02020202) - 0x21212121) | ((two ^ 0x5c5c5c5c) - 0x01010101) | two) & 0x80808080;
        i += 4;
        if (alarm !== 0) break;
        i += 4;
      }
      // A borrow raises false alarms only above a true one, so the lowest bit names the byte.
      i += (31 - Math.clz32(alarm & -alarm)) >> 3;
      const c = bytes[i] as number;
      if (c === QUOTE) return i < this.end ? i + 1 : NEED_MORE;
      if (c === BACKSLASH) {
        i = this.skipEscape(i);
        if (i < 0) return i;
      } else if (c < 0x20) {
        return this.bad(i);
      } else if (c >= 0x80) {
        i = this.skipUtf8(i, c);
        if (i < 0) return i;
      }
    }
  }

  private skipEscape(i: number): number {
    const bytes = this.bytes;
    this.sawEscape = true;
    if (i + 1 >= this.end) return NEED_MORE;
    const c = bytes[i + 1] as number;
    if (ESCAPE[c] === 1) return i + 2;
    if (c !== 0x75) return this.bad(i + 1);
    for (let k = i + 2; k < i + 6; k++) {
      if (k >= this.end) return NEED_MORE;
      if (HEX[bytes[k] as number] === 0) return this.bad(k);
    }
    return i + 6;
  }

  /** Steps over one multi-byte character. Invalid bytes are noted and stepped over one by one, not refused. */
  private skipUtf8(i: number, lead: number): number {
    const bytes = this.bytes;
    // The planted quote continues no character, so that these two need no bounds.
    if (((bytes[i + 1] as number) & 0xc0) === 0x80) {
      if (lead >= 0xc2 && lead < 0xe0) return i + 2;
      const isPlain = lead > 0xe0 && lead < 0xf0 && lead !== 0xed;
      if (isPlain && ((bytes[i + 2] as number) & 0xc0) === 0x80) return i + 3;
    }
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (length === 0) return this.noteBadUtf8(i);
    for (let k = 1; k < length; k++) {
      if (i + k >= this.end) return NEED_MORE;
      const c = bytes[i + k] as number;
      if ((c & 0xc0) !== 0x80) return this.noteBadUtf8(i);
      // Overlong forms, surrogates and what lies above U+10FFFF show in the second byte.
      if (k === 1) {
        if (lead === 0xe0 && c < 0xa0) return this.noteBadUtf8(i);
        if (lead === 0xed && c > 0x9f) return this.noteBadUtf8(i);
        if (lead === 0xf0 && c < 0x90) return this.noteBadUtf8(i);
        if (lead === 0xf4 && c > 0x8f) return this.noteBadUtf8(i);
      }
    }
    return i + length;
  }

  private noteBadUtf8(i: number): number {
    if (this.badUtf8At < 0) this.badUtf8At = i;
    return i + 1;
  }

  /** `i` is at the first digit or minus; returns the position after the number. */
  skipNumber(i: number): number {
    const bytes = this.bytes;
    let c = bytes[i] as number;
    if (c === 0x2d) c = bytes[++i] as number;
    if (c === 0x30) {
      c = bytes[++i] as number;
    } else if (c >= 0x31 && c <= 0x39) {
      do c = bytes[++i] as number;
      while (c >= 0x30 && c <= 0x39);
    } else return i >= this.end ? NEED_MORE : this.bad(i);
    if (c === 0x2e) {
      c = bytes[++i] as number;
      if (c < 0x30 || c > 0x39) return i >= this.end ? NEED_MORE : this.bad(i);
      do c = bytes[++i] as number;
      while (c >= 0x30 && c <= 0x39);
    }
    if (c === 0x65 || c === 0x45) {
      c = bytes[++i] as number;
      if (c === 0x2b || c === 0x2d) c = bytes[++i] as number;
      if (c < 0x30 || c > 0x39) return i >= this.end ? NEED_MORE : this.bad(i);
      do c = bytes[++i] as number;
      while (c >= 0x30 && c <= 0x39);
    }
    return i >= this.end ? NEED_MORE : i;
  }

  private skipWord(i: number, word: Uint8Array): number {
    for (let k = 0; k < word.length; k++) {
      if (i + k >= this.end) return NEED_MORE;
      if (this.bytes[i + k] !== word[k]) return this.bad(i + k);
    }
    return i + word.length;
  }

  /** Steps over a string, number or word; `i` is at its first byte. */
  skipScalar(i: number): number {
    const c = this.bytes[i] as number;
    if (i >= this.end) return NEED_MORE;
    if (c === QUOTE) return this.skipString(i + 1);
    if (c === 0x2d || (c >= 0x30 && c <= 0x39)) return this.skipNumber(i);
    const word = WORDS.find(([first]) => first === c);
    return word === undefined ? this.bad(i) : this.skipWord(i, word);
  }

  /**
   * Skips one JSON value. `i` is at its first byte. Returns the position after it, NEED_MORE or BAD; `depth` is its
   * nesting depth. A number that touches the end of the window needs more, since its next digit may follow. O(bytes),
   * no recursion, never throws.
   */
  skipValue(i: number): number {
    const bytes = this.bytes;
    let stack = this.stack;
    let depth = 0;
    let deepest = 0;
    this.depth = 0;
    this.level = 0;
    for (;;) {
      // A value starts at `i`.
      const c = bytes[i] as number;
      if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
        if (++depth > deepest) {
          deepest = depth;
          if (depth >= stack.length) stack = this.widerStack();
        }
        stack[depth] = c;
        this.open(depth);
        i = this.skipSpace(i + 1);
        if (bytes[i] !== c + TO_CLOSE) {
          if (c === OPEN_OBJECT) i = this.skipKey(i);
          if (i < 0) return i;
          continue;
        }
        i++;
        this.level = --depth;
      } else {
        i = this.skipScalar(i);
        if (i < 0) return i;
      }
      // A value has ended before `i`.
      for (;;) {
        if (depth === 0) {
          this.depth = deepest;
          return i;
        }
        i = this.skipSpace(i);
        if (bytes[i] !== (stack[depth] as number) + TO_CLOSE) break;
        i++;
        this.level = --depth;
      }
      if (bytes[i] !== COMMA) return this.bad(i);
      i = this.skipSpace(i + 1);
      if (stack[depth] === OPEN_OBJECT) i = this.skipKey(i);
      if (i < 0) return i;
    }
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
      const start = isObject ? this.skipKey(i) : i;
      if (start < 0) return start;
      const keyEnd = isObject ? this.keyEnd : -1;
      const end = this.skipValue(start);
      if (end !== BAD) onMember(keyStart, keyEnd, start, end);
      if (end < 0) return end;
      i = this.skipSpace(end);
      if (bytes[i] === close && i < this.end) return i + 1;
      if (bytes[i] !== COMMA) return this.bad(i);
      i = this.skipSpace(i + 1);
    }
  }

  /** A key with its colon, `i` at its quote; answers the first byte of the value. */
  protected skipKey(i: number): number {
    if (this.bytes[i] !== QUOTE || i >= this.end) return this.bad(i);
    i = this.skipString(i + 1);
    if (i < 0) return i;
    this.keyEnd = i;
    i = this.skipSpace(i);
    return this.bytes[i] === COLON ? this.skipSpace(i + 1) : this.bad(i);
  }

  /** A container is entered, which is the `level`th. */
  protected open(level: number): void {
    this.level = level;
  }

  private widerStack(): Uint8Array {
    const wider = new Uint8Array(this.stack.length * 4);
    wider.set(this.stack);
    this.stack = wider;
    return wider;
  }

  private bad(i: number): number {
    // A byte of the planted quote is the end of the window, not an error.
    if (i >= this.end) return NEED_MORE;
    this.errorAt = i;
    return BAD;
  }
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
