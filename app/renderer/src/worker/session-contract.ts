/**
 * Everything the window may ask of the session worker, which holds the indexes of all opened sources. Plain data
 * crosses; jobs are pure functions over a session (design.md section 2). Every job may be asked while a load is still
 * running and answers with what is there.
 */

import type { Severity } from '@openwop-inspector/protocol';
import type {
  CausalChain,
  CauseTreeRow,
  EnvelopeEvidence,
  EventRow,
  FilterAnswer,
  Histogram,
  JsonChildren,
  JsonNode,
  LoadProgress,
  ProblemGroup,
  ProblemRow,
  RawPage,
  SessionSummary,
} from '@openwop-inspector/run-log';
import type { LaneQuery, LaneWindow } from '../model/lane-window.ts';

/** Where the bytes come from. `url` is same-origin and answers range requests. */
export type SourceSpec =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'url'; readonly name: string; readonly url: string; readonly sizeBytes: number }
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

interface OfSession {
  readonly sessionId: string;
}
interface OfEvent extends OfSession {
  readonly ordinal: number;
}

/** What the causal jobs can start from. */
export type ChainTarget =
  | { readonly kind: 'event'; readonly ordinal: number }
  | { readonly kind: 'envelope'; readonly correlationId: string };

export interface SessionJobs {
  /** Starts a load and returns at once; progress and the end arrive as worker events. */
  open: { input: OfSession & { readonly source: SourceSpec }; result: null };
  /** Stops a load; what was read stays open and is marked partial. */
  cancel: { input: OfSession; result: null };
  close: { input: OfSession; result: null };
  summary: { input: OfSession; result: SessionSummary };
  /** Compiles a filter; an empty text selects everything. Cancelled by the next `filter` of the same session. */
  filter: { input: OfSession & { readonly text: string }; result: FilterAnswer };
  /** Rows `offset` to `offset + limit` of a selection, in display order. `limit` at most 2,000. */
  rows: {
    input: OfSession & { readonly filterId: number; readonly offset: number; readonly limit: number };
    result: { readonly total: number; readonly rows: readonly EventRow[] };
  };
  /** Rows by ordinal, for pins, chains and restored selections. */
  rowsByOrdinal: { input: OfSession & { readonly ordinals: readonly number[] }; result: readonly EventRow[] };
  /** Place of an event in a selection, or the nearest earlier one; -1 when nothing matches. `exact` says which. */
  position: {
    input: OfEvent & { readonly filterId: number };
    result: { readonly position: number; readonly exact: boolean };
  };
  /** Event by eventId, else by (runId, sequence); null when not held. */
  find: {
    input: OfSession & {
      readonly eventId?: string;
      readonly runId?: string;
      readonly sequence?: number;
    };
    result: EventRow | null;
  };
  chain: {
    input: OfSession & { readonly target: ChainTarget; readonly descendantLimit: number };
    result: CausalChain | null;
  };
  /** What the log holds about the envelope behind an event, for the acceptor bench; null while the log is read. */
  envelopeEvidence: { input: OfSession & { readonly target: ChainTarget }; result: EnvelopeEvidence | null };
  /** The causes forest flattened by `expanded` keys; `withEffectsOnly` hides roots that caused nothing. */
  causes: {
    input: OfSession & {
      readonly expanded: readonly string[];
      readonly withEffectsOnly: boolean;
      readonly offset: number;
      readonly limit: number;
      /** Ordinal of an event whose place among the rows is wanted. */
      readonly reveal?: number;
    };
    result: {
      readonly total: number;
      readonly roots: number;
      readonly rows: readonly CauseTreeRow[];
      /** Number of the row of `reveal`; -1 when it is not unfolded, not there or not asked for. */
      readonly revealed: number;
    };
  };
  /** Keys to expand so that an event shows in the causes tree, root first. */
  causePath: { input: OfEvent; result: readonly string[] };
  /** The lanes in sight, sorted, folded and laid out; what the window asks instead of `lanes`, which grows with the log. */
  laneWindow: { input: OfSession & LaneQuery; result: LaneWindow };
  /** Names of nodes, in order of first appearance. */
  nodeIds: { input: OfSession & { readonly limit: number }; result: readonly string[] };
  histogram: {
    input: OfSession & {
      readonly filterId: number;
      readonly buckets: number;
      readonly foldIdleMs: number | null;
    };
    result: Histogram;
  };
  problemGroups: {
    input: OfSession & { readonly severities: readonly Severity[] };
    result: readonly ProblemGroup[];
  };
  problems: {
    input: OfSession & { readonly code: string; readonly offset: number; readonly limit: number };
    result: readonly ProblemRow[];
  };
  /** Next or previous problem that belongs to an event, in display order, from an event; wraps round. */
  stepProblem: {
    input: OfSession & { readonly fromOrdinal: number | null; readonly direction: 1 | -1 };
    result: ProblemRow | null;
  };
  /** The value a pointer names; null when the document has none. */
  jsonNode: { input: OfEvent & { readonly pointer: string }; result: JsonNode | null };
  jsonChildren: {
    input: OfEvent & { readonly pointer: string; readonly offset: number; readonly limit: number };
    result: JsonChildren | null;
  };
  /** Text of a value as written, for copying; tokens masked. At most 8 MiB. */
  jsonText: {
    input: OfEvent & { readonly pointer: string };
    result: { readonly text: string; readonly truncated: boolean } | null;
  };
  /** Pointers of members whose key or scalar contains `text`, in document order, at most 500. */
  jsonSearch: {
    input: OfEvent & { readonly text: string };
    result: { readonly pointers: readonly string[]; readonly truncated: boolean };
  };
  raw: {
    input: OfEvent & { readonly offset: number; readonly length: number; readonly reveal: boolean };
    result: RawPage | null;
  };
}

/** What the worker tells the window unasked. */
export type SessionEvent =
  | { readonly kind: 'progress'; readonly sessionId: string; readonly progress: LoadProgress }
  /** Sent when rows can be shown, when the graph stands, and when the checks are done. */
  | { readonly kind: 'summary'; readonly sessionId: string; readonly summary: SessionSummary };

export type JobName = keyof SessionJobs;
export type JobInput<N extends JobName> = SessionJobs[N]['input'];
export type JobResult<N extends JobName> = SessionJobs[N]['result'];

/** Window to worker. */
export interface JobMessage<N extends JobName = JobName> {
  readonly id: number;
  readonly job: N;
  readonly input: JobInput<N>;
}

/** Worker to window. */
export type WorkerMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly bug: string }
  | { readonly event: SessionEvent };
