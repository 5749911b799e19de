/** Folds the columns to the state of runs and nodes (run-events.md section 6): types, nodes, times; reads no payload. */
import { storedIn } from '@openwop-inspector/base';
import { ACT, describeEvent } from '@openwop-inspector/events';
import { FLAG } from '../../index/event-columns.ts';
import type { LaneSpan } from '../lanes/lane-marks.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { CarriedPasses } from '../rows/rows.ts';

/** The act of a type that the state of runs and nodes is folded from. */
function foldedAct(type: string): number {
  const { act = 'none' } = describeEvent(type);
  // After it come acts that only lanes show.
  return ACT[act] > ACT.authorized ? ACT.none : ACT[act];
}

/** The state of one node of one run. Ordinals are -1 and times null when unknown. */
export class NodeState {
  /** Number among the interned nodes. */
  node = 0;
  nodeId = '';
  firstOrdinal = -1;
  state: LaneSpan['state'] = 'running';
  events = 0;
  startedOrdinal = -1;
  endedOrdinal = -1;
  /** The last failure of the node, recovered or not. */
  failedOrdinal = -1;
  /** Failures since the node completed last: those that have not recovered. */
  failures = 0;
  /** The last time the node completed. */
  completedOrdinal = -1;
  /** The answer to the node's interrupt, until another is requested. */
  answeredOrdinal = -1;
  /** The answer by a legacy event, which may repeat the former. */
  legacyOrdinal = -1;
  /** The last event that moved the node while it was at work, and the act it is. */
  movedOrdinal = -1;
  movedBy: number = ACT.none;
  /** `envelope.retry.attempted`, `envelope.truncated` and the last `envelope.retry.exhausted` of the node. */
  retries = 0;
  truncations = 0;
  exhaustedOrdinal = -1;
}

/** The state of one run. */
export class RunState {
  run = 0;
  runId = '';
  firstOrdinal = -1;
  lastOrdinal = -1;
  events = 0;
  /** Of them, those of a host and of no run. */
  hostEvents = 0;
  firstSequence: number | null = null;
  lastSequence: number | null = null;
  startedOrdinal = -1;
  terminalOrdinal = -1;
  /** The last event that says that the run failed. */
  failedOrdinal = -1;
  /** The last failure of a node that its event does not name. */
  unnamedFailure = -1;
  /** Failures of nodes that completed afterwards. */
  recovered = 0;
  /** The last event by which a limit of the run was reached. */
  limitOrdinal = -1;
  /** First and last event of undoing what the run did, and the type of the last one (run-events 3.2.17). */
  undoFrom = -1;
  undoLast = -1;
  undoType = '';
  /** Events that may tell what became of an envelope that was not taken (acceptor S8, S11, 3.3). */
  readonly outcomes: number[] = [];
  /** Pairs of answers to one interrupt: the first, and one that came behind it. Flat, two entries a pair. */
  readonly secondAnswers: number[] = [];
  /** Null until a run or interrupt event says so; `waiting` represents the three kinds of waiting. */
  status: 'running' | 'paused' | 'waiting' | 'completed' | 'failed' | 'cancelled' | null = null;
  minMs: number | null = null;
  maxMs: number | null = null;
  startMs: number | null = null;
  endMs: number | null = null;
  /** Open interrupts by node number: the event that says most about each. */
  readonly open = new Map<number, number>();
  /** Where none is open any more, by node number: the event that resolved the last one. */
  readonly resolved = new Map<number, number>();
  readonly nodes = new Map<number, NodeState>();
}

const OUTCOME = FLAG.envelopeWarning | FLAG.envelopeError;

/** Folds rows given in display order. Rows of several runs may be mixed. Memory is O(runs + nodes). */
export class FoldPass {
  /** Runs in order of first appearance. */
  readonly runs: RunState[] = [];
  private readonly log: LoadedLog;
  private readonly actOf: (row: number) => number;
  private readonly byRun: (RunState | undefined)[] = [];

  constructor(log: LoadedLog) {
    this.log = log;
    this.actOf = log.index.byType(foldedAct);
  }

