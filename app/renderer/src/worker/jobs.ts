/**
 * Jobs of the session worker, which has the indexes of all opened sources. Plain data crosses; jobs are pure functions
 * over a session. Every job may be requested while a load is still running and answers with what is there. Each job is
 * declared here alone: the client in the window takes its input and its result from the handler.
 */
import { isLogRule, isProblemCode, type Severity } from '@openwop-inspector/protocol';
import {
  type CausesQuery,
  type EventRow,
  envelopePosition,
  histogram,
  JsonTree,
  type ListOrder,
  nextProblem,
  OneRun,
  type PageRange,
  type RunLog,
  sequenceGaps,
  sessionSummary,
  trustOf,
} from '@openwop-inspector/run-log';
import { MAX_RULES } from '../features/filter/filter-file.ts';
import type { LaneQuery, LaneWindow } from '../features/nodes/lane-window.ts';
import type { SubjectPlace, SubjectsTarget } from '../shared/subject-place.ts';
import type { EventAddress } from '../shared/view-link.ts';
import type { CompareAnswer, CompareQuestion, EventsQuestion } from './compare-jobs.ts';
import type { ExportAnswer, ExportQuestion, SessionTextAnswer, SessionTextQuestion } from './export-job.ts';
import type { SlowestQuery } from './lane-window.ts';
import type { EnvelopesQuery, PayloadAnswer, PayloadQuestion } from './search-job.ts';
import {
  type FilteredAnswer,
  type FoldInput,
  filterFaults,
  filterRows,
  foldRows,
  MAX_ROWS,
  positionIn,
  type RowsQuery,
  rowsOfSelection,
  sortRows,
  withFold,
} from './selection-rows.ts';
import { closeSession, openSession, recentAnswers, type SessionEvent, sessionOf } from './sessions.ts';
import type { ContentTreeQuestion } from './subjects.ts';

type OfSession = { readonly sessionId: string };
type OfEvent = OfSession & { readonly ordinal: number };
type OfSelection = OfSession & { readonly filterId: number };
type AtPointer = OfEvent & { readonly pointer: string };
type InDocument = SubjectPlace & { readonly pointer: string };

/** Rows `offset` to `offset + limit`. */
type Page = { readonly offset: number; readonly limit: number };

/** What the causal jobs can start from. */
export type ChainTarget =
  | { readonly kind: 'event'; readonly ordinal: number }
  | { readonly kind: 'envelope'; readonly correlationId: string };

/** Reports what happens to a session after the job has answered. */
type Tell = (event: SessionEvent) => void;
/** Sends an earlier form of the result, which is still to come. */
type Say<Result> = ((part: Result) => void) | undefined;

const logOf = ({ sessionId }: OfSession): RunLog => sessionOf(sessionId).log;
/** What answers for the views: the log, or the run that they are narrowed to. */
const viewOf = ({ sessionId }: OfSession): RunLog | OneRun => {
  const { log, run } = sessionOf(sessionId);
  return run ?? log;
};
/** A job about one event of the whole source. */
const ofEvent =
  <Result>(answer: (log: RunLog, ordinal: number) => Result) =>
  (input: OfEvent): Result =>
    answer(logOf(input), input.ordinal);

// Code that the first picture of a log does not need is loaded with the first job that does. A stop waits for it too, so
// that it does not overtake the job that it ends.
const comparing = () => import('./compare-jobs.ts');
const exporting = () => import('./export-job.ts');
const views = () => import('./view-jobs.ts');
/** Ends the latest job of a kind. */
const stopper =
  (load: () => Promise<unknown>, kind: 'payloadSearch' | 'sessionTexts' | 'exports') =>
  async ({ sessionId }: OfSession): Promise<void> => {
    await load();
    sessionOf(sessionId)[kind].stop();
  };

