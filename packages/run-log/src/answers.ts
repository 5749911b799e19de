/**
 * The plain data a run log answers with. Everything here crosses the worker boundary by structured clone and is
 * printed by the command line, so it holds no functions, no class instances and no typed arrays over shared memory.
 *
 * Words: an **ordinal** is the number of a kept event in order of arrival, stable for the life of a session; an
 * **index** is its place in display order (runs in order of first appearance, inside a run by `sequence`). The two
 * are equal in a well-ordered file. Times are epoch milliseconds, offsets and lengths are bytes of the source.
 */
import type { MaskedText } from '@openwop-inspector/base';
import type { EventTone } from '@openwop-inspector/events';
import type { Known, Problem, Severity } from '@openwop-inspector/protocol';
import type { RowFigures } from './list-answers.ts';
import type { ConversationSummary } from './message-answers.ts';
import type { TextPlaces } from './payload-answers.ts';
import type { CauseRule, ChainEnding, RunSummary, Verdict } from './verdict-answers.ts';

export type { JsonChildren, JsonNode } from '@openwop-inspector/base';
export type * from './verdict-answers.ts';

/** The shapes a file can have (bundles-and-transport.md section 1), by the names the vectors use. */
export type SourceFormat =
  | 'export-bundle'
  | 'debug-bundle'
  | 'app-bundle'
  | 'poll'
  | 'agh-log'
  | 'event-log'
  | 'envelopes'
  | 'agh-envelope'
  | 'envelope'
  | 'event'
  | 'snapshot'
  | 'sse'
  | 'ndjson'
  /** What a live session wrote: events between lines about the connection. */
  | 'capture'
  /** A session file that holds no log; one that does has the format of its log. */
  | 'session'
  | 'text-envelopes'
  | 'unknown';

/** How an event stands in its run; decides glyph and word, never colour alone. */
export type { EventTone };

/** One row of the event list. `summary` is made from the payload when the row is asked for; secrets in it are masked. */
export interface EventRow {
  readonly ordinal: number;
  readonly index: number;
  /** Null when the host wrote neither `sequence` nor `seq`. */
  readonly sequence: number | null;
  /** A message of AGH Network: its `sequence` is its place among the messages of the log, of all channels. */
  readonly isMessage?: true;
  readonly type: MaskedText;
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  /** As recorded; may be unparsable. */
  readonly timestamp: MaskedText | null;
  /** Epoch ms, null when absent or unparsable. */
  readonly timeMs: number | null;
  readonly eventId: MaskedText;
  /** True when the host wrote no `eventId` and this one was derived (run-events.md section 5.2). */
  readonly eventIdDerived: boolean;
  readonly causationId: MaskedText | null;
  readonly contentTrust: 'trusted' | 'untrusted' | null;
  /**
   * Of a row that says it is untrusted: the event that its untrusted content came in by, found along its causes. Null
   * when it brought the content itself, when no cause tells, and while the causal graph does not stand.
   */
  readonly taintFrom: { readonly ordinal: number; readonly sequence: number | null } | null;
  readonly tone: EventTone;
  readonly summary: MaskedText;
  /** Worst severity among this event's problems. */
  readonly problem: Severity | null;
  /** In a capture, the channel that the event came by first; absent elsewhere. */
  readonly via?: 'sse' | 'poll' | 'bundle';
  readonly byteOffset: number;
  readonly byteLength: number;
  /** The stream that the row is of, in a list whose streams fold; absent elsewhere. */
  readonly stream?: RowStream;
  /** In a list that shows them; absent elsewhere. */
  readonly figures?: RowFigures;
  /** True in a list of all events for one that the filter leaves out; absent elsewhere. */
  readonly isDimmed?: boolean;
  /** In a list with colouring rules: the number of the first one that selects it; absent elsewhere. */
  readonly colour?: number;
}

/** What a folded row stands for: consecutive pieces of one stream, of which the row is the first. */
export interface StreamFold {
  readonly pieces: number;
  /** Of the events as recorded. */
  readonly bytes: number;
  /** From the first piece to the last; null without times. */
  readonly durationMs: number | null;
  readonly lastSequence: number | null;
  readonly lastTimeMs: number | null;
  /** The beginning of the joined text. */
  readonly text: MaskedText;
}

