/**
 * Where a chain of causes begins, and which of its events is the cause: two things. The chain is that of causation
 * alone (run-events 4.2, 4.3), inside the run of its event; of the links of section 4.4 only that of a failed child run
 * leads to its cause.
 */

import { isRecord, sameJson } from '@openwop-inspector/base';
import { type AbnormalRule, failureOf } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader, ReadAhead } from '../payload/read-payload.ts';
import { describeRow } from '../rows/rows.ts';
import { failureOfRun } from '../verdict/ending-failure.ts';
import { runStates } from '../verdict/fold.ts';
import type { RunState } from '../verdict/fold-pass.ts';

/** Events of one chain whose payload is inspected. */
const MAX_INSPECTED = 1_000;
/** A failure in a child run decides which events of that run are read. */
const PLANNED_ROUNDS = 2;
/** Runs inside of runs that a failure is followed into. */
const MAX_NESTED_RUNS = 16;
/** Code of a node whose gate was not granted. */
const GATE_CODE = 'approval_rejected';

/**
 * Why an event counts as a cause: it is a failure, a refusal, a limit that was reached, an answer that was cut off,
 * untrusted content that was used, a time that ran out, or an answer that contradicts another.
 */
export type CauseRule = AbnormalRule | 'untrusted';

/** Why an event counts as a cause, as a noun. */
export const CAUSE_WORDS: Readonly<Record<CauseRule, string>> = {
  failure: 'a failure',
  refusal: 'a refusal',
  limit: 'a limit that was reached',
  truncation: 'an answer that was cut off',
  untrusted: 'untrusted content that was used',
  timeout: 'a time that ran out',
  conflict: 'an answer that contradicts another',
};

/**
 * How a chain of causes ends at its top: at an event that names no cause, at one that names none since no event of the
 * source does, in a circle, at an event that names itself, or by leaving the run or the source.
 */
export type ChainEnding =
  | 'start'
  | 'omitted'
  | 'cycle'
  | 'self'
  | 'otherRun'
  | 'external'
  | 'trigger'
  | 'dangling';

export interface ChainOrigin {
  /** Ordinal of the topmost event of the run in the chain, the target itself included; null in a circle. */
  readonly start: number | null;
  readonly ending: ChainEnding;
  /** Ordinal of the earliest cause that is itself abnormal, and by which rule; null when none is. */
  readonly cause: { readonly ordinal: number; readonly rule: CauseRule } | null;
}

/**
 * The beginning and the cause of the chain of one node, event or envelope. What a node recovered from by completing
 * afterwards is not a cause, nor is what ended an attempt when a later attempt of the node is in the chain (run-events 6).
 * Events of a circle have no order by which one is the earliest. O(chain); reads at most 1,000 payloads.
 */
export async function chainOrigin(log: LoadedLog, graph: CausalGraph, target: number): Promise<ChainOrigin> {
  const { causes, ending } = causesInRun(log, graph, target);
  const start = ending === 'cycle' ? null : (causes.at(-1) ?? (target < graph.base ? target : null));
  const ahead = new ReadAhead(log);
  const cause = await ahead.settled(PLANNED_ROUNDS, async () => {
    const walk = { graph, reader: new PayloadReader(log, MAX_INSPECTED, ahead) };
    const inChild = await causeInChild(walk, [target, ...causes]);
    return (
      inChild ??
      (await earliestAbnormal(walk, target, causes)) ??
      (await answerOfGate(log, target, walk.reader))
    );
  });
  return { start, ending, cause };
}

/** What chains of one graph are read with. */
interface ChainReading {
  readonly graph: CausalGraph;
  readonly reader: PayloadReader;
}

/**
 * Where the nearest child run that an event of the chain says has failed came to grief: what caused its failure, else
 * the failure itself. Null when there is none, and when the log does not hold it (run-events 3.2.10).
 */
