/** Comparison of an actual result with an expectation, which is a subset of it (vectors FORMAT 1). */
import { isRecord, ownValue, pointerTo } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';

/** One place where a result is not what was expected. */
export interface Difference {
  /** RFC 6901 pointer from the expectation. */
  readonly pointer: string;
  /** What was expected, as written. */
  readonly expected: unknown;
  /** What was there; undefined when nothing was. */
  readonly actual: unknown;
  /** One sentence. */
  readonly message: string;
}

/** Keys whose arrays name items that must occur, in any order. */
const UNORDERED: ReadonlySet<string> = new Set(['warnings', 'problems', 'details', 'findings']);

/** Deeper expectations are a mistake; the bound protects the stack from hostile files. */
const MAX_LEVELS = 128;
/** Differences collected at most. */
const MAX_DIFFERENCES = 50;
/** A longer pattern was not written by hand. */
const MAX_PATTERN = 1000;

/**
 * Everything in which `actual` fails `expected`; empty when it matches. Objects match by the expected keys, arrays by
 * length and order (except `warnings`, `problems`, `details`, `findings`), `null` matches null and undefined. Never
 * throws. `key` is the key of the values, which decides about the order of arrays.
 */
export function differencesOf(
  actual: unknown,
  expected: unknown,
  pointer = '',
  key = '',
): readonly Difference[] {
  const found: Difference[] = [];
  compare({ actual, expected, pointer, key, level: 0 }, found);
  return found;
}

interface Pair {
  readonly actual: unknown;
  readonly expected: unknown;
  readonly pointer: string;
  readonly key: string;
  readonly level: number;
}

function compare(pair: Pair, found: Difference[]): void {
  const { actual, expected, pointer, level } = pair;
  if (found.length >= MAX_DIFFERENCES) return;
  if (level > MAX_LEVELS) found.push(difference(pair, 'The expectation is nested too deeply.'));
  else if (expected === null || expected === undefined) {
    if (actual !== null && actual !== undefined) found.push(difference(pair, 'Nothing was expected here.'));
  } else if (Array.isArray(expected)) compareArrays(pair, expected, found);
  else if (!isRecord(expected)) {
    if (!Object.is(actual, expected) && actual !== expected)
      found.push(difference(pair, 'The values differ.'));
  } else if (isMatcher(expected)) applyMatchers(pair, expected, found);
  else if (!isRecord(actual)) found.push(difference(pair, `An object was expected, ${lackOf(actual)}.`));
  else {
    for (const [key, one] of Object.entries(expected)) {
      const child = { pointer: pointerTo(pointer, key), key, level: level + 1 };
      if (key === '$absent') compareAbsent(pair, actual, one, found);
      else compare({ actual: ownValue(actual, key), expected: one, ...child }, found);
    }
  }
}

function compareArrays(pair: Pair, expected: readonly unknown[], found: Difference[]): void {
  const { actual, pointer, key, level } = pair;
  if (!Array.isArray(actual)) {
    found.push(difference(pair, `An array was expected, ${lackOf(actual)}.`));
  } else if (UNORDERED.has(key)) {
    expected.forEach((one, index) => {
      if (actual.some((other) => fits(other, one, level + 1))) return;
      const place = { actual, expected: one, pointer: `${pointer}/${index}`, key: '', level };
      found.push(difference(place, 'This does not occur.'));
    });
  } else if (actual.length !== expected.length) {
    found.push(difference(pair, `${expected.length} expected, ${actual.length} found.`));
  } else {
    expected.forEach((one, index) => {
      compare(
        { actual: actual[index], expected: one, pointer: `${pointer}/${index}`, key: '', level: level + 1 },
        found,
      );
    });
  }
}

function fits(actual: unknown, expected: unknown, level: number): boolean {
  const found: Difference[] = [];
  compare({ actual, expected, pointer: '', key: '', level }, found);
  return found.length === 0;
}

function compareAbsent(
  pair: Pair,
  actual: Readonly<Record<string, unknown>>,
  keys: unknown,
  found: Difference[],
): void {
  for (const key of Array.isArray(keys) ? keys : [keys]) {
    const isThere = typeof key !== 'string' || ownValue(actual, key) !== undefined;
    if (isThere) {
      found.push(
        difference({ ...pair, expected: { $absent: [key] } }, `${scalarText(key)} must not be there.`),
      );
    }
  }
}

type Matcher = (actual: unknown, operand: unknown) => string | null;

/** What each matcher object demands; the answer says what is wrong. */
const MATCHERS: ReadonlyMap<string, Matcher> = new Map<string, Matcher>([
  [
    '$nonEmpty',
    (actual, isTrue) => (isTrue === true && sizeOf(actual) > 0 ? null : 'Something not empty was expected.'),
  ],
  ['$len', (actual, length) => lengthText(actual, length)],
  ['$re', (actual, pattern) => patternText(actual, pattern)],
  ['$exact', (actual, value) => (deepEqual(actual, value) ? null : 'The values are not equal.')],
  [
    '$not',
    (actual, text) =>
      typeof actual === 'string' && typeof text === 'string' && !actual.includes(text)
        ? null
        : 'A text without this was expected.',
  ],
]);

/** True for an object of matchers alone. */
function isMatcher(expected: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every((key) => MATCHERS.has(key));
}

function applyMatchers(pair: Pair, expected: Readonly<Record<string, unknown>>, found: Difference[]): void {
  for (const [key, operand] of Object.entries(expected)) {
    const message = MATCHERS.get(key)?.(pair.actual, operand) ?? null;
    if (message !== null) found.push(difference(pair, message));
  }
}

function lengthText(actual: unknown, length: unknown): string | null {
  if (typeof actual !== 'string' && !Array.isArray(actual)) return 'An array or a text was expected.';
  return actual.length === length
    ? null
    : `The length ${scalarText(length)} was expected, it is ${actual.length}.`;
}

function patternText(actual: unknown, pattern: unknown): string | null {
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN)
    return 'The pattern is no text or too long.';
  if (typeof actual !== 'string') return 'A text was expected.';
  try {
    return new RegExp(pattern).test(actual) ? null : 'The text does not match the pattern.';
  } catch {
    return 'The pattern is not a regular expression.';
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

/** Equality without regard to the order of keys; a key whose value is undefined counts as missing. Never throws. */
export function deepEqual(one: unknown, other: unknown, level = 0): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (level > MAX_LEVELS) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, i) => deepEqual(item, other[i], level + 1));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => deepEqual(ownValue(one, key), ownValue(other, key), level + 1));
}

function lackOf(actual: unknown): string {
  return actual === undefined || actual === null ? 'there is none' : 'there is something else';
}

function difference(pair: Pair, message: string): Difference {
  return { pointer: pair.pointer, expected: pair.expected, actual: pair.actual, message };
}
