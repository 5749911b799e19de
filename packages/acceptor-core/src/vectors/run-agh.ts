/** Vectors with `messages` and `token` (vectors FORMAT 9). */
import { isRecord } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { AghContext } from '../agh/agh-context.ts';
import { peerSubjectToken } from '../agh/peer-subject-token.ts';
import { runAghMessages } from '../agh/run-agh-messages.ts';
import { compareKeys } from './compare-keys.ts';
import type { Difference } from './match.ts';
import { readAghContext } from './read-agh-context.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorAnswer } from './run-vector.ts';

/** Runs the messages of a vector through one receiver and compares answer by answer, then the graph of all. */
export function runMessages(vector: Vector): VectorAnswer {
  const messages: readonly unknown[] = Array.isArray(vector.input) ? vector.input : [];
  const { results, graph } = runAghMessages(contextOf(vector.context), messages);
  const expected: readonly unknown[] = Array.isArray(vector.expect) ? vector.expect : [];
  const answers = results.map((result, index) => {
    const warnings = result.warnings.map((warning) => warning.code);
    return compareKeys({ ...result, warnings }, expected[index], `/${index}`);
  });
  const differences: Difference[] = answers.flatMap((answer) => answer.differences);
  if (results.length !== expected.length) {
    const message = `${expected.length} answers were expected, there are ${results.length}.`;
    differences.push({ pointer: '', expected: expected.length, actual: results.length, message });
  }
  const views = answers.map((answer) => answer.actual);
  if (vector.graph === undefined) return { actual: views, differences };
  const answer = compareKeys({ ...graph }, vector.graph, '/graph');
  return {
    actual: { messages: views, graph: answer.actual },
    differences: [...differences, ...answer.differences],
  };
}

/** The file was checked when it was read, so a context that does not read here is a bug of the caller. */
function contextOf(value: unknown): AghContext {
  const read = readAghContext(value);
  return read.ok ? read.context : {};
}

/** The subject token of a peer. */
export function runToken(vector: Vector): VectorAnswer {
  const peer = isRecord(vector.input) ? scalarText(vector.input.peer) : '';
  return compareKeys({ token: peerSubjectToken(peer) }, vector.expect);
}
