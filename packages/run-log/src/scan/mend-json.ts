/**
 * Steps over a value that is nearly JSON: commas too many or too few, comments, single quotes, names without quotes,
 * NaN, zeros in front, control characters and bad escapes in strings, brackets of the other kind. It finds where the
 * value ends and what a lenient reader would take it for; whatever else is wrong is left to the caller.
 */
import { type JsonScanner, NEED_MORE } from '@openwop-inspector/base';

/** A value with faults. */
export interface Mended {
  /** Place behind the value. */
  readonly next: number;
  /** The same value as JSON. */
  readonly text: string;
  /** The first fault of each kind, in the order in which they stand. */
  readonly faults: readonly { readonly fault: JsonFault; readonly at: number }[];
}

/** Largest value that is mended; nobody writes a larger one by hand. */
export const MAX_MENDED_BYTES = 1024 * 1024;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
]);
/** Words of other languages for values that JSON has. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
  ['nil', 'null'],
]);

/**
 * Mends the value at `at`. NEED_MORE when it continues behind the window and more can come; null when it is unknown
 * where it ends. O(bytes), not recursive, never throws.
 */
export function mendValue(json: JsonScanner, at: number, atEnd: boolean): Mended | typeof NEED_MORE | null {
  return new Mender(json, atEnd).value(at);
}

/**
 * Mends the name of a member with its colon, which may be missing; `next` is where its value starts. As `mendValue`.
 */
export function mendName(json: JsonScanner, at: number, atEnd: boolean): Mended | typeof NEED_MORE | null {
  return new Mender(json, atEnd).name(at);
}

/** Place behind the comment at `at`, `at` itself when there is none; NEED_MORE when it continues behind the window. */
export function skipComment(json: JsonScanner, at: number, atEnd: boolean): number {
  const { bytes, end } = json;
  const isLine = bytes[at] === 0x23 || (bytes[at] === 0x2f && bytes[at + 1] === 0x2f);
  const isBlock = bytes[at] === 0x2f && bytes[at + 1] === 0x2a;
  if (!isLine && !isBlock) return at;
  for (let i = at + 1; i < end; i++) {
    if (isLine && bytes[i] === 0x0a) return i;
    if (isBlock && i > at + 2 && bytes[i] === 0x2f && bytes[i - 1] === 0x2a) return i + 1;
  }
  return atEnd ? end : NEED_MORE;
}

/** What may come next inside the innermost bracket. */
type Expects = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'commaOrEnd';

class Mender {
  private readonly json: JsonScanner;
  private readonly atEnd: boolean;
  private readonly out: string[] = [];
  private readonly faults = new Map<JsonFault, number>();
  /** The closing brackets that are to come, innermost last. */
  private readonly open: number[] = [];
  private expects: Expects = 'value';
  private i = 0;
  /** Place of the comma that was read last. */
  private comma = -1;
  private failed: typeof NEED_MORE | null | undefined;

  constructor(json: JsonScanner, atEnd: boolean) {
    this.json = json;
    this.atEnd = atEnd;
  }

  value(at: number): Mended | typeof NEED_MORE | null {
    this.i = at;
    do {
      this.skipBetween();
      if (this.failed === undefined) this.step();
      if (this.failed !== undefined) return this.failed;
      if (this.i - at > MAX_MENDED_BYTES) return null;
    } while (this.open.length > 0);
    return this.result();
  }

  name(at: number): Mended | typeof NEED_MORE | null {
    this.i = at;
    this.takeName();
    return this.failed === undefined ? this.result() : this.failed;
  }

  private result(): Mended {
    const faults = [...this.faults].map(([fault, at]) => ({ fault, at })).sort((a, b) => a.at - b.at);
    return { next: this.i, text: this.out.join(''), faults };
  }

  private note(fault: JsonFault, at = this.i): void {
    if (!this.faults.has(fault)) this.faults.set(fault, at);
  }

  private get byte(): number {
    return this.json.bytes[this.i] as number;
  }

  /** Over white space and comments; the text must go on behind them. */
  private skipBetween(): void {
    const { json, atEnd } = this;
    for (;;) {
      this.i = json.skipSpace(this.i);
      if (this.i >= json.end) {
        this.failed = atEnd ? null : NEED_MORE;
        return;
      }
      const next = skipComment(json, this.i, atEnd);
      if (next === this.i) return;
      if (next === NEED_MORE) {
        this.failed = NEED_MORE;
        return;
      }
      this.note('comment');
      this.i = next;
    }
  }

  private step(): void {
    const c = this.byte;
    if (c === 0x7d || c === 0x5d) this.close(c);
    else if (this.expects === 'commaOrEnd') this.takeComma(c);
    else if (c === 0x2c) this.skipComma();
    else if (this.expects === 'name' || this.expects === 'nameOrEnd') this.takeName();
    else this.takeValue(c);
  }

  /** A comma where a name or a value is expected. */
  private skipComma(): void {
    if (this.open.length === 0) this.failed = null;
    else if (this.out.at(-1) === ':') {
      this.note('missingValue');
      this.out.push('null');
      this.expects = 'commaOrEnd';
    } else {
      this.note('extraComma');
      this.i++;
    }
  }

  private close(c: number): void {
    const wanted = this.open.at(-1);
    if (wanted === undefined) {
      this.failed = null;
      return;
    }
    if (this.expects === 'value' && this.out.at(-1) === ':') {
      this.note('missingValue');
      this.out.push('null');
    } else if (this.expects === 'name' || this.expects === 'value') {
      this.note('trailingComma', this.comma);
      this.out.pop();
    }
    if (c !== wanted) this.note('wrongBracket');
    this.out.push(wanted === 0x7d ? '}' : ']');
    this.open.pop();
    this.expects = 'commaOrEnd';
    this.i++;
  }

