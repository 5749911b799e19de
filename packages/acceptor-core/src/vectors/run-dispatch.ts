/** Vectors with `dispatch` (vectors FORMAT 5). */
import { isRecord } from '@openwop-inspector/base';
import type { AcceptorParts } from '../acceptor.ts';
import { simulateDispatch } from '../dispatch/simulate-dispatch.ts';
import { compareKeys } from './compare-keys.ts';
import { differencesOf } from './match.ts';
import { readAcceptContext } from './read-accept-context.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorAnswer } from './run-vector.ts';

/** Simulates the dispatch of one turn. Attempts may be expected as a prefix of those that were made. */
export function runDispatch(vector: Vector, parts: AcceptorParts): VectorAnswer {
  const input = isRecord(vector.input) ? vector.input : {};
  const read = readAcceptContext(vector.context);
  const result = simulateDispatch(input.responses, input.config, read.ok ? read.context : {}, parts);
  const warnings = result.warnings.map((warning) => warning.code);
  const { attempts: wanted, ...rest } = isRecord(vector.expect) ? vector.expect : {};
  const answer = compareKeys({ ...result, warnings }, rest, '', result);
  if (!Array.isArray(wanted)) return answer;
  const made = result.attempts.slice(0, wanted.length);
  const differences = [...answer.differences, ...differencesOf(made, wanted, '/attempts')];
  return { actual: { ...Object(answer.actual), attempts: made }, differences };
}
