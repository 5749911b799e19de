import { isHeard, type KnownRun } from '../../model/live-text.ts';
import { useOpenInterrupts } from '../../queries/action-queries.ts';
import { useLiveFacts } from '../../queries/job-query.ts';
import { useLive } from '../../state/live-store.ts';

/** Known facts about the run of a session, for its headline and its sentence. */
export function useKnownRun(sessionId: string): KnownRun {
  return {
    facts: useLiveFacts(sessionId),
    runId: useLive(sessionId, ({ live }) => live.runId) ?? '',
    runStatus: useLive(sessionId, ({ status }) => status.runStatus),
    waiting: useOpenInterrupts(sessionId).interrupts,
    isHeard: useLive(sessionId, ({ status }) => isHeard(status)) ?? false,
  };
}
