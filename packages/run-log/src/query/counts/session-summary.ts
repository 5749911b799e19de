import {
  countOf,
  cutMasked,
  isRecord,
  type MaskedText,
  masker,
  ownString,
  words,
} from '@openwop-inspector/base';
import { clip } from '@openwop-inspector/events';
import { type Known, plainLine, runStatus } from '@openwop-inspector/protocol';
import type { CheckedPayloads } from '../../answers.ts';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { readEventDocument } from '../../index/event-document.ts';
import type { ListedProblems } from '../../index/problem-list.ts';
import type { LogLoad } from '../../load/log-load.ts';
import { nameOfLog } from '../../read/session-head.ts';
import { isPart, type LoadedLog, namesCauses, problemsOf, standingLog } from '../loaded-log.ts';
import { type ConversationSummary, conversationOf } from '../messages/conversation.ts';
import { eventRows } from '../rows/event-rows.ts';
import { allRows } from '../rows/rows.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { type FoldedRun, foldRuns, runStates } from '../verdict/fold.ts';
import { verdictOf } from '../verdict/verdict.ts';

/** Counts of the causal graph (run-events.md section 4). */
export type CausalSummary = ReturnType<typeof causalSummary>;

/** What is known about an opened source as a whole. */
export interface SessionSummary extends SourceFacts, Awaited<ReturnType<typeof foldedAnswers>> {
  readonly entries: number;
  readonly events: number;
  readonly duplicates: number;
  readonly unreadable: number;
  /** Envelopes that stand in the source by themselves, next to the events. */
  readonly envelopes: number;
  /** Rows of `logicalEnvelopes`: attempts under one correlationId count once. Null until the graph is complete. */
  readonly logicalEnvelopes: number | null;
  /** AGH messages in the source, which are rows too; absent when there are none. */
  readonly aghMessages?: number;
  /** Items of an export bundle. */
  readonly items: number;
  /** The first 1,000 of them. */
  readonly exportItems?: readonly ExportItem[];
}

type SourceFacts = ReturnType<typeof sourceFacts>;

/** A load with what answers know next to it. */
interface SummedLog extends LogLoad {
  /** The log as it is now, while more is read. */
  standing(): LoadedLog;
  readonly checked: Known<CheckedPayloads, MaskedText>;
  countEnvelopes(): Promise<number | null>;
  /** Nodes of the causes forest that have no cause. */
  rootCount(): number;
}

/**
 * Everything known about an opened source as a whole. Reads a handful of events a run. Of a source that is still read, what
 * is known at the call: what comes while events are read for it counts for the next.
 */
export async function sessionSummary(log: SummedLog): Promise<SessionSummary> {
  const { index } = log;
  const still = standingLog(log.standing());
  const facts = {
    ...sourceFacts(log),
    entries: index.entries,
    events: index.events,
    duplicates: index.dropped,
    unreadable: index.unreadable,
    envelopes: index.envelopes.length,
    ...(index.aghMessages === 0 ? {} : { aghMessages: index.aghMessages }),
    items: log.results.reduce((sum, result) => sum + result.items, 0),
    ...(log.format === 'export-bundle' ? { exportItems: exportItems(log.header) } : {}),
  };
  const answers = await foldedAnswers(log, still, log.rootCount());
  return { ...facts, ...answers, logicalEnvelopes: await log.countEnvelopes() };
}

/** One run of a source, as far as its summary needs it. */
interface SummedRun {
  /** The log with order, problems and documents of the run alone. */
  readonly log: LoadedLog;
  readonly roots: number;
  readonly logicalEnvelopes: number | null;
}

/** The same of one run: what is said of the source stays, what is counted is counted in the run. O(events of the run). */
export async function runSummary(
  whole: SummedLog,
  { log, roots, logicalEnvelopes }: SummedRun,
): Promise<SessionSummary> {
  const events = log.order.length;
  const counts = { entries: events, events, duplicates: 0, unreadable: 0, envelopes: 0, items: 0 };
  const facts = { ...sourceFacts(whole), ...counts };
  return { ...facts, ...(await foldedAnswers(whole, log, roots)), logicalEnvelopes };
}

