/** The state of every run and node, folded from events (run-events.md section 6). */
import { countAt, type MaskedText, masker, storedIn, textAt } from '@openwop-inspector/base';
import {
  foldedType,
  isTerminalStatus,
  type PreventedKind,
  preventedOutcome,
} from '@openwop-inspector/protocol';
import type { EventOrder } from '../../index/event-order.ts';
import { interruptKind } from '../live/requested-interrupt.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { channelStatuses } from '../messages/conversation.ts';
import { PayloadReader, ReadAhead } from '../payload/read-payload.ts';
import {
  endingFailure,
  type FailureSummary,
  type HeaderRun,
  headerFor,
  headerRuns,
} from './ending-failure.ts';
import { type NodeState, type RunState, runStates, statesOfAll } from './fold-pass.ts';

export { type NodeState, type RunState, runStates } from './fold-pass.ts';

/** An interrupt that nobody has answered when the log ends. */
export type OpenInterrupt = NonNullable<Awaited<ReturnType<typeof openInterrupt>>>;

/** Envelopes of one run that were not taken, without any failure, by what became of them. */
export interface PreventedSummary {
  readonly kind: PreventedKind;
  readonly count: number;
  /** True when there were more events to look at than are read. */
  readonly isAtLeast: boolean;
  /** The first event that reports one. */
  readonly ordinal: number;
}

/** One run of the source. */
export interface RunSummary {
  readonly runId: MaskedText;
  readonly workflowId: MaskedText | null;
  /** As on the wire after the aliases of run-events.md section 3.4; `unknown` when nothing states it. */
  readonly status: MaskedText;
  readonly events: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  /** See `FailureSummary`: a failure that has recovered is none. */
  readonly firstFailure?: FailureSummary;
  /** Failures of nodes that completed afterwards; absent for none. */
  readonly recovered?: number;
  /** Absent for none. */
  readonly prevented?: readonly PreventedSummary[];
}

/** A run with what its verdict and its lanes need next to the summary. */
export interface FoldedRun {
  readonly summary: RunSummary;
  /** Null for a run that the document describes without an event. */
  readonly state: RunState | null;
  readonly interrupt: OpenInterrupt | null;
  /** True when the status comes from the document and the log has no event that ends the run. */
  readonly statusFromHeader: boolean;
  /** What the documents say of the run next to its events. */
  readonly header: HeaderRun;
  /** Calls to the model that were spent on the failed node; null when the log does not tell. */
  readonly attempts: number | null;
  /** The run that its `run.started` names as its parent; null when it names none. */
  readonly parentRunId: string | null;
}

export type LogFold = Awaited<ReturnType<typeof foldAll>>;

/** Events read for one fold: failures first, since a run without its failure says the wrong thing. */
const FAILURES_READ = 15_000;
const OTHERS_READ = 3_000;
/** The end of a run decides which failures are read, and these which attempts. */
const PLANNED_ROUNDS = 3;
/** Of one run, events that may tell what became of an envelope. */
const OUTCOMES_READ = 500;

interface CachedFold extends Pick<LoadedLog, 'graph' | 'header'> {
  readonly fold: Promise<LogFold>;
}

/** What a log was folded to, by its order: verdict, runs and lanes ask one after the other. */
const folds = new WeakMap<EventOrder, CachedFold>();

/**
 * Folds a log. Pure: the same log gives the same answer, and an event recorded twice counts once, since repeats have no
 * place in the display order. One pass over the columns, then a few events a run are read. O(events) the first time.
 */
export async function foldRuns(changing: LoadedLog): Promise<LogFold> {
  const log = standing(changing);
  return withChannels(log, await cachedFold(log));
}

/** Messages are judged behind the load, and with them what their channels have come to. */
function withChannels(log: LoadedLog, fold: LogFold): LogFold {
  const statuses = channelStatuses(log);
  if (statuses.size === 0) return fold;
  const folded = fold.folded.map((run) => {
    const status = run.state === null ? undefined : statuses.get(run.state.run);
    return status === undefined ? run : { ...run, summary: { ...run.summary, status } };
  });
  return { ...fold, folded, runs: folded.map(({ summary }) => summary) };
}

