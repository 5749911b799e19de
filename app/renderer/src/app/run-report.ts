import type { SessionSummary } from '@openwop-inspector/run-log';
import { runReport } from '../model/report.ts';
import { DESCENDANT_LIMIT } from '../queries/session-queries.ts';
import { selectEvent, showTab } from '../state/view-actions.ts';
import { askWorker } from '../worker/session-client.ts';

/** Selects the root cause and shows what led from there. */
export function goToRootCause(sessionId: string, summary: SessionSummary): void {
  if (summary.verdict.rootCause === null) return;
  selectEvent(sessionId, summary.verdict.rootCause);
  showTab(sessionId, 'causes');
}

/** The report of a run, with the causal path to its first failure. */
export async function reportOf(sessionId: string, summary: SessionSummary): Promise<string> {
  const failure = summary.runs.find((run) => run.firstFailure !== undefined)?.firstFailure;
  if (failure === undefined) return runReport(summary, null);
  const chain = await askWorker('chain', {
    sessionId,
    target: { kind: 'event', ordinal: failure.ordinal },
    descendantLimit: DESCENDANT_LIMIT,
  });
  return runReport(summary, chain);
}
