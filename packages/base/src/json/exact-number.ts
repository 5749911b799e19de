/**
 * JSON numbers by their written value (RFC 8259 section 6 sets no precision). A double represents integers up to 2^53
 * and some 15 digits; any other number is stored as text.
 */
import { closingQuote } from './json-text.ts';
import { isRecord } from './object.ts';
import { childAt, pointerTokens } from './pointer.ts';

/** A number of JSON whose value a double does not keep, such as 9007199254740993 or 1e400. Survives no `postMessage`. */
export class WrittenNumber {
  /** As written in the document. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A double when it represents the written value exactly. */
export type ExactNumber = number | WrittenNumber;

/** A decimal: `0.digits` times ten to the power of `point`. Zero has no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Without zeros at either end. */
  readonly digits: string;
  readonly point: number;
}

/** Number of digits that a double always represents. */
const EXACT_DIGITS = 15;

/** The value of a number of JSON; null for any other text. O(length). */
export function decimalOf(text: string): Decimal | null {
  const isNegative = text.startsWith('-');
  const mark = text.search(/[eE]/);
  const [whole = '', fraction, ...more] = text
    .slice(isNegative ? 1 : 0, mark < 0 ? undefined : mark)
    .split('.');
  const exponent = mark < 0 ? '0' : text.slice(mark + 1).replace(/^[+-]/, '');
  const isDigits = [whole, fraction ?? '0', exponent].every((part) => part !== '' && !/\D/.test(part));
  if (!isDigits || more.length > 0) return null;
  const all = whole + (fraction ?? '');
  let from = 0;
  while (all[from] === '0') from++;
  let to = all.length;
  while (to > from && all[to - 1] === '0') to--;
  if (from === to) return { isNegative: false, digits: '', point: 0 };
  const scale = mark < 0 ? 0 : Number(text.slice(mark + 1));
  return { isNegative, digits: all.slice(from, to), point: whole.length - from + scale };
}

/** The number that a text of JSON names; null for any other text. */
export function exactNumber(text: string): ExactNumber | null {
  const written = decimalOf(text);
  if (written === null) return null;
  const value = Number(text);
  const isShort = text.length <= EXACT_DIGITS && !/e/i.test(text);
  if (isShort) return value;
  const stored = Number.isFinite(value) ? decimalOf(String(value)) : null;
  return stored !== null && compareDecimals(stored, written) === 0 ? value : new WrittenNumber(text);
}

/** Below 0 when the first is less, 0 for the same value however it is written. */
export function compareNumbers(a: ExactNumber, b: ExactNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [decimalOf(textOfNumber(a)), decimalOf(textOfNumber(b))];
  return left === null || right === null ? Number.NaN : compareDecimals(left, right);
}

/** The digits as written, where they are known. */
export function textOfNumber(number: ExactNumber): string {
  return typeof number === 'number' ? String(number) : number.text;
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB) return signA - signB;
  if (a.point !== b.point) return a.point < b.point ? -signA : signA;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -signA : signA;
}

const signOf = ({ isNegative, digits }: Decimal): number => (digits === '' ? 0 : isNegative ? -1 : 1);

/** A number that a double may not keep, where a value begins. In a string it costs time alone. */
const MAY_BE_LONG = /(?:^|[\s:,[])-?\d(?:[\d.]{15}|[\d.]{0,15}[eE])/;

/** Returns the decimal sum of two numbers: 0.1 and 0.2 are 0.3. Exact up to 15 digits. */
export function addDecimals(a: number, b: number): number {
  const places = Math.max(decimalPlaces(a), decimalPlaces(b));
  return places === 0 || places > MAX_FIXED ? a + b : Number((a + b).toFixed(places));
}

/** Whether a number is a multiple of another as decimals: 19.99 is one of 0.01. False for 0 and for what is not finite. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [a, b] = [decimalOf(String(value)), decimalOf(String(divisor))];
  if (a === null || b === null || b.digits === '') return false;
  const [scaleA, scaleB] = [a.point - a.digits.length, b.point - b.digits.length];
  const least = Math.min(scaleA, scaleB);
  const whole = ({ digits }: Decimal, scale: number): bigint => BigInt(digits) * 10n ** BigInt(scale - least);
  return whole(a, scaleA) % whole(b, scaleB) === 0n;
}

/** Most digits that `toFixed` takes. */
const MAX_FIXED = 100;

/** Returns the number of printed decimals of a finite number. */
export function decimalPlaces(value: number): number {
  if (Number.isInteger(value)) return 0;
  const decimal = decimalOf(String(value));
  return decimal === null ? 0 : Math.max(0, decimal.digits.length - decimal.point);
}

/**
 * `JSON.parse`, with a `WrittenNumber` for each number that a double does not keep. Objects that hold one have no
 * prototype. Throws as `JSON.parse` does. O(length), iterative.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return MAY_BE_LONG.test(text) ? builtFrom(text, (number) => exactNumber(number)) : value;
}

/**
 * A number that may be printed otherwise than it is written, where a value begins: of 16 signs, with an exponent, a
 * zero at its end, small, or minus zero. In a string it costs time alone.
 */
const MAY_DIFFER =
  /(?:^|[\s:,[])(?:-?\d(?:[\d.]{15}|[\d.]{0,14}(?:[eE]|\.\d{0,13}0(?:[\s,\]}]|$)))|-?0\.0{6}|-0)/;