function sourceFacts(log: SummedLog) {
  const { index } = log;
  const why = log.results.map((result) => result.explanation).find((text) => text !== null);
  const { length } = index.envelopes;
  const isBare = index.events === 0 && length > 0;
  const explained = why ?? (isBare ? `${countOf(length, 'envelope')}, and no event of a run` : null);
  const explanation = explained === null ? null : masker.text(explained);
  /** Why nothing (more) could be read, in words; else what a file without a run is and what to do instead. */
  const about: { readonly error?: MaskedText; readonly explanation?: MaskedText } =
    explanation === null ? {} : index.events > 0 ? { error: explanation } : { explanation };
  return {
    name: masker.text(log.name),
    format: log.format,
    gzip: log.gzip,
    sizeBytes: log.sizeBytes,
    /** True when all that could be read is, in order and with its causes; the verdict is then about all of it. */
    isRead: log.graph !== null,
    /** False while loading, after a cancel, and for a file that ends early. */
    complete: log.graph !== null && !log.cancelled && !log.endsEarly,
    cancelled: log.cancelled,
    ...withSessionFile(log),
    ...about,
    /** Without it nothing can be said of problems of payloads, and no problem of theirs is no good sign. */
    checks: log.checked,
    /** Wall time of read, index and graph in ms. */
    loadMs: log.loadMs,
  };
}

/** Of a session file the name of the log that it was saved from, and whether it holds that log. */
function withSessionFile({ format, sessionHead }: SummedLog): {
  readonly sessionFile?: { readonly logName: MaskedText; readonly holdsLog: boolean };
} {
  if (sessionHead === null) return {};
  const logName = masker.text(plainLine(nameOfLog(sessionHead) ?? 'a log'));
  return { sessionFile: { logName, holdsLog: format !== 'session' } };
}

/** What follows from the events of a log, or of a run of it. */
async function foldedAnswers(load: SummedLog, log: LoadedLog, roots: number) {
  const host = log.header.get('host');
  const { endsEarly, cancelled, isFull, isGrowing } = load;
  const problems = countedProblems(problemsOf(log));
  const fold = await foldRuns(log);
  return {
    hostName: isRecord(host) && typeof host.name === 'string' ? clip(host.name, 128) : null,
    runs: fold.runs,
    verdict: await verdictOf({ ...log, endsEarly, cancelled, isFull, isGrowing }, fold),
    causal: causalSummary(log, roots),
    ...problems,
    ...withConversation(log),
    nodes: fold.nodes.length,
    startMs: fold.startMs,
    endMs: fold.endMs,
  };
}

/** What is said of the messages of a log; absent without any. */
function withConversation(log: LoadedLog): { readonly conversation?: ConversationSummary } {
  const conversation = conversationOf(log);
  return conversation === null ? {} : { conversation };
}

/** A summary that was made before the checks ran, with what they have found. */
export function checkedSummary(log: SummedLog, summary: SessionSummary): SessionSummary {
  return { ...summary, ...countedProblems(log.index.problems), checks: log.checked };
}

function countedProblems(found: ListedProblems) {
  /** `problemKinds`: codes among them. */
  return { problemCounts: { ...found.counts }, problemKinds: found.groups().length };
}