/** The stream of a row: its first piece, and what was folded; null for a piece that stands as a row. */
export interface RowStream {
  readonly head: number;
  readonly fold: StreamFold | null;
}

/** Where a load stands. Sent at most ten times a second. */
export interface LoadProgress {
  readonly phase: 'reading' | 'indexing' | 'graph' | 'checks' | 'done' | 'cancelled';
  /** Null until the shape is known. */
  readonly format: SourceFormat | null;
  readonly gzip: boolean;
  readonly bytesRead: number;
  /** Null when not known (a gzip stream). */
  readonly bytesTotal: number | null;
  readonly events: number;
  readonly elapsedMs: number;
}

/** A run among the others of its log. */
export interface RunListRow extends RunSummary {
  /** Its first event in display order, by which it is chosen; null for a run that only a document describes. */
  readonly firstOrdinal: number | null;
  /** The run that it is a child of, as far as its start, its document or a cause says so. */
  readonly parentRunId: MaskedText | null;
  /** Start and end by the events that tell them, else the first and last time; epoch ms. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Name of the source that its first event was read from. */
  readonly source: MaskedText | null;
}

/** One item of an export bundle (bundles section 3), as it names itself; a name that is missing is empty. */
export interface ExportItem {
  readonly kind: MaskedText;
  readonly ref: MaskedText;
  readonly dependsOn: readonly MaskedText[];
}

/** What is known about an opened source as a whole. */
export interface SessionSummary {
  readonly name: MaskedText;
  readonly format: SourceFormat;
  readonly gzip: boolean;
  readonly sizeBytes: number;
  /** True when all that could be read is, in order and with its causes; the verdict is then about all of it. */
  readonly isRead: boolean;
  /** False while loading, after a cancel, and for a file that ends early. */
  readonly complete: boolean;
  readonly cancelled: boolean;
  /** Why nothing (more) could be read, in words; absent when all went well. */
  readonly error?: MaskedText;
  /** What the file is and what to do instead, when it holds no run (headers, answers, an estate export). */
  readonly explanation?: MaskedText;
  /** Present where the source is a session file: the name of the log it was saved from, and whether it holds that log. */
  readonly sessionFile?: { readonly logName: MaskedText; readonly holdsLog: boolean };
  readonly hostName: MaskedText | null;
  readonly entries: number;
  readonly events: number;
  readonly duplicates: number;
  readonly unreadable: number;
  /** Envelopes that stand in the source by themselves, beside the events. */
  readonly envelopes: number;
  /**
   * Rows of the envelopes view: attempts under one correlationId count once. Null until the causal graph stands. See
   * `logicalEnvelopes`.
   */
  readonly logicalEnvelopes: number | null;
  /** AGH messages in the source, which are rows too; absent when there are none. */
  readonly aghMessages?: number;
  /** What is said of these messages; absent without any. */
  readonly conversation?: ConversationSummary;
  /** Items of an export bundle. */
  readonly items: number;
  /** The first 1,000 of them. */
  readonly exportItems?: readonly ExportItem[];
  readonly runs: readonly RunSummary[];
  readonly verdict: Verdict;
  readonly causal: CausalSummary;
  readonly problemCounts: { readonly error: number; readonly warning: number; readonly note: number };
  /** Without it nothing can be said of problems of payloads, and no problem of theirs is no good sign. */
  readonly checks: Known<CheckedPayloads, MaskedText>;
  readonly nodes: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Wall time of read, index and graph in ms. */
  readonly loadMs: number;
}

/** What the checks of payloads came to; what they found are problems. */
export interface CheckedPayloads {
  /** Payloads that were parsed and checked. */
  readonly payloads: number;
}

