/** The rows of a log: what their types say, which are of one run, and passes over them that are carried on. */
import { firstThat, storedIn } from '@openwop-inspector/base';
import { alwaysFails, describeEvent, type EventAct, type EventDescription } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import type { EventOrder } from '../../index/event-order.ts';
import type { LoadedLog } from '../loaded-log.ts';

type Typed = Pick<LoadedLog, 'index'>;

/** Returns by row whether its type is that of a failure. */
export const failedRows = (log: Typed): ((row: number) => boolean) => log.index.byType(alwaysFails);

/** What is known of events of the type of a row. */
export const describeRow = ({ index }: Typed, row: number): EventDescription =>
  describeEvent(foldedType(index.typeOf(row)));

/** Returns by row the act that its type is, undefined for a type that is none. */
export const actsByRow = (log: Typed): ((row: number) => EventAct | undefined) =>
  log.index.byType((type) => describeEvent(type).act);

/** What acts do to the wait of a node: they ask for an answer, answer, or end the wait without one. */
export const WAIT_STEPS: ReadonlyMap<EventAct | undefined, 'asks' | 'answers' | 'ends'> = new Map([
  ['interruptRequested', 'asks'],
  ['requestedLegacy', 'asks'],
  ['nodeSuspended', 'asks'],
  ['interruptResolved', 'answers'],
  ['answeredLegacy', 'answers'],
  ['nodeResumed', 'answers'],
  ['nodeStarted', 'ends'],
  ['nodeCompleted', 'ends'],
  ['nodeFailed', 'ends'],
  ['nodeCancelled', 'ends'],
]);

/** Display indexes `[from, to)` of one run. */
export type RunRows = ReturnType<typeof runBounds>;

const known = new WeakMap<EventOrder, number[]>();

/**
 * Display indexes of the run that an event belongs to, which stand together in display order. The first call for an
 * order takes O(events), 1 ms a million; each further one O(log runs).
 */
export function runBounds(log: LoadedLog, ordinal: number) {
  const { order } = log;
  const starts = storedIn(known, order, () => startsOfRuns(log));
  const at = order.indexOf(ordinal);
  const behind = firstThat(starts.length, (run) => (starts[run] as number) > at);
  const next = Math.max(1, behind);
  return { from: starts[next - 1] ?? 0, to: starts[next] ?? order.length };
}

/** Ordinals of an event's run before it, the nearest first; fewer than `limit`. */
export function* rowsBefore(log: LoadedLog, ordinal: number, limit = Infinity): Generator<number> {
  const { order } = log;
  const { from } = runBounds(log, ordinal);
  const at = order.indexOf(ordinal);
  for (let i = at - 1; i >= from && i > at - limit; i--) yield order.ordinalAt(i);
}

/** Ordinals of an event's run behind it, in display order; fewer than `limit`. */
export function* rowsBehind(log: LoadedLog, ordinal: number, limit = Infinity): Generator<number> {
  const { order } = log;
  const { to } = runBounds(log, ordinal);
  const at = order.indexOf(ordinal);
  for (let i = at + 1; i < to && i < at + limit; i++) yield order.ordinalAt(i);
}

function startsOfRuns(log: LoadedLog): number[] {
  const { run } = log.index.columns;
  const starts: number[] = [];
  let last = -1;
  allRows(log).forEach((row, place) => {
    if (run[row] !== last) starts.push(place);
    last = run[row] as number;
  });
  return starts;
}

/** Those of some rows that are of the same node as an event. */
export function* ofItsNode(log: LoadedLog, ordinal: number, rows: Iterable<number>): Generator<number> {
  const { node } = log.index.columns;
  for (const row of rows) if (node[row] === node[ordinal]) yield row;
}

/**
 * Passes over the rows of logs in display order that are carried on when a log has grown at its end, so that each row is
 * taken once; else they are made again. A pass is cached as long as its order is.
 */
export class CarriedPasses<Pass> {
  private readonly cached = new WeakMap<object, { readonly pass: Pass; taken: number }>();
  private readonly take: (pass: Pass, ordinal: number, index: number) => void;

