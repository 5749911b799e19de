/** The way to a fork that the window knows from its start. What acts on a run is fetched when it is needed. */
import { askWorker } from '../worker/client.ts';
import { showHint } from './hint-store.ts';
import { liveOf } from './live-store.ts';
import { viewOf } from './view-store.ts';

/** Begins a fork at the selected event of a live session. */
export async function forkFromSelected(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  if (selected === null || liveOf(sessionId) === null) return;
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [selected] });
  if (row === undefined || row.sequence === null) {
    return showHint('An event without a sequence cannot be forked from.');
  }
  const { askToFork } = await import('./action-actions.ts');
  askToFork(sessionId, row.runId, row.sequence);
}

/** True while a fork can be started: the session is attached, and an event is selected. */
export function mayFork(sessionId: string | null): boolean {
  return sessionId !== null && liveOf(sessionId) !== null && viewOf(sessionId).selected !== null;
}
