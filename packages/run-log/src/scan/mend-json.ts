/**
 * Steps over a value that is nearly JSON: commas too many or too few, comments, single quotes, names without quotes,
 * NaN, zeros in front, control characters and bad escapes in strings, brackets of the other kind. It finds where the
 * value ends and what a lenient reader would take it for; whatever else is wrong is left to the caller.
 */
import { type JsonScanner, NEED_MORE } from '@openwop-inspector/base';
import { isWordByte, type JsonFault } from './json-fault.ts';

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
