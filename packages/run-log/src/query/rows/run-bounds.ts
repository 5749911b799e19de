import { firstThat, storedIn } from '@openwop-inspector/base';
import type { EventOrder } from '../../index/event-order.ts';
import type { LoadedLog } from '../loaded-log.ts';

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
  const next = Math.max(
    1,
    firstThat(starts.length, (run) => (starts[run] as number) > at),
  );
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
  const { order } = log;
  const { run } = log.index.columns;
  const starts: number[] = [];
  let last = -1;
  for (let i = 0; i < order.length; i++) {
    const own = run[order.ordinalAt(i)] as number;
    if (own === last) continue;
    starts.push(i);
    last = own;
  }
  return starts;
}
