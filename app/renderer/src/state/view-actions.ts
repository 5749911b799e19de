import type { Severity } from '@openwop-inspector/protocol';
import type { ProblemRow } from '@openwop-inspector/run-log';
import { changeView, type DetailTab, type TimeBrush, type ViewName, viewOf } from './view-store.ts';

/** Selects an event; every view and the right pane follow. */
export function selectEvent(sessionId: string, ordinal: number): void {
  changeView(sessionId, { selected: ordinal });
}

/** Shows a view, in place of a bench too. The problems view brings its own tab to the front, the others send it back. */
export function showView(sessionId: string, view: ViewName): void {
  const { tab } = viewOf(sessionId);
  if (view === 'problems') changeView(sessionId, { view, bench: null, tab: 'problem' });
  else changeView(sessionId, { view, bench: null, tab: tab === 'problem' ? 'causes' : tab });
}

export function showTab(sessionId: string, tab: DetailTab): void {
  changeView(sessionId, { tab });
}

/** Sets the filter as typed; whether it compiles shows in its answer. */
export function setFilter(sessionId: string, filterText: string): void {
  changeView(sessionId, { filterText });
}

/** Limits the rows to a stretch of time; null lifts the limit. */
export function setBrush(sessionId: string, brush: TimeBrush | null): void {
  changeView(sessionId, { brush });
}

/** Replaces the unfolded keys of the causes tree. */
export function setExpanded(sessionId: string, expanded: readonly string[]): void {
  changeView(sessionId, { expanded });
}

export function toggleExpanded(sessionId: string, key: string): void {
  changeView(sessionId, { expanded: toggled(viewOf(sessionId).expanded, key) });
}

export function setWithEffectsOnly(sessionId: string, withEffectsOnly: boolean): void {
  changeView(sessionId, { withEffectsOnly });
}

export function setFoldIdle(sessionId: string, foldIdle: boolean): void {
  changeView(sessionId, { foldIdle });
}

export function toggleLane(sessionId: string, key: string): void {
  changeView(sessionId, { foldedLanes: toggled(viewOf(sessionId).foldedLanes, key) });
}

/** Selects a problem, and the event it belongs to when there is one. */
export function selectProblem(sessionId: string, problem: ProblemRow): void {
  const { ordinal } = problem;
  changeView(sessionId, ordinal === null ? { problem } : { problem, selected: ordinal });
}

export function toggleSeverity(sessionId: string, severity: Severity): void {
  changeView(sessionId, { severities: toggled(viewOf(sessionId).severities, severity) });
}

export function toggleProblemGroup(sessionId: string, code: string): void {
  changeView(sessionId, { foldedCodes: toggled(viewOf(sessionId).foldedCodes, code) });
}

function toggled<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return items.includes(item) ? items.filter((kept) => kept !== item) : [...items, item];
}
