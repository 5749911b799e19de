/** Comparison of a plain result by the expected keys, with the keys that say what must not be (vectors FORMAT 1). */
import { isRecord, ownValue } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { textsIn } from './compare-outcome.ts';
import { type Difference, differencesOf } from './match.ts';
import type { VectorAnswer } from './run-vector.ts';

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
