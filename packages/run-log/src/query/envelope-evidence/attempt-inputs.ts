/** What a model was given for each attempt at an envelope, as far as the log has events of it. */
import type { LoadedLog } from '../loaded-log.ts';
import { byType } from '../rows/row-types.ts';
import { rowsBefore } from '../rows/run-bounds.ts';

/** Events that tell what a call of a model was made with, by what they tell. */
const INPUTS: ReadonlyMap<string, keyof AttemptInputs> = new Map<string, keyof AttemptInputs>([
  ['prompt.composed', 'prompt'],
  ['agent.promptResolved', 'sources'],
  ['model.capability.substituted', 'substitution'],
  ['provider.usage', 'model'],
]);

/** Ordinals; -1 where the log has no such event of the attempt. */
export type AttemptInputs = Readonly<Record<'prompt' | 'sources' | 'substitution' | 'model', number>>;

/** Events inspected before an attempt. */
const MAX_ROWS = 50_000;

/**
 * For each attempt, by the event that represents it and in their order: the latest event of each sort at its node since
 * the attempt before, or since the node started. Types alone are inspected. O(events between, at most 50,000).
 */
export function attemptInputs(log: LoadedLog, attempts: readonly number[]): readonly AttemptInputs[] {
  const typeOf = byType(log, (type) => type);
  return attempts.map((ordinal, number) => {
    const { node } = log.index.columns;
    const found = { prompt: -1, sources: -1, substitution: -1, model: -1 };
    const before = number === 0 ? -1 : attempts[number - 1];
    for (const row of rowsBefore(log, ordinal, MAX_ROWS)) {
      if (row === before) break;
      if (node[row] !== node[ordinal] || node[row] === 0) continue;
      const reported = INPUTS.get(typeOf(row));
      if (reported !== undefined && found[reported] < 0) found[reported] = row;
      if (typeOf(row) === 'node.started') break;
    }
    return found;
  });
}
