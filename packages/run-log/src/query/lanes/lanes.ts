/** The lanes of the nodes view: runs, their nodes, and what went on inside each. */
import { addTo, countOf, isRecord, literal, type MaskedText, masker, textAt } from '@openwop-inspector/base';
import { clip, codeText, failureOf } from '@openwop-inspector/events';
import { timeRange, timeSegments } from '../counts/histogram.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { type Interaction, interactionsOf, lastState } from '../messages/conversation.ts';
import { PayloadReader, ReadAhead } from '../payload/read-payload.ts';
import { type FoldedRun, foldRuns, type LogFold, type NodeState, type RunState } from '../verdict/fold.ts';
import { LanePass, type LaneSpan, MAX_MARKS, type Mark, type NodeMarks, type Stretch } from './lane-marks.ts';
import { childLanes, type LaneOwner, laneOf, type NodeLane, span, subLanes } from './sub-lanes.ts';

/** What lanes hold and read at most. */
interface LaneLimits {
  /** Events that are read to name what the lanes show (2,000); beyond it there are counts. */
  readonly reads?: number;
  /** Bars that a lane keeps (5,000); beyond it there are counts. */
  readonly bars?: number;
  /** Gets the lanes once before the events that name what they show have been read. */
  readonly onUnnamed?: (lanes: NodeLanes) => void;
}

const READ_BUDGET = 2_000;
/** The first round finds most of what is read; whether a host writes `typeId` shows in the second. */
const PLANNED_ROUNDS = 3;
/** `node.started` events without `typeId` after which no more are read: most hosts never write it. */
const TYPELESS = 32;

/** Lanes of all runs with their shared time axis. Lanes are complete; the view windows them. */
export type NodeLanes = Awaited<ReturnType<typeof lanesOf>>;

/**
 * Lanes in preorder: each run, its nodes in order of their first event, inside each node its tools, streams, model
 * calls, attempts, interrupts and child runs, and last the nodes that the document names and the log never reaches.
 * With one run its nodes are next to it, with several below it. Events without a time stand where the last one before
 * them stood; without any time all bars are at 0 and only their order counts. O(events).
 */
export async function nodeLanes(
  changing: LoadedLog,
  foldIdleMs: number | null,
  { reads = READ_BUDGET, bars = MAX_MARKS, onUnnamed }: LaneLimits = {},
): Promise<NodeLanes> {
  const log = standing(changing);
  const fold = await foldRuns(log);
  const pass = new LanePass(log, fold.startMs, { stretches: bars, others: bars });
  const ahead = new ReadAhead(log);
  const make = () => lanesOf(contextOf(fold, pass, new PayloadReader(log, reads, ahead)), foldIdleMs);
  return ahead.settled(PLANNED_ROUNDS, make, onUnnamed);
}

/** What the lanes of a log are made from. */
function contextOf(fold: LogFold, pass: LanePass, reader: PayloadReader) {
  const { log } = reader;
  const states = fold.folded.map((run) => run.state).filter((state) => state !== null);
  const runsById: ReadonlyMap<string, RunState> = new Map(states.map((state) => [state.runId, state]));
  /** Nodes are next to their run when there is only one. */
  const nodeDepth: 0 | 1 = fold.folded.length > 1 ? 1 : 0;
  const interactions = interactionLanes(log, nodeDepth);
  return { log, fold, pass, reader, runsById, nodeDepth, interactions, typeless: 0 };
}

type LaneContext = ReturnType<typeof contextOf>;

async function lanesOf(context: LaneContext, foldIdleMs: number | null) {
  const { log, fold } = context;
  const lanes: NodeLane[] = [];
  for (const run of fold.folded) {
    const nodes = run.state === null ? [] : await nodesOf(context, run.state);
    nodes.push(...notReached(context, run), ...undoingLane(context, run));
    lanes.push(runLane(context, run, nodes), ...nodes);
  }
  return {
    lanes,
    segments: timeSegments(timeRange(log, foldIdleMs)),
    startMs: fold.startMs,
    endMs: fold.endMs,
    /** Bars beyond what a lane stores; they are in none. */
    lost: context.pass.lost,
    /** False when more events would have to be read to name all that the lanes show. */
    isNamed: context.reader.hasBudget,
  };
}

