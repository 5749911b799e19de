/**
 * The scanner of JSON in bytes: where each value ends. 0 means that it does not; `errorAt` is then the place of the first
 * byte that JSON does not allow there, 0 for a value that continues behind the text.
 */

@inline
export function at(place: usize): u32 {
  return load<u8>(place);
}

/** End of the text; a quote is there, so that every string ends. */
export let limit: usize = 0;
/** Set by a string with an escape in it. */
export let sawEscape: bool = false;
/** Set by a carriage return between the parts of a value. */
export let sawReturn: bool = false;
/** True where line breaks may stand between the parts of a value. */
let withBreaks: bool = false;
/** True where it is wanted why a string fails, and what in it is no UTF-8: a second pass over it. */
let withPlaces: bool = false;
/** After an answer of 0: see above. */
export let errorAt: usize = 0;
/** The first byte of a string that is no UTF-8, since it was cleared; 0 for none. */
export let badUtf8At: usize = 0;
/** Containers that were open at once in the value that `skipValue` read last. */
export let deepest: u32 = 0;
/** Where `skipValue` notes the kinds of open containers, a bit for each. */
export let stack: usize = 0;

/** The text ends at `end`, with a quote there. */
export function setText(end: usize, breaks: bool, places: bool): void {
  limit = end;
  withBreaks = breaks;
  withPlaces = places;
}

/** Room for notes: an eighth of the text. */
export function useStack(place: usize): void {
  stack = place;
}

export function clearBadUtf8(): void {
  badUtf8At = 0;
}