  constructor(take: (pass: Pass, ordinal: number, index: number) => void) {
    this.take = take;
  }

  /** The pass over all rows of an order; `make` begins one. O(rows that were not taken yet). */
  over(order: EventOrder, make: () => Pass): Pass {
    const key = order.lineage ?? order;
    const known = this.cached.get(key);
    // A pass that knows more rows than the order has cannot be turned back.
    const current = known === undefined || known.taken > order.length ? { pass: make(), taken: 0 } : known;
    for (; current.taken < order.length; current.taken++)
      this.take(current.pass, order.ordinalAt(current.taken), current.taken);
    if (known === undefined || known.taken <= current.taken) this.cached.set(key, current);
    return current.pass;
  }
}

/** Makes something of a log with its complete causal graph: once for each order and graph; others wait for the same one. */
export function oncePerGraph<T>(make: (log: LoadedLog, graph: CausalGraph) => Promise<T>) {
  const known = new WeakMap<EventOrder, { readonly graph: CausalGraph; readonly made: Promise<T> }>();
  return (log: LoadedLog, graph: CausalGraph): Promise<T> => {
    const cached = known.get(log.order);
    if (cached?.graph === graph) return cached.made;
    const made = make(log, graph);
    known.set(log.order, { graph, made });
    return made;
  };
}

/** The rows of a log, in its order; 4 bytes each. O(rows). */
export function allRows({ order }: Pick<LoadedLog, 'order'>): Int32Array {
  const rows = new Int32Array(order.length);
  for (let place = 0; place < rows.length; place++) rows[place] = order.ordinalAt(place);
  return rows;
}

/* How long what events end has taken: executions of nodes, runs, calls of tools. */

/** Acts that end an execution of a node. */
export const NODE_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'nodeCompleted',
  'nodeFailed',
  'nodeSuspendFailed',
  'nodeCancelled',
]);
/** Acts that end a run. */
export const RUN_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'runCompleted',
  'runFailed',
  'runCancelled',
  'runDeadLettered',
]);

/** Takes rows in display order. */
function spanPass(log: LoadedLog) {
  const { columns, byId } = log.index;
  const actOf = actsByRow(log);
  const nodes = new Map<number, number>();
  const runs = new Map<number, number>();
  /** Times of calls by their row: an answer that is before its call answers none. */
  const calls = new Map<number, number>();
  const tookMs = new Map<number, number>();
  const note = (row: number, since: number | undefined): void => {
    const took = (columns.time[row] as number) - (since ?? Number.NaN);
    if (took >= 0) tookMs.set(row, took);
  };
  /** The time of the call that an answer names as its cause. */
  const calledAt = (row: number): number | undefined => {
    const [a, b] = [columns.causeA[row] as number, columns.causeB[row] as number];
    return a === 0 && b === 0 ? undefined : calls.get(byId.get(a, b));
  };
  return {
    /** In ms by the times of both events; NaN where an event ends nothing that was seen to begin. */
    of: (row: number): number => tookMs.get(row) ?? Number.NaN,
    take(row: number): void {
      const act = actOf(row);
      const run = columns.run[row] as number;
      const time = columns.time[row] as number;
      const node = columns.nodeKey(row);
      if (act === 'nodeStarted') nodes.set(node, time);
      else if (act === 'runStarted') runs.set(run, time);
      else if (act === 'toolCalled') calls.set(row, time);
      else if (act === 'toolReturned') note(row, calledAt(row));
      else if (NODE_ENDS.has(act)) {
        note(row, nodes.get(node));
        nodes.delete(node);
      } else if (RUN_ENDS.has(act)) note(row, runs.get(run));
    },
  };
}

const passes = new CarriedPasses<ReturnType<typeof spanPass>>((pass, row) => pass.take(row));

/** The time that each event's span took. O(rows that came since the last call). */
export const spansOf = (log: LoadedLog): { of(row: number): number } =>
  passes.over(log.order, () => spanPass(log));
