/** The critical path of a run: the chain of its nodes' stretches that determines when it ends. */

import {
  addTo,
  countOf,
  firstThat,
  formatDuration,
  formatShare,
  type MaskedText,
  storedIn,
} from '@openwop-inspector/base';
import { parentOf } from '../../graph/child-index.ts';
import type { EventOrder } from '../../index/event-order.ts';
import { interruptKind } from '../live/requested-interrupt.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { foldRuns, type RunState } from '../verdict/fold.ts';
import { LanePass, type RunMarks, type Stretch } from './lane-marks.ts';

/** Waits whose first event is read to tell whom they wait for; the others count as waits for people. */
const WAITS_READ = 500;

/** Stretches of every node, by the order they were gathered from. */
const passes = new WeakMap<EventOrder, LanePass>();

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
  const run = log.index.columns.run[ordinal ?? -1];
  const state = ordinal === null ? longest(states) : states.find((state) => state.run === run);
  if (startMs === null || state === undefined || state.minMs === null) return null;
  const timed = { state, startMs: state.minMs, endMs: state.endMs ?? state.maxMs ?? state.minMs };
  const limits = { stretches: Number.POSITIVE_INFINITY, others: 0 };
  const pass = storedIn(passes, log.order, () => new LanePass(log, startMs, limits));
  const marks = pass.runs.get(state.run);
  if (hasBackwardTimes(state, marks)) return null;
  const spans = pathSpans(log, marks, timed);
  if (spans.length === 0) return null;
  return describePath(log, timed, spanChain(timed, spans, new CausedSpans(log, state, spans)), most);
}

/** Whether events of a run are before its start, or a stretch ends before it begins: then no duration adds up. */
function hasBackwardTimes({ startMs, minMs }: RunState, marks: RunMarks | undefined): boolean {
  const isReversed = ({ start, end, over }: Stretch): boolean =>
    start.ms - ((end ?? over)?.ms ?? start.ms) >= 1;
  const stretches = [...(marks?.nodes.values() ?? [])].flatMap((node) => node.stretches.items);
  return (startMs ?? Number.NaN) - (minMs ?? Number.NaN) >= 1 || stretches.some(isReversed);
}

interface TimedRun {
  readonly state: RunState;
  readonly startMs: number;
  readonly endMs: number;
}

function longest(states: readonly RunState[]): RunState | undefined {
  const tookMs = ({ minMs, maxMs }: RunState): number =>
    minMs === null || maxMs === null ? -1 : maxMs - minMs;
  return states.toSorted((a, b) => tookMs(b) - tookMs(a))[0];
}

async function describePath(
  log: LoadedLog,
  { state, startMs, endMs }: TimedRun,
  chain: readonly ChainStep[],
  most: number,
) {
  const kinds = await waitKinds(log, chain);
  const sums = { working: 0, waitingForPeople: 0, waitingForSystems: 0, queueing: 0 };
  const links: Record<PathLink, number> = { sameEvent: 0, cause: 0, time: 0 };
  const steps = chain.map((step) => {
    const reported = describeStep(log, step, kinds, state);
    sums[reported.kind] += reported.toMs - reported.fromMs;
    if (reported.link !== null) links[reported.link]++;
    return reported;
  });
  return {
    runId: log.index.runIdOf(state.firstOrdinal),
    /** Duration of the run, from its first event to its end or to the last event there is. */
    startMs,
    durationMs: endMs - startMs,
    /** False for a run whose end is not in the log. */
    ended: state.terminalOrdinal >= 0,
    /** Sums in ms over all steps; together they are the duration of the run. */
    sums,
    /** Spans on the path by what links them; together they are all spans on it. */
    links,
    /** Sums over all steps, the largest first. */
    contributors: contributorsOf(steps),
    /** In order of time; of a long path the longest. */
    steps: longestSteps(steps, most),
    /** Steps in all. */
    total: steps.length,
  };
}

/** Work of one node, or all waits of a kind, summed. `nodeId` is null where they are of several nodes. */
export interface PathContributor extends Pick<PathStep, 'kind' | 'nodeId'> {
  readonly ms: number;
  readonly steps: number;
  /** Event of its longest step. */
  readonly ordinal: number;
}

