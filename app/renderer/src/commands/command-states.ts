/** When commands are ready, and what takes them more than one call. */

import { visibleBench } from '../features/acceptor/open-acceptor.ts';
import { toggleRuns } from '../features/events/column-actions.ts';
import type { LiveEntry } from '../features/live/live-store.ts';
import { hasHits, openPayloadSearch } from '../features/search/payload-search-actions.ts';
import { payloadSearchOf } from '../features/search/payload-search-store.ts';
import { isLoading, sessionOf, useClosed, useSessionsStore } from '../features/sessions/sessions-store.ts';
import { useTravel } from '../features/sessions/travel.ts';
import { showView, viewOf } from '../features/sessions/view-store.ts';
import { useInfoStore } from '../shared/settings-store.ts';
import type { BenchName } from '../shared/view-link.ts';
import { activeId, hasRun } from './command-kinds.ts';
import { takesText } from './key-map.ts';
import { focusRegion } from './regions.ts';

export const hasSession = (): boolean => activeId() !== null;
/** A log that is read; the events found so far by a load are not yet a session. */
export function hasLog(): boolean {
  const session = sessionOf(activeId());
  return session !== null && session.broken === null && session.summary !== null && !isLoading(session);
}
/** True where the visible log has events and is read. */
export const mayExport = (): boolean => hasLog() && hasRun();
export const hasClosed = (): boolean => useClosed.getState().closed.length > 0;
export const hasOneRun = (): boolean => viewOf(activeId() ?? '').run !== null && visibleBench() === null;
export const mayGoBack = (): boolean => useTravel.getState().mayGoBack;
export const mayGoForward = (): boolean => useTravel.getState().mayGoForward;
export const hasSeveral = (): boolean => useSessionsStore.getState().sessions.length > 1;
export const loads = (): boolean => {
  const session = sessionOf(activeId());
  return session !== null && isLoading(session);
};
/** In a browser the browser zooms; the desktop leaves it to us. */
export const zooms = (): boolean => useInfoStore.getState().shell === 'desktop';

export function hasMissing({ status }: LiveEntry): boolean {
  return status.ledger.missing > 0;
}

export function isCutOff({ status: { state, end } }: LiveEntry): boolean {
  return state === 'lost' || (end !== null && end !== 'run-ended');
}

/** The field itself undoes what was typed into it; a field without typed text reports so. */
export function isFree(): boolean {
  const { activeElement } = document;
  return (
    !takesText(activeElement) ||
    (activeElement instanceof HTMLElement && activeElement.dataset.untyped !== undefined)
  );
}

/**
 * Escape in a text field belongs to the field: a half-written envelope is not left by accident. The field that has the
 * focus when the hosts open has no use for it while it is empty.
 */
export const mayLeave = (bench: BenchName) => (): boolean => {
  const { activeElement } = document;
  const isFieldsOwn = takesText(activeElement) && !(bench === 'hosts' && isEmptyField(activeElement));
  return visibleBench() === bench && !isFieldsOwn;
};

function isEmptyField(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.value === '';
}

/** Two views have a field over their list; from the others events come first, and the field after the next frame. */
export function goToFilter(sessionId: string): void {
  const { view } = viewOf(sessionId);
  if (view === 'events' || view === 'envelopes') {
    focusRegion('filter');
    return;
  }
  showView(sessionId, 'events');
  requestAnimationFrame(() => focusRegion('filter'));
}

/** The field of the search, which takes the focus itself when it comes. */
export function goToPayloadSearch(sessionId: string): void {
  if (!focusRegion('payload-search')) openPayloadSearch(sessionId);
}

export function isSearching(): boolean {
  return hasRun() && visibleBench() === null && payloadSearchOf(activeId() ?? '').isOpen;
}

export function mayStepHits(): boolean {
  return hasRun() && visibleBench() === null && hasHits(activeId() ?? '');
}

/** The list of the runs, which is displayed first if it was hidden. */
export function goToRuns(): void {
  if (focusRegion('runs')) return;
  toggleRuns();
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('runs')));
}

export function isNarrowed(sessionId: string | null): boolean {
  if (sessionId === null) return false;
  const { filterText, brush, level } = viewOf(sessionId);
  return filterText !== '' || brush !== null || level !== 'everything';
}