const jobs = {
  /** Starts a load and returns at once; progress and the end arrive as worker events. */
  open: openSession,
  /**
   * The capture of a live session has grown to `sizeBytes`. Returns at once; a summary follows when the index has taken
   * it in. `ended`: nothing more will come.
   */
  grow: (input: OfSession & { readonly sizeBytes: number; readonly ended: boolean }): void => {
    void logOf(input).grow(input.sizeBytes, input.ended);
  },
  /** State of the runs of a live session: nodes at work, open interrupts, what was spent of the limits. */
  liveFacts: async (input: OfSession) => (await views()).liveFacts(logOf(input)),
  /** What ran from a sequence on and would run again in a fork. */
  effectLedger: async (input: OfSession & { readonly runId: string; readonly fromSequence: number }) =>
    (await views()).effectLedger(logOf(input), input.runId, input.fromSequence),
  /** Gaps between loaded sequences, by place in a selection, at most 500. */
  gaps: ({ sessionId, filterId }: OfSelection) => {
    const session = sessionOf(sessionId);
    const fold = session.fold(filterId);
    if (fold?.isSorted) return [];
    return sequenceGaps(session.view, (fold ?? session.selection(filterId)).rows);
  },
  /** How many bytes a packed source may unpack to in all; 0 stops it, and what was unpacked stays. */
  answerUnpack: ({ sessionId, mostBytes }: OfSession & { readonly mostBytes: number }): void =>
    sessionOf(sessionId).answerUnpack(mostBytes),
  /** Stops a load; what was read stays open and is marked partial. */
  cancel: ({ sessionId }: OfSession): void => sessionOf(sessionId).stop.abort(),
  close: ({ sessionId }: OfSession): Promise<void> => closeSession(sessionId),
  /** Of the run that the views are narrowed to, else of the whole source. */
  summary: (input: OfSession) => {
    const displayed = viewOf(input);
    return displayed instanceof OneRun ? displayed.summary() : sessionSummary(displayed);
  },
  /** The runs of the source, in order of first appearance. */
  runs: (input: OfSession) => logOf(input).runs(),
  /**
   * Narrows what every later job answers to one run, by its id as displayed; null widens it again. Jobs that name an event,
   * and `find`, go on answering about the whole source.
   */
  narrow: ({ sessionId, runId }: OfSession & { readonly runId: string | null }): void =>
    sessionOf(sessionId).narrow(runId),
  /**
   * Compiles a filter; an empty text selects everything. Cancelled by the next `filter` of the same session. A search that
   * takes long reports what it has found so far in parts: answers of the same id, whose rows grow. `noted`: ordinals of
   * events with a note, for a text that needs them.
   */
  filter: async (
    { sessionId, text, noted }: OfSession & { readonly text: string; readonly noted?: readonly number[] },
    _tell?: Tell,
    say?: Say<FilteredAnswer>,
  ) => {
    const session = sessionOf(sessionId);
    const sayPart = (part: Omit<FilteredAnswer, 'fold'>): void => say?.({ ...part, fold: null });
    return withFold(session, await filterRows(session, text, sayPart, undefined, noted));
  },
  /** Ends the search that is under way; what it has found stays, until the filter is another. */
  stopFilter: ({ sessionId }: OfSession): void => sessionOf(sessionId).stopSearch(),
  /**
   * A selection (0 for every event) in which consecutive pieces of one stream are one row: a selection of its own, for
   * `rows`, `position` and `gaps`. The same question keeps its id while the selection grows.
   */
  fold: (input: OfSession & FoldInput) => {
    const session = sessionOf(input.sessionId);
    session.openStreams = input.open;
    return foldRows(session, input);
  },
  /**
   * A selection in another order, as a selection of its own like a folded one; null when it was stopped by a newer question.
   */
  sort: (input: OfSelection & { readonly order: ListOrder }) => sortRows(sessionOf(input.sessionId), input),
  rows: (input: OfSession & RowsQuery) => rowsOfSelection(sessionOf(input.sessionId), input),
  /** What is wrong with some filters, at most 12; null for one that can be read. */
  filterFaults: ({ sessionId, texts }: OfSession & { readonly texts: readonly string[] }) =>
    filterFaults(sessionOf(sessionId), texts.slice(0, MAX_RULES)),
  /** Rows by ordinal, for pins, chains and restored selections. */
  rowsByOrdinal: (input: OfSession & { readonly ordinals: readonly number[] }) =>
    viewOf(input).rows(input.ordinals.slice(0, MAX_ROWS)),
  position: ({ sessionId, ordinal, filterId }: OfEvent & OfSelection) =>
    positionIn(sessionOf(sessionId), ordinal, filterId),
  /** Event by eventId, else by (runId, sequence); null when not loaded. */
  find: async (input: OfSession & Partial<EventAddress>): Promise<EventRow | null> => {
    const log = logOf(input);
    const ordinal = ordinalOf(log, input);
    return ordinal === null ? null : ((await log.rows([ordinal]))[0] ?? null);
  },
  /** Ordinals of some events, at most 500, in the order of the question; null for one that is not loaded. */
  findAll: (input: OfSession & { readonly events: readonly EventAddress[] }) =>
    input.events.slice(0, MAX_FOUND).map((event) => ordinalOf(logOf(input), event)),
  chain: (input: OfSession & { readonly target: ChainTarget; readonly descendantLimit: number }) => {
    const { target, descendantLimit } = input;
    const options = { descendantLimit, ancestorLimit: MAX_ROWS, links: true };
    return logOf(input).chain(target.kind === 'event' ? { ordinal: target.ordinal } : target, options);
  },
  /** The log's evidence about the envelope of an event, for the acceptor bench; null while the log is read. */
  envelopeEvidence: async (input: OfSession & { readonly target: ChainTarget }) =>
    (await views()).envelopeEvidence(logOf(input), input.target),
  /** The attempts of the envelope that an event belongs to, for the model turn; null when it belongs to none. */
  recordedTurn: ofEvent(async (...event) => (await views()).recordedTurn(...event)),
  /** What the host recorded of the decision of its gate; empty for any event but one of the gate. */
  recordedGate: ofEvent(async (...event) => (await views()).recordedGate(...event)),
  /**
   * The causes forest flattened by `expanded` keys. Of a log that names no cause, the forest of inferred parents:
   * `inferred` says what it is made of, else it is null.
   */
  causes: (input: OfSession & CausesQuery) =>
    viewOf(input).causes({ ...input, limit: Math.min(input.limit, MAX_ROWS) }),
  /** Keys to expand so that an event shows in the causes tree, root first. */
  causePath: (input: OfEvent) => viewOf(input).causePath(input.ordinal),
  /**
   * The visible lanes, sorted, folded and laid out; the whole of them grows with the log and stays here. They come without
   * the names that are read from events first.
   */
  laneWindow: async (input: OfSession & LaneQuery, _tell?: Tell, say?: Say<LaneWindow>) =>
    (await views()).laneWindowOf(viewOf(input), input, sessionOf(input.sessionId).reportLater, say),
  /** What took longest in total, of a group or of all; at most 200, and as many spans of each open one. */
  slowest: async (input: OfSession & SlowestQuery) => {
    const { stop } = sessionOf(input.sessionId);
    return (await views()).slowestOf(viewOf(input), input, () => stop.signal.aborted);
  },
  /** The critical path of the run of an event, or of the run that took longest (null), with at most 2,000 steps. */
  criticalPath: async (input: OfSession & { readonly ordinal: number | null }) =>
    (await views()).pathOf(viewOf(input), input.ordinal),
  /** Names of nodes, in order of first appearance. */
  nodeIds: (input: OfSession & { readonly limit: number }) => logOf(input).index.nodes.labels(input.limit),
  histogram: (input: OfSelection & { readonly buckets: number; readonly foldIdleMs: number | null }) => {
    const session = sessionOf(input.sessionId);
    return histogram(session.view, { ...input, matching: session.selection(input.filterId).rows });
  },
  problemGroups: (input: OfSession & { readonly severities: readonly Severity[] }) =>
    viewOf(input).problemGroups(input.severities),
  problems: async (input: OfSession & Page & { readonly code: string }) =>
    isProblemCode(input.code)
      ? viewOf(input).problems(input.code, input.offset, Math.min(input.limit, MAX_ROWS))
      : [],
  /** The log's evidence about a page of envelopes, for the audit of the log in scope. `limit` at most 200. */
  auditPage: async ({ sessionId, offset, limit }: OfSession & Page) =>
    (await views()).evidencePage(sessionOf(sessionId).view, offset, limit),
  /** Broken rules between the events of the log in scope. */
  auditRules: (input: OfSession) => viewOf(input).allProblems(isLogRule),
  /** Two runs, aligned by causal position; progress comes in parts. One comparison ends the one before. */
  compare: async (input: CompareQuestion, _tell?: Tell, say?: Say<CompareAnswer>) =>
    (await comparing()).compareSessions(input, say),
  stopCompare: async (_: OfSession): Promise<void> => (await comparing()).comparisons.stop(),
  /** Two events value by value, without what the rules leave out; null where these cannot be read. */
  compareEvents: async (input: EventsQuestion) => (await comparing()).compareEvents(input),
  /** Searches payloads, and reports hits in consecutive parts. One search of a session ends the one before. */
  searchPayloads: async (
    { sessionId, ...question }: OfSession & PayloadQuestion,
    _tell?: Tell,
    say?: Say<PayloadAnswer>,
  ) => (await views()).searchSession(sessionOf(sessionId), question, say),
  stopPayloadSearch: stopper(views, 'payloadSearch'),
  /** The head of the session file that the log was opened from, masked; null where it is none. */
  sessionHead: async ({ sessionId }: OfSession) => (await exporting()).sessionHead(sessionOf(sessionId)),
  /** Makes a session file, and reports progress in parts. One that is made ends the one before. */
  sessionText: async (
    { sessionId, ...question }: OfSession & SessionTextQuestion,
    _tell?: Tell,
    say?: Say<SessionTextAnswer>,
  ) => (await exporting()).makeSessionText(sessionOf(sessionId), question, say),
  stopSessionText: stopper(exporting, 'sessionTexts'),
  /** Makes a report or another file of events, and reports progress in parts. One export ends the one before. */
  export: async (
    { sessionId, ...question }: OfSession & ExportQuestion,
    _tell?: Tell,
    say?: Say<ExportAnswer>,
  ) => (await exporting()).exportSession(sessionOf(sessionId), question, say),
  stopExport: stopper(exporting, 'exports'),
  /** Next or previous event that is a failure or has a problem, in display order, from an event; wraps round. */
  stepProblem: (input: OfSession & { readonly fromOrdinal: number | null; readonly direction: 1 | -1 }) =>
    nextProblem(sessionOf(input.sessionId).view, input.fromOrdinal, input.direction),
  /** The value a pointer names; null when the document has none. */
  jsonNode: async (input: AtPointer) => {
    const { tree, base } = await treeOf(input);
    return tree.node(input.pointer, base);
  },
  jsonChildren: async (input: AtPointer & Page) => {
    const { tree, base } = await treeOf(input);
    return tree.children(input.pointer, input.offset, Math.min(input.limit, MAX_ROWS), base);
  },
  /** Text of a value as written, for copying; tokens masked. At most 8 MiB, and at most `maxBytes`. */
  jsonText: async (input: AtPointer & { readonly maxBytes?: number }) =>
    (await treeOf(input)).tree.text(input.pointer, input.maxBytes),
  /** Pointers of members whose key or scalar contains `text`, in document order, at most 500. */
  jsonSearch: async (input: OfEvent & { readonly text: string }) =>
    (await treeOf(input)).tree.search(input.text),
  /** The beginning of a string in clear, while the user presses a button; null for anything but a string. */
  jsonReveal: async (input: AtPointer) => (await treeOf(input)).tree.reveal(input.pointer),
  /** The innermost value at a byte of the source; null outside of the event. */
  jsonAt: async (input: OfEvent & { readonly byteOffset: number }) => {
    const { tree, base } = await treeOf(input);
    return tree.at(input.byteOffset, base);
  },
  /** Logical envelopes in display order, narrowed by `text` (search-job.ts). `limit` at most 200. */
  envelopes: async (input: OfSession & EnvelopesQuery) =>
    (await views()).narrowedEnvelopes(viewOf(input), input),
  /** Row among all envelopes of the one that an event belongs to; -1 when it belongs to none. */
  envelopePosition: ({ sessionId, ordinal }: OfEvent) => envelopePosition(sessionOf(sessionId).view, ordinal),
  /** New input of the model for each attempt but the first, by the events of the attempts. At most 64. */
  attemptChanges: async ({ attempts, ...of }: OfSession & { readonly attempts: readonly number[] }) =>
    (await import('./attempt-jobs.ts')).attemptChanges(logOf(of), attempts),
  /** What is rendered of an event, decided over whole documents; long strings are omitted. */
  subjects: async (input: OfSession & SubjectsTarget) => (await views()).subjectsOf(logOf(input), input),
  /** Bytes of the base64 string at a pointer, at most 64 MiB; they are transferred. */
  contentBytes: async (input: InDocument) => (await views()).contentBytes(logOf(input), input),
  /** The string at a pointer, masked, at most 8 Mi characters. */
  contentText: async (input: InDocument) => (await views()).contentText(logOf(input), input),
  /** An address with its token, on a click that loads it; never for showing or copying. */
  contentAddress: async (input: InDocument) => (await views()).contentAddress(logOf(input), input),
  /** The tree of a document, a piece at a time. */
  contentTree: async (input: SubjectPlace & { readonly ask: ContentTreeQuestion }) =>
    (await views()).contentTree(logOf(input), input),
  /** Whether an event is trusted, and what brought the taint. */
  trust: ofEvent(trustOf),
  /** How untrusted content came to an event, and what it reached from there; null for no event. */
  taint: async (input: OfEvent & { readonly limit: number }) =>
    (await views()).taintOfEvent(logOf(input), input.ordinal, Math.min(input.limit, MAX_ROWS)),
  /** What became of the surface at an event: updates, answer, and what followed. */
  surfaceAnswer: ofEvent(async (...event) => (await views()).surfaceAnswer(...event)),
  /** Reasoning and questions around an event; null when there are none. */
  reasoning: ofEvent(async (...event) => (await views()).reasoningAt(...event)),
  /**
   * A message of AGH Network: what surrounds it, and its steps in the acceptor by the clock of the log, or at `now` in Unix
   * seconds. Null for an event.
   */
  message: async (input: OfEvent & { readonly now: number | null }) =>
    (await import('./message-job.ts')).messageAnswer(logOf(input), input.ordinal, input.now),
  /** Delta frames that begin at the surface of an event; null when there are none. */
  deltaChain: ofEvent(async (...event) => (await views()).deltaChain(...event)),
  raw: async (input: OfEvent & PageRange) => (await views()).rawPage(logOf(input), input.ordinal, input),
  /** A page of bytes in clear, while the user presses a key; null outside of the event. */
  rawReveal: async (input: OfEvent & PageRange) =>
    (await views()).clearPage(logOf(input), input.ordinal, input),
};

