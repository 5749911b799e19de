/** What refusals of several steps record and count (acceptor 2.0). */
import { capBreached, nodeFailed } from '../events/event-writer.ts';
import type { RecordRefusal } from '../steps/step.ts';
import { nodeOf, type Work } from './work.ts';

/** With budget left the model may retry and nothing is recorded; without, the node fails. */
export const failsWithoutBudget: RecordRefusal = (work, names, ending) =>
  hasBudget(work) ? [] : [nodeFailed(work, names, ending)];

/** With budget left the model may correct itself and nothing is recorded; without, the limit is breached. */
export const usesSchemaRound: RecordRefusal = (work, names, ending) => {
  const node = nodeOf(work);
  if (hasBudget(work)) {
    node.schemaRounds++;
    return [];
  }
  const limit = work.settings.caps.schemaRounds;
  const breach = { kind: 'schema', limit, observed: node.schemaRounds + 1, nodeId: names.nodeId };
  return [capBreached(work, names, breach), nodeFailed(work, names, ending)];
};

function hasBudget(work: Work): boolean {
  return nodeOf(work).schemaRounds < work.settings.caps.schemaRounds;
}
