import type { MaskedText } from '@openwop-inspector/base';
import type { LoadedLog } from './loaded-log.ts';

/** When a run was seen, by the clocks of its host. */
export interface RunTimes {
  /** The earliest and the latest time of an event, epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Times of each run by its id as it is shown; a run without any time is left out. O(events). */
export function runTimes({ order, index }: LoadedLog): ReadonlyMap<MaskedText, RunTimes> {
  const { columns, runs } = index;
  const starts = new Float64Array(runs.size).fill(Number.POSITIVE_INFINITY);
  const ends = new Float64Array(runs.size).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    const [run, time] = [columns.run[row] as number, columns.time[row] as number];
    if (time < (starts[run] as number)) starts[run] = time;
    if (time > (ends[run] as number)) ends[run] = time;
  }
  const times = new Map<MaskedText, RunTimes>();
  starts.forEach((startMs, run) => {
    if (startMs !== Number.POSITIVE_INFINITY)
      times.set(runs.shownOf(run), { startMs, endMs: ends[run] as number });
  });
  return times;
}