/** Counts of the causal graph (run-events.md section 4). */
export interface CausalSummary {
  readonly roots: number;
  readonly edges: number;
  readonly byRule: { readonly eventId: number; readonly correlationId: number };
  /** eventIds of events whose `causationId` names nothing that is held; at most 1,000. */
  readonly orphans: readonly MaskedText[];
  /** Each cycle as eventIds in cause order; at most 100. */
  readonly cycles: readonly (readonly MaskedText[])[];
  /** `causationId` values that name both an event and a correlationId; at most 1,000. */
  readonly ambiguous: readonly MaskedText[];
  /** True when no event of the source carries `causationId`: the host omitted causation. */
  readonly omitted: boolean;
}

/**
 * How an edge was resolved (run-events.md section 4.2). `nodeId`, `failedNodeId`, `endedBy` (the end of a run and the
 * failure that ended it) and `childRunId` (a failed child run and the failure that ended it) are links like those of section 4.4: shown dotted, never counted as causation, except from an envelope to the node execution it came from (section 4.3).
 */
export type CausalVia =
  | 'eventId'
  | 'correlationId'
  | 'causationHostId'
  | 'otherRun'
  | 'trigger'
  | 'nodeId'
  | 'failedNodeId'
  | 'endedBy'
  | 'childRunId';

/** One stop of a causal chain. */
export type ChainNode =
  | { readonly kind: 'event'; readonly row: EventRow }
  | {
      readonly kind: 'envelope';
      /** correlationId the events share. */
      readonly correlationId: MaskedText;
      readonly envelopeType: MaskedText | null;
      /** True when no envelope with this id is held and only its events are (section 4.2 rule 4). */
      readonly virtual: boolean;
      readonly events: number;
      /** The run it is of; null when no run names it. */
      readonly runId: MaskedText | null;
    }
  | { readonly kind: 'external'; readonly id: MaskedText; readonly hostId: MaskedText | null }
  | { readonly kind: 'dangling'; readonly id: MaskedText };

/** An edge with the node it leads to. */
export interface ChainLink {
  readonly node: ChainNode;
  /** The rule that resolved the edge between this node and the one nearer to the target. */
  readonly via: CausalVia;
  /** Marks of section 4.3 and 4.2: the edge closes a cycle, points forward, or its id is ambiguous. */
  readonly marks: readonly ('self' | 'cycle' | 'forward' | 'ambiguous')[];
  /** Steps from the target, 1 for a direct cause or effect. */
  readonly depth: number;
}

/** Causes and effects of one event or envelope. */
export interface CausalChain {
  readonly target: ChainNode;
  /** Nearest first, up to the root. Of a very long chain the middle may be left out; `depth` shows where. */
  readonly ancestors: readonly ChainLink[];
  /** Causes up to the root, shown or not. */
  readonly ancestorTotal: number;
  /** Depth first in sequence order, direct effects at depth 1; at most `descendantLimit`. */
  readonly descendants: readonly ChainLink[];
  readonly descendantTotal: number;
  /** Topmost event of the chain in the run of the target, itself when it has no cause; null in a circle of causes. */
  readonly chainStart: ChainNode | null;
  /**
   * The earliest cause in that run that is itself abnormal; where the chain leads to a failed child run, that of its
   * failure, or the failure itself; null when there is none.
   */
  readonly cause: { readonly node: ChainNode; readonly rule: CauseRule } | null;
  readonly ending: ChainEnding;
  /** Marks of the edge by which the target names its cause, also where that leads nowhere. */
  readonly marks: ChainLink['marks'];
  /** True when the source carries no causation at all, so that "no cause" says nothing. */
  readonly causationOmitted: boolean;
  /** What is inferred where no cause is recorded; null above and below a recorded cause, and for an envelope. */
  readonly inferred: InferredChain | null;
}

/**
 * The rule by which a parent was inferred that no `causationId` names. Each says what the parent is: `toolCall`,
 * `interrupt`, `invocation`, `toolSession` and `conversation` what began under the same id; `attempt` the start of the
 * execution that the event ends or moves; `retry` the `node.retried` before a start; `modelCall` the last call of a
 * model in the node; `node` the start of the node around it; `run` the start of the run; `parentRun` the node of another
 * run that started this one.
 */