  private takeComma(c: number): void {
    this.comma = this.i;
    if (c === 0x2c) this.i++;
    // A string behind a string may be one that holds quotes: where it ends is not known.
    else if (c === 0x22 || c === 0x7b || c === 0x5b) this.note('missingComma');
    else {
      this.failed = null;
      return;
    }
    this.out.push(',');
    this.expects = this.open.at(-1) === 0x7d ? 'name' : 'value';
  }

  private takeName(): void {
    const c = this.byte;
    if (c === 0x22 || c === 0x27) this.takeString(c);
    else {
      const word = this.word();
      if (word === '') this.failed = null;
      else {
        this.note('bareName', this.i - word.length);
        this.out.push(JSON.stringify(word));
      }
    }
    if (this.failed !== undefined) return;
    this.skipBetween();
    if (this.failed !== undefined) return;
    if (this.byte === 0x3a) this.i++;
    else if (this.byte === 0x7b || this.byte === 0x5b || this.byte === 0x22) this.note('missingColon');
    else {
      this.failed = null;
      return;
    }
    this.out.push(':');
    this.expects = 'value';
  }

  private takeValue(c: number): void {
    this.expects = 'commaOrEnd';
    if (c === 0x22 || c === 0x27) this.takeString(c);
    else if (c === 0x7b || c === 0x5b) {
      this.open.push(c + 2);
      this.out.push(c === 0x7b ? '{' : '[');
      this.expects = c === 0x7b ? 'nameOrEnd' : 'valueOrEnd';
      this.i++;
    } else this.takeWord();
  }

  private word(): string {
    const { bytes, end } = this.json;
    const start = this.i;
    while (this.i < end && isWordByte(bytes[this.i])) this.i++;
    if (this.i >= end && !this.atEnd) this.failed = NEED_MORE;
    return new TextDecoder().decode(bytes.subarray(start, this.i));
  }

  private takeWord(): void {
    const start = this.i;
    const word = this.word();
    if (this.failed !== undefined) return;
    const known = NUMBER.test(word) ? word : LITERALS.get(word);
    if (known !== undefined) {
      this.out.push(known);
      return;
    }
    if (word === '') {
      this.failed = null;
      return;
    }
    if (/^[+-]?(NaN|Infinity|inf|nan)$/i.test(word)) {
      this.note('notANumber', start);
      this.out.push('null');
      return;
    }
    const number = Number(word);
    const isNumber = Number.isFinite(number) && /\d/.test(word);
    this.note(isNumber ? (/^-?0\d/.test(word) ? 'leadingZero' : 'numberForm') : 'word', start);
    this.out.push(isNumber ? String(number) : (FOREIGN.get(word) ?? JSON.stringify(word)));
  }

  /** A string in either quotes, up to the end of its line at most. */
  private takeString(quote: number): void {
    const { bytes, end } = this.json;
    if (quote === 0x27) this.note('singleQuotes');
    const start = ++this.i;
    for (; this.i < end && this.byte !== quote; this.i++) {
      if (this.byte === 0x5c) this.i++;
      else if (this.byte === 0x0a || this.byte === 0x0d) {
        this.failed = null;
        return;
      } else if (this.byte < 0x20) this.note('controlCharacter');
    }
    if (this.i >= end) {
      this.failed = this.atEnd ? null : NEED_MORE;
      return;
    }
    const inner = new TextDecoder().decode(bytes.subarray(start, this.i));
    this.out.push(this.literal(inner, start));
    this.i++;
  }

  /** A JSON string of what stood between the quotes; an escape that JSON does not have is its own character. */
  private literal(inner: string, start: number): string {
    let isBad = false;
    const text = inner.replace(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|([\s\S]?))|"|[^ -\uffff]/g, (all, other) => {
      if (all === '"') return '\\"';
      if (all.length === 1 && all < ' ') return `\\u${all.charCodeAt(0).toString(16).padStart(4, '0')}`;
      if (other === undefined) return all;
      if (other !== "'") isBad = true;
      return JSON.stringify(other).slice(1, -1);
    });
    if (isBad) this.note('badEscape', start);
    return `"${text}"`;
  }
}

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

type Spot = Readonly<Record<'start' | 'at' | 'end' | 'before' | 'c', number>>;

function kindAt(bytes: Uint8Array, spot: Spot): JsonFault {
  const { start, at, end, before, c } = spot;
  if (c < 0x20) {
    if (isInString(bytes, start, at)) return c === 0x0a || c === 0x0d ? 'lineBreak' : 'controlCharacter';
    return c === 0 ? 'nul' : 'character';
  }
  if (isEscape(bytes, start, at)) return 'badEscape';
  const previous = bytes[before];
  if (c === 0x2c) return previous === 0x3a ? 'missingValue' : 'extraComma';
  if (c === 0x2f) return bytes[at + 1] === 0x2f || bytes[at + 1] === 0x2a ? 'comment' : 'character';
  if (c === 0x23) return 'comment';
  if (c === 0x27) return 'singleQuotes';
  if (c === 0x7d || c === 0x5d) return previous === 0x3a ? 'missingValue' : 'wrongBracket';
  if (c === 0x3a) return previous === 0x2c || previous === 0x7b ? 'bareName' : 'character';
  return c >= 0x80 ? kindOfHigh(bytes, at, end) : kindOfWord(bytes, spot);
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