function cachedFold(log: LoadedLog): Promise<LogFold> {
  const { order, graph, header } = log;
  const known = folds.get(order);
  if (known !== undefined && known.graph === graph && known.header === header) return known.fold;
  const fold = foldAll(log);
  // The states of a log that grows go on to change.
  if (order.lineage !== undefined || graph === null) return fold;
  folds.set(order, { graph, header, fold });
  // A failure reaches the caller; the next query tries again.
  fold.catch(() => folds.delete(order));
  return fold;
}

async function foldAll(log: LoadedLog) {
  // Start and end are taken from the first and last time when no event states them.
  const runs = runStates(log).map((run): RunState => {
    return { ...run, startMs: run.startMs ?? run.minMs, endMs: run.endMs ?? run.maxMs };
  });
  const headers = headerRuns(log);
  const ahead = new ReadAhead(log);
  const folded: readonly FoldedRun[] = await ahead.settled(PLANNED_ROUNDS, async () => {
    const readers = {
      failures: new PayloadReader(log, FAILURES_READ, ahead),
      others: new PayloadReader(log, OTHERS_READ, ahead),
    };
    const all: FoldedRun[] = [];
    for (const run of runs)
      all.push(await foldedRun(run, headerFor(headers, run.runId, runs.length), readers));
    for (const header of headers) all.push(...describedRun(header, all));
    return all;
  });
  const timed = runs.length === 0 ? statesOfAll(log) : runs;
  const times = timed.flatMap((run) => [run.minMs, run.maxMs]).filter((time) => time !== null);
  return {
    runs: folded.map((run) => run.summary),
    folded,
    /** Nodes of all runs, by run, in order of first appearance. */
    nodes: folded.flatMap(({ state }) => [...(state?.nodes.values() ?? [])]),
    /** Earliest and latest time of the log in epoch ms; null when no event has one. */
    startMs: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    endMs: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
  };
}

/** What is known of a run without events but for its summary. */
const EVENTLESS = { state: null, interrupt: null, statusFromHeader: true, attempts: null, parentRunId: null };

/** The run of a snapshot or of a bundle without events, unless it is among those that were folded. */
function describedRun(header: HeaderRun, folded: readonly FoldedRun[]): readonly FoldedRun[] {
  const { runId, workflowId, status } = header;
  if (runId === null || status === null) return [];
  const summary = eventlessRun(runId, workflowId, status);
  return folded.some((run) => run.summary.runId === summary.runId) ? [] : [{ ...EVENTLESS, summary, header }];
}

/** A run that only a document describes: it has no events in the log. */
export const eventlessRun = (runId: string, workflowId: string | null, status: string): RunSummary => ({
  runId: masker.identity(runId),
  workflowId: workflowId === null ? null : masker.identity(workflowId),
  status: masker.text(status),
  events: 0,
  firstSequence: null,
  lastSequence: null,
});

interface Readers {
  readonly failures: PayloadReader;
  readonly others: PayloadReader;
}

async function foldedRun(run: RunState, header: HeaderRun, readers: Readers): Promise<FoldedRun> {
  const interrupt = await openInterrupt(readers.others, run);
  const { status, fromHeader } = statusOf(run, interrupt, header);
  const failure = await endingFailure({ run, header, reader: readers.failures }, status === 'failed');
  const prevented = await preventedIn(readers.others, run);
  const started = (await readers.others.read(run.startedOrdinal))?.payload;
  const workflowId = textAt(started, 'workflowId') ?? header.workflowId;
  const summary: RunSummary = {
    ...eventlessRun(run.runId, workflowId, status),
    events: run.events,
    firstSequence: run.firstSequence,
    lastSequence: run.lastSequence,
    ...(failure === null ? {} : { firstFailure: failure }),
    ...(run.recovered === 0 ? {} : { recovered: run.recovered }),
    ...(prevented.length === 0 ? {} : { prevented }),
  };
  const attempts = failure === null ? null : await attemptsOf(readers.others, run, failure);
  return {
    summary,
    state: status === 'failed' && failure !== null ? withFailedNode(run, failure) : run,
    interrupt,
    statusFromHeader: fromHeader,
    header,
    attempts,
    parentRunId: textAt(started, 'parentRunId'),
  };
}