function failAt(place: usize): usize {
  errorAt = place < limit ? place : 0;
  return 0;
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

/** One bit for each of sixteen bytes that ends a string or has to be inspected: quote, backslash, control, beyond ASCII. */
@inline
function alarmsIn(text: v128): u32 {
  // Signed: bytes above 0x7f are below the space as well.
  const isLow = v128.lt<i8>(text, i8x16.splat(0x20));
  return v128.bitmask<i8>(v128.or(v128.or(is(text, 0x22), is(text, 0x5c)), isLow));
}

@inline
function is(text: v128, byte: i8): v128 {
  return v128.eq<i8>(text, i8x16.splat(byte));
}

/** Steps over a string; `i` is behind its opening quote. Most strings are short and plain: they end here. */
@inline
export function skipString(i: usize): usize {
  const end = i + ctz<u32>(alarmsIn(v128.load(i)) | 0x10000);
  return at(end) == 0x22 && end < limit ? end + 1 : skipLong(end);
}

/** The same from a character on that has to be inspected, or behind which the string continues: sixteen bytes at a time. */
function skipLong(from: usize): usize {
  let i = from;
  // The bytes before, as far as characters beyond ASCII are concerned, and whether there were any.
  let before = i8x16.splat(0);
  let isWide = false;
  let faults = i8x16.splat(0);
  // 1 when the byte before was a backslash that escapes the first one here.
  let carried: u32 = 0;
  while (i < limit) {
    const text = v128.load(i);
    // Most text is plain.
    if ((alarmsIn(text) | carried | <u32>isWide) == 0) {
      i += 16;
      continue;
    }
    const wide = v128.bitmask<i8>(text);
    const backslashes = v128.bitmask<i8>(is(text, 0x5c));
    let escaped: u32 = carried;
    if (backslashes != 0) {
      escaped = escapedIn(backslashes, carried);
      carried = ((backslashes & ~escaped) >> 15) & 1;
    } else carried = 0;
    const quotes = v128.bitmask<i8>(is(text, 0x22)) & ~escaped;
    // All before the end of the string; 0x10000 - 1 where it continues.
    const inside = (quotes & (0 - quotes)) - 1 & 0xffff;
    if ((v128.bitmask<i8>(v128.lt<i8>(text, i8x16.splat(0x20))) & ~wide & inside) != 0) return explain(from);
    if ((escaped & inside) != 0) {
      sawEscape = true;
      if (!areEscapes(text, i, escaped & inside)) return explain(from);
    }
    if (isWide || (wide & inside) != 0) {
      const own = quotes == 0 ? text : v128.and(text, v128.lt<u8>(PLACES, i8x16.splat(<i8>ctz<u32>(quotes))));
      faults = v128.or(faults, utf8Faults(own, before));
      before = own;
      isWide = wide != 0;
    }
    if (quotes != 0) {
      i += ctz<u32>(quotes);
      break;
    }
    i += 16;
  }
  // A character may end with the text.
  if (v128.any_true(faults) || (isWide && i >= limit)) explain(from);
  return i < limit ? i + 1 : failAt(limit);
}

/**
 * Reads the rest of a string once more, byte by byte: where it fails, and what is no UTF-8 in it. `from` is no place inside
 * an escape or a character. Answers 0. Where the places are not wanted, `badUtf8At` is `from`.
 */
function explain(from: usize): usize {
  if (!withPlaces) {
    badUtf8At = from;
    return 0;
  }
  let i = from;
  while (i < limit) {
    const c = at(i);
    if (c == 0x22) return 0;
    if (c < 0x20) return failAt(i);
    if (c >= 0x80) i = skipCharacter(i, c);
    else if (c != 0x5c) i++;
    else {
      sawEscape = true;
      i++;
      const isLong = at(i) == 0x75;
      if (!isLong && !isShortEscape(at(i))) return failAt(i);
      for (const end = i + 4; isLong && i < end; ) if (!isHex(at(++i))) return failAt(i);
      i++;
    }
  }
  return failAt(i);
}

@inline
function isShortEscape(c: u32): bool {
  return c == 0x22 || c == 0x5c || c == 0x2f || c == 0x62 || c == 0x66 || c == 0x6e || c == 0x72 || c == 0x74;
}

/**
 * Place behind the character of several bytes that begins with `lead`. A byte that is no UTF-8 is noted and is one of its
 * own; one that continues behind the text ends there.
 */
export function skipCharacter(from: usize, lead: u32): usize {
  const length: usize = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  let isGood = length != 0;
  for (let k: usize = 1; k < length; k++) {
    if (from + k >= limit) return limit;
    const c = at(from + k);
    // Overlong forms, surrogates and what is above U+10FFFF show in the second byte.
    const least: u32 = k == 1 && lead == 0xe0 ? 0xa0 : k == 1 && lead == 0xf0 ? 0x90 : 0x80;
    const most: u32 = k == 1 && lead == 0xed ? 0x9f : k == 1 && lead == 0xf4 ? 0x8f : 0xbf;
    if (c < least || c > most) {
      isGood = false;
      break;
    }
  }
  if (isGood) return from + length;
  if (badUtf8At == 0) badUtf8At = from;
  return from + 1;
}

const PLACES: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
const EVEN: u32 = 0x5555;

/**
 * Bits of the bytes behind a backslash that is not escaped itself. Of backslashes in a row every other one is; where a row
 * begins at an even place, adding carries out of it at an even or odd one.
 */
@inline
function escapedIn(backslashes: u32, carried: u32): u32 {
  const row = backslashes & ~carried;
  const behind = (row << 1) | carried;
  const startsAtOdd = row & ~EVEN & ~behind;
  const throughEven = startsAtOdd + row;
  return (EVEN ^ (throughEven << 1)) & behind & 0xffff;
}

/** True when the bytes with these bits, each behind a backslash, make escapes of JSON. */
@inline
function areEscapes(text: v128, i: usize, escaped: u32): bool {
  const low = i8x16.swizzle(ESCAPES_LOW, v128.and(text, i8x16.splat(0x0f)));
  const high = i8x16.swizzle(ESCAPES_HIGH, v128.shr<u8>(text, 4));
  let others = escaped & ~v128.bitmask<i8>(v128.gt<i8>(v128.and(low, high), i8x16.splat(0)));
  for (; others != 0; others &= others - 1) if (!isUnicodeEscape(i + ctz<u32>(others))) return false;
  return true;
}

/** What may stand behind a backslash, `"\\/bfnrt`: a bit for each upper half (2, 5, 6, 7), by the lower half. */
const ESCAPES_LOW: v128 = i8x16(0, 0, 13, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1);
const ESCAPES_HIGH: v128 = i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0);

/** `u` and four digits; the quote at the end of the text is none of them. */
function isUnicodeEscape(i: usize): bool {
  if (at(i) != 0x75) return false;
  for (let k: usize = 1; k < 5; k++) if (!isHex(at(i + k))) return false;
  return true;
}

@inline
function isHex(c: u32): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);
}

/** The number that four hexadecimal digits write. */
export function hexAt(from: usize): u32 {
  let value: u32 = 0;
  for (let i = from; i < from + 4; i++) value = (value << 4) | digitAt(i);
  return value & 0xffff;
}

@inline
export function digitAt(i: usize): u32 {
  const c = at(i);
  return (c & 15) + (c > 0x39 ? 9 : 0);
}

/**
 * Bits where sixteen bytes, behind the sixteen `before`, are no UTF-8. Each byte is inspected with the one before it: three
 * tables say by both halves of the first and the upper half of the second what may be wrong with the two, and something is
 * when all three agree (Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte").
 */
