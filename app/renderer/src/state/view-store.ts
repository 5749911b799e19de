import type { Severity } from '@openwop-inspector/protocol';
import type { ListOrder, LogicalEnvelope, ProblemRow } from '@openwop-inspector/run-log';
import { create } from 'zustand';
import type { SlowOrder, SpanGroup } from '../model/slow-spans.ts';
import type { EventAddress } from '../model/view-link.ts';

export type ViewName = 'events' | 'causes' | 'nodes' | 'envelopes' | 'problems' | 'audit';
/** A screen over the whole width, in place of the run. */
export type BenchName = 'acceptor' | 'hosts' | 'compare' | 'portability';
/** `live` is of a live session alone: open interrupts, limits, connection. `message` is of a log with messages. */
export type DetailTab =
  | 'live'
  | 'message'
  | 'problem'
  | 'finding'
  | 'envelope'
  | 'rendered'
  | 'payload'
  | 'causes'
  | 'raw'
  | 'notes';

/** Everything; steps: without the pieces of streams; failures alone. */
export type ListLevel = 'everything' | 'steps' | 'failures';

/** What the nodes view shows: lanes over time, the critical path of a run, or what took longest. */
export type NodesView = 'lanes' | 'path' | 'slowest';

/** A stretch of time chosen on the minimap, epoch ms. */
export interface TimeBrush {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An envelope that was gone to in the envelopes view; its event is the selected one. */
export interface ChosenEnvelope {
  readonly row: LogicalEnvelope;
  /** Its place in the list, narrowed by this text. */
  readonly index: number;
  readonly text: string;
  /** Number of the visible attempt of an envelope without events; null elsewhere, where the selection says it. */
  readonly attempt: number | null;
}

/** The user's choices in one session. Survives reload through the address (state/location.ts) where it says so. */
export interface SessionView {
  /** In the address. */
  readonly view: ViewName;
  /** In the address; null shows the run. */
  readonly bench: BenchName | null;
  /** Ordinal of the selected event. In the address as eventId, runId and sequence. */
  readonly selected: number | null;
  /** In the address. */
  readonly tab: DetailTab;
  /** The tab that comes back after a view with a tab of its own. */
  readonly keptTab: DetailTab;
  /** In the address, as typed. */
  readonly filterText: string;
  readonly brush: TimeBrush | null;
  /** How much of the events is listed, on top of the filter. In the address. */
  readonly level: ListLevel;
  /** What the filter leaves out is listed too, dimmed. */
  readonly dims: boolean;
  /** Consecutive pieces of one stream are one row. */
  readonly foldsStreams: boolean;
  /** The order of the list; null for that of the log. In another one no stream is folded. */
  readonly order: ListOrder | null;
  /** First pieces of the streams that are unfolded nevertheless. */
  readonly unfolded: readonly number[];
  /** The run that all views are about, by its id as displayed; null for all runs. In the address. */
  readonly run: string | null;
  /** The event of which the way of untrusted content is drawn over list, tree and lanes. In the address. */
  readonly taint: EventAddress | null;
  /** Keys of unfolded rows of the causes tree. */
  readonly expanded: readonly string[];
  readonly withEffectsOnly: boolean;
  readonly foldIdle: boolean;
  readonly nodes: NodesView;
  /** Of what the slowest spans are listed, and what comes first. */
  readonly slowest: SpanGroup | 'all';
  readonly slowestBy: SlowOrder;
  /** The critical path is drawn over the lanes. */
  readonly drawsPath: boolean;
  /** Keys of folded lanes of the nodes view. */
  readonly foldedLanes: readonly string[];
  /** Gone to in the envelopes view; several envelopes may be in one event, so the selection alone is ambiguous. */
  readonly envelope: ChosenEnvelope | null;
  /** What narrows the list of envelopes, as typed. */
  readonly envelopeText: string;
  /** Selected row of the problems view. */
  readonly problem: ProblemRow | null;
  /** Key of the selected finding of the audit. */
  readonly finding: string | null;
  readonly severities: readonly Severity[];
  /** Codes whose group is folded in the problems view. */
  readonly foldedCodes: readonly string[];
}

export const NEW_VIEW: SessionView = {
  view: 'events',
  bench: null,
  selected: null,
  tab: 'causes',
  keptTab: 'causes',
  filterText: '',
  brush: null,
  level: 'everything',
  dims: false,
  foldsStreams: true,
  order: null,
  unfolded: [],
  run: null,
  taint: null,
  expanded: [],
  withEffectsOnly: true,
  foldIdle: true,
  nodes: 'lanes',
  slowest: 'all',
  slowestBy: 'duration',
  drawsPath: false,
  foldedLanes: [],
  envelope: null,
  envelopeText: '',
  problem: null,
  finding: null,
  severities: ['error', 'warning', 'note'],
  foldedCodes: [],
};

export interface ViewState {
  readonly views: Readonly<Record<string, SessionView>>;
}

export const useViewStore = create<ViewState>()(() => ({ views: {} }));

/** The user's current choices in a session, for actions. */
export function viewOf(sessionId: string): SessionView {
  return useViewStore.getState().views[sessionId] ?? NEW_VIEW;
}

/** The user's choices in a session. Pick one field: `useSessionView(id, (view) => view.selected)`. */
export function useSessionView<Value>(sessionId: string, pick: (view: SessionView) => Value): Value {
  return useViewStore((state) => pick(state.views[sessionId] ?? NEW_VIEW));
}

/** Changes some of the user's choices in a session. Screens call the named actions of view-actions.ts instead. */
export function changeView(sessionId: string, change: Partial<SessionView>): void {
  useViewStore.setState(({ views }) => ({
    views: { ...views, [sessionId]: { ...(views[sessionId] ?? NEW_VIEW), ...change } },
  }));
}

/** Forgets a closed session. */
export function dropView(sessionId: string): void {
  useViewStore.setState(({ views }) => {
    const { [sessionId]: _closed, ...rest } = views;
    return { views: rest };
  });
}
