/** Places in JSON written as UTF-8. Each answers -1 for what JSON does not allow. The bytes end with a zero. */

const QUOTE = 34;
const BACKSLASH = 92;
const SMALL_N = 110;

/** Place behind white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let code = bytes[at]; code === 32 || code === 10 || code === 13 || code === 9; ) code = bytes[++at];
  return at;
}

/** 1 for the bytes that mean something inside of a string: its end, an escape, and what must not stand there. */
const STOPS = Uint8Array.from({ length: 256 }, (_, code) =>
  code === QUOTE || code === BACKSLASH || code < 32 ? 1 : 0,
);

/** Place of the quote that ends the string whose content begins at `from`. */
export function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    // One look a byte: most of a log is text.
    while (STOPS[bytes[at] ?? 0] === 0) at++;
    const code = bytes[at];
    if (code === QUOTE) return at;
    if (code !== BACKSLASH) return -1;
    const next = bytes[at + 1];
    // Quotes and line breaks of JSON and text inside of a string: nearly all there is.
    const width = next === QUOTE || next === SMALL_N || next === BACKSLASH ? 2 : escapeWidth(bytes, at + 1);
    if (width === 0) return -1;
    at += width;
  }
}

/** Characters of an escape with its backslash, 0 for one that JSON does not know. */
function escapeWidth(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case 34: // "
    case 92: // \
    case 47: // /
    case 98: // b
    case 102: // f
    case 110: // n
    case 114: // r
    case 116: // t
      return 2;
    case 117: // u
      for (let i = 1; i <= 4; i++) if (!isHex(bytes[at + i] ?? 0)) return 0;
      return 6;
    default:
      return 0;
  }
}

function isHex(code: number): boolean {
  const lower = code | 32;
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 102);
}

/** Place behind a number, `true`, `false` or `null`. */
export function plainEnd(bytes: Uint8Array, from: number): number {
  switch (bytes[from]) {
    case 116:
      return wordEnd(bytes, from, TRUE);
    case 102:
      return wordEnd(bytes, from, FALSE);
    case 110:
      return wordEnd(bytes, from, NULL);
    default:
      return numberEnd(bytes, from);
  }
}

const TRUE = codesOf('true');
const FALSE = codesOf('false');
const NULL = codesOf('null');

function codesOf(word: string): readonly number[] {
  return [...word].map((letter) => letter.charCodeAt(0));
}

function wordEnd(bytes: Uint8Array, from: number, word: readonly number[]): number {
  return word.every((code, i) => bytes[from + i] === code) ? from + word.length : -1;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return at > from ? at : -1;
}

function numberEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === 45 ? from + 1 : from;
  let at = bytes[first] === 48 ? first + 1 : digitsEnd(bytes, first);
  if (at < 0) return -1;
  if (bytes[at] === 46) {
    at = digitsEnd(bytes, at + 1);
    if (at < 0) return -1;
  }
  if (((bytes[at] ?? 0) | 32) !== 101) return at;
  const sign = bytes[at + 1];
  return digitsEnd(bytes, sign === 43 || sign === 45 ? at + 2 : at + 1);
}