async function nodesOf(context: LaneContext, run: RunState): Promise<NodeLane[]> {
  const { log, fold, pass, interactions } = context;
  if (log.index.messages.of(run.firstOrdinal) !== null) return interactions.get(run.run) ?? [];
  const marks = pass.runs.get(run.run);
  const until: Mark = { row: run.lastOrdinal, ms: marks?.lastMs ?? fold.endMs ?? 0 };
  const lanes: NodeLane[] = [];
  const listed = new Set<string>();
  for (const node of run.nodes.values()) {
    const own = marks?.nodes.get(node.node);
    if (own !== undefined) lanes.push(...(await nodeLane(context, run, node, own, until, listed)));
  }
  // What no node is named for hangs below the run itself.
  const rest = marks?.nodes.get(0);
  if (rest === undefined) return lanes;
  const runId = log.index.runs.labelOf(run.run);
  const owner: LaneOwner = { key: `${runId}/`, runId, nodeId: null, depth: 1, until };
  return [...(await lanesBelow(context, rest, owner, listed)), ...lanes];
}

async function lanesBelow(context: LaneContext, marks: NodeMarks, owner: LaneOwner, listed: Set<string>) {
  const { reader, runsById } = context;
  const own = await subLanes(marks, owner, reader);
  return [...own, ...(await childLanes(marks, runsById, listed, owner, reader))];
}

async function nodeLane(
  context: LaneContext,
  run: RunState,
  node: NodeState,
  marks: NodeMarks,
  until: Mark,
  listed: Set<string>,
) {
  const { log, nodeDepth } = context;
  const { runs, nodes } = log.index;
  const [runId, nodeId] = [runs.labelOf(run.run), nodes.labelOf(node.node)];
  const spans: LaneSpan[] = [];
  for (const stretch of marks.stretches.items)
    spans.push(await stretchSpan(context.reader, endedStretch(log, stretch, node), until));
  const depth = nodeDepth === 0 ? 1 : 2;
  const owner: LaneOwner = { key: `${runId}/${nodeId}`, runId, nodeId, depth, until };
  const below = await lanesBelow(context, marks, owner, listed);
  const unread = marks.stretches.lost;
  const caption = unread > 0 ? `and ${countOf(unread, 'more stretch', 'more stretches')}` : null;
  const typeId = await typeIdOf(context, node);
  const { events, state, firstOrdinal } = node;
  const own = { name: clip(node.nodeId, 128), kind: 'node', typeId, caption } as const;
  return [laneOf({ ...owner, depth: nodeDepth }, { ...own, spans, events, state, firstOrdinal }), ...below];
}

/** The open stretch of a node that the end of its run says failed ends there. */
function endedStretch(log: LoadedLog, stretch: Stretch, { state, failedOrdinal: row }: NodeState): Stretch {
  if (state !== 'failed' || stretch.end !== null || stretch.over !== null || row < stretch.start.row)
    return stretch;
  const ms = log.index.columns.time[row] as number;
  return { ...stretch, end: { row, ms: Number.isNaN(ms) ? stretch.start.ms : ms }, state };
}

async function stretchSpan(reader: PayloadReader, stretch: Stretch, until: Mark): Promise<LaneSpan> {
  const { start, end, over, kind, state } = stretch;
  if (over !== null) return span(start, null, over, { kind, state, label: literal('end not recorded') });
  let label = literal(kind === 'waited' || state === 'suspended' ? '' : state);
  if (state === 'failed' && end !== null) {
    const failure = failureOf((await reader.read(end.row))?.payload);
    label = clip(codeText(failure), 64);
  }
  return span(start, end, until, { kind, state, label });
}

/** `typeId` of `node.started`, else of `node.failed`, where some hosts write it. */
async function typeIdOf(context: LaneContext, node: NodeState): Promise<MaskedText | null> {
  const rows = context.typeless < TYPELESS ? [node.startedOrdinal, node.failedOrdinal] : [node.failedOrdinal];
  for (const row of rows) {
    const typeId = textAt((await context.reader.read(row))?.payload, 'typeId');
    if (typeId !== null) return clip(typeId, 128);
  }
  if (node.startedOrdinal >= 0) context.typeless++;
  return null;
}

