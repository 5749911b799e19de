/** The way to the grid of other hosts and back, which the window knows from its start. */
import { isLoading, sessionOf, useSessionsStore } from './sessions-store.ts';
import { changeView, viewOf } from './view-store.ts';

/** Shows which hosts would take the envelopes of what the views are about. */
export function goToPortability(sessionId: string): void {
  changeView(sessionId, { bench: 'portability' });
}

/** True where there is a visible run, fully read. */
export function mayAskHosts(sessionId: string | null): boolean {
  const session = sessionOf(sessionId);
  if (session === null || isLoading(session) || (session.summary?.events ?? 0) === 0) return false;
  return viewOf(session.sessionId).bench === null;
}

export function isPortabilityInSight(): boolean {
  const { activeId } = useSessionsStore.getState();
  return activeId !== null && viewOf(activeId).bench === 'portability';
}

/** Leaves the grid for the run. */
export function leavePortability(): void {
  const { activeId } = useSessionsStore.getState();
  if (activeId !== null) changeView(activeId, { bench: null });
}
