import type { LoadedLog } from '../loaded-log.ts';

/** Time of the first event in display order that has one, NaN when none has. */
export function firstTime(log: LoadedLog): number {
  for (let i = 0; i < log.order.length; i++) {
    const time = log.index.columns.time[log.order.ordinalAt(i)] as number;
    if (!Number.isNaN(time)) return time;
  }
  return Number.NaN;
}
