/** Strings, numbers and words of JSON in bytes: where each ends. 0 stands for "not sound, or not understood here". */

/** Deepest nesting that is stepped over here. */
export const MAX_DEPTH: u32 = 60;

@inline
export function at(place: usize): u32 {
  return load<u8>(place);
}

/** End of the text; a quote stands there, so that every string ends. */
export let limit: usize = 0;
/** Set by a string with an escape in it. */
export let sawEscape: bool = false;
/** Set by a carriage return between the parts of a value. */
export let sawReturn: bool = false;
/** True where line breaks may stand between the parts of a value. */
let withBreaks: bool = false;

export function setText(end: usize, breaks: bool): void {
  limit = end;
  withBreaks = breaks;
}

@inline
export function clearEscape(): void {
  sawEscape = false;
}

@inline
export function clearReturn(): void {
  sawReturn = false;
}

/** The first byte at or behind `i` that is no white space. */
@inline
export function skipSpace(i: usize): usize {
  return at(i) > 0x20 ? i : skipBlanks(i);
}

function skipBlanks(from: usize): usize {
  let i = from;
  while (true) {
    const c = at(i);
    if (c == 0x0d) sawReturn = true;
    else if (c != 0x20 && c != 0x09 && (c != 0x0a || !withBreaks)) return i;
    i++;
  }
}

/** One bit for each of sixteen bytes that ends a string or has to be looked at: quote, backslash, control, beyond ASCII. */
@inline
function alarmsIn(text: v128): u32 {
  // Signed: bytes above 0x7f are below the space as well.
  const isLow = v128.lt<i8>(text, i8x16.splat(0x20));
  const isQuote = v128.eq<i8>(text, i8x16.splat(0x22));
  return v128.bitmask<i8>(v128.or(v128.or(isQuote, v128.eq<i8>(text, i8x16.splat(0x5c))), isLow));
}

/** Steps over a string; `i` is behind its opening quote. Most strings are short and plain: they end here. */
@inline
export function skipString(i: usize): usize {
  const end = i + ctz<u32>(alarmsIn(v128.load(i)) | 0x10000);
  return at(end) == 0x22 && end < limit ? end + 1 : skipLong(end);
}

/** The same from a byte on that has to be looked at, or behind which the string goes on. */
function skipLong(from: usize): usize {
  let i = from;
  while (true) {
    const alarms = alarmsIn(v128.load(i));
    if (alarms == 0) {
      i += 16;
      continue;
    }
    i += ctz<u32>(alarms);
    const c = at(i);
    if (c == 0x22) return i < limit ? i + 1 : 0;
    if (c == 0x5c) i = skipEscape(i);
    else if (c >= 0x80) i = skipWide(i);
    else return 0;
    if (i == 0) return 0;
  }
}

function skipEscape(i: usize): usize {
  sawEscape = true;
  const c = at(i + 1);
  if (c == 0x75) {
    for (let k: usize = 2; k < 6; k++) if (!isHex(at(i + k))) return 0;
    return i + 6 <= limit ? i + 6 : 0;
  }
  const isKnown =
    c == 0x22 ||
    c == 0x5c ||
    c == 0x2f ||
    c == 0x62 ||
    c == 0x66 ||
    c == 0x6e ||
    c == 0x72 ||
    c == 0x74;
  return isKnown && i + 2 <= limit ? i + 2 : 0;
}

@inline
function isHex(c: u32): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);
}

/** Steps over characters beyond ASCII; bytes that are no UTF-8 are not understood. */
function skipWide(from: usize): usize {
  let i = from;
  while (true) {
    const lead = at(i);
    if (lead < 0x80) return i;
    const second = at(i + 1);
    if ((second & 0xc0) != 0x80) return 0;
    if (lead < 0xe0) {
      if (lead < 0xc2) return 0;
      i += 2;
    } else if (lead < 0xf0) {
      if ((at(i + 2) & 0xc0) != 0x80) return 0;
      if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)) return 0;
      i += 3;
    } else {
      if (lead > 0xf4 || (at(i + 2) & 0xc0) != 0x80 || (at(i + 3) & 0xc0) != 0x80) return 0;
      if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return 0;
      i += 4;
    }
    if (i > limit) return 0;
  }
}

@inline
export function isDigit(c: u32): bool {
  return c - 0x30 <= 9;
}

/** What a number is to a schema; see `skipNumber`. */
export let numberKind: u32 = 0;
export const ZERO: u32 = 1;
export const WHOLE: u32 = 2;
export const BELOW_ONE: u32 = 3;
export const FRACTION: u32 = 4;
/** Its bytes count: negative, with an exponent, or too long to be sure. */
export const OTHER: u32 = 5;

/** Steps over a number and says its kind: zero, a positive integer, a positive fraction below or above 1, or another. */
export function skipNumber(from: usize): usize {
  let i = from;
  const isNegative = at(i) == 0x2d;
  if (isNegative) i++;
  const first = at(i);
  if (!isDigit(first)) return 0;
  i++;
  if (first != 0x30) while (isDigit(at(i))) i++;
  else if (isDigit(at(i))) return 0;
  let isOther = isNegative;
  let isFraction = false;
  if (at(i) == 0x2e) {
    i++;
    if (!isDigit(at(i))) return 0;
    for (; isDigit(at(i)); i++) if (at(i) != 0x30) isFraction = true;
    // 1.0 is an integer.
    if (!isFraction) isOther = true;
  }
  if ((at(i) | 0x20) == 0x65) {
    isOther = true;
    i++;
    if (at(i) == 0x2b || at(i) == 0x2d) i++;
    if (!isDigit(at(i))) return 0;
    while (isDigit(at(i))) i++;
  }
  // A number that touches the end may go on behind it.
  if (i >= limit) return 0;
  if (isOther || i - from > 15) numberKind = OTHER;
  else if (isFraction) numberKind = first == 0x30 ? BELOW_ONE : FRACTION;
  else numberKind = first == 0x30 ? ZERO : WHOLE;
  return i;
}

/** Steps over true, false and null. */
export function skipWord(i: usize): usize {
  const word = load<u32>(i);
  let end: usize = 0;
  if (word == 0x65757274 || word == 0x6c6c756e) end = i + 4;
  else if (word == 0x736c6166 && at(i + 4) == 0x65) end = i + 5;
  return end <= limit ? end : 0;
}
