/**
 * A quick look at the bytes of a text in UTF-8, JSON included, for what may be a secret: false where nothing is to be
 * masked. It takes sixteen bytes at a time, and its tables are made of the finder's table of secrets by
 * `src/secrets/look-tables.ts`, which knows their places.
 */
import { at, digitAt, hexAt } from './json';

// Places of the tables.
const HEADS: usize = 0x10000;
const TEXTS: usize = 0x30000;
const FOLDED: usize = 0x40000;
const MAY_END_NAME: usize = 0x50000;
const CLASSES: usize = 0x54000;
const WINDOWS: usize = 0x54100;
const BASE64_BITS: usize = 0x54200;
const PAIR_NAMES: usize = 0x54400;
const BODIES: usize = 0x55000;
const JOIN_HEADS: usize = 0x80000;
const JOINS: usize = 0x88000;
const FIRST_THREE: usize = 0x95000;
const LAST_THREE: usize = 0x97000;
const NAMES: usize = 0x58000;
/** Ranges to scan, and the capacity for their text. */
export const LIST: usize = 0x98000;
export const ROOM: usize = 0xa0000;

// Classes of characters.
const WORD: u32 = 1;
const LETTER: u32 = 2;
const CONTROL: u32 = 4;
const NAME_PART: u32 = 8;
const HEX: u32 = 16;
const OPTION: u32 = 32;

// Classes of four bytes, as bits: the end of a name; the beginning of a token or word at the start of a word; the
// beginning of a text that may appear anywhere.
const NAME_ENDS: u8 = 0x03;
const TOKENS: u8 = 0x1c;
const WORDS: i32 = 5;
const INSIDE: i32 = 6;
const ANYWHERE: i32 = 7;

const BACKSLASH: u32 = 0x5c;
const QUOTE: u32 = 0x22;
const ESCAPED: u32 = BACKSLASH << 8;
const COLON: u32 = 0x3a;
const EQUALS: u32 = 0x3d;
const DASH: u32 = 0x2d;
const DOT: u32 = 0x2e;
const COMMA: u32 = 0x2c;
const CLOSE_OBJECT: u32 = 0x7d;
const SLASH: u32 = 0x2f;
const LESS: u32 = 0x3c;
const PERCENT: u32 = 0x25;

/** Letters of names as numbers; beyond them a character that is passed over, and one that no name has. */
const LETTERS: u32 = 36;
const PASSED_OVER: u32 = 0xff;

/** Maximum number of characters between a name and the sign after it. */
const MAX_BEHIND_NAME: usize = 96;
/** Characters of a name that are read, and of the name of an option. */
const MAX_NAME: usize = 256;
const MAX_OPTION: usize = 128;
const MAX_AUTHORITY: usize = 512;
/** Signs between the name of a count and its digits, and the digits. */
const MAX_SIGNS: usize = 8;
const MAX_DIGITS: usize = 20;
/** Characters of a token before a dot that is followed by another dot seven places later. */
const BEFORE_DOTS: usize = 23;
/** Bytes that have to be text before a run counts as coded. */
const FIRST_BYTES: u32 = 12;

/** Spreads three bytes over sixteen bits. */
const THREES: u32 = 0x9e3779b1;

// Of a node of the names: letters lead to nodes, then what is known at it.
const NODE_BYTES: usize = 80;
const KNOWN_AT: usize = 72;
const IS_END: u32 = 1;
const IS_WHOLE: u32 = 2;
const IS_COUNT: u32 = 4;

/** Start of the text to scan. */
let first: usize = 0;
/** True when the text has an escape of four digits for a character that `withoutEscapes` writes. */
let hasEscapes: bool = false;
/** Such escapes were taken out: one that is still there was made by that. */
let isWithout: bool = false;

@inline
function isOf(code: u32, classes: u32): bool {
  return code < 128 && (load<u8>(CLASSES + code) & classes) != 0;
}