@inline
function utf8Faults(text: v128, before: v128): v128 {
  const prev1 = v128.shuffle<u8>(before, text, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const prev2 = v128.shuffle<u8>(before, text, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const prev3 = v128.shuffle<u8>(before, text, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const high = i8x16.swizzle(FIRST_HIGH, v128.shr<u8>(prev1, 4));
  const low = i8x16.swizzle(FIRST_LOW, v128.and(prev1, i8x16.splat(0x0f)));
  const next = i8x16.swizzle(SECOND_HIGH, v128.shr<u8>(text, 4));
  const pairs = v128.and(v128.and(high, low), next);
  // Third and fourth bytes have to follow other bytes of their character: there, and only there, two in a row are right.
  const third = v128.sub_sat<u8>(prev2, i8x16.splat(0x60));
  const fourth = v128.sub_sat<u8>(prev3, i8x16.splat(0x70));
  return v128.xor(v128.and(v128.or(third, fourth), i8x16.splat(-0x80)), pairs);
}

// Too short 1, too long 2, three bytes for fewer 4, beyond U+10FFFF 8 and 0x40, a surrogate 0x10, two bytes for one 0x20,
// four bytes for fewer 0x40, two following bytes 0x80.
const FIRST_HIGH: v128 = i8x16(2, 2, 2, 2, 2, 2, 2, 2, -0x80, -0x80, -0x80, -0x80, 0x21, 0x01, 0x15, 0x49);
const FIRST_LOW: v128 = i8x16(
  -0x19, -0x5d, -0x7d, -0x7d, -0x75, -0x35, -0x35, -0x35, -0x35, -0x35, -0x35, -0x35, -0x35, -0x25, -0x35, -0x35,
);
const SECOND_HIGH: v128 = i8x16(1, 1, 1, 1, 1, 1, 1, 1, -0x1a, -0x52, -0x46, -0x46, 1, 1, 1, 1);

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
  if (!isDigit(first)) return failAt(i);
  i++;
  if (first != 0x30) while (isDigit(at(i))) i++;
  else if (isDigit(at(i))) return failAt(i);
  let isOther = isNegative;
  let isFraction = false;
  if (at(i) == 0x2e) {
    i++;
    if (!isDigit(at(i))) return failAt(i);
    for (; isDigit(at(i)); i++) if (at(i) != 0x30) isFraction = true;
    // 1.0 is an integer.
    if (!isFraction) isOther = true;
  }
  if ((at(i) | 0x20) == 0x65) {
    isOther = true;
    i++;
    if (at(i) == 0x2b || at(i) == 0x2d) i++;
    if (!isDigit(at(i))) return failAt(i);
    while (isDigit(at(i))) i++;
  }
  // A number that touches the end may go on behind it.
  if (i >= limit) return failAt(i);
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
  return end != 0 && end <= limit ? end : failInWord(i);
}

/** Fails at the first byte that is not that of the word which begins as the text at `from` does. */
function failInWord(from: usize): usize {
  const first = at(from);
  let rest: u64 = first == 0x74 ? 0x65757274 : first == 0x66 ? 0x65736c6166 : first == 0x6e ? 0x6c6c756e : 0;
  let i = from;
  for (; rest != 0 && i < limit && at(i) == <u32>(rest & 0xff); rest >>= 8) i++;
  return failAt(i);
}

/** Place behind the value at `from`, however deep; `deepest` says how deep. Not recursive. */
export function skipValue(from: usize): usize {
  let i = from;
  let depth: u32 = 0;
  let isObject = false;
  deepest = 0;
  while (true) {
    const c = at(i);
    if (c == 0x22) i = skipString(i + 1);
    else if (c == 0x7b || c == 0x5b) {
      push(depth++, isObject);
      if (depth > deepest) deepest = depth;
      isObject = c == 0x7b;
      i = skipSpace(i + 1);
      if (at(i) != c + 2) {
        if (isObject) i = skipKey(i);
        if (i == 0) return 0;
        continue;
      }
      i++;
      isObject = popped(--depth);
    } else i = isDigit(c) || c == 0x2d ? skipNumber(i) : skipWord(i);
    if (i == 0) return 0;
    while (true) {
      if (depth == 0) return i;
      i = skipSpace(i);
      const c = at(i);
      if (c == 0x2c) break;
      if (c != (isObject ? 0x7d : 0x5d)) return failAt(i);
      i++;
      isObject = popped(--depth);
    }
    i = skipSpace(i + 1);
    if (isObject) i = skipKey(i);
    if (i == 0) return 0;
  }
}

/** A key with its colon; answers the first byte of the value. */
@inline
function skipKey(from: usize): usize {
  if (at(from) != 0x22) return failAt(from);
  let i = skipString(from + 1);
  if (i == 0) return 0;
  i = skipSpace(i);
  return at(i) == 0x3a ? skipSpace(i + 1) : failAt(i);
}

@inline
function push(depth: u32, isObject: bool): void {
  const place = stack + (depth >> 3);
  const bit: u32 = 1 << (depth & 7);
  const bits: u32 = load<u8>(place);
  store<u8>(place, isObject ? bits | bit : bits & ~bit);
}

@inline
function popped(depth: u32): bool {
  return ((load<u8>(stack + (depth >> 3)) >> (depth & 7)) & 1) != 0;
}
