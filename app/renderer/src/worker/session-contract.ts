/**
 * Jobs of the session worker, which has the indexes of all opened sources. Plain data
 * crosses; jobs are pure functions over a session. Every job may be requested while a load is still
 * running and answers with what is there.
 */

import type { AghResult, AghStepTrace } from '@openwop-inspector/acceptor-core';
import type { EvidencePage } from '@openwop-inspector/audit';
import type { MaskedText } from '@openwop-inspector/base';
import type { EventDifference } from '@openwop-inspector/compare';
import type { Problem, Severity } from '@openwop-inspector/protocol';
import type {
  ContentProblem,
  LoadedContent,
  LoadedText,
  PayloadChildren,
  PayloadMatches,
  PayloadNode,
  PayloadText,
  RenderSubject,
} from '@openwop-inspector/renderers';
import type {
  CausalChain,
  CauseTreeRow,
  ClearPage,
  ClearText,
  CriticalPath,
  DeltaChainAnswer,
  EffectLedger,
  EnvelopeEvidence,
  EventRow,
  EvidenceEvent,
  FilterAnswer,
  Histogram,
  InferredCounts,
  JsonChildren,
  JsonNode,
  ListOrder,
  LiveFacts,
  LoadProgress,
  LogicalEnvelopePage,
  MessageFacts,
  ProblemGroup,
  ProblemRow,
  ProblemStop,
  RawPage,
  ReasoningMoment,
  RecordedTurn,
  RunListRow,
  SequenceGap,
  SessionSummary,
  SurfaceAnswer,
  TaintOfEvent,
  TrustAnswer,
  UnpackFacts,
  ValueAtByte,
} from '@openwop-inspector/run-log';
import type { LaneQuery, LaneWindow } from '../model/lane-window.ts';
import type { SubjectPlace, SubjectsTarget } from '../model/subject-place.ts';
import type { EventAddress } from '../model/view-link.ts';
import type { AttemptChange } from './attempt-contract.ts';
import type { CompareAnswer, CompareQuestion, EventsQuestion } from './compare-contract.ts';
import type { ContentAddress } from './content-address.ts';
import type { ExportAnswer, ExportQuestion } from './export-contract.ts';
import type { SlowestAnswer, SlowestQuery } from './lane-window.ts';
import type { PayloadAnswer, PayloadQuestion } from './search-contract.ts';
import type { SessionTextAnswer, SessionTextQuestion } from './session-file-contract.ts';

/** A file that is opened with others. */
export type OneFile = Extract<SourceSpec, { readonly kind: 'file' | 'url' }>;

/** Where the bytes come from. `url` is same-origin and answers range requests. */
export type SourceSpec =
  /** `path` is the path of a file within its folder. */
  | { readonly kind: 'file'; readonly file: File; readonly path?: string }
  | { readonly kind: 'url'; readonly name: string; readonly url: string; readonly sizeBytes: number }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** Files of a folder, or chosen together: one log. */
  | {
      readonly kind: 'many';
      readonly name: string;
      readonly files: readonly OneFile[];
      readonly isFolder: boolean;
    }
  /** The capture of a live session: a `url` that grows; `grow` says how far it may be read. */
  | {
      readonly kind: 'live';
      readonly name: string;
      readonly url: string;
      readonly sizeBytes: number;
      readonly liveId: string;
    };

interface OfSession {
  readonly sessionId: string;
}
interface OfEvent extends OfSession {
  readonly ordinal: number;
}

export interface FoldInput {
  readonly filterId: number;
  readonly open: readonly number[] | 'all';
}

/** A filter's answer with its rows folded as last requested; null while they are searched. */
export interface FilteredAnswer extends FilterAnswer {
  readonly fold: (FoldAnswer & Pick<FoldInput, 'open'>) | null;
}

export interface FoldAnswer {
  readonly id: number;
  /** Rows. */
  readonly total: number;
  /** Events that have no row of their own. */
  readonly folded: number;
  /** Grows each time that rows are refolded: earlier results for the rows may be outdated. */
  readonly made: number;
}

/** What the causal jobs can start from. */
export type ChainTarget =
  | { readonly kind: 'event'; readonly ordinal: number }
  | { readonly kind: 'envelope'; readonly correlationId: string };

/** What is rendered of an event or an attempt: envelopes, then the event itself. Empty when nothing is loaded. */
export interface SubjectsAnswer {
  /** Name of the target (model/subject-place.ts). */
  readonly of: string;
  readonly subjects: readonly RenderSubject[];
}