/** What is known of each of sixteen bytes by its halves: at place `k` of the windows, or by itself at places 4 and 5. */
@inline
function knownOf(low: v128, high: v128, k: usize): v128 {
  return v128.and(
    v128.swizzle(v128.load(WINDOWS + (k << 5)), low),
    v128.swizzle(v128.load(WINDOWS + (k << 5) + 16), high),
  );
}

/** One bit for each of sixteen bytes that has one of the kinds. */
@inline
function bitsOf(known: v128, kinds: u8): u32 {
  return ~v128.bitmask<i8>(v128.eq<i8>(v128.and(known, i8x16.splat(kinds)), i64x2.splat(0))) & 0xffff;
}

/** The same for one kind alone, the one of bit `bit`. */
@inline
function bitOf(known: v128, bit: i32): u32 {
  return v128.bitmask<i8>(v128.shl<i16>(known, 7 - bit));
}

@inline
function isBlank(text: v128): v128 {
  return v128.eq<i8>(text, i8x16.splat(0x20));
}

// What is known of a byte by itself: it may end a name; it is of no token; it is a letter or digit; a dash, a backslash, a
// dot; and, at place 5, a sign that is rare or the part of a character beyond ASCII.
const ENDS_NAME: i32 = 0;
const NO_TOKEN: i32 = 1;
const ALPHANUMERIC: u8 = 0x1c;
const A_DASH: i32 = 5;
const A_BACKSLASH: i32 = 6;
const A_DOT: i32 = 7;
const RARE: u8 = 0x07;
const WIDE: i32 = 3;
const CONTROL_BYTE: i32 = 4;

/**
 * True when the finder has to read `[from, to)`. 48 bytes after `to` have to be readable. A text with escapes of plain
 * characters is rewritten in its place without them and scanned again. O(bytes).
 */
export function isSuspect(from: usize, to: usize): bool {
  hasEscapes = false;
  isWithout = false;
  if (isSuspectAsWritten(from, to)) return true;
  if (!hasEscapes) return false;
  const end = withoutEscapes(from, to);
  isWithout = true;
  return isSuspectAsWritten(from, end) || mayBeName(end);
}

/** Replaces escapes by their ASCII characters and fills the rest with blanks; returns the new end of the text. */
function withoutEscapes(from: usize, to: usize): usize {
  let end = from;
  for (let i = from; i < to; ) {
    const c = at(i);
    const isEscape = c == BACKSLASH && at(i + 1) == 0x75 && at(i - 1) != BACKSLASH && i + 6 <= to;
    const written = isEscape ? writtenFor(i + 2) : 0;
    if (written == 0) {
      store<u8>(end++, <u8>c);
      i++;
      continue;
    }
    if (written > 0xff) store<u8>(end++, <u8>(written >> 8));
    store<u8>(end++, <u8>written);
    i += 6;
  }
  memory.fill(end, 0x20, to - end);
  return end;
}

/**
 * Returns the bytes that replace the escape whose four digits begin at a place: a character, or a backslash and the
 * letter of a shorter escape, in the second byte and the first. 0 for an escaped backslash, an invisible character, one
 * beyond ASCII, or none.
 */
function writtenFor(digits: usize): u32 {
  for (let i = digits; i < digits + 4; i++) if (!isOf(at(i), HEX)) return 0;
  const code = hexAt(digits);
  if (code == 0x0a) return ESCAPED | 0x6e;
  if (code == QUOTE) return ESCAPED | QUOTE;
  return code < 0x20 || code > 0x7e || code == BACKSLASH ? 0 : code;
}