/** Raw number texts by their parent object or array. */
const writtenIn = new WeakMap<object, Map<string, string>>();

/**
 * `JSON.parse` that also stores the raw text of each number that would print differently (1.10, 9007199254740993), for
 * `writtenNumber`. Objects with such a number have no prototype. Throws as `JSON.parse` does. O(length), iterative.
 */
export function parseAsWritten(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_DIFFER.test(text)) return value;
  return builtFrom(text, (number, into, key) => {
    if (decimalOf(number) === null) return null;
    if (String(Number(number)) !== number) keepWritten(into, key, number);
    // The last member of a name counts, and the one before it may have been written otherwise.
    else writtenIn.get(into)?.delete(key);
    return Number(number);
  });
}

/** The text of a number of an object or array that `parseAsWritten` read; null where it is printed as it was written. */
export function writtenNumber(holder: object, key: string): string | null {
  return writtenIn.get(holder)?.get(key) ?? null;
}

/** Stores the raw text of a number for a copy of its parent object or array. */
export function keepWritten(holder: object, key: string, text: string): void {
  const texts = writtenIn.get(holder) ?? new Map<string, string>();
  writtenIn.set(holder, texts.set(key, text));
}

/** Stores the raw texts of numbers by RFC 6901 pointer, for a value that was copied without them. O(numbers). */
export function keepWrittenAt(
  value: unknown,
  numbers: readonly { readonly pointer: string; readonly text: string }[],
): void {
  for (const { pointer, text } of numbers) {
    const tokens = pointerTokens(pointer) ?? [];
    const key = tokens.at(-1);
    const holder = tokens.slice(0, -1).reduce<unknown>(childAt, value);
    if (key !== undefined && typeof holder === 'object' && holder !== null) keepWritten(holder, key, text);
  }
}

/** JSON text of a value with its numbers as written. Throws for a value that nests too deeply for the engine. */
export function writeJson(value: unknown, blanks = 0): string {
  return written(value, blanks === 0 ? null : ' '.repeat(blanks), '');
}

function written(value: unknown, step: string | null, indent: string): string {
  if (value instanceof WrittenNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = step === null ? '' : indent + step;
  const isList = Array.isArray(value);
  const members = Object.entries(value)
    .filter(([, one]) => isList || one !== undefined)
    .map(([key, one]) => {
      const own = typeof one === 'number' ? writtenNumber(value, key) : null;
      const name = isList ? '' : `${JSON.stringify(key)}:${step === null ? '' : ' '}`;
      return `${name}${own ?? written(one, step, inner)}`;
    });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (step === null || members.length === 0) return `${open}${members.join(',')}${close}`;
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
}

type Container = unknown[] | Record<string, unknown>;

/**
 * Builds the value of a text that was parsed already, so that it is known to be JSON. `numberOf` gives the value of a
 * number at a place, null for a word.
 */
function builtFrom(
  text: string,
  numberOf: (text: string, into: Container, key: string) => ExactNumber | null,
): unknown {
  const root: unknown[] = [];
  const open: { readonly into: Container; key: string | null }[] = [{ into: root, key: null }];
  const put = (make: (into: Container, key: string) => unknown): void => {
    const top = open.at(-1);
    if (top === undefined) return;
    const { into, key } = top;
    if (Array.isArray(into)) into.push(make(into, String(into.length)));
    else if (key === null) {
      const name = make(into, '');
      top.key = typeof name === 'string' ? name : '';
    } else {
      into[key] = make(into, key);
      top.key = null;
    }
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '{' || sign === '[') {
      const into: Container = sign === '[' ? [] : Object.create(null);
      put(() => into);
      open.push({ into, key: null });
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const end = closingQuote(text, at + 1);
      const string = text.slice(at, end + 1);
      put(() => JSON.parse(string));
      at = end;
    } else if (!BETWEEN.has(sign)) {
      let end = at + 1;
      while (end < text.length && !BETWEEN.has(text[end] as string)) end++;
      const scalar = text.slice(at, end);
      put((into, key) => numberOf(scalar, into, key) ?? JSON.parse(scalar));
      at = end - 1;
    }
  }
  return root[0];
}

/** What ends a number or a word. */
const BETWEEN: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', ',', ':', ']', '}']);

/** Deep equality of parsed JSON, numbers by their value; the order of keys does not matter. Iterative, so that depth is no limit. */
export function sameJson(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b) || a === b) continue;
    if (a instanceof WrittenNumber || b instanceof WrittenNumber) {
      const isEqual = a instanceof WrittenNumber && b instanceof WrittenNumber && compareNumbers(a, b) === 0;
      if (!isEqual) return false;
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      a.forEach((item, i) => {
        pairs.push([item, b[i]]);
      });
    } else if (isRecord(a) && isRecord(b)) {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        pairs.push([a[key], b[key]]);
      }
    } else return false;
  }
  return true;
}