export type InferredRule =
  | 'toolCall'
  | 'interrupt'
  | 'invocation'
  | 'toolSession'
  | 'conversation'
  | 'attempt'
  | 'retry'
  | 'modelCall'
  | 'node'
  | 'run'
  | 'parentRun';

/** An inferred edge with the event it leads to. */
export interface InferredLink {
  readonly row: EventRow;
  /** The rule of the edge between this event and the one nearer to the target. */
  readonly rule: InferredRule;
  /** Steps from the event it is asked for, 1 for the parent and for what is directly below. */
  readonly depth: number;
}

/** The place of an event by inference. Nothing of it is causation: no cause, no start of a chain, no effect. */
export interface InferredChain {
  /**
   * Nearest first, at most 100, up to the first event that names a cause itself. Where the chain has links, which are no
   * causation either, it goes on from the last of them.
   */
  readonly above: readonly InferredLink[];
  readonly aboveTotal: number;
  /** Depth first in display order; at most as many as effects were asked for. Empty where the log records causes. */
  readonly below: readonly InferredLink[];
  readonly belowTotal: number;
}

/** What is said of an inferred forest as a whole. */
export interface InferredCounts {
  /** Events with an inferred parent, by rule; a rule that none has is left out. */
  readonly byRule: Readonly<Partial<Record<InferredRule, number>>>;
  readonly edges: number;
  /** Events whose id was not read, so that they are placed below their node or run. */
  readonly notRead: number;
}

/** A row of the causes tree, already flattened by what is unfolded. */
export interface CauseTreeRow {
  /** Stable key: `e<ordinal>` or `v<envelope number>`. */
  readonly key: string;
  readonly node: ChainNode;
  readonly depth: number;
  /** Direct effects. */
  readonly children: number;
  /** All effects below, at most 1,000,000. */
  readonly descendants: number;
  readonly expanded: boolean;
  readonly via: CausalVia | null;
  /** The rule of an edge that was inferred; `via` is null then. */
  readonly inferredBy?: InferredRule;
  /** Position among its siblings and their number, for assistive technology. */
  readonly posInSet: number;
  readonly setSize: number;
}

/** A stretch of the folded time axis. Idle stretches longer than the fold limit are drawn at a fixed width. */
export interface TimeSegment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly idle: boolean;
}

/** A bar in a lane. */
export interface LaneSpan {
  readonly startMs: number;
  readonly endMs: number;
  /** False when the log ends before the span does. */
  readonly ended: boolean;
  readonly kind: 'ran' | 'waited' | 'streamed' | 'modelCall' | 'toolCall' | 'attempt' | 'childRun';
  readonly state:
    | 'completed'
    | 'failed'
    | 'suspended'
    | 'running'
    | 'cancelled'
    | 'skipped'
    | 'truncated'
    | 'schemaRetry';
  readonly label: MaskedText;
  readonly untrusted: boolean;
  /** Events the bar starts and ends at. */
  readonly ordinal: number;
  readonly endOrdinal: number | null;
}

/** A lane of the nodes view: the run itself, one of its nodes, or something inside a node. */
export interface NodeLane {
  readonly key: string;
  readonly runId: MaskedText;
  /** Null for the lane of the run itself. */
  readonly nodeId: MaskedText | null;
  readonly name: MaskedText;
  readonly kind: 'run' | 'node' | 'tool' | 'reasoning' | 'model' | 'attempt' | 'interrupt' | 'childRun';
  readonly typeId: MaskedText | null;
  readonly depth: 0 | 1 | 2;
  readonly state: LaneSpan['state'] | 'notReached';
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Sum of the spans in ms; null when no time is known. */
  readonly tookMs: number | null;
  /** Right-hand caption: "3 calls", "812 deltas". */
  readonly caption: MaskedText | null;
  readonly events: number;
  readonly firstOrdinal: number | null;
  readonly spans: readonly LaneSpan[];
  /** Sub-lanes that exist below this one. */
  readonly children: number;
}