export type JobName = keyof typeof jobs;

/** Input and result of each job. */
type Calls = {
  readonly [N in JobName]: {
    readonly input: Parameters<(typeof jobs)[N]>[0];
    readonly result: Awaited<ReturnType<(typeof jobs)[N]>>;
  };
};
export type JobInput<N extends JobName> = Calls[N]['input'];
export type JobResult<N extends JobName> = Calls[N]['result'];

/** The jobs, all called in one way. */
export const runners: {
  readonly [N in JobName]: (
    input: JobInput<N>,
    tell: Tell,
    say?: (part: JobResult<N>) => void,
  ) => JobResult<N> | Promise<JobResult<N>>;
} = jobs;

/** Events that are found at a time. */
const MAX_FOUND = 500;

/** By id, else by run and sequence. */
function ordinalOf(log: RunLog, { eventId, runId, sequence }: Partial<EventAddress>): number | null {
  let ordinal = eventId == null ? -1 : log.index.findById(eventId);
  if (ordinal < 0 && sequence != null) ordinal = log.findBySequence(sequence, runId ?? undefined);
  return ordinal < 0 ? null : ordinal;
}

/** The event whose payload is displayed; another one replaces it. */
const recent = recentAnswers<{ readonly tree: JsonTree; readonly base: number }>(1);

/** The tree of an event; `base` is the place of the event in its source. */
function treeOf(input: OfEvent) {
  const log = logOf(input);
  const { ordinal } = input;
  // A host may write more of an event later: what is displayed of it is then elsewhere.
  const base = log.index.columns.offset[ordinal] ?? 0;
  return recent(log, `${ordinal} at ${base}`, async () => ({
    tree: new JsonTree(await log.read(ordinal)),
    base,
  }));
}
