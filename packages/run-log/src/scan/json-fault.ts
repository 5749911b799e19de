/** What is wrong with a text at the place where it stops being JSON. */

/** Kinds of faults, by what the user has to change in the text. */
export type JsonFault = keyof typeof WORDS;

const WORDS = {
  trailingComma: 'a comma with nothing after it',
  extraComma: 'a comma with no value before it',
  missingComma: 'a comma is missing',
  missingColon: 'a colon is missing',
  missingValue: 'a value is missing',
  comment: 'a comment',
  singleQuotes: 'a string in single quotes',
  bareName: 'a name without quotes',
  word: 'a word that is no JSON value',
  notANumber: 'NaN and Infinity are no JSON numbers',
  leadingZero: 'a number that starts with a zero',
  numberForm: 'a number in a form that JSON does not have',
  controlCharacter: 'a control character inside a string',
  badEscape: 'an escape that JSON does not have',
  lineBreak: 'a line break inside a string',
  wrongBracket: 'a closing bracket of the other kind',
  openBracket: 'a bracket that is not closed',
  extraBracket: 'a closing bracket that nothing opened',
  byteOrderMark: 'a byte order mark inside the text',
  badUtf8: 'a byte that is no UTF-8',
  nul: 'a NUL byte',
  character: 'a character that JSON does not allow there',
} as const;

/** The words for a kind of fault, to stand behind a colon. */
export function faultText(fault: JsonFault): string {
  return WORDS[fault];
}

const isSpace = (c: number | undefined): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 0x30 && c <= 0x39;

/** True for bytes of words and numbers as writers that are no JSON writers spell them. */
export function isWordByte(c: number | undefined): boolean {
  if (c === undefined) return false;
  if (isDigit(c) || c === 0x5f || c === 0x24 || c === 0x2b || c === 0x2d || c === 0x2e) return true;
  return (c >= 0x41 && c <= 0x5a) || (c >= 0x61 && c <= 0x7a);
}

/**
 * What is wrong at `at`, where a scanner stopped that began at `start`; `end` is where the text ends. `at` itself is
 * moved to the comma when that is what has to go. O(at - start) for control characters, else O(1).
 */
export function faultAt(
  bytes: Uint8Array,
  start: number,
  at: number,
  end: number,
): { readonly fault: JsonFault; readonly at: number } {
  const before = lastBefore(bytes, start, at);
  const c = bytes[at] as number;
  if ((c === 0x7d || c === 0x5d) && bytes[before] === 0x2c) return { fault: 'trailingComma', at: before };
  return { fault: kindAt(bytes, { start, at, end, before, c }), at };
}

/** Place of the last byte before `at` that is no white space; -1 for none behind `start`. */
function lastBefore(bytes: Uint8Array, start: number, at: number): number {
  let i = at - 1;
  while (i >= start && isSpace(bytes[i])) i--;
  return i < start ? -1 : i;
}

interface Spot {
  readonly start: number;
  readonly at: number;
  readonly end: number;
  readonly before: number;
  readonly c: number;
}

function kindAt(bytes: Uint8Array, spot: Spot): JsonFault {
  const { start, at, end, before, c } = spot;
  if (c < 0x20) {
    if (isInString(bytes, start, at)) return c === 0x0a || c === 0x0d ? 'lineBreak' : 'controlCharacter';
    return c === 0 ? 'nul' : 'character';
  }
  if (isEscape(bytes, start, at)) return 'badEscape';
  const previous = bytes[before];
  switch (c) {
    case 0x2c:
      return previous === 0x3a ? 'missingValue' : 'extraComma';
    case 0x2f:
      return bytes[at + 1] === 0x2f || bytes[at + 1] === 0x2a ? 'comment' : 'character';
    case 0x23:
      return 'comment';
    case 0x27:
      return 'singleQuotes';
    case 0x7d:
    case 0x5d:
      return previous === 0x3a ? 'missingValue' : 'wrongBracket';
    case 0x3a:
      return previous === 0x2c || previous === 0x7b ? 'bareName' : 'character';
    default:
      return c >= 0x80 ? kindOfHigh(bytes, at, end) : kindOfWord(bytes, spot);
  }
}

/** A place behind a backslash, or among the four digits of a `\u`. */
function isEscape(bytes: Uint8Array, start: number, at: number): boolean {
  for (let i = at - 1; i >= start && at - i <= 5; i--) {
    if (bytes[i] === 0x5c) return at - i === 1 || bytes[i + 1] === 0x75;
  }
  return false;
}

function isInString(bytes: Uint8Array, start: number, at: number): boolean {
  let quoted = false;
  for (let i = start; i < at; i++) {
    if (bytes[i] === 0x5c && quoted) i++;
    else if (bytes[i] === 0x22) quoted = !quoted;
  }
  return quoted;
}

function kindOfHigh(bytes: Uint8Array, at: number, end: number): JsonFault {
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) return 'byteOrderMark';
  const text = new TextDecoder().decode(bytes.subarray(at, Math.min(end, at + 4)));
  return text.startsWith('\ufffd') ? 'badUtf8' : 'character';
}

function kindOfWord(bytes: Uint8Array, { start, at, before, c, end }: Spot): JsonFault {
  const previous = bytes[before];
  const isAttached = before === at - 1;
  // A word that began as true, false or null is reported from its start.
  let from = at;
  while (from > start && isWordByte(bytes[from - 1])) from--;
  let to = at;
  while (to < end && to - from < 64 && isWordByte(bytes[to])) to++;
  const word = new TextDecoder().decode(bytes.subarray(from, to));
  if (/^[+-]?(NaN|Infinity|inf|nan)$/i.test(word)) return 'notANumber';
  if (/^-?0\d/.test(word)) return 'leadingZero';
  if (/^[+.-]?\d|^[+-]?\./.test(word)) {
    if (isAttached && isWordByte(previous)) return 'numberForm';
    return /^[+.]|^-\D/.test(word) ? 'numberForm' : 'missingComma';
  }
  if (c === 0x22 || c === 0x7b || c === 0x5b) return 'missingComma';
  if (word !== '' && (previous === 0x7b || previous === 0x2c) && isName(bytes, to, end)) return 'bareName';
  if (word === '-' || word === '+') return 'numberForm';
  return word === '' ? 'character' : 'word';
}

/** True when a colon follows, so that a word is where the name of a member belongs. */
function isName(bytes: Uint8Array, at: number, end: number): boolean {
  let i = at;
  while (i < end && isSpace(bytes[i])) i++;
  return bytes[i] === 0x3a;
}
