import type { Severity } from '@openwop-inspector/protocol';
import type { EnvelopeAttempt, ListOrder, ProblemRow } from '@openwop-inspector/run-log';
import { announce } from '@openwop-inspector/ui';
import { orderText } from '../model/list-columns.ts';
import type { SlowOrder, SpanGroup } from '../model/slow-spans.ts';
import type { EventAddress } from '../model/view-link.ts';
import { askWorker } from '../worker/client.ts';
import { makeChange } from './undo.ts';
import {
  type ChosenEnvelope,
  changeView,
  type DetailTab,
  type ListLevel,
  type NodesView,
  type TimeBrush,
  type ViewName,
  viewOf,
} from './view-store.ts';

/** Selects an event; every view and the right pane follow. An envelope outside the events is then left. */
export function selectEvent(sessionId: string, ordinal: number): void {
  const { envelope } = viewOf(sessionId);
  const isBeside = envelope !== null && envelope.row.ordinal < 0;
  changeView(sessionId, isBeside ? { selected: ordinal, envelope: null } : { selected: ordinal });
}

/** Draws the way of untrusted content through an event over list, tree and lanes; null clears it. */
export function drawTaint(sessionId: string, taint: EventAddress | null): void {
  changeView(sessionId, { taint });
}

/** Ends the search of the filter; what it has found stays. */
export function stopSearch(sessionId: string): void {
  askWorker('stopFilter', { sessionId }).catch(() => undefined); // a worker that is gone searches no more
}

/** Tabs that only one view has. */
const TAB_OF_VIEW: Readonly<Partial<Record<ViewName, DetailTab>>> = {
  problems: 'problem',
  audit: 'finding',
  envelopes: 'envelope',
};

/**
 * Shows a view, in place of a bench too. A view with a tab of its own brings it to the front; leaving it, the tab that
 * was chosen before comes back.
 */
export function showView(sessionId: string, view: ViewName): void {
  const { tab, keptTab } = viewOf(sessionId);
  const own = TAB_OF_VIEW[view];
  changeView(sessionId, {
    view,
    bench: null,
    tab: own ?? (isOfOneView(tab) ? keptTab : tab),
    keptTab: isOfOneView(tab) ? keptTab : tab,
  });
}

function isOfOneView(tab: DetailTab): boolean {
  return Object.values(TAB_OF_VIEW).includes(tab);
}

export function showTab(sessionId: string, tab: DetailTab): void {
  changeView(sessionId, { tab });
}

/** Sets the filter as typed; whether it compiles shows in its answer. */
export function setFilter(sessionId: string, filterText: string): void {
  changeView(sessionId, { filterText });
}

/** Sets the filter by one step, which can be undone, whichever session is visible by then. */
export function changeFilter(sessionId: string, words: string, after: string): void {
  const { filterText: before } = viewOf(sessionId);
  makeChange({
    words,
    redo: () => setFilter(sessionId, after),
    undo: () => setFilter(sessionId, before),
  });
}

export const clearFilter = (sessionId: string): void => changeFilter(sessionId, 'Filter cleared', '');

/** Lists everything, the steps without the pieces of streams, or failures alone. */
export function setLevel(sessionId: string, level: ListLevel): void {
  changeView(sessionId, { level });
}

export const LEVELS = ['everything', 'steps', 'failures'] as const satisfies readonly ListLevel[];

/** Goes through the levels of the list. */
export function stepLevel(sessionId: string): void {
  const next = LEVELS[(LEVELS.indexOf(viewOf(sessionId).level) + 1) % LEVELS.length];
  if (next !== undefined) setLevel(sessionId, next);
}

/** Lifts all that narrows the list: filter, stretch of time, level. */
export function showEverything(sessionId: string): void {
  changeView(sessionId, { filterText: '', brush: null, level: 'everything' });
}

/** Shows each piece of a stream as a row, by its first piece, or the stream as one row again. */
export function setUnfolded(sessionId: string, head: number, isUnfolded: boolean): void {
  const others = viewOf(sessionId).unfolded.filter((one) => one !== head);
  changeView(sessionId, { unfolded: isUnfolded ? [...others, head] : others });
}

/** Folds all streams, or unfolds them all. */
export function toggleStreams(sessionId: string): void {
  changeView(sessionId, { foldsStreams: !viewOf(sessionId).foldsStreams, unfolded: [] });
}

/** Dims what the filter leaves out, or hides it again. */
export function toggleDims(sessionId: string): void {
  const dims = !viewOf(sessionId).dims;
  changeView(sessionId, { dims });
  announce(dims ? 'What the filter leaves out is dimmed' : 'What the filter leaves out is hidden');
}

/** Puts the list in another order; null in that of the log. */
export function orderList(sessionId: string, order: ListOrder | null): void {
  changeView(sessionId, { order });
  announce(`Listed ${orderText(order)}`);
}

/** Limits the rows to a stretch of time; null lifts the limit. */
export function setBrush(sessionId: string, brush: TimeBrush | null): void {
  changeView(sessionId, { brush });
}

/** Goes to an envelope: its event is selected. One outside the events leaves the selection where it is. */
export function selectEnvelope(sessionId: string, envelope: ChosenEnvelope): void {
  const { ordinal } = envelope.row;
  changeView(sessionId, ordinal < 0 ? { envelope } : { envelope, selected: ordinal });
}

/** Shows the envelopes of a source without events, and selects the first one unless one is selected. */
export async function selectFirstEnvelope(sessionId: string): Promise<void> {
  const { rows } = await askWorker('envelopes', { sessionId, text: '', offset: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined || viewOf(sessionId).envelope !== null) return;
  changeView(sessionId, { view: 'envelopes', envelope: { row, index: 0, text: '', attempt: null } });
}

/** Goes to an attempt of the visible envelope. */
export function selectAttempt(sessionId: string, attempt: EnvelopeAttempt): void {
  const { envelope } = viewOf(sessionId);
  if (attempt.ordinal >= 0) changeView(sessionId, { selected: attempt.ordinal });
  else if (envelope !== null) changeView(sessionId, { envelope: { ...envelope, attempt: attempt.number } });
}

/** Narrows the list of envelopes, as typed. */
export function setEnvelopeText(sessionId: string, envelopeText: string): void {
  changeView(sessionId, { envelopeText });
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

export function showNodes(sessionId: string, nodes: NodesView): void {
  changeView(sessionId, { nodes });
}

/** Lists what took longest of a group, or of all. */
export function showSlowest(sessionId: string, slowest: SpanGroup | 'all'): void {
  changeView(sessionId, { slowest });
}

export function orderSlowest(sessionId: string, slowestBy: SlowOrder): void {
  changeView(sessionId, { slowestBy });
}

export function drawPath(sessionId: string, drawsPath: boolean): void {
  changeView(sessionId, { drawsPath });
}

/** Opens the nodes view at the critical path of the run. */
export function showCriticalPath(sessionId: string): void {
  showView(sessionId, 'nodes');
  showNodes(sessionId, 'path');
}

export function toggleLane(sessionId: string, key: string): void {
  changeView(sessionId, { foldedLanes: toggled(viewOf(sessionId).foldedLanes, key) });
}

/** Selects a finding of the audit; null shows what it came to as a whole. */
export function selectFinding(sessionId: string, finding: string | null): void {
  changeView(sessionId, { finding });
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
  return items.includes(item) ? items.filter((stored) => stored !== item) : [...items, item];
}
