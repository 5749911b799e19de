import type { MaskedText } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { runReport } from '../model/report.ts';
import { DESCENDANT_LIMIT } from '../queries/job-query.ts';
import { jumpTo } from '../state/travel.ts';
import { changeView } from '../state/view-store.ts';
import { askWorker } from '../worker/client.ts';

/** Selects an event that led to the failure, and shows what followed from it. */
export function goToOrigin(sessionId: string, ordinal: number): void {
  jumpTo(sessionId, ordinal);
  changeView(sessionId, { tab: 'causes' });
}

/** The report of a run, with the causal path to the failure that the verdict is about. */
export async function reportOf(sessionId: string, summary: SessionSummary): Promise<MaskedText> {
  const failures = summary.runs.flatMap(({ firstFailure }) => firstFailure ?? []);
  const failure = failures.find(({ ordinal }) => ordinal === summary.verdict.landOn) ?? failures[0];
  if (failure === undefined) return runReport(summary, null);
  const chain = await askWorker('chain', {
    sessionId,
    target: { kind: 'event', ordinal: failure.ordinal },
    descendantLimit: DESCENDANT_LIMIT,
  });
  return runReport(summary, chain);
}