function causalSummary(log: LoadedLog, roots: number) {
  const { graph, order } = log;
  const counts = graph === null ? {} : countsByRule(log, graph);
  const eventId = (counts[RULE.eventId] ?? 0) + (counts[RULE.otherRun] ?? 0);
  const correlationId = counts[RULE.correlationId] ?? 0;
  const { orphans = [], cycles = [], ambiguous = [] } = graph ?? {};
  const isHere = (ordinal: number): boolean => order.indexOf(ordinal) >= 0;
  return {
    roots,
    edges: eventId + correlationId,
    byRule: { eventId, correlationId },
    /** Events whose `causationId` names nothing that is loaded; at most 10,000. */
    orphans: orphans.filter(isHere).length,
    /** At most 100. */
    cycles: cycles.filter((cycle) => cycle.every(isHere)).length,
    /** Events whose `causationId` names both an event and a correlationId; at most 10,000. */
    ambiguous: ambiguous.filter(isHere).length,
    /** True when no event of the source carries `causationId`: the host omitted causation. */
    omitted: graph !== null && !namesCauses(log, graph) && order.length > 0,
  };
}

/** Maximum number of ids of each kind that are read. */
const MAX_IDS = 1_000;

/** The ids behind the counts of a log's `CausalSummary`, at most 1,000 of each kind. Reads an event for each. */
export async function causalIds(log: LoadedLog) {
  const { orphans = [], cycles = [], ambiguous = [] } = log.graph ?? {};
  // A repeated event has no place in the order.
  const listed = (rows: readonly number[]): readonly number[] =>
    rows.filter((row) => log.order.indexOf(row) >= 0).slice(0, MAX_IDS);
  return {
    /** eventIds. */
    orphans: await idsOf(log, listed(orphans)),
    /** Each cycle as eventIds in cause order. */
    cycles: await Promise.all(cycles.map((cycle) => idsOf(log, cycle))),
    /** `causationId` values, each once. */
    ambiguous: await causesOf(log, listed(ambiguous)),
  };
}

/** Events by the rule that resolved their cause. O(events) for one run of a log, else O(1). */
function countsByRule(log: LoadedLog, graph: CausalGraph): CausalGraph['counts'] {
  if (!isPart(log)) return graph.counts;
  const counts: Record<number, number> = {};
  for (const row of allRows(log)) {
    const rule = graph.rule[row] as number;
    counts[rule] = (counts[rule] ?? 0) + 1;
  }
  return counts;
}

const idsOf = async (log: LoadedLog, ordinals: readonly number[]): Promise<MaskedText[]> =>
  (await eventRows(log, ordinals)).map(({ eventId }) => eventId);

/** The `causationId` of each event, each value once. */
async function causesOf(log: LoadedLog, ordinals: readonly number[]): Promise<MaskedText[]> {
  const ids = await mapSideBySide(ordinals, async (ordinal): Promise<readonly MaskedText[]> => {
    const id = readEventDocument(await log.read(ordinal))?.recorded.causationId;
    return typeof id === 'string' ? [log.index.ids.of(id)] : [];
  });
  return [...new Set(ids.flat())];
}

/** Items that are listed. */
const MAX_ITEMS = 1_000;
const MAX_TEXT = 256;
const MAX_INSPECTED = 1024;

/** One item of an export bundle (bundles section 3), as it names itself; a name that is missing is empty. */
export interface ExportItem {
  readonly kind: MaskedText;
  readonly ref: MaskedText;
  readonly dependsOn: readonly MaskedText[];
}

/** The items of an export bundle (bundles section 3), at most 1,000; their payloads are not inspected. */
function exportItems(header: ReadonlyMap<string, unknown>): readonly ExportItem[] {
  const items = header.get('items');
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_ITEMS).map((item: unknown) => {
    const { kind, ref, dependsOn } = isRecord(item) ? item : {};
    return {
      kind: shortText(kind),
      ref: shortText(ref),
      dependsOn: Array.isArray(dependsOn) ? dependsOn.slice(0, 100).map(shortText) : [],
    };
  });
}

function shortText(value: unknown): MaskedText {
  if (typeof value === 'string') return cutMasked(masker.identity(value.slice(0, MAX_INSPECTED)), MAX_TEXT);
  return words``;
}