function contributorsOf(steps: readonly PathStep[]): readonly PathContributor[] {
  const byKey = new Map<string, PathStep[]>();
  for (const step of steps) addTo(byKey, `${step.kind} ${step.kind === 'working' ? step.nodeId : ''}`, step);
  return [...byKey.values()]
    .flatMap((own): readonly PathContributor[] => {
      const [longest] = byLength(own);
      if (longest === undefined) return [];
      const { kind, nodeId: node, ordinal } = longest;
      const nodeId = own.every((step) => step.nodeId === node) ? node : null;
      const ms = own.reduce((sum, step) => sum + tookMs(step), 0);
      return [{ kind, nodeId, ms, steps: own.length, ordinal }];
    })
    .sort((a, b) => b.ms - a.ms);
}

const tookMs = ({ fromMs, toMs }: PathStep): number => toMs - fromMs;

/** The longest first, equal ones in their order. */
const byLength = (steps: readonly PathStep[]): readonly PathStep[] =>
  steps.toSorted((a, b) => tookMs(b) - tookMs(a));

function longestSteps(steps: readonly PathStep[], most: number): readonly PathStep[] {
  const stored = new Set(byLength(steps).slice(0, most));
  return steps.filter((step) => stored.has(step));
}

function describeStep(
  log: LoadedLog,
  step: ChainStep,
  kinds: ReadonlyMap<number, PathKind>,
  run: RunState,
): PathStep {
  const { span, fromMs, toMs } = step;
  if (span === null) {
    const next = step.next?.startRow ?? null;
    const nodeId = next === null ? null : log.index.nodeIdOf(next);
    const ordinal = next ?? (run.terminalOrdinal < 0 ? run.lastOrdinal : run.terminalOrdinal);
    return { kind: 'queueing', fromMs, toMs, nodeId, link: null, ordinal };
  }
  const ordinal = span.startRow;
  const kind = span.kind === 'ran' ? 'working' : (kinds.get(ordinal) ?? 'waitingForPeople');
  const nodeId = log.index.nodeIdOf(ordinal);
  return { kind, fromMs, toMs, nodeId, link: step.link, ordinal };
}