/** Lanes of all runs with their shared time axis. Lanes are complete; the view windows them. */
export interface NodeLanes {
  readonly segments: readonly TimeSegment[];
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly lanes: readonly NodeLane[];
  /** Bars beyond what a lane keeps; they are in none. */
  readonly lost: number;
  /** False when more events would have to be read to name all that the lanes show. */
  readonly isNamed: boolean;
}

/** Counts of events a bucket of the folded axis, for the minimap. */
export interface Histogram {
  readonly segments: readonly TimeSegment[];
  /** One entry a bucket, spread evenly over the folded axis; idle segments take no bucket but their drawn width. */
  readonly buckets: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly events: number;
    readonly matching: number;
    readonly failed: number;
  }[];
  readonly max: number;
}

/** Where a filter text is wrong. `column` counts UTF-16 units from 0. */
export interface FilterError {
  readonly column: number;
  /** Behind the last unit that is wrong, and that the suggestion replaces. */
  readonly end?: number;
  readonly message: MaskedText;
  readonly suggestion: MaskedText | null;
}

/** What a filter selects. `id` names the selection in later row requests. */
export interface FilterAnswer {
  readonly id: number;
  /** As the person wrote it. */
  readonly text: string;
  /** Rows that were found. */
  readonly total: number;
  readonly of: number;
  /** Rows that were looked at: fewer than `of` while the search is under way, and when it was stopped. */
  readonly done: number;
  readonly error: FilterError | null;
}

/** Sums over some events. */
export interface EventFigures {
  readonly events: number;
  readonly bytes: number;
  readonly failures: number;
  /** Of a type: of what its events ended, by `durationMs` or by their times. Of a node and of all: executions of nodes. */
  readonly durationMs: number;
  /** As `provider.usage` tells it: once for each call of a provider. */
  readonly tokens: number;
  /** As hosts estimate it, of the calls that are told in dollars. */
  readonly costUsd: number;
}

export interface NamedFigures extends EventFigures {
  readonly name: MaskedText;
}

/** An event, and what lies in it and in all its effects: ms in nodes, tokens or dollars. */
export interface HeavyEvent {
  readonly ordinal: number;
  readonly weight: number;
}

/** What happened how often, the most frequent first. */
export interface LogStatistics {
  readonly all: EventFigures;
  /**
   * Where time, tokens and cost come from: the heaviest causes, at most ten each. Null where the causes are not known, and
   * for sums over some events alone.
   */
  readonly heaviest: {
    readonly durationMs: readonly HeavyEvent[];
    readonly tokens: readonly HeavyEvent[];
    readonly costUsd: readonly HeavyEvent[];
  } | null;
  /** The end of the longest chain of causes; null without any. */
  readonly longestChain: { readonly ordinal: number; readonly steps: number } | null;
  readonly types: readonly NamedFigures[];
  /** By nodeId, over all runs; events of no node are left out. */
  readonly nodes: readonly NamedFigures[];
}

/** A page of the exact bytes of an event as text. */
export interface RawPage {
  readonly text: MaskedText;
  /** First byte of the page, counted from the start of the event. */
  readonly offset: number;
  readonly length: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly line: number | null;
  readonly masked: number;
  /** Which byte of the page each unit of `text` stands for: read it with `unitOfByte` and `byteOfUnit`. */
  readonly places: TextPlaces;
}

/** A page in clear, for as long as a person holds a key. Never copied, never kept. */
export interface ClearPage extends Omit<RawPage, 'text' | 'masked'> {
  readonly text: string;
}

/** One group of the problems view. */
export interface ProblemGroup {
  readonly code: MaskedText;
  readonly severity: Severity;
  readonly title: MaskedText;
  readonly count: number;
}

/** One problem with the row it belongs to, when it belongs to one. `id` is its number in the list of all problems. */
export interface ProblemRow {
  readonly id: number;
  readonly problem: Problem;
  readonly ordinal: number | null;
  readonly nodeId: MaskedText | null;
}

/** An event to stop at on the walk over failures and problems. */
export interface ProblemStop {
  readonly ordinal: number;
  /** Its first listed problem; null for a failure without one. */
  readonly problem: ProblemRow | null;
}