/** What is known of sixteen places by the four bytes from each on: by the byte at each of four places in a row. */
@inline
function foundIn(at0: v128, at1: v128, at2: v128, at3: v128, next1: v128, next2: v128, next3: v128): v128 {
  const second = v128.shuffle<i8>(at1, next1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  const third = v128.shuffle<i8>(at2, next2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
  const fourth = v128.shuffle<i8>(at3, next3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
  return v128.and(v128.and(at0, second), v128.and(third, fourth));
}

@inline
function signsIn(itself: v128): u32 {
  return ~bitsOf(itself, ALPHANUMERIC) & 0xffff;
}

/** Places from which on there are not eleven bytes without a break, which no token is shorter than. */
@inline
function shortAt(breaks: u32): u32 {
  let short = breaks | (breaks >> 1);
  short |= short >> 2;
  short |= short >> 4;
  return short | (short >> 3);
}

/** A last part of a name that has one letter or two; longer ones are seen by their letters. */
@inline
function shortEndsIn(signs: u32, ended: u32, ends: u32): u32 {
  return signs & ~(signs >> 1) & (((ended >> 2) & (ends >> 1)) | (~(signs >> 2) & (ended >> 3) & (ends >> 2))) & 0xffff;
}

@inline
function textsIn(found: v128, starts: u32, short: u32): u32 {
  const tokens = bitsOf(found, TOKENS) & starts & ~short;
  return tokens | (bitOf(found, WORDS) & starts) | (bitOf(found, INSIDE) & (starts | ~short)) | bitOf(found, ANYWHERE);
}

/** Where a run may be coded, by four of its letters and digits: in no id and no time are all of them. */
@inline
function codedIn(long: u32, letters: u32): u32 {
  return long & letters & (letters >> 4) & (letters >> 8) & (letters >> 12) & 0xffff;
}

function isSuspectAsWritten(from: usize, to: usize): bool {
  first = from;
  let text = v128.load(from);
  let low = v128.and(text, i8x16.splat(15));
  let high = v128.shr<u8>(text, 4);
  let at0 = knownOf(low, high, 0);
  let at1 = knownOf(low, high, 1);
  let at2 = knownOf(low, high, 2);
  let at3 = knownOf(low, high, 3);
  let itself = knownOf(low, high, 4);
  let signs = signsIn(itself);
  let ends = bitOf(itself, ENDS_NAME);
  let breaks = bitOf(itself, NO_TOKEN);
  let dots = bitOf(itself, A_DOT);
  // Of the bytes before: the last is a sign; the last two are backslashes.
  let signBefore: u32 = 1;
  let slashesBefore: u32 = 0;
  for (let i = from; i < to; i += 16) {
    // Those behind the end belong to another text.
    const slashes = bitOf(itself, A_BACKSLASH) & (to - i < 16 ? (1 << <u32>(to - i)) - 1 : 0xffff);
    const dashes = bitOf(itself, A_DASH);
    const rare = knownOf(low, high, 5);
    const blanksHere = v128.bitmask<i8>(isBlank(text));
    // The next sixteen bytes; the first of them belong to windows that begin in these.
    text = v128.load(i + 16);
    low = v128.and(text, i8x16.splat(15));
    high = v128.shr<u8>(text, 4);
    const next1 = knownOf(low, high, 1);
    const next2 = knownOf(low, high, 2);
    const next3 = knownOf(low, high, 3);
    itself = knownOf(low, high, 4);
    const found = foundIn(at0, at1, at2, at3, next1, next2, next3);
    at0 = knownOf(low, high, 0);
    at1 = next1;
    at2 = next2;
    at3 = next3;
    const isLastSign = (signs >> 15) & 1;
    signs |= signsIn(itself) << 16;
    ends |= bitOf(itself, ENDS_NAME) << 16;
    breaks |= bitOf(itself, NO_TOKEN) << 16;
    dots |= bitOf(itself, A_DOT) << 16;
    // A word begins after a sign, or after the letter of an escape.
    const starts = (signs << 1) | signBefore | (slashes << 2) | slashesBefore;
    // A blank followed by another word has no sign after it: no name is of interest there.
    const ended = signs & ~((blanksHere | (v128.bitmask<i8>(isBlank(text)) << 16)) & ~(signs >> 1));
    const short = shortAt(breaks);
    if (isNameIn(i, bitsOf(found, NAME_ENDS) & (ended >> 3), shortEndsIn(signs, ended, ends))) return true;
    if (isTextIn(i, textsIn(found, starts, short), codedIn(starts & ~short, ~signs))) return true;
    if (isSignIn(i, dashes & starts, slashes, dots & (dots >> 7) & 0xffff)) return true;
    if (v128.any_true(rare) && isRare(i, to, rare)) return true;
    signBefore = isLastSign;
    slashesBefore = (slashes >> 14) & 3;
    signs >>= 16;
    ends >>= 16;
    breaks >>= 16;
    dots >>= 16;
  }
  return false;
}

@inline
function isNameIn(block: usize, names: u32, shortEnds: u32): bool {
  return (names != 0 && isLongEnd(block, names)) || (shortEnds != 0 && isShortEnd(block, shortEnds));
}

@inline
function isTextIn(block: usize, texts: u32, coded: u32): bool {
  return (texts != 0 && isText(block, texts)) || (coded != 0 && isCoded(block, coded));
}

@inline
function isSignIn(block: usize, options: u32, slashes: u32, dotted: u32): bool {
  if ((options | slashes | dotted) == 0) return false;
  if (options != 0 && isSign(block, options)) return true;
  return (slashes != 0 && isHiding(block, slashes)) || (dotted != 0 && isDotted(block, dotted));
}

function isRare(block: usize, to: usize, rare: v128): bool {
  const wide = bitOf(rare, WIDE);
  if (wide != 0 && isWide(block, wide)) return true;
  const signs = bitsOf(rare, RARE);
  if (signs != 0 && isSign(block, signs)) return true;
  const controls = bitOf(rare, CONTROL_BYTE);
  return controls != 0 && block + ctz<u32>(controls) < to;
}

function isText(block: usize, places: u32): bool {
  for (let bits = places; bits != 0; bits &= bits - 1) if (isBeginning(block + ctz<u32>(bits))) return true;
  return false;
}

/** True when a run of base64 or of hexadecimal digits at a place decodes to text. */
function isCoded(block: usize, places: u32): bool {
  for (let bits = places; bits != 0; bits &= bits - 1) {
    const i = block + ctz<u32>(bits);
    const c = at(i);
    if (c >= 0x41 ? c <= 0x66 && isBase64(i) : c >= 0x32 && c <= 0x37 && isHex(i)) return true;
  }
  return false;
}

function isBase64(from: usize): bool {
  for (let i = from; i < from + FIRST_BYTES / 3 * 4; i += 4) {
    const first = bits64(i);
    const second = bits64(i + 1);
    const third = bits64(i + 2);
    const fourth = bits64(i + 3);
    if ((first | second | third | fourth) > 63) return false;
    const three = (first << 18) | (second << 12) | (third << 6) | fourth;
    if (!isPrintable(three >> 16) || !isPrintable((three >> 8) & 255) || !isPrintable(three & 255)) return false;
  }
  return true;
}

function isHex(from: usize): bool {
  for (let i = from; i < from + 2 * FIRST_BYTES; i += 2) {
    if (!isOf(at(i), HEX) || !isOf(at(i + 1), HEX) || !isPrintable((digitAt(i) << 4) | digitAt(i + 1))) return false;
  }
  return true;
}

/** The six bits of a character of base64; 255 for any other. */
@inline
function bits64(i: usize): u32 {
  const c = at(i);
  return c < 128 ? load<u8>(BASE64_BITS + c) : 255;
}

/** True for ASCII that shows something, for tabs and for line breaks. */
@inline
function isPrintable(byte: u32): bool {
  return byte < 0x7f && (byte >= 0x20 || byte == 9 || byte == 10 || byte == 13);
}

function isLongEnd(block: usize, places: u32): bool {
  for (let bits = places; bits != 0; bits &= bits - 1) {
    const end = block + ctz<u32>(bits) + 3;
    const three = ((at(end - 3) & 31) << 10) | ((at(end - 2) & 31) << 5) | (at(end - 1) & 31);
    if (((at(LAST_THREE + (three >> 3)) >> (three & 7)) & 1) == 1 && isNameAt(end)) return true;
  }
  return false;
}

@inline
function mayEndName(before: u32, last: u32): bool {
  return before >= 128 || load<u8>(MAY_END_NAME + ((before << 7) | last)) == 1;
}

function isShortEnd(block: usize, places: u32): bool {
  for (let bits = places; bits != 0; bits &= bits - 1) {
    let end = block + ctz<u32>(bits) + 2;
    if (isOf(at(end), LETTER)) end++;
    if (mayEndName(at(end - 2), at(end - 1)) && isNameAt(end)) return true;
  }
  return false;
}

/** True when the bytes before `end` may be the name of a secret followed by a sign that may belong to it. */
function isNameAt(end: usize): bool {
  return mayBeName(end) && isBeforeSign(end) && !(isCount && isBeforeCount(end)) && !isOtherValue(end);
}

@inline
function isSpace(c: u32): bool {
  return c == 0x20 || (c >= 9 && c <= 13 && c != 11 && c != 12);
}

/** True when digits alone follow a sign after `end`, up to what ends a value. */
function isBeforeCount(end: usize): bool {
  let i = end;
  while (i < end + MAX_SIGNS && (at(i) == QUOTE || at(i) == BACKSLASH || isSpace(at(i)))) i++;
  if (at(i) != COLON && at(i) != EQUALS) return false;
  for (i++; i < end + MAX_SIGNS && isSpace(at(i)); ) i++;
  const digits = i;
  while (i <= digits + MAX_DIGITS && at(i) - 0x30 <= 9) i++;
  const c = at(i);
  return i > digits && i <= digits + MAX_DIGITS && (c == QUOTE || c == COMMA || c == CLOSE_OBJECT || isSpace(c));
}

/** True when the name at `end` ends the text of a member that names nothing, as in `"unit":"tokens",`. */
function isOtherValue(end: usize): bool {
  if (at(end) != QUOTE) return false;
  let i = end + 1;
  while (i < end + MAX_BEHIND_NAME && isSpace(at(i))) i++;
  if (at(i) != COMMA && at(i) != CLOSE_OBJECT) return false;
  let open = quoteBefore(end);
  for (i = open - 1; open != 0 && i > first && isSpace(at(i)); ) i--;
  if (open == 0 || at(i) != COLON) return false;
  for (i--; i > first && isSpace(at(i)); ) i--;
  if (at(i) != QUOTE) return false;
  open = quoteBefore(i);
  return open != 0 && !isPairName(open + 1, i);
}

/** Place of the quote before `end`, with no escape between; 0 for none near, and one that is escaped. */
function quoteBefore(end: usize): usize {
  for (let i = end - 1; i > first && i + MAX_NAME > end; i--) {
    if (at(i) == BACKSLASH || at(i) >= 128) return 0;
    if (at(i) == QUOTE) return at(i - 1) == BACKSLASH ? 0 : i;
  }
  return 0;
}

/** True for a name such as `header`, of any case, under which the name of a secret may be. */
function isPairName(from: usize, to: usize): bool {
  for (let name = PAIR_NAMES; at(name) != 0; name += 1 + at(name)) {
    if (at(name) != to - from) continue;
    let k: usize = 0;
    while (k < to - from && (at(from + k) | 0x20) == at(name + 1 + k)) k++;
    if (k == to - from) return true;
  }
  return false;
}

function isBeforeSign(end: usize): bool {
  for (let i = end; i < end + MAX_BEHIND_NAME; i++) {
    const c = at(i);
    if (c == QUOTE || c == COLON || c == EQUALS) return true;
    if (c >= 128) return false;
    // The letter of an escape such as `\n` belongs to no name.
    if (isOf(c, LETTER) && !(at(i - 1) == BACKSLASH && isOf(c, CONTROL))) return false;
  }
  return false;
}

/** Bytes of the character before the last `mayBeName` read. */
let width: usize = 1;
/** True when the last name that `mayBeName` found is one of counts too. */
let isCount: bool = false;

/** What the character that ends before `end` is in a name. */
function foldedBefore(end: usize): u32 {
  let i = end - 1;
  const last = at(i);
  width = 1;
  if (last < 128) return load<u8>(FOLDED + last);
  while (i > first && (at(i) & 0xc0) == 0x80 && width < 4) {
    i--;
    width++;
  }
  return foldedAt(i);
}

/** What the character beyond ASCII at `i` is in a name. */
function foldedAt(i: usize): u32 {
  const lead = at(i);
  const second = at(i + 1) & 0x3f;
  if (lead >= 0xf0) return LETTERS;
  if (lead >= 0xe0) return load<u8>(FOLDED + (((lead & 15) << 12) | (second << 6) | (at(i + 2) & 0x3f)));
  return load<u8>(FOLDED + (((lead & 31) << 6) | second));
}

/** True when the bytes before `end` may be a name of a secret. Stops at the first letter that does not fit. */
function mayBeName(end: usize): bool {
  let node: usize = NAMES;
  const limit = max(first, end - MAX_NAME);
  for (let i = end; i > limit; i -= width) {
    const letter = foldedBefore(i);
    const known = load<u16>(node + KNOWN_AT);
    const isWhole = (known & IS_WHOLE) != 0;
    isCount = (known & IS_COUNT) != 0;
    if (letter == PASSED_OVER) {
      const c = at(i - 1);
      if (isWhole && c < 128 && c != DASH && c != DOT && c != 0x5f) return true;
      continue;
    }
    if (isWhole && at(i - 1 - width) == BACKSLASH) return true;
    // A name that counts only alone may begin after a character that no name contains.
    if (letter >= LETTERS) return isWhole;
    const next: usize = load<u16>(node + (<usize>letter << 1));
    if (next == 0) return false;
    node = NAMES + next * NODE_BYTES;
    if ((load<u16>(node + KNOWN_AT) & IS_END) != 0) {
      isCount = false;
      return true;
    }
  }
  return (load<u16>(node + KNOWN_AT) & IS_WHOLE) != 0;
}

/** Options, elements, percent escapes, entities, and a tilde after the letter of a key. */
function isSign(block: usize, places: u32): bool {
  for (let bits = places; bits != 0; bits &= bits - 1) {
    const i = block + ctz<u32>(bits);
    const sign = at(i);
    const next = at(i + 1);
    if (sign == PERCENT) {
      if (isOf(next, HEX) && isOf(at(i + 2), HEX)) return true;
    } else if (sign == LESS) {
      if (isOf(next, NAME_PART) && isNameBehind(i + 1)) return true;
    } else if (sign == DASH) {
      const isOption = isOf(next, OPTION) && at(i - 1) != DASH;
      if (isOption && (next != DASH || isNameBehind(i + 2))) return true;
    } else if (isBeginning(i) || isBeginning(i - 1)) return true;
  }
  return false;
}

/** True when the name of an option or an element may be one of a secret; an escape may end it. */
function isNameBehind(from: usize): bool {
  let i = from;
  for (; i < from + MAX_OPTION && isOf(at(i), NAME_PART); i++) if (at(i) == BACKSLASH && mayBeName(i)) return true;
  return at(i) >= 128 || (i > from && mayBeName(i));
}

/**
 * True for an escape that may hide something: all but those of quotes, line breaks, tabs and harmless characters, and
 * those that are taken out for a look of their own.
 */
function isHiding(block: usize, slashes: u32): bool {
  const behind = v128.load(block + 1);
  const quiet = v128.or(
    v128.or(v128.eq<i8>(behind, i8x16.splat(0x22)), v128.eq<i8>(behind, i8x16.splat(0x6e))),
    v128.or(v128.eq<i8>(behind, i8x16.splat(0x72)), v128.eq<i8>(behind, i8x16.splat(0x74))),
  );
  for (let bits = slashes & ~v128.bitmask<i8>(quiet); bits != 0; bits &= bits - 1) {
    const i = block + ctz<u32>(bits);
    const next = at(i + 1);
    if (at(i - 1) == BACKSLASH) continue;
    if (next == BACKSLASH) {
      if (isHidingBehind(i)) return true;
    } else if (next != 0x75) return true;
    else if (isWordAt(i + 6)) return true;
    else if (!isWithout && writtenFor(i + 2) != 0) hasEscapes = true;
    else {
      const code = hexAt(i + 2);
      if (code < 128 || load<u8>(FOLDED + code) != LETTERS) return true;
    }
  }
  return false;
}

/** True when a token or a name begins at a place that follows an escape of a non-word character. */
function isWordAt(from: usize): bool {
  if (isBeginning(from)) return true;
  let end = from;
  while (end < from + MAX_OPTION && (isOf(at(end), WORD) || at(end) == DASH || at(end) == DOT)) end++;
  while (end > from && !isOf(at(end - 1), LETTER)) end--;
  const before = first;
  first = from;
  const isName = end > from && isNameAt(end);
  first = before;
  return isName;
}

/** The same for several backslashes, which are escapes of a text in a text. */
function isHidingBehind(from: usize): bool {
  let end = from;
  while (at(end) == BACKSLASH) end++;
  const c = at(end);
  if (c == QUOTE) return false;
  if (((end - from) & 1) == 1) return c != 0x6e;
  if (c >= 128 || isOf(c, CONTROL)) return false;
  if ((c == 0x75 || c == 0x78) && isOf(at(end + 1), HEX) && isOf(at(end + 2), HEX)) return true;
  if (isTerminalCode(end)) return true;
  const before: u32 = from == first ? 0 : at(from - 1);
  return before < 128 && (isJoin(from, end, (before << 7) | c) || isBetweenDots(from, end));
}

/** True for `e[` and `033[`, which write a terminal code after a backslash. */
function isTerminalCode(from: usize): bool {
  const i = at(from) == 0x30 && at(from + 1) == 0x33 ? from + 2 : from;
  return at(i) == (i == from ? 0x65 : 0x33) && at(i + 1) == 0x5b;
}

/**
 * True when the text reads as a prefix or a word without the escape from `start` to `end`. Table by the two letters
 * around it: u8 length of the text, u8 letters before the escape, u8 1 for any case, one free; the text; 0 at the end.
 */
function isJoin(start: usize, end: usize, pair: u32): bool {
  const head: usize = load<u16>(JOIN_HEADS + (<usize>pair << 1));
  if (head == 0) return false;
  for (let join = JOINS + head; at(join) != 0; join += 4 + at(join)) {
    const before: i32 = at(join + 1);
    if (isRead(start - 1, -1, join, before - 1) && isRead(end, 1, join, before)) return true;
  }
  return false;
}

/** True when the letters on one side of a join follow from a place on, ignoring backslashes. */
function isRead(from: usize, step: i32, join: usize, first: i32): bool {
  const length: i32 = at(join);
  const isAnyCase = at(join + 2) == 1;
  let i = from;
  for (let letter = first; letter >= 0 && letter < length; letter += step) {
    while (at(i) == BACKSLASH) i += step;
    let c = at(i);
    if (isAnyCase && c >= 65 && c <= 90) c += 32;
    if (c != at(join + 4 + letter)) return false;
    i += step;
  }
  return true;
}

/** True when a dot is within seven characters of a token before and after an escape. */
function isBetweenDots(start: usize, end: usize): bool {
  let seen: u32 = 0;
  let i = start - 1;
  for (; i >= first && seen < 7 && at(i) != DOT; i--) {
    const c = at(i);
    if (c == BACKSLASH) continue;
    if (!isOf(c, WORD) && c != DASH) return false;
    seen++;
  }
  if (i < first || seen == 7) return false;
  seen = 0;
  for (i = end; seen < 7; i++) {
    const c = at(i);
    if (c == DOT) return true;
    if (c == BACKSLASH) continue;
    if (!isOf(c, WORD) && c != DASH) return false;
    seen++;
  }
  return false;
}

/** True for a dot after a token, followed by another dot six characters later. */
function isDotted(block: usize, dots: u32): bool {
  for (let bits = dots; bits != 0; bits &= bits - 1) {
    const dot = block + ctz<u32>(bits);
    let i = dot - 1;
    while (i >= first && dot - i <= BEFORE_DOTS && (isOf(at(i), WORD) || at(i) == DASH || at(i) == BACKSLASH)) i--;
    if (dot - i > BEFORE_DOTS) return true;
  }
  return false;
}

/** Characters that show nothing, wide forms of letters, and letters like ASCII ones at the end of a name. */
function isWide(block: usize, wide: u32): bool {
  for (let bits = wide; bits != 0; bits &= bits - 1) {
    const i = block + ctz<u32>(bits);
    if (at(i) == 0xf3 && at(i + 1) == 0xa0) return true;
    if (at(i) < 0xc2 || at(i) >= 0xf0) continue;
    const letter = foldedAt(i);
    if (letter == LETTERS) continue;
    if (letter == PASSED_OVER || at(i) == 0xef) return true;
    const end = i + (at(i) < 0xe0 ? 2 : 3);
    if (isNameAt(end)) return true;
  }
  return false;
}

/**
 * Texts by their first two bytes, in sequence: u8 length of the text, u8 least number of characters after it, u8 number
 * of what may follow with 0x80 for a word of any case and 0x40 where a quote may cut it, one free; the text; 0xff.
 */
function isBeginning(i: usize): bool {
  const three = ((load<u32>(i) & 0xffffff) * THREES) >> 16;
  if (((at(FIRST_THREE + (three >> 3)) >> (three & 7)) & 1) == 0) return false;
  const head: usize = load<u16>(HEADS + (<usize>load<u16>(i) << 1));
  if (head == 0) return false;
  let place = TEXTS + head;
  while (at(place) != 0xff) {
    if (isWritten(i, place)) return true;
    place += 4 + at(place);
  }
  return false;
}

function isWritten(from: usize, text: usize): bool {
  const length: usize = at(text);
  const body = at(text + 2);
  const isWord = (body & 0x80) != 0;
  for (let i: usize = 0; i < length; i++) {
    let byte = at(from + i);
    if (isWord && byte >= 65 && byte <= 90) byte += 32;
    if (byte != at(text + 4 + i)) return false;
  }
  if (isWord) return length != 3 || at(from + 1) != SLASH || hasUser(from + 3);
  const mayBeCut = (body & 0x40) != 0;
  const alphabet = BODIES + (<usize>(body & 0x3f) << 7);
  const end = from + length + at(text + 1);
  for (let i = from + length; i < end; i++) {
    const byte = at(i);
    if (byte == BACKSLASH) {
      // An escape of a plain character is taken out for another look.
      if (!isWithout && at(i + 1) == 0x75 && writtenFor(i + 2) != 0) return false;
      // What seems to begin with the digits of an escape goes when the escape does.
      return at(from - 1) != 0x75 || at(from - 2) != BACKSLASH;
    }
    if (byte == QUOTE && mayBeCut) return true;
    if (byte >= 128 || load<u8>(alphabet + byte) != 1) return false;
  }
  return true;
}

/** True when the authority of an address may name a user, written plainly or as an escape. */
function hasUser(from: usize): bool {
  for (let i = from; i < from + MAX_AUTHORITY; i++) {
    const c = at(i);
    if (c == 0x40 || c == PERCENT || c == 0x26 || (c == BACKSLASH && at(i + 1) != QUOTE)) return true;
    if (c == SLASH || c == QUOTE || c == BACKSLASH || c <= 0x20 || c == 0x3f || c == 0x23) return false;
  }
  return true;
}
