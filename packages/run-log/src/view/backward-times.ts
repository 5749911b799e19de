/** Events whose time is before the time of something that happened earlier (run-events 1.1). */
import { parentOf } from '../graph/child-index.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Less is a difference of precision between hosts, which write milliseconds or microseconds. */
const LEAST_MS = 1;

/** A time that cannot be right, or the one that it contradicts. */
export interface BackwardTime {
  /** Ordinal of the event that seems to be too early. */
  readonly row: number;
  /** The event that happened before it: its cause, else the event before it in its run. */
  readonly earlier: number;
  readonly byMs: number;
  readonly isCause: boolean;
}

/**
 * The events of a log that are at least 1 ms before their cause, which may be of another run or host, or before the event
 * preceding them in their run, in order. Messages are left out. O(events).
 */
export function backwardTimes({ index, order, graph }: LoadedLog): readonly BackwardTime[] {
  const { run, time } = index.columns;
  const found: BackwardTime[] = [];
  const last = new Map<number, number>();
  for (let place = 0; place < order.length; place++) {
    const row = order.ordinalAt(place);
    const at = time[row] as number;
    if (Number.isNaN(at) || index.messages.of(row) !== null) continue;
    const cause = graph === null ? -1 : parentOf(graph, row);
    const before = last.get(run[row] as number) ?? -1;
    last.set(run[row] as number, row);
    const isCause =
      graph !== null && cause >= 0 && cause < graph.base && (time[cause] as number) - at >= LEAST_MS;
    const earlier = isCause ? cause : before;
    const byMs = earlier < 0 ? Number.NaN : (time[earlier] as number) - at;
    if (byMs >= LEAST_MS) found.push({ row, earlier, byMs, isCause });
  }
  return found;
}