/** A question of a payload tree; pointers count from the document. */
export type ContentTreeQuestion =
  | { readonly kind: 'node'; readonly pointer: string }
  | {
      readonly kind: 'children';
      readonly pointer: string;
      readonly offset: number;
      readonly limit: number;
    }
  | { readonly kind: 'text'; readonly pointer: string }
  | { readonly kind: 'search'; readonly text: string };

/** Of the requested kind. Null when the document has no such value. */
export type ContentTreeAnswer =
  | { readonly kind: 'node'; readonly node: PayloadNode | null }
  | { readonly kind: 'children'; readonly children: PayloadChildren | null }
  | { readonly kind: 'text'; readonly text: PayloadText | null }
  | { readonly kind: 'search'; readonly matches: PayloadMatches };

/** One step of the acceptor of messages, with texts that are masked like all others. */
export interface MessageStep extends Pick<AghStepTrace, 'step' | 'verdict' | 'details'> {
  readonly note: MaskedText;
  readonly clause: MaskedText;
}

/** A message of AGH Network with its way through the acceptor. */
export interface MessageAnswer {
  readonly facts: MessageFacts;
  readonly verdict: Pick<
    AghResult,
    'status' | 'reason_code' | 'step' | 'lifecycle' | 'badge' | 'warnings'
  > & {
    readonly trace: readonly MessageStep[];
  };
  /** Messages before it that the acceptor was shown first; with fewer than there are it may not know all it should. */
  readonly shownBefore: number;
  readonly before: number;
}

