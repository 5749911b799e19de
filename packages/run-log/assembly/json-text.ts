/** Strings, numbers and words of JSON in bytes: where each ends. 0 means "not sound, or not understood here". */

/** Deepest nesting that is stepped over here. */
export const MAX_DEPTH: u32 = 60;

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

/** True for an entry that was reduced to what is read here: its bytes were checked before, and may be no UTF-8. */
export let isReduced: bool = false;

export function setText(end: usize, breaks: bool, reduced: bool): void {
  limit = end;
  withBreaks = breaks;
  isReduced = reduced;
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
    if ((v128.bitmask<i8>(v128.lt<i8>(text, i8x16.splat(0x20))) & ~wide & inside) != 0) return 0;
    if ((escaped & inside) != 0) {
      sawEscape = true;
      if (!areEscapes(text, i, escaped & inside)) return 0;
    }
    if (isWide || (wide & inside) != 0) {
      const own = quotes == 0 ? text : v128.and(text, v128.lt<u8>(PLACES, i8x16.splat(<i8>ctz<u32>(quotes))));
      faults = v128.or(faults, utf8Faults(own, before));
      before = own;
      isWide = wide != 0;
    }
    if (quotes != 0) {
      i += ctz<u32>(quotes);
      return i < limit && (isReduced || !v128.any_true(faults)) ? i + 1 : 0;
    }
    i += 16;
  }
  return 0;
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