/** The run with the node of its failure as failed: its end may name a node without a failure, or one started again. */
function withFailedNode(run: RunState, { nodeId, ordinal }: FailureSummary): RunState {
  const named = [...run.nodes.values()].find((node) => masker.identity(node.nodeId) === nodeId);
  if (named === undefined || named.state === 'failed') return run;
  const failed: NodeState = { ...named, state: 'failed', failedOrdinal: ordinal };
  return { ...run, nodes: new Map(run.nodes).set(named.node, failed) };
}

/** The last interrupt that was requested and not answered. A run that has ended waits for nothing. */
async function openInterrupt(reader: PayloadReader, run: RunState) {
  const last = [...run.open.values()].at(-1);
  if (last === undefined || run.terminalOrdinal >= 0) return null;
  const { index } = reader.log;
  const node = index.columns.node[last] as number;
  const payload = (await reader.read(last))?.payload;
  return {
    ordinal: last,
    nodeId: node === 0 ? null : index.nodes.textOf(node),
    /** As on the wire: `approval`, `clarification`, `external-event` …; null when the event does not say. */
    kind: interruptKind(index.typeOf(last), payload),
  };
}

/**
 * The log states the status; what the document says counts when the log has nothing, or when the log was cut before
 * the end that the document knows of. A contradiction is a problem of its own, and the log wins.
 */
function statusOf(run: RunState, interrupt: OpenInterrupt | null, header: HeaderRun) {
  const { status } = run;
  const isOver = status !== null && isTerminalStatus(status);
  if (!isOver && header.status !== null) {
    const knowsMore = status === null || header.truncated || isTerminalStatus(header.status);
    if (knowsMore) return { status: header.status, fromHeader: true };
  }
  // A page of a poll that stops at its limit: the run continues in the log alone.
  if (!isOver && header.status === null && header.saysOver) return { status: 'unknown', fromHeader: true };
  const isWaiting = status === 'waiting' || (status === 'running' && interrupt !== null);
  const waiting = isWaiting ? waitingStatus(interrupt?.kind ?? null, header) : null;
  return { status: waiting ?? status ?? 'unknown', fromHeader: false };
}

function waitingStatus(kind: string | null, header: HeaderRun): string {
  if (kind === 'approval') return 'waiting-approval';
  if (kind === 'external-event') return 'waiting-external';
  const waiting = header.status?.startsWith('waiting-') === true ? header.status : null;
  return kind === 'clarification' || waiting === null ? 'waiting-input' : waiting;
}

/** Envelopes that were not taken, by what became of them. Repeated reports of one, under one causationId, count once. */
async function preventedIn(reader: PayloadReader, run: RunState): Promise<readonly PreventedSummary[]> {
  const { index } = reader.log;
  const found = new Map<PreventedKind, { count: number; ordinal: number }>();
  const seen = new Set<string>();
  for (const row of run.outcomes.slice(0, OUTCOMES_READ)) {
    const type = foldedType(index.typeOf(row));
    const outcome = preventedOutcome(type, (await reader.read(row))?.payload);
    if (outcome === null) continue;
    const [a, b] = [index.columns.causeA[row] as number, index.columns.causeB[row] as number];
    const key = `${outcome.kind} ${a} ${b}`;
    if ((a !== 0 || b !== 0) && seen.has(key)) continue;
    seen.add(key);
    storedIn(found, outcome.kind, () => ({ count: 0, ordinal: row })).count++;
  }
  const isAtLeast = run.outcomes.length > OUTCOMES_READ;
  return [...found].map(([kind, { count, ordinal }]) => ({ kind, count, isAtLeast, ordinal }));
}

/** `totalAttempts` of the node's `envelope.retry.exhausted`, else its retries and the first call. */
async function attemptsOf(reader: PayloadReader, run: RunState, failure: FailureSummary) {
  const node = run.nodes.get(reader.log.index.columns.node[failure.ordinal] as number);
  if (node === undefined) return null;
  const payload = (await reader.read(node.exhaustedOrdinal))?.payload;
  const total = countAt(payload, 'totalAttempts') ?? 0;
  return total > 0 ? total : node.retries > 0 ? node.retries + 1 : null;
}
