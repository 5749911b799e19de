import { pick } from '@openwop-inspector/base';
import type { Severity } from '@openwop-inspector/protocol';
import type { EnvelopeAttempt, ListOrder, LogicalEnvelope, ProblemRow } from '@openwop-inspector/run-log';
import { announce } from '@openwop-inspector/ui';
import { useShallow } from 'zustand/react/shallow';
import { makeChange } from '../../shared/hint-store.ts';
import type {
  BenchName,
  DetailTab,
  EventAddress,
  TimeBrush,
  ViewLink,
  ViewName,
} from '../../shared/view-link.ts';
import { askWorker } from '../../worker/client.ts';
import { orderText } from '../events/list-columns.ts';
import type { LaneOrder } from '../nodes/lane-rows.ts';
import type { SlowOrder, SpanGroup } from '../nodes/slow-spans.ts';
import { sessionRecord } from './session-record.ts';

/** Everything; steps: without the pieces of streams; failures alone. */
export const LEVELS = ['everything', 'steps', 'failures'] as const;

/** An envelope that was gone to in the envelopes view; its event is the selected one. */
export interface ChosenEnvelope {
  readonly row: LogicalEnvelope;
  /** Its place in the list, narrowed by this text. */
  readonly index: number;
  readonly text: string;
  /** Number of the visible attempt of an envelope without events; null elsewhere, where the selection says it. */
  readonly attempt: number | null;
}

/**
 * The user's choices in one session, at first as given here. Survives reload through the address (shared/view-link.ts)
 * where it says so.
 */
export class SessionView {
  /** In the address. */
  readonly view: ViewName = 'events';
  /** In the address; null shows the run. */
  readonly bench: BenchName | null = null;
  /** Ordinal of the selected event. In the address as eventId, runId and sequence. */
  readonly selected: number | null = null;
  /** In the address. */
  readonly tab: DetailTab = 'causes';
  /** The tab that comes back after a view with a tab of its own. */
  readonly returnTab: DetailTab = 'causes';
  /** In the address, as typed. */
  readonly filterText: string = '';
  readonly brush: TimeBrush | null = null;
  /** How much of the events is listed, on top of the filter. In the address. */
  readonly level: (typeof LEVELS)[number] = 'everything';
  /** What the filter leaves out is listed too, dimmed. */
  readonly dims: boolean = false;
  /** Consecutive pieces of one stream are one row. */
  readonly foldsStreams: boolean = true;
  /** The order of the list; null for that of the log. In another one no stream is folded. */
  readonly order: ListOrder | null = null;
  /** First pieces of the streams that are unfolded nevertheless. */
  readonly unfolded: readonly number[] = [];
  /** The run that all views are about, by its id as displayed; null for all runs. In the address. */
  readonly run: string | null = null;
  /** The event of which the way of untrusted content is drawn over list, tree and lanes. In the address. */
  readonly taint: EventAddress | null = null;
  /** Keys of unfolded rows of the causes tree. */
  readonly expanded: readonly string[] = [];
  readonly withEffectsOnly: boolean = true;
  readonly foldIdle: boolean = true;
  /** Lanes over time, the critical path of a run, or what took longest in total. */
  readonly nodes: 'lanes' | 'path' | 'slowest' = 'lanes';
  /** Whether the critical path lists sums of its steps by share of the run, or each step. */
  readonly path: 'share' | 'step' = 'share';
  /** Of what the totals of spans are, what comes first, and the keys of those with their single spans below. */
  readonly slowest: SpanGroup | 'all' = 'all';
  readonly slowestBy: SlowOrder = 'duration';
  readonly openTotals: readonly string[] = [];
  readonly laneOrder: LaneOrder = 'start';
  /** The critical path is drawn over the lanes. */
  readonly drawsPath: boolean = false;
  /** Keys of folded lanes of the nodes view. */
  readonly foldedLanes: readonly string[] = [];
  /** Gone to in the envelopes view; several envelopes may be in one event, so the selection alone is ambiguous. */
  readonly envelope: ChosenEnvelope | null = null;
  /** What narrows the list of envelopes, as typed. */
  readonly envelopeText: string = '';
  /** Selected row of the problems view. */
  readonly problem: ProblemRow | null = null;
  /** Key of the selected finding of the audit. */
  readonly finding: string | null = null;
  readonly severities: readonly Severity[] = ['error', 'warning', 'note'];
  /** Groups of the problems view that were folded or unfolded, by code. */
  readonly problemFolds: Readonly<Record<string, boolean>> = {};
}