/** A run snapshot under the names of the specification (bundles-and-transport.md section 4); nothing is required. */
export function normalSnapshot(header: ReadonlyMap<string, unknown>) {
  const root = Object.fromEntries(header);
  const { interrupt } = root;
  const status = ownString(root, 'status');
  return {
    runId: ownString(root, 'runId'),
    workflowId: ownString(root, 'workflowId'),
    /** As written; an unknown status remains verbatim. */
    status: status === null ? null : (runStatus(status) ?? status),
    startedAt: ownString(root, 'startedAt'),
    /** `completedAt`, which hosts also write as `endedAt`. */
    completedAt: ownString(root, 'completedAt') ?? ownString(root, 'endedAt'),
    currentNodeId: ownString(root, 'currentNodeId'),
    /** The open interrupt, whose value hosts write as `payload` or `data`. */
    interrupt: isRecord(interrupt)
      ? {
          kind: ownString(interrupt, 'kind'),
          nodeId: ownString(interrupt, 'nodeId'),
          data: Object.hasOwn(interrupt, 'data') ? interrupt.data : interrupt.payload,
        }
      : null,
  };
}

/* The runs of a log side by side: what the user chooses one from. */

/** A run among the others of its log. */
export type RunListRow = ReturnType<typeof rowOf>;

/** Every run of a log by first appearance. `nameOf` names a source by number. O(events); reads a few events a run. */
export async function runList(
  log: LoadedLog,
  nameOf: (source: number) => MaskedText,
): Promise<readonly RunListRow[]> {
  const { folded } = await foldRuns(log);
  const parents = parentsByCause(log);
  return folded.map((run) => rowOf(log, run, parents, nameOf));
}

function rowOf(
  log: LoadedLog,
  { summary, state, header, parentRunId }: FoldedRun,
  parents: ReadonlyMap<number, string>,
  nameOf: (source: number) => MaskedText,
) {
  const byCause = state === null ? undefined : parents.get(state.run);
  const parent = parentRunId ?? header.parentRunId ?? byCause;
  return {
    ...summary,
    /** Its first event in display order, by which it is chosen; null for a run that only a document describes. */
    firstOrdinal: state?.firstOrdinal ?? null,
    /** The run that it is a child of, as far as its start, its document or a cause says so. */
    parentRunId: parent === undefined || parent === summary.runId ? null : masker.identity(parent),
    /** Start and end by the events that tell them, else the first and last time; epoch ms. */
    startMs: state?.startMs ?? null,
    endMs: state?.endMs ?? null,
    /** Name of the source that its first event was read from. */
    source: state === null ? null : nameOf(log.index.columns.source[state.firstOrdinal] as number),
  };
}

/** Runs of which an event names one of another run as its cause: the other one. */
function parentsByCause(log: LoadedLog): ReadonlyMap<number, string> {
  const { index, graph } = log;
  const parents = new Map<number, string>();
  if (graph === null || (graph.counts[RULE.otherRun] ?? 0) === 0) return parents;
  const { run } = index.columns;
  for (const row of allRows(log)) {
    if (graph.rule[row] !== RULE.otherRun) continue;
    const [own, parent] = [run[row] as number, graph.parent[row] as number];
    if (parent < 0 || parent >= graph.base || parents.has(own)) continue;
    parents.set(own, index.runs.textOf(run[parent] as number));
  }
  return parents;
}

/** The earliest and the latest time of an event of a run by the clocks of its host, epoch ms. */
export interface RunTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** Times of each run by its id as it is displayed; a run without any time is left out. O(new events). */
export function runTimes(log: LoadedLog): ReadonlyMap<MaskedText, RunTimes> {
  const times = new Map<MaskedText, RunTimes>();
  for (const { run, minMs, maxMs } of runStates(log))
    if (minMs !== null && maxMs !== null)
      times.set(log.index.runs.labelOf(run), { startMs: minMs, endMs: maxMs });
  return times;
}
