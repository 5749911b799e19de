/** Comparison of an actual result with an expectation, which is a subset of it (vectors FORMAT 1). */
import { isRecord, type JsonObject, ownValue, pointerTo } from '@openwop-inspector/base';
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

/** Result of a runner: in the terms of the vector, and its differences from the expected one. */
export interface VectorAnswer {
  /** Only what the expectation speaks of. Plain data. */
  readonly actual: unknown;
  readonly differences: readonly Difference[];
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
  } else if (isMatcher(expected)) {
    for (const [key, operand] of Object.entries(expected)) {
      const message = MATCHERS[key]?.(pair.actual, operand) ?? null;
      if (message !== null) found.push(difference(pair, message));
    }
  } else if (!isRecord(actual)) found.push(difference(pair, `An object was expected, ${lackOf(actual)}.`));
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
      const place = `${pointer}/${index}`;
      compare({ actual: actual[index], expected: one, pointer: place, key: '', level: level + 1 }, found);
    });
  }
}

function fits(actual: unknown, expected: unknown, level: number): boolean {
  const found: Difference[] = [];
  compare({ actual, expected, pointer: '', key: '', level }, found);
  return found.length === 0;
}

function compareAbsent(pair: Pair, actual: JsonObject, keys: unknown, found: Difference[]): void {
  for (const key of Array.isArray(keys) ? keys : [keys]) {
    if (typeof key === 'string' && ownValue(actual, key) === undefined) continue;
    const place = { ...pair, expected: { $absent: [key] } };
    found.push(difference(place, `${scalarText(key)} must not be there.`));
  }
}

type Matcher = (actual: unknown, operand: unknown) => string | null;

/** What each matcher object demands; the answer says what is wrong. */
const MATCHERS: Readonly<Record<string, Matcher>> = {
  $nonEmpty: (actual, isTrue) => {
    const isList = typeof actual === 'string' || Array.isArray(actual);
    const size = isList ? actual.length : isRecord(actual) ? Object.keys(actual).length : 0;
    return isTrue === true && size > 0 ? null : 'Something not empty was expected.';
  },
  $len: (actual, length) => {
    if (typeof actual !== 'string' && !Array.isArray(actual)) return 'An array or a text was expected.';
    const text = `The length ${scalarText(length)} was expected, it is ${actual.length}.`;
    return actual.length === length ? null : text;
  },
  $re: (actual, pattern) => {
    if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN)
      return 'The pattern is no text or too long.';
    if (typeof actual !== 'string') return 'A text was expected.';
    try {
      return new RegExp(pattern).test(actual) ? null : 'The text does not match the pattern.';
    } catch {
      return 'The pattern is not a regular expression.';
    }
  },
  $exact: (actual, value) => (deepEqual(actual, value) ? null : 'The values are not equal.'),
  $not: (actual, text) => {
    const lacks = typeof actual === 'string' && typeof text === 'string' && !actual.includes(text);
    return lacks ? null : 'A text without this was expected.';
  },
};

/** True for an object of matchers alone. */
function isMatcher(expected: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(MATCHERS, key));
}

/** Equality without regard to the order of keys; a key whose value is undefined counts as missing. Never throws. */
export function deepEqual(one: unknown, other: unknown, level = 0): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (level > MAX_LEVELS) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => deepEqual(item, other[i], level + 1));
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => deepEqual(ownValue(one, key), ownValue(other, key), level + 1));
}

/** Texts that occur nowhere in the JSON of a value, neither plainly nor as JSON writes them. */
export function textsIn(value: unknown, texts: unknown): readonly string[] {
  const json = JSON.stringify(value) ?? '';
  const sought = Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  return sought.filter((text) => json.includes(text) || json.includes(JSON.stringify(text).slice(1, -1)));
}

function lackOf(actual: unknown): string {
  return actual === undefined || actual === null ? 'there is none' : 'there is something else';
}

function difference(pair: Pair, message: string): Difference {
  return { pointer: pair.pointer, expected: pair.expected, actual: pair.actual, message };
}

// Comparison of a plain result by the expected keys, with the keys that say what must not be (vectors FORMAT 1).

/** Keys of an expectation that name what must not occur, with the key of the result they look at. */
const FORBIDDING: ReadonlyMap<string, string> = new Map([
  ['notWarnings', 'warnings'],
  ['notProblems', 'problems'],
  ['forbid', 'findings'],
]);

/**
 * Compares `actual` with an expectation, key by key. `warnings`, `problems` and `findings` of the result may be codes
 * or objects with a `code` or `rule`. `absent` looks through the JSON of `whole`, which is the result unless given.
 */
export function compareKeys(
  actual: Readonly<Record<string, unknown>>,
  expected: unknown,
  pointer = '',
  whole: unknown = actual,
): VectorAnswer {
  const view: [string, unknown][] = [];
  const differences: Difference[] = [];
  for (const [key, want] of Object.entries(isRecord(expected) ? expected : {})) {
    const place = `${pointer}/${key}`;
    const looksAt = FORBIDDING.get(key);
    if (looksAt !== undefined) {
      const codes = codesOf(ownValue(actual, looksAt));
      view.push([key, codes]);
      differences.push(...forbidden(codes, want, place, 'This must not occur.'));
    } else if (key === 'absent') {
      differences.push(...forbidden(textsIn(whole, want), want, place, 'This text must occur nowhere.'));
    } else {
      const own = ownValue(actual, key);
      view.push([key, own]);
      differences.push(...differencesOf(own, want, place, key));
    }
  }
  return { actual: Object.fromEntries(view), differences };
}

function forbidden(found: readonly string[], want: unknown, pointer: string, message: string): Difference[] {
  const hits = found.filter((one) => Array.isArray(want) && want.includes(one));
  return hits.map((hit) => ({ pointer, expected: want, actual: hit, message }));
}

function codesOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) => scalarText(isRecord(one) ? (one.code ?? one.rule) : one));
}