const NEW_VIEW = new SessionView();

export const { useAll: useViewStore, of: viewOf, change: changeView } = sessionRecord(NEW_VIEW);

/** The user's choices in a session. Pick one field: `useSessionView(id, (view) => view.selected)`. */
export function useSessionView<Value>(sessionId: string, part: (view: SessionView) => Value): Value {
  return useViewStore((all) => part(all[sessionId] ?? NEW_VIEW));
}

/** Several of the user's choices in a session: a component re-renders when one of those named changes. */
export function useChoices<Name extends keyof SessionView>(
  sessionId: string,
  ...names: Name[]
): Pick<SessionView, Name>;
export function useChoices(sessionId: string, ...names: (keyof SessionView)[]): Partial<SessionView> {
  return useViewStore(useShallow((all) => pick(all[sessionId] ?? NEW_VIEW, names)));
}

/** Selects an event; every view and the right pane follow. An envelope outside the events is then left. */
export function selectEvent(sessionId: string, ordinal: number): void {
  const { envelope } = viewOf(sessionId);
  const isOutsideEvents = envelope !== null && envelope.row.ordinal < 0;
  changeView(sessionId, isOutsideEvents ? { selected: ordinal, envelope: null } : { selected: ordinal });
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
  const { tab, returnTab } = viewOf(sessionId);
  const before = Object.values(TAB_OF_VIEW).includes(tab) ? returnTab : tab;
  changeView(sessionId, { view, bench: null, tab: TAB_OF_VIEW[view] ?? before, returnTab: before });
}

/** Sets the filter by one step, which can be undone, whichever session is visible by then. */
export function changeFilter(sessionId: string, words: string, after: string): void {
  const { filterText: before } = viewOf(sessionId);
  makeChange({
    words,
    redo: () => changeView(sessionId, { filterText: after }),
    undo: () => changeView(sessionId, { filterText: before }),
  });
}

export const clearFilter = (sessionId: string): void => changeFilter(sessionId, 'Filter cleared', '');

/** Goes through the levels of the list. */
export function stepLevel(sessionId: string): void {
  const next = LEVELS[(LEVELS.indexOf(viewOf(sessionId).level) + 1) % LEVELS.length];
  if (next !== undefined) changeView(sessionId, { level: next });
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

/** Opens the nodes view at the critical path of the run. */
export function showCriticalPath(sessionId: string): void {
  showView(sessionId, 'nodes');
  changeView(sessionId, { nodes: 'path' });
}

/** Selects a problem, and the event it belongs to when there is one. */
export function selectProblem(sessionId: string, problem: ProblemRow): void {
  const { ordinal } = problem;
  changeView(sessionId, ordinal === null ? { problem } : { problem, selected: ordinal });
}

export function foldProblems(sessionId: string, code: string, isFolded: boolean): void {
  changeView(sessionId, { problemFolds: { ...viewOf(sessionId).problemFolds, [code]: isFolded } });
}

/** Puts an item into a set of the view, or takes it out. */
export function toggleIn<Name extends 'expanded' | 'foldedLanes' | 'openTotals' | 'severities'>(
  sessionId: string,
  name: Name,
  item: SessionView[Name][number],
): void {
  const items: readonly (typeof item)[] = viewOf(sessionId)[name];
  const others = items.filter((stored) => stored !== item);
  changeView(sessionId, { [name]: others.length < items.length ? others : [...items, item] });
}

/** What an address, or a session file, says of the view of a session; the selection is not part of it (`landing.ts`). */
export function viewOfLink(link: ViewLink): Partial<SessionView> {
  const { filter, brush, level, run, taint, view, bench, tab } = link;
  return {
    filterText: filter,
    brush,
    level: level ?? 'everything',
    run,
    taint,
    bench,
    ...(view === null ? {} : { view }),
    ...(tab === null ? {} : { tab }),
  };
}