function runLane({ log, fold }: LaneContext, { summary, state }: FoldedRun, nodes: readonly NodeLane[]) {
  const own = { key: `${summary.runId}/run`, runId: summary.runId, nodeId: null, depth: 0 as const };
  const isChannel = state !== null && log.index.messages.of(state.firstOrdinal) !== null;
  const laneState = runLaneState(summary.status);
  const alone = isChannel ? 'channel' : 'run';
  const name = fold.folded.length > 1 ? clip(summary.runId, 64) : alone;
  const rest = { name, kind: 'run' as const, caption: null, events: summary.events, state: laneState };
  if (state === null) return laneOf(own, { ...rest, spans: [] });
  const start = { row: state.firstOrdinal, ms: state.minMs ?? 0 };
  const last = { row: state.lastOrdinal, ms: state.maxMs ?? 0 };
  const end = state.terminalOrdinal < 0 ? null : { row: state.terminalOrdinal, ms: state.endMs ?? last.ms };
  const events = countOf(summary.events, isChannel ? 'message' : 'event');
  const bare = span(start, end, last, { kind: 'ran', state: laneState, label: literal('') });
  const bar = { ...bare, label: masker.text(runLabel(events, bare, nodes)) };
  return laneOf(own, { ...rest, spans: [bar], firstOrdinal: state.firstOrdinal });
}

/** The lane of what the run did and undoes, from its plan on (run-events 3.2.17). */
function undoingLane({ log, nodeDepth }: LaneContext, { state, summary }: FoldedRun): NodeLane[] {
  if (state === null || state.undoFrom < 0) return [];
  const { time } = log.index.columns;
  const mark = (row: number): Mark => {
    const ms = time[row] as number;
    return { row, ms: Number.isNaN(ms) ? (state.maxMs ?? 0) : ms };
  };
  const [start, last] = [mark(state.undoFrom), mark(state.undoLast)];
  const how = UNDO_STATE.get(state.undoType) ?? 'running';
  const end = how === 'running' || how === 'suspended' ? null : last;
  const bar = span(start, end, last, { kind: 'ran', state: how, label: literal('') });
  const { runId } = summary;
  const own = { key: `${runId}/undoing`, runId, nodeId: null, depth: nodeDepth };
  return [laneOf(own, { name: 'undoing', kind: 'undoing', spans: [bar], caption: null, events: 0 })];
}

/** Nodes that the document lists and of which the log holds no event. */
function notReached({ log, nodeDepth }: LaneContext, run: FoldedRun): NodeLane[] {
  const states = nodeStates(log, run);
  if (states === null) return [];
  const known = new Set([...(run.state?.nodes.values() ?? [])].map((node) => node.nodeId));
  const { runId } = run.summary;
  return Object.keys(states)
    .filter((name) => !known.has(name))
    .map((name) => {
      const nodeId = masker.identity(name);
      const own = { key: `${runId}/${nodeId}`, runId, nodeId, depth: nodeDepth };
      const state = writtenState(states[name]);
      return laneOf(own, { name: clip(name, 128), kind: 'node', spans: [], caption: null, events: 0, state });
    });
}

/** `nodeStates` of a bundle's run or of a snapshot, when it speaks of this run. */
function nodeStates({ header }: LoadedLog, run: FoldedRun): Record<string, unknown> | null {
  const named = header.get('run');
  const from = isRecord(named) ? named : Object.fromEntries(header);
  const states = from.nodeStates;
  const isSame = typeof from.runId !== 'string' || masker.identity(from.runId) === run.summary.runId;
  return isRecord(states) && isSame ? states : null;
}

const UNDO_STATE: ReadonlyMap<string, LaneSpan['state']> = new Map([
  ['compensation.completed', 'completed'],
  ['compensation.failed', 'failed'],
  ['compensation.manual_intervention_required', 'failed'],
  ['compensation.paused', 'suspended'],
]);

function runLaneState(status: string): LaneSpan['state'] {
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return status;
  return status === 'paused' || status.startsWith('waiting-') ? 'suspended' : 'running';
}

const WRITTEN_STATES = ['completed', 'failed', 'suspended', 'running', 'cancelled', 'skipped'] as const;

