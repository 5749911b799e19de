/** Steps over the members of one object or array in the bytes of a document, without building anything. */
import {
  BACKSLASH,
  COLON,
  COMMA,
  escapedToken,
  JsonScanner,
  type MaskedValue,
  masker,
  OPEN_ARRAY,
  OPEN_OBJECT,
  pointerTokens,
  QUOTE,
  unescaped,
} from '@openwop-inspector/base';

/** The ends of containers longer than this are remembered, of as many as this at most. */
const LONG_CONTAINER = 64 * 1024;
const MAX_CACHED_ENDS = 1024;

/** The one of this thread, and the document that is in it. */
const scanner = new JsonScanner();
let loaded: JsonBytes | null = null;

/** The bytes of one document with a scanner over them. */
export class JsonBytes {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** Where long containers end, by their first byte: whoever looks for what lies behind one walks it only once. */
  private readonly ends = new Map<number, number>();

  constructor(document: Uint8Array) {
    this.bytes = document;
    this.end = document.length;
  }

  /** The scanner over this document, until another document is read. */
  get scanner(): JsonScanner {
    if (loaded !== this) {
      scanner.load(this.bytes);
      loaded = this;
    }
    return scanner;
  }

  /** Place behind the value that begins at `at`; the end of the bytes for a value that is cut or broken. */
  behind(at: number): number {
    const next = this.skip(at);
    return next < 0 ? this.end : next;
  }

  /** Place behind the value that begins at `at`, or what the scanner answers for one that is cut or broken. */
  skip(at: number): number {
    const isContainer = this.bytes[at] === OPEN_OBJECT || this.bytes[at] === OPEN_ARRAY;
    const known = isContainer ? this.ends.get(at) : undefined;
    if (known !== undefined) return known;
    const next = this.scanner.skipValue(at);
    if (isContainer && next - at > LONG_CONTAINER && this.ends.size < MAX_CACHED_ENDS)
      this.ends.set(at, next);
    return next;
  }

  isContainer(at: number): boolean {
    const c = this.bytes[at];
    return at < this.end && (c === OPEN_OBJECT || c === OPEN_ARRAY);
  }
}

/**
 * A place among the members of one container. After `next()` has answered true, the key and the start of the value are
 * known; the caller then says where the value ends by `valueEnds`. Broken or cut JSON ends the walk.
 */
export class Members {
  readonly isObject: boolean;
  /** Number of the member, from 0. */
  index = -1;
  /** First byte of the member: its key's quote, or its value in an array. */
  memberAt = 0;
  /** Content of the key, without quotes; -1 in an array. */
  keyStart = -1;
  keyEnd = -1;
  /** True when the key holds an escape or bytes that are no UTF-8. */
  keyIsPlain = true;
  valueStart = 0;
  /** Place behind the container once `next()` has answered false. */
  endedAt: number;
  private readonly json: JsonBytes;
  /** First byte of the next member; -1 when there is none. */
  private nextAt: number;

  /** `at` is the opening bracket. With `from`, the walk continues at the member `index` that begins there. */
  constructor(json: JsonBytes, at: number, from?: { readonly index: number; readonly at: number }) {
    this.json = json;
    this.isObject = json.bytes[at] === OPEN_OBJECT;
    this.endedAt = json.end;
    if (from !== undefined) {
      this.index = from.index - 1;
      this.nextAt = from.at;
      return;
    }
    const first = json.scanner.skipSpace(at + 1);
    const closing = this.isObject ? 0x7d : 0x5d;
    const isEmpty = first < json.end && json.bytes[first] === closing;
    if (isEmpty) this.endedAt = first + 1;
    this.nextAt = isEmpty || first >= json.end ? -1 : first;
  }

  next(): boolean {
    if (this.nextAt < 0) return false;
    const { scanner, bytes, end } = this.json;
    this.memberAt = this.nextAt;
    this.nextAt = -1;
    let at = this.memberAt;
    if (this.isObject) {
      if (at >= end || bytes[at] !== QUOTE) return false;
      scanner.sawEscape = false;
      scanner.badUtf8At = -1;
      const behind = scanner.skipString(at + 1);
      if (behind < 0) return false;
      this.keyStart = at + 1;
      this.keyEnd = behind - 1;
      this.keyIsPlain = !scanner.sawEscape && scanner.badUtf8At < 0;
      at = scanner.skipSpace(behind);
      if (at >= end || bytes[at] !== COLON) return false;
      at = scanner.skipSpace(at + 1);
    }
    if (at >= end) return false;
    this.valueStart = at;
    this.index++;
    return true;
  }