async function causeInChild(walk: ChainReading, chain: readonly number[]): Promise<ChainOrigin['cause']> {
  let rows = chain;
  let found: ChainOrigin['cause'] = null;
  for (let depth = 0; depth < MAX_NESTED_RUNS; depth++) {
    const failure = await firstChildFailure(walk, rows);
    if (failure === null) return found;
    const { causes } = causesInRun(walk.reader.log, walk.graph, failure);
    found = (await earliestAbnormal(walk, failure, causes)) ?? { ordinal: failure, rule: 'failure' };
    rows = [failure, ...causes];
  }
  return found;
}

async function firstChildFailure({ graph, reader }: ChainReading, rows: readonly number[]) {
  const events = eventsOf(graph, rows);
  const retried = retriedRows(reader.log, events);
  for (const row of events) {
    const failure = retried.has(row) ? null : await failureOfChild(reader, row);
    if (failure !== null) return failure;
  }
  return null;
}

/** The failure that ended the run of a `child.failed`, or the first failed of a failed join; null when not in the log. */
export async function failureOfChild(reader: PayloadReader, row: number): Promise<number | null> {
  const { log } = reader;
  const type = foldedType(log.index.typeOf(row));
  if (type !== 'core.workflowChain.event' && type !== 'core.dispatch.join') return null;
  const payload = (await reader.read(row))?.payload;
  if (!isRecord(payload)) return null;
  // Child runs of a join that failed, in the order of their ends.
  const { joinOutcome, mergeOrder, phase, childRunId } = payload;
  const joined: readonly unknown[] = joinOutcome === 'failed' && Array.isArray(mergeOrder) ? mergeOrder : [];
  const children = phase === 'child.failed' ? [childRunId] : joined;
  const states = runStates(log);
  const own = log.index.columns.run[row];
  const run = children
    .map((child) => (typeof child === 'string' ? log.index.runs.find(child) : -1))
    .map((child) => states.find((one) => one.run === child))
    .find((one) => one !== undefined && one.failedOrdinal >= 0 && one.run !== own);
  return run === undefined ? null : ((await failureOfRun(reader, run))?.ordinal ?? null);
}

/** Causes inside the run of the target, nearest first, and how they end. The graph has no circle: each is cut. */
function causesInRun(
  log: LoadedLog,
  graph: CausalGraph,
  target: number,
): { causes: readonly number[]; ending: ChainEnding } {
  const { columns } = log.index;
  const causes: number[] = [];
  let top = target;
  let run = target < graph.base ? (columns.run[target] as number) : -1;
  for (let node = parentOf(graph, target); node >= 0; node = parentOf(graph, node)) {
    if (node < graph.base) {
      if (run === -1) run = columns.run[node] as number;
      if (columns.run[node] !== run) return { causes, ending: 'otherRun' };
      causes.push(node);
    }
    top = node;
  }
  return { causes, ending: endingAt(graph, top) };
}

function endingAt(graph: CausalGraph, top: number): ChainEnding {
  if (top >= graph.base) return 'start';
  const marks = graph.marks[top] as number;
  if ((marks & MARK.cycle) !== 0) return 'cycle';
  if ((marks & MARK.self) !== 0) return 'self';
  const rule = graph.rule[top];
  if (rule === RULE.external) return 'external';
  if (rule === RULE.trigger) return 'trigger';
  return rule === RULE.dangling ? 'dangling' : graph.withCause === 0 ? 'omitted' : 'start';
}

/**
 * The rejection, or the end of the time, that a failure with `approval_rejected` reports: the answer to the interrupt of
 * its node, when the log holds one before it (run-events 4.4). Null for any other event.
 */
async function answerOfGate(log: LoadedLog, target: number, reader: PayloadReader) {
  const { columns } = log.index;
  const run = runStates(log).find((one) => one.run === columns.run[target]);
  const number = columns.node[target] ?? 0;
  const node = run?.nodes.get(number);
  if (run === undefined || node?.failedOrdinal !== target) return null;
  if (failureOf((await reader.read(target))?.payload).code !== GATE_CODE) return null;
  const look = { log, run, retried: new Set<number>(), answers: secondAnswers(run), reader };
  // Several events may report one answer, and not all of them say what it was.
  for (const answer of [run.resolved.get(number) ?? -1, node.answeredOrdinal, node.legacyOrdinal]) {
    if (answer < 0 || log.order.indexOf(answer) > log.order.indexOf(target)) continue;
    const rule = await ruleOf(look, answer);
    if (rule === 'refusal' || rule === 'timeout') return { ordinal: answer, rule };
  }
  return null;
}