/** The state a document gives a node, as a word or as `{status}`; anything else means that it was not reached. */
function writtenState(value: unknown): NodeLane['state'] {
  const written = isRecord(value) ? value.status : value;
  return WRITTEN_STATES.find((state) => state === written) ?? 'notReached';
}

/** "1,284 events, waited 78% of the time". */
function runLabel(events: string, bar: LaneSpan, lanes: readonly NodeLane[]): string {
  const length = bar.endMs - bar.startMs;
  const share = length > 0 ? Math.round((waitedMs(lanes) / length) * 100) : 0;
  return share > 0 ? `${events}, waited ${share}% of the time` : events;
}

/** Time in which some node of the run waited, counted once where waits overlap. */
function waitedMs(lanes: readonly NodeLane[]): number {
  const waits = lanes
    .filter((lane) => lane.kind === 'node')
    .flatMap((lane) => lane.spans.filter((one) => one.kind === 'waited'))
    .sort((a, b) => a.startMs - b.startMs);
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of waits) {
    total += Math.max(0, endMs - Math.max(startMs, until));
    until = Math.max(until, endMs);
  }
  return total;
}

/** States of the protocol that are drawn as others than `running`. */
const LOOK: ReadonlyMap<string | null, LaneSpan['state']> = new Map([
  ['submitted', 'suspended'],
  ['needs_input', 'suspended'],
  ['unopened', 'suspended'],
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['canceled', 'cancelled'],
]);

/** How a state of the protocol is drawn; its own word is in the bar. */
function lookOf(protocolState: string | null): Pick<LaneSpan, 'kind' | 'state'> {
  const state = LOOK.get(protocolState) ?? 'running';
  return { kind: state === 'suspended' ? 'waited' : 'ran', state };
}

/** The interactions of each channel as lanes, by the number of its run, in the order of their first message. O(messages). */
function interactionLanes(log: LoadedLog, depth: 0 | 1): ReadonlyMap<number, NodeLane[]> {
  const byRun = new Map<number, NodeLane[]>();
  for (const one of interactionsOf(log)) addTo(byRun, one.run, interactionLane(log, one, depth));
  return byRun;
}

function interactionLane({ index }: LoadedLog, one: Interaction, depth: 0 | 1): NodeLane {
  const { rows, run, work } = one;
  const first = rows[0]?.ordinal ?? null;
  const times = rows.map(({ ordinal }) => index.columns.time[ordinal] as number).filter(Number.isFinite);
  const [startMs, endMs] = [times[0] ?? null, times.at(-1) ?? null];
  const state = lastState(one);
  return {
    key: `m${run} ${first}`,
    runId: index.runs.labelOf(run),
    nodeId: first === null ? null : index.nodeIdOf(first),
    name: masker.identity(work),
    kind: 'node',
    typeId: state === null ? null : masker.text(state),
    depth,
    state: state === null ? 'unknown' : lookOf(state).state,
    startMs,
    endMs,
    tookMs: startMs === null || endMs === null ? null : Math.max(0, endMs - startMs),
    caption: state === null ? null : masker.text(state),
    events: rows.length,
    firstOrdinal: first,
    spans: spansOf(index.columns.time, one).slice(0, MAX_MARKS),
  };
}

/** One bar a state: from the message that brought it to the one that ended it. */
function spansOf(time: Float64Array, { rows }: Interaction): LaneSpan[] {
  const spans: LaneSpan[] = [];
  let last: string | null = null;
  let atMs = 0;
  for (const { ordinal, judged } of rows) {
    const ms = time[ordinal] as number;
    // Without a time of its own a message is placed where the one before it is.
    if (Number.isFinite(ms)) atMs = Math.max(atMs, ms);
    const open = spans.at(-1);
    if (open !== undefined) spans[spans.length - 1] = { ...open, endMs: atMs, endOrdinal: ordinal };
    // A message that was refused before its interaction was inspected leaves the state as it is.
    const state: string | null = judged?.state ?? last;
    if (state === last && open !== undefined) continue;
    last = state;
    spans.push({
      startMs: atMs,
      endMs: atMs,
      ended: true,
      ...lookOf(state),
      label: state === null ? literal('no state') : masker.text(state),
      untrusted: false,
      ordinal,
      endOrdinal: ordinal,
    });
  }
  return spans;
}