  /** Takes the next row: about 30 ns. */
  row(ordinal: number): void {
    const { columns, types } = this.log.index;
    const run = this.runOf(columns.run[ordinal] as number, ordinal);
    const time = columns.time[ordinal] as number;
    const act = this.actOf(ordinal);
    const nodeNumber = columns.node[ordinal] as number;
    run.events++;
    run.lastOrdinal = ordinal;
    const sequence = columns.sequence[ordinal] as number;
    if (!Number.isNaN(sequence)) {
      run.firstSequence ??= sequence;
      run.lastSequence = sequence;
    }
    if (!Number.isNaN(time)) {
      if (run.minMs === null || time < run.minMs) run.minMs = time;
      if (run.maxMs === null || time > run.maxMs) run.maxMs = time;
    }
    if (columns.has(ordinal, FLAG.ofHost)) run.hostEvents++;
    if (columns.has(ordinal, OUTCOME) || act === ACT.authorized) run.outcomes.push(ordinal);
    if (nodeNumber !== 0) foldNode(run, this.nodeOf(run, nodeNumber, ordinal), act, ordinal);
    if (act === ACT.compensation) {
      if (run.undoFrom < 0) run.undoFrom = ordinal;
      run.undoLast = ordinal;
      run.undoType = types.textOf(columns.type[ordinal] as number);
    } else if (act !== ACT.none) foldRun(run, act, ordinal, nodeNumber, time, this.actOf);
  }

  private runOf(number: number, firstOrdinal: number): RunState {
    const known = this.byRun[number];
    if (known !== undefined) return known;
    const runId = this.log.index.runs.textOf(number);
    const run = Object.assign(new RunState(), { run: number, runId, firstOrdinal });
    this.byRun[number] = run;
    this.runs.push(run);
    return run;
  }

  private nodeOf(run: RunState, number: number, firstOrdinal: number): NodeState {
    return storedIn(run.nodes, number, () => {
      const nodeId = this.log.index.nodes.textOf(number);
      return Object.assign(new NodeState(), { node: number, nodeId, firstOrdinal });
    });
  }
}

/** State of a node after an act that ends an execution. */
const ENDED: Readonly<Record<number, NodeState['state']>> = {
  [ACT.nodeCompleted]: 'completed',
  [ACT.nodeFailed]: 'failed',
  [ACT.nodeSuspendFailed]: 'failed',
  [ACT.nodeSkipped]: 'skipped',
  [ACT.nodeCancelled]: 'cancelled',
};

function foldNode(run: RunState, node: NodeState, act: number, ordinal: number): void {
  node.events++;
  if (act === ACT.none) return;
  if (act === ACT.answeredLegacy) node.legacyOrdinal = ordinal;
  else if (act === ACT.interruptRequested) node.answeredOrdinal = node.legacyOrdinal = -1;
  else if (act === ACT.interruptResolved) {
    if (node.answeredOrdinal >= 0) run.secondAnswers.push(node.answeredOrdinal, ordinal);
    node.answeredOrdinal = ordinal;
  }
  if (MOVES[act] !== undefined) {
    node.movedOrdinal = ordinal;
    node.movedBy = act;
  }
  const ended = ENDED[act];
  if (ended !== undefined) {
    node.state = ended;
    node.endedOrdinal = ordinal;
    if (ended === 'failed') {
      node.failedOrdinal = ordinal;
      node.failures++;
    } else if (ended === 'completed') {
      run.recovered += node.failures;
      node.failures = 0;
      node.completedOrdinal = ordinal;
    }
  } else if (act === ACT.nodeStarted) {
    node.state = 'running';
    node.endedOrdinal = -1;
    if (node.startedOrdinal < 0) node.startedOrdinal = ordinal;
  } else if (act === ACT.nodeSuspended || act === ACT.interruptRequested) {
    if (node.endedOrdinal < 0) node.state = 'suspended';
  } else if (act === ACT.nodeResumed || act === ACT.nodeRetried || act === ACT.interruptResolved) {
    if (node.endedOrdinal < 0 || act !== ACT.interruptResolved) node.state = 'running';
    if (act === ACT.nodeRetried) node.endedOrdinal = -1;
  } else if (act === ACT.retryAttempted) node.retries++;
  else if (act === ACT.truncated) node.truncations++;
  else if (act === ACT.retryExhausted) node.exhaustedOrdinal = ordinal;
}