async function earliestAbnormal({ graph, reader }: ChainReading, target: number, causes: readonly number[]) {
  const [first] = causes;
  if (first === undefined) return null;
  const { log } = reader;
  const { columns } = log.index;
  const run = runStates(log).find((one) => one.run === columns.run[first]);
  const retried = retriedRows(log, eventsOf(graph, [target, ...causes]));
  const look = { run, retried, answers: secondAnswers(run), reader };
  for (const row of causes.toReversed()) {
    if (((graph.marks[row] as number) & MARK.cycle) !== 0) continue;
    const rule = await ruleOf(look, row);
    if (rule !== null) return { ordinal: row, rule };
  }
  return null;
}

/** What is needed to look at the events of one run. */
interface Look {
  readonly run: RunState | undefined;
  /** Events of the chain whose node was tried again further on in the chain. */
  readonly retried: ReadonlySet<number>;
  /** The answer before, by the one that was given behind it. */
  readonly answers: ReadonlyMap<number, number>;
  readonly reader: PayloadReader;
}

async function ruleOf(look: Look, row: number): Promise<CauseRule | null> {
  const { run, reader, retried } = look;
  const { log } = reader;
  const { columns } = log.index;
  const { abnormal = null, recovers } = describeRow(log, row);
  const completed = run?.nodes.get(columns.node[row] as number)?.completedOrdinal ?? -1;
  const isCompleted = completed >= 0 && log.order.indexOf(completed) > log.order.indexOf(row);
  const isMadeGood = recovers === true && (isCompleted || retried.has(row));
  // What is in the chain was used by what follows it.
  const trust = columns.has(row, FLAG.untrusted) ? 'untrusted' : null;
  if (abnormal === null) return trust;
  if (typeof abnormal !== 'function') return isMadeGood ? null : abnormal;
  if (await isInConflict(look, row)) return 'conflict';
  const rule = abnormal((await reader.read(row))?.payload);
  return rule === null ? trust : isMadeGood ? null : rule;
}

/** Rows of a chain without its envelopes. */
const eventsOf = (graph: CausalGraph, rows: readonly number[]): readonly number[] =>
  rows.filter((row) => row < graph.base);

/**
 * Rows of a chain, nearest first, with an event of a later attempt of their node nearer to its end: the begin of an
 * attempt, or a second failure, since an attempt fails once.
 */
function retriedRows(log: LoadedLog, chain: readonly number[]): ReadonlySet<number> {
  const retried = new Set<number>();
  const begun = new Set<number>();
  const failed = new Set<number>();
  for (const row of chain) {
    const node = log.index.columns.node[row] as number;
    if (node === 0) continue;
    const { act } = describeRow(log, row);
    if (begun.has(node) || (act === 'nodeFailed' && failed.has(node))) retried.add(row);
    if (act === 'nodeStarted' || act === 'nodeRetried') begun.add(node);
    if (act === 'nodeFailed') failed.add(node);
  }
  return retried;
}

/** True for an answer to an interrupt that another answer was given to before, if the two differ. */
async function isInConflict({ answers, reader }: Look, row: number): Promise<boolean> {
  const before = answers.get(row);
  if (before === undefined) return false;
  const [first, second] = [await reader.read(before), await reader.read(row)];
  return first !== null && second !== null && !sameJson(first.payload, second.payload);
}

function secondAnswers(run: RunState | undefined): ReadonlyMap<number, number> {
  const pairs = run?.secondAnswers ?? [];
  const answers = new Map<number, number>();
  for (let i = 1; i < pairs.length; i += 2) answers.set(pairs[i] as number, pairs[i - 1] as number);
  return answers;
}
