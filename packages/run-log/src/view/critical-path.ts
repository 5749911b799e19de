/** The critical path of a run: the chain of its nodes' stretches that determines when it ends. */

import type { EventOrder } from '../index/event-order.ts';
import { CausedSpans, type PathSpan, pathSpans } from './critical-path/path-spans.ts';
import type { CriticalPath, PathKind, PathLink, PathStep } from './critical-path/path-text.ts';
import { type ChainStep, spanChain } from './critical-path/span-chain.ts';
import { foldRuns, type RunState } from './fold.ts';
import type { Stretch } from './lanes/lane-marks.ts';
import { LanePass, type RunMarks } from './lanes/lane-pass.ts';
import { interruptKind } from './live/requested-interrupt.ts';
import { type LoadedLog, standing } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';
import { mapSideBySide } from './side-by-side.ts';

/** Waits whose first event is read to tell whom they wait for; the others count as waits for people. */
const WAITS_READ = 500;

/** Stretches of every node, by the order they were gathered from. */
const held = new WeakMap<EventOrder, LanePass>();

/**
 * The critical path of the run of an event, or of the run that took longest (null), with its `most` longest steps. Null for
 * a run without readable times, for one whose times go backwards, and for one in which no node was at work. Child runs are no part of it: their parent is at
 * work or waits meanwhile. O(events) the first time, then O(spans of the run · log); reads a few events.
 */
export async function criticalPath(
  changing: LoadedLog,
  ordinal: number | null,
  most: number,
): Promise<CriticalPath | null> {
  const log = standing(changing);
  const { folded, startMs } = await foldRuns(log);
  const states = folded.map(({ state }) => state).filter((state) => state !== null);
  const state = ordinal === null ? longest(states) : runOf(log, states, ordinal);
  if (startMs === null || state === undefined || state.minMs === null) return null;
  const run = { state, startMs: state.minMs, endMs: state.endMs ?? state.maxMs ?? state.minMs };
  const marks = passOf(log, startMs).runs.get(state.run);
  if (hasBackwardTimes(state, marks)) return null;
  const spans = pathSpans(log, marks, run);
  if (spans.length === 0) return null;
  const causes = new CausedSpans(log, state, spans);
  const chain = spanChain({
    startMs: run.startMs,
    endMs: run.endMs,
    spans,
    endedBy: (span) => causes.endedBy(span),
    causeOf: (span) => causes.causeOf(span),
  });
  return describePath(log, run, chain, most);
}

/** Whether events of a run are before its start, or a stretch ends before it begins: then no duration adds up. */
function hasBackwardTimes({ startMs, minMs }: RunState, marks: RunMarks | undefined): boolean {
  const isReversed = ({ start, end, over }: Stretch): boolean =>
    start.ms - ((end ?? over)?.ms ?? start.ms) >= 1;
  const nodes = [...(marks?.nodes.values() ?? [])];
  return (
    (startMs !== null && minMs !== null && startMs - minMs >= 1) ||
    nodes.some(({ stretches }) => stretches.items.some(isReversed))
  );
}

interface TimedRun {
  readonly state: RunState;
  readonly startMs: number;
  readonly endMs: number;
}

function passOf(log: LoadedLog, startMs: number): LanePass {
  const known = held.get(log.order);
  if (known !== undefined) return known;
  const pass = new LanePass(log, startMs, { stretches: Number.POSITIVE_INFINITY, others: 0 }).all();
  held.set(log.order, pass);
  return pass;
}

function runOf(log: LoadedLog, states: readonly RunState[], ordinal: number): RunState | undefined {
  const run = log.index.columns.run[ordinal];
  return states.find((state) => state.run === run);
}

function longest(states: readonly RunState[]): RunState | undefined {
  const tookMs = ({ minMs, maxMs }: RunState): number =>
    minMs === null || maxMs === null ? -1 : maxMs - minMs;
  return states.reduce<RunState | undefined>(
    (most, state) => (most === undefined || tookMs(state) > tookMs(most) ? state : most),
    undefined,
  );
}

async function describePath(
  log: LoadedLog,
  { state, startMs, endMs }: TimedRun,
  chain: readonly ChainStep<PathSpan>[],
  most: number,
): Promise<CriticalPath> {
  const kinds = await waitKinds(log, chain);
  const sums = { working: 0, waitingForPeople: 0, waitingForSystems: 0, queueing: 0 };
  const links: Record<PathLink, number> = { sameEvent: 0, cause: 0, time: 0 };
  const steps = chain.map((step) => {
    const told = describeStep(log, step, kinds, state);
    sums[told.kind] += told.toMs - told.fromMs;
    if (told.link !== null) links[told.link]++;
    return told;
  });
  return {
    runId: log.index.runIdOf(state.firstOrdinal),
    startMs,
    durationMs: endMs - startMs,
    ended: state.terminalOrdinal >= 0,
    sums,
    links,
    steps: longestSteps(steps, most),
    total: steps.length,
  };
}

function longestSteps(steps: readonly PathStep[], most: number): readonly PathStep[] {
  if (steps.length <= most) return steps;
  const took = (at: number): number => (steps[at]?.toMs ?? 0) - (steps[at]?.fromMs ?? 0);
  const places = steps.map((_, at) => at).sort((a, b) => took(b) - took(a) || a - b);
  const kept = places.slice(0, most).sort((a, b) => a - b);
  return kept.flatMap((at) => steps[at] ?? []);
}

function describeStep(
  log: LoadedLog,
  step: ChainStep<PathSpan>,
  kinds: ReadonlyMap<number, PathKind>,
  run: RunState,
): PathStep {
  const { span, fromMs, toMs } = step;
  if (span === null) {
    const next = step.next?.startRow ?? null;
    const nodeId = next === null ? null : log.index.nodeIdOf(next);
    const ordinal = next ?? (run.terminalOrdinal < 0 ? run.lastOrdinal : run.terminalOrdinal);
    return { kind: 'queueing', fromMs, toMs, nodeId, state: null, link: null, ordinal, endOrdinal: null };
  }
  const { state, startRow: ordinal, endRow: endOrdinal } = span;
  const kind = span.kind === 'ran' ? 'working' : (kinds.get(ordinal) ?? 'waitingForPeople');
  const nodeId = log.index.nodeIdOf(ordinal);
  return { kind, fromMs, toMs, nodeId, state, link: step.link, ordinal, endOrdinal };
}

/** Whom the longest waits of a chain wait for, by the events they begin with. */
async function waitKinds(
  log: LoadedLog,
  chain: readonly ChainStep<PathSpan>[],
): Promise<ReadonlyMap<number, PathKind>> {
  const waits = chain.filter(({ span }) => span?.kind === 'waited');
  const rows = waits
    .sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))
    .flatMap(({ span }) => (span === null ? [] : [span.startRow]));
  const reader = new PayloadReader(log, WAITS_READ);
  const kinds = await mapSideBySide(rows.slice(0, WAITS_READ), async (row): Promise<[number, PathKind]> => {
    const kind = interruptKind(log.index.typeOf(row), (await reader.read(row))?.payload);
    return [row, kind === 'external-event' ? 'waitingForSystems' : 'waitingForPeople'];
  });
  return new Map(kinds);
}