/** Whom the longest waits of a chain wait for, by the events they begin with. */
async function waitKinds(log: LoadedLog, chain: readonly ChainStep[]) {
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

/** A stretch of a node's work or waiting, with its places in the order of the log. */
interface PathSpan {
  readonly kind: 'ran' | 'waited';
  /** Number of the node, 0 where events name none. */
  readonly node: number;
  readonly startRow: number;
  /** Null where the log ends before the span does. */
  readonly endRow: number | null;
  readonly startMs: number;
  readonly endMs: number;
  /** Places of its first and last event in the order of the run. */
  readonly from: number;
  readonly to: number;
}

/** All stretches of a run, by node and there in order; what has not ended lasts as long as the run. O(stretches). */
const pathSpans = (log: LoadedLog, marks: RunMarks | undefined, { state, endMs }: TimedRun): PathSpan[] =>
  [...(marks?.nodes ?? [])].flatMap(([node, { stretches }]) =>
    stretches.items.map(({ kind, start, end: ended, over }) => {
      const end = ended ?? over;
      const endRow = end?.row ?? null;
      return {
        kind,
        node,
        startRow: start.row,
        endRow,
        startMs: start.ms,
        endMs: Math.max(start.ms, Math.min(end?.ms ?? endMs, endMs)),
        from: log.order.indexOf(start.row),
        to: log.order.indexOf(endRow ?? state.lastOrdinal),
      };
    }),
  );

/** Finds spans by their events: the one that an event ended, and those that causes lead to. */
class CausedSpans {
  private readonly log: LoadedLog;
  private readonly state: RunState;
  private readonly byNode = new Map<number, PathSpan[]>();
  private readonly byEnd = new Map<number, PathSpan>();
  /** Events from which causes lead to no span. */
  private readonly fruitless = new Set<number>();

  constructor(log: LoadedLog, state: RunState, spans: readonly PathSpan[]) {
    this.log = log;
    this.state = state;
    for (const span of spans) {
      addTo(this.byNode, span.node, span);
      if (span.endRow !== null && span.from < span.to) this.byEnd.set(span.endRow, span);
    }
  }

  /** The span of the same node that ended with the event a span begins with. */
  endedBy(span: PathSpan): PathSpan | null {
    return this.byEnd.get(span.startRow) ?? null;
  }

  /**
   * The span that holds the nearest cause of a span's first event, or of the event that ends the run (null), among the
   * events of the run. O(causes on the way): they go back in the log, and a way that led nowhere is not gone again, so that a
   * chain of spans costs O(events).
   */
  causeOf(span: PathSpan | null): CausedBy | null {
    const { graph, order, index } = this.log;
    const row = span?.startRow ?? this.state.terminalOrdinal;
    if (graph === null || row < 0) return null;
    let place = order.indexOf(row);
    const way: number[] = [];
    for (let node = parentOf(graph, row); node >= 0; node = parentOf(graph, node)) {
      // An envelope is between two events.
      if (node >= graph.base) continue;
      const next = order.indexOf(node);
      const isEarlier = next >= 0 && next < place && index.columns.run[node] === this.state.run;
      if (!isEarlier || this.fruitless.has(node)) break;
      place = next;
      const found = this.holding(node, place);
      if (found !== null && found !== span) return { span: found, ms: this.timeIn(found, node) };
      way.push(node);
    }
    for (const node of way) this.fruitless.add(node);
    return null;
  }

  /** The stretch that an event of a node lies in. */
  private holding(row: number, place: number): PathSpan | null {
    const spans = this.byNode.get(this.log.index.columns.node[row] as number);
    if (spans === undefined) return null;
    const span = spans[firstThat(spans.length, (at) => (spans[at]?.from ?? 0) > place) - 1];
    return span === undefined || span.to < place ? null : span;
  }

  /** When an event is in its span; its end where the event has no time or is the last of it. */
  private timeIn(span: PathSpan, row: number): number {
    const ms = this.log.index.columns.time[row] as number;
    return row === span.endRow || Number.isNaN(ms) ? span.endMs : Math.min(ms, span.endMs);
  }
}

/** Where a recorded cause leads: a span, and when and where in it that cause is. */
interface CausedBy {
  readonly span: PathSpan;
  readonly ms: number;
}

/** A span of the chain, cut to what lies before the next one; null for a gap before `next`, or before the end. */
type ChainStep =
  | { readonly span: PathSpan; readonly fromMs: number; readonly toMs: number; readonly link: PathLink }
  | { readonly span: null; readonly fromMs: number; readonly toMs: number; readonly next: PathSpan | null };

/**
 * The chain from the end of a run back to its start, in order of time. Of each span the one before it is that which the
 * same event ended, else that which recorded causes lead to, else the one that ended last before it began. Steps lie end to
 * end: their times add up to those of the run. O(n log n) for n spans, with one look at a cause for each span of the chain.
 */
function spanChain(run: TimedRun, spans: readonly PathSpan[], causes: CausedSpans): readonly ChainStep[] {
  const steps: ChainStep[] = [];
  const endedLast = lastEnded(spans);
  let next: PathSpan | null = null;
  let until = run.endMs;
  for (;;) {
    const found: Found | null = before(causes, next, until, endedLast);
    if (found === null) break;
    const { span, link }: Found = found;
    const toMs = within(found.ms, run.startMs, until);
    const fromMs = within(span.startMs, run.startMs, toMs);
    if (toMs < until) steps.push({ span: null, fromMs: toMs, toMs: until, next });
    steps.push({ span, fromMs, toMs, link });
    until = fromMs;
    next = span;
  }
  if (run.startMs < until) steps.push({ span: null, fromMs: run.startMs, toMs: until, next });
  return steps.reverse();
}

type Found = CausedBy & { readonly link: PathLink };
type EndedLast = ReturnType<typeof lastEnded>;

function before(
  causes: CausedSpans,
  next: PathSpan | null,
  until: number,
  endedLast: EndedLast,
): Found | null {
  const place = next?.from ?? Number.POSITIVE_INFINITY;
  const same = next === null ? null : causes.endedBy(next);
  if (same !== null && same.from < place) return { span: same, ms: same.endMs, link: 'sameEvent' };
  const cause = causes.causeOf(next);
  if (cause !== null && cause.span.from < place) return { ...cause, link: 'cause' };
  const span = endedLast(until, place);
  return span === null ? null : { span, ms: span.endMs, link: 'time' };
}

/** Finds the span that ended last by a moment and a place, which only become earlier: all questions cost O(n). */
function lastEnded(spans: readonly PathSpan[]) {
  const byEnd = [...spans].sort((a, b) => a.endMs - b.endMs || a.to - b.to);
  return (untilMs: number, place: number): PathSpan | null => {
    for (let span = byEnd.pop(); span !== undefined; span = byEnd.pop()) {
      if (span.endMs <= untilMs && span.to <= place && span.from < place) return span;
    }
    return null;
  };
}

const within = (ms: number, low: number, high: number): number => Math.min(Math.max(ms, low), high);

/** What a stretch of a run's time was spent on; queueing is time in which nothing on the critical path went on. */
export type PathKind = 'working' | 'waitingForPeople' | 'waitingForSystems' | 'queueing';

/** How it is known that the end of a stretch let the next one begin, or the run end. */
export type PathLink =
  /** The same event of the same node ended the one and began the other. */
  | 'sameEvent'
  /** A recorded `causationId` leads from the next one back into this one. */
  | 'cause'
  /** No recorded cause says so; of all that had ended by then it ended last. */
  | 'time';

/** A stretch of a critical path. Times in epoch ms; stretches do not overlap and leave nothing out. */
export interface PathStep {
  readonly kind: PathKind;
  readonly fromMs: number;
  readonly toMs: number;
  /** The node at work or waiting; of queueing the node that began behind it, null where the run began or ended. */
  readonly nodeId: MaskedText | null;
  /** What leads from it to the step behind it; null for queueing. */
  readonly link: PathLink | null;
  /** The event its span begins with; of queueing the event that ends the queueing. */
  readonly ordinal: number;
}

/** The chain of spans that determines when a run ends. */
export type CriticalPath = Awaited<ReturnType<typeof describePath>>;

/** What a step was spent on. */
export const PATH_WORDS: Readonly<Record<PathKind, string>> = {
  working: 'working',
  waitingForPeople: 'waiting for people',
  waitingForSystems: 'waiting for another system',
  queueing: 'queueing',
};

/** What leads from a step to the one behind it. */
export const LINK_WORDS: Readonly<Record<PathLink, string>> = {
  sameEvent: 'same event',
  cause: 'recorded cause',
  time: 'by time',
};

const KINDS: readonly PathKind[] = ['working', 'waitingForPeople', 'waitingForSystems', 'queueing'];

/** `working 26.4 s (20%), waiting for people 1 min 44 s (78%), queueing 2.1 s (2%)`; waits for systems only if there are. */
export const pathShareText = ({ sums, durationMs }: CriticalPath): string =>
  KINDS.filter((kind) => kind !== 'waitingForSystems' || sums[kind] > 0)
    .map(
      (kind) => `${PATH_WORDS[kind]} ${formatDuration(sums[kind])} (${formatShare(sums[kind], durationMs)})`,
    )
    .join(', ');

/** Says how the steps are linked, and above all where no recorded cause links them. */
export function pathLinkText({ links: { cause, time, sameEvent } }: CriticalPath): string {
  if (cause === 0 && time === 0) return `${countOf(sameEvent, 'link')} inside nodes`;
  if (cause === 0) return 'no recorded cause links the nodes, so they are linked by time within the run';
  const linked = countOf(cause, 'link');
  if (time === 0) return `${linked} by recorded causes`;
  return `${linked} by recorded causes, ${time} by time within the run`;
}