export interface SessionJobs {
  /**
   * Starts a load and returns at once; progress and the end arrive as worker events. `secret` goes with requests to the
   * shell (shell/window-access.ts), null on the desktop.
   */
  open: {
    input: OfSession & { readonly source: SourceSpec; readonly secret: string | null };
    result: null;
  };
  /**
   * The capture of a live session has grown to `sizeBytes`. Returns at once; a summary follows when the index has taken
   * it in. `ended`: nothing more will come.
   */
  grow: {
    input: OfSession & { readonly sizeBytes: number; readonly ended: boolean };
    result: null;
  };
  /** State of the runs of a live session: nodes at work, open interrupts, what was spent of the limits. */
  liveFacts: { input: OfSession; result: LiveFacts };
  /** What ran from a sequence on and would run again in a fork. */
  effectLedger: {
    input: OfSession & { readonly runId: string; readonly fromSequence: number };
    result: EffectLedger;
  };
  /** Gaps between loaded sequences, by place in a selection, at most 500. */
  gaps: { input: OfSession & { readonly filterId: number }; result: readonly SequenceGap[] };
  /** How many bytes a packed source may unpack to in all; 0 stops it, and what was unpacked stays. */
  answerUnpack: { input: OfSession & { readonly mostBytes: number }; result: null };
  /** Stops a load; what was read stays open and is marked partial. */
  cancel: { input: OfSession; result: null };
  close: { input: OfSession; result: null };
  /** Of the run that the views are narrowed to, else of the whole source. */
  summary: { input: OfSession; result: SessionSummary };
  /** The runs of the source, in order of first appearance. */
  runs: { input: OfSession; result: readonly RunListRow[] };
  /**
   * Narrows what every later job answers to one run, by its id as shown; null widens it again. Jobs that name an event,
   * and `find`, go on answering about the whole source.
   */
  narrow: { input: OfSession & { readonly runId: string | null }; result: null };
  /**
   * Compiles a filter; an empty text selects everything. Cancelled by the next `filter` of the same session. A search that
   * takes long reports what it has found so far in parts: answers of the same id, whose rows grow.
   */
  filter: {
    input: OfSession & {
      readonly text: string;
      /** Ordinals of events with a note, for a text that needs them. */
      readonly noted?: readonly number[];
    };
    result: FilteredAnswer;
  };
  /** Ends the search that is under way; what it has found stays, until the filter is another. */
  stopFilter: { input: OfSession; result: null };
  /**
   * A selection (0 for every event) in which consecutive pieces of one stream are one row: a selection of its own, for
   * `rows`, `position` and `gaps`. `open` are pieces of streams that stay unfolded. The same question keeps its id while
   * the selection grows.
   */
  fold: { input: OfSession & FoldInput; result: FoldAnswer };
  /**
   * A selection in another order, as a selection of its own like a folded one; null when it was stopped by a newer question.
   */
  sort: {
    input: OfSession & { readonly filterId: number; readonly order: ListOrder };
    result: FoldAnswer | null;
  };
  /** Rows `offset` to `offset + limit` of a selection, in its order. `limit` at most 2,000. */
  rows: {
    input: OfSession & {
      readonly filterId: number;
      readonly offset: number;
      readonly limit: number;
      /** Asks for their figures too. */
      readonly figures?: boolean;
      /** A selection: rows of none of its events are said to be dimmed. */
      readonly dimmedBy?: number | null;
      /** Filters of colouring rules, at most 12: rows say which of them selects them first. */
      readonly rules?: readonly string[];
    };
    result: { readonly total: number; readonly rows: readonly EventRow[] };
  };
  /** What is wrong with some filters, at most 12; null for one that can be read. */
  filterFaults: {
    input: OfSession & { readonly texts: readonly string[] };
    result: readonly (MaskedText | null)[];
  };
  /** Rows by ordinal, for pins, chains and restored selections. */
  rowsByOrdinal: { input: OfSession & { readonly ordinals: readonly number[] }; result: readonly EventRow[] };
  /** Place of an event in a selection, or the nearest earlier one; -1 when nothing matches. `exact` says which. */
  position: {
    input: OfEvent & { readonly filterId: number };
    result: {
      readonly position: number;
      readonly exact: boolean;
      /** The first piece of the folded stream that the event is in; null where it is a row. */
      readonly foldedIn: number | null;
    };
  };
  /** Event by eventId, else by (runId, sequence); null when not loaded. */
  find: {
    input: OfSession & {
      readonly eventId?: string;
      readonly runId?: string;
      readonly sequence?: number;
    };
    result: EventRow | null;
  };
  /** Ordinals of some events, at most 500, in the order of the question; null for one that is not loaded. */
  findAll: {
    input: OfSession & { readonly events: readonly EventAddress[] };
    result: readonly (number | null)[];
  };
  chain: {
    input: OfSession & { readonly target: ChainTarget; readonly descendantLimit: number };
    result: CausalChain | null;
  };
  /** The log's evidence about the envelope of an event, for the acceptor bench; null while the log is read. */
  envelopeEvidence: { input: OfSession & { readonly target: ChainTarget }; result: EnvelopeEvidence | null };
  /** The attempts of the envelope that an event belongs to, for the model turn; null when it belongs to none. */
  recordedTurn: { input: OfEvent; result: RecordedTurn | null };
  /** What the host recorded of the decision of its gate; empty for any event but one of the gate. */
  recordedGate: { input: OfEvent; result: readonly EvidenceEvent[] };
  /**
   * The causes forest flattened by `expanded` keys; `withEffectsOnly` hides roots that caused nothing. Of a log that
   * names no cause, the forest of inferred parents: `inferred` says what it is made of, else it is null.
   */
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
      /** Number of the row of `reveal`; -1 when it is not unfolded, not there or not requested. */
      readonly revealed: number;
      readonly inferred: InferredCounts | null;
    };
  };
  /** Keys to expand so that an event shows in the causes tree, root first. */
  causePath: { input: OfEvent; result: readonly string[] };
  /** The visible lanes, sorted, folded and laid out; the window uses it instead of `lanes`, which grows with the log. */
  laneWindow: { input: OfSession & LaneQuery; result: LaneWindow };
  /** What took longest, of a group or of all; at most 200. */
  slowest: {
    input: OfSession & SlowestQuery;
    result: SlowestAnswer;
  };
  /** The critical path of the run of an event, or of the run that took longest (null), with at most 2,000 steps. */
  criticalPath: { input: OfSession & { readonly ordinal: number | null }; result: CriticalPath | null };
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
  /** The log's evidence about a page of envelopes, for the audit of the log in scope. `limit` at most 200. */
  auditPage: {
    input: OfSession & { readonly offset: number; readonly limit: number };
    result: EvidencePage;
  };
  /** Broken rules between the events of the log in scope. */
  auditRules: { input: OfSession; result: readonly Problem[] };
  /** Two runs, aligned by causal position; progress comes in parts. One comparison ends the one before. */
  compare: { input: CompareQuestion; result: CompareAnswer };
  stopCompare: { input: OfSession; result: null };
  /** Searches payloads, and reports hits in consecutive parts. One search of a session ends the one before. */
  searchPayloads: { input: PayloadQuestion; result: PayloadAnswer };
  stopPayloadSearch: { input: OfSession; result: null };
  /** The head of the session file that the log was opened from, masked; null where it is none. */
  sessionHead: { input: OfSession; result: MaskedText | null };
  /** Makes a session file, and reports progress in parts. One that is made ends the one before. */
  sessionText: { input: SessionTextQuestion; result: SessionTextAnswer };
  stopSessionText: { input: OfSession; result: null };
  /** Makes a report or another file of events, and reports progress in parts. One export ends the one before. */
  export: { input: ExportQuestion; result: ExportAnswer };
  stopExport: { input: OfSession; result: null };
  /** Two events value by value, without what the rules leave out; null where these cannot be read. */
  compareEvents: { input: EventsQuestion; result: EventDifference | null };
  /** Next or previous event that is a failure or has a problem, in display order, from an event; wraps round. */
  stepProblem: {
    input: OfSession & { readonly fromOrdinal: number | null; readonly direction: 1 | -1 };
    result: ProblemStop | null;
  };
  /** The value a pointer names; null when the document has none. */
  jsonNode: { input: OfEvent & { readonly pointer: string }; result: JsonNode | null };
  jsonChildren: {
    input: OfEvent & { readonly pointer: string; readonly offset: number; readonly limit: number };
    result: JsonChildren | null;
  };
  /** Text of a value as written, for copying; tokens masked. At most 8 MiB, and at most `maxBytes`. */
  jsonText: {
    input: OfEvent & { readonly pointer: string; readonly maxBytes?: number };
    result: PayloadText | null;
  };
  /** Pointers of members whose key or scalar contains `text`, in document order, at most 500. */
  jsonSearch: {
    input: OfEvent & { readonly text: string };
    result: { readonly pointers: readonly string[]; readonly truncated: boolean };
  };
  /** Logical envelopes in display order, narrowed by `text` (model/envelope-terms.ts). `limit` at most 200. */
  envelopes: {
    input: OfSession & { readonly text: string; readonly offset: number; readonly limit: number };
    result: LogicalEnvelopePage;
  };
  /** Row among all envelopes of the one that an event belongs to; -1 when it belongs to none. */
  envelopePosition: { input: OfEvent; result: number };
  /** New input of the model for each attempt but the first, by the events of the attempts. At most 64. */
  attemptChanges: {
    input: OfSession & { readonly attempts: readonly number[] };
    result: readonly AttemptChange[];
  };
  /** What is rendered of an event, decided over whole documents; long strings are omitted. */
  subjects: { input: OfSession & SubjectsTarget; result: SubjectsAnswer };
  /** Bytes of the base64 string at a pointer, at most 64 MiB; they are transferred. */
  contentBytes: {
    input: SubjectPlace & { readonly pointer: string };
    result: LoadedContent | ContentProblem;
  };
  /** The string at a pointer, masked, at most 8 Mi characters. */
  contentText: { input: SubjectPlace & { readonly pointer: string }; result: LoadedText | ContentProblem };
  /** An address with its token, on a click that loads it; never for showing or copying. */
  contentAddress: { input: SubjectPlace & { readonly pointer: string }; result: ContentAddress };
  /** The tree of a document, a piece at a time. */
  contentTree: { input: SubjectPlace & { readonly ask: ContentTreeQuestion }; result: ContentTreeAnswer };
  /** Whether an event is trusted, and what brought the taint. */
  trust: { input: OfEvent; result: TrustAnswer };
  /** How untrusted content came to an event, and what it reached from there; null for no event. */
  taint: { input: OfEvent & { readonly limit: number }; result: TaintOfEvent | null };
  /** Reasoning and questions around an event; null when there are none. */
  /** What became of the surface at an event: updates, answer, and what followed. */
  surfaceAnswer: { input: OfEvent; result: SurfaceAnswer };
  reasoning: { input: OfEvent; result: ReasoningMoment | null };
  /**
   * A message of AGH Network: what surrounds it, and its steps in the acceptor by the clock of the log, or at `now` in Unix
   * seconds. Null for an event.
   */
  message: { input: OfEvent & { readonly now: number | null }; result: MessageAnswer | null };
  /** Delta frames that begin at the surface of an event; null when there are none. */
  deltaChain: { input: OfEvent; result: DeltaChainAnswer | null };
  /** The beginning of a string in clear, while the user presses a button; null for anything but a string. */
  jsonReveal: { input: OfEvent & { readonly pointer: string }; result: ClearText | null };
  /** The innermost value at a byte of the source; null outside of the event. */
  jsonAt: { input: OfEvent & { readonly byteOffset: number }; result: ValueAtByte | null };
  raw: { input: OfEvent & { readonly offset: number; readonly length: number }; result: RawPage | null };
  /** A page of bytes in clear, while the user presses a key; null outside of the event. */
  rawReveal: {
    input: OfEvent & { readonly offset: number; readonly length: number };
    result: ClearPage | null;
  };
}

/** Notifications of the worker to the window. */
export type SessionEvent =
  | { readonly kind: 'progress'; readonly sessionId: string; readonly progress: LoadProgress }
  /** A packed source unpacks to more than it may unasked; it waits for `answerUnpack`. */
  | { readonly kind: 'unpack'; readonly sessionId: string; readonly facts: UnpackFacts }
  /** Sent when rows can be shown, when the graph is built, and when the checks are done. */
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
  /** An earlier form of the result, which is still to come. */
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly bug: string }
  | { readonly event: SessionEvent };
