/** What the log says of an answered interrupt that is no longer open. It overrules what the host answered at that time. */
import type { LiveFacts, ResolvedInterrupt } from '@openwop-inspector/run-log';

export type AnswerStanding =
  /** By the event that ended the waiting at its node. */
  | { readonly kind: 'resolved'; readonly by: ResolvedInterrupt }
  | { readonly kind: 'run-ended'; readonly status: string }
  /** Neither the log nor the host has it among what is open. */
  | { readonly kind: 'not-open' };

/** To be asked for the interrupt at a node of a run once it is not open any more. */
export function answerStanding(
  facts: LiveFacts | null,
  { runId, nodeId }: { readonly runId: string; readonly nodeId: string | null },
): AnswerStanding {
  const by = facts?.resolved.findLast((one) => one.runId === runId && one.nodeId === nodeId);
  if (by !== undefined) return { kind: 'resolved', by };
  const run = facts?.runs.find((each) => each.runId === runId);
  return run?.isTerminal === true ? { kind: 'run-ended', status: run.status } : { kind: 'not-open' };
}