function foldRun(
  run: RunState,
  act: number,
  ordinal: number,
  node: number,
  time: number,
  actOf: (row: number) => number,
): void {
  // Given up behind its end, a run has ended as it did (section 3.2.17).
  if (act === ACT.runDeadLettered && run.terminalOrdinal >= 0) return;
  if (act === ACT.runFailed || act === ACT.runDeadLettered) run.failedOrdinal = ordinal;
  else if (act === ACT.limited) run.limitOrdinal = ordinal;
  else if (node === 0 && (act === ACT.nodeFailed || act === ACT.nodeSuspendFailed))
    run.unnamedFailure = ordinal;
  if (act === ACT.runStarted && run.startedOrdinal < 0) {
    run.startedOrdinal = ordinal;
    if (!Number.isNaN(time)) run.startMs = time;
  }
  const terminal = TERMINAL[act];
  if (terminal !== undefined) {
    run.status = terminal;
    if (act !== ACT.runDeadLettered) run.terminalOrdinal = ordinal;
    if (!Number.isNaN(time)) run.endMs = time;
    return;
  }
  // A run cannot leave its end; what follows it is displayed as a problem (section 1.1 rule 5).
  if (run.terminalOrdinal >= 0) return;
  if (act === ACT.runStarted || act === ACT.runMoves) run.status = 'running';
  else if (act === ACT.runPaused) run.status = 'paused';
  else if (act === ACT.interruptRequested || act === ACT.nodeSuspended || act === ACT.requestedLegacy) {
    // Of several events about one interrupt, `interrupt.requested` holds the question.
    if (act === ACT.interruptRequested || !run.open.has(node)) run.open.set(node, ordinal);
    run.resolved.delete(node);
    run.status = 'waiting';
  } else if (closes(run, act, node, actOf)) {
    run.open.delete(node);
    run.resolved.set(node, ordinal);
    run.status = run.open.size > 0 ? 'waiting' : 'running';
  }
}

/** Acts behind which a node is at work, or waits, and what it does then. */
export const MOVES: Readonly<Record<number, 'started' | 'suspended' | 'retried' | 'resumed'>> = {
  [ACT.nodeStarted]: 'started',
  [ACT.nodeSuspended]: 'suspended',
  [ACT.interruptRequested]: 'suspended',
  [ACT.nodeResumed]: 'resumed',
  [ACT.interruptResolved]: 'resumed',
  [ACT.nodeRetried]: 'retried',
};

const TERMINAL: Readonly<Record<number, 'completed' | 'failed' | 'cancelled'>> = {
  [ACT.runCompleted]: 'completed',
  [ACT.runFailed]: 'failed',
  [ACT.runCancelled]: 'cancelled',
  [ACT.runDeadLettered]: 'failed',
};

/** Whether an event answers the open interrupt of its node. */
function closes(run: RunState, act: number, node: number, actOf: (row: number) => number): boolean {
  const requested = run.open.get(node);
  if (requested === undefined) return false;
  if (act === ACT.answeredLegacy) return actOf(requested) === ACT.requestedLegacy;
  return ENDED[act] !== undefined || (MOVES[act] ?? 'suspended') !== 'suspended';
}

const passes = new CarriedPasses<FoldPass>((pass, ordinal) => pass.row(ordinal));

/**
 * The runs of a log as its rows leave them. Events of a host belong to none (run-events 3.6): what has neither run, node nor
 * number, and is no act of a run, counts as one only where nothing else does, and not when a host wrote all of it. O(rows
 * that came since the last call).
 */
export function runStates(log: LoadedLog): readonly RunState[] {
  const runs = statesOfAll(log);
  return runs.filter((run) => !(runs.length === 1 ? run.hostEvents === run.events : isOfHost(run)));
}

/** Runs, and the events of a host as one; O(rows that came since the last call). */
export const statesOfAll = (log: LoadedLog): readonly RunState[] =>
  passes.over(log.order, () => new FoldPass(log)).runs;

const isOfHost = ({ runId, firstSequence, status, nodes }: RunState): boolean =>
  runId === '' && firstSequence === null && status === null && nodes.size === 0;