  /** Steps over the value; answers the place behind it. */
  skipValue(): number {
    const next = this.json.skip(this.valueStart);
    if (next < 0) return this.json.end;
    this.valueEnds(next);
    return next;
  }

  /** Continues after a value that the caller has skipped. */
  valueEnds(behind: number): void {
    const { scanner, bytes, end } = this.json;
    const at = scanner.skipSpace(behind);
    if (at >= end) return;
    if (bytes[at] === COMMA) this.nextAt = scanner.skipSpace(at + 1);
    else this.endedAt = at + 1;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Text of the string content in `bytes[start, end)`, which has no quotes. Lone surrogates remain. */
export function stringText(bytes: Uint8Array, start: number, end: number): string {
  const raw = decoder.decode(bytes.subarray(start, end));
  if (!raw.includes('\\')) return raw;
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    if (typeof text === 'string') return text;
  } catch {
    // Cut or broken escapes are read as far as they go.
  }
  return unescaped(raw, 0, raw.length).text;
}

/** The first units of a string's text: at least `units` of them when the text is that long. */
export function stringHead(bytes: Uint8Array, start: number, end: number, units: number): string {
  // A unit takes six bytes at most, as an escape.
  const to = Math.min(end, start + units * 6);
  return stringText(bytes, start, to === end ? end : withoutCutCharacter(bytes, start, to));
}

/** The last place at or before `to` that does not stand inside a character or an escape. */
function withoutCutCharacter(bytes: Uint8Array, start: number, to: number): number {
  let at = to;
  while (at > start && ((bytes[at] as number) & 0xc0) === 0x80) at--;
  for (let back = 1; back <= 5; back++) {
    if (bytes[at - back] !== BACKSLASH) continue;
    let slashes = 0;
    while (at - back - slashes >= start && bytes[at - back - slashes] === BACKSLASH) slashes++;
    const length = bytes[at - back + 1] === 0x75 ? 6 : 2;
    if (slashes % 2 === 1 && back < length) return at - back;
    break;
  }
  return at;
}

/** Length of a string in UTF-16 units, without making its text. O(bytes). */
export function stringUnits(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; ) {
    const c = bytes[i] as number;
    if (c === BACKSLASH) {
      i += bytes[i + 1] === 0x75 ? 6 : 2;
      units++;
      continue;
    }
    // Continuation bytes belong to the character before them; one of four bytes is a surrogate pair.
    if ((c & 0xc0) !== 0x80) units += c >= 0xf0 ? 2 : 1;
    i++;
  }
  return units;
}

/** A reference token of a pointer, ready to be compared with keys as they are written. */
export interface KeyToken {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Reference tokens of a pointer, unescaped; null for a text that is no pointer. */
export const keyTokens = (pointer: string): readonly KeyToken[] | null =>
  pointerTokens(pointer)?.map((text) => ({ text, bytes: encoder.encode(text) })) ?? null;

/** The step by which a pointer names a member. A key that is itself a secret is addressed by its masked form. */
export const stepOf = (key: string): string => escapedToken(masker.text(key));

/** Whether the current member of an object is the one that a token names. */
export function isNamed(json: JsonBytes, members: Members, token: KeyToken): boolean {
  const { bytes } = json;
  const length = members.keyEnd - members.keyStart;
  if (members.keyIsPlain && length === token.bytes.length) {
    let i = 0;
    while (i < length && bytes[members.keyStart + i] === token.bytes[i]) i++;
    if (i === length) return true;
  }
  if (members.keyIsPlain && !token.text.includes('…')) return false;
  const key = stringText(bytes, members.keyStart, members.keyEnd);
  return key === token.text || masker.text(key) === token.text;
}

/** Number that a token names in an array, -1 for anything but a plain number. */
export const arrayIndex = (token: KeyToken): number =>
  /^(?:0|[1-9]\d{0,9})$/.test(token.text) ? Number(token.text) : -1;

/** Nesting beyond which a parsed value is not handed out: no worker boundary takes it, and nothing may recurse over it. */
const MAX_DEPTH = 200;

/** True for a value that nests too deeply. Level by level, so that depth is no limit; O(values). */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/** A value as it may be handed out; null for one that is not there or nests too deeply. */
export const maskedOrNull = (value: unknown): MaskedValue =>
  value === undefined || isTooDeep(value) ? null : masker.value(value).value;
