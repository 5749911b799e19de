import { FLAG } from '../index/event-columns.ts';
import { hashText } from '../index/id-hash.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Ordinal of an event by its id, recorded or derived; -1 when not held. */
export function findById({ index }: LoadedLog, eventId: string): number {
  const { a, b } = hashText(index.ids.recorded(eventId));
  const row = index.byId.get(a, b);
  if (row < 0 || ((index.columns.flags[row] as number) & FLAG.dropped) === 0) return row;
  const at = index.repeats.findIndex((ordinal, i) => i % 2 === 1 && ordinal === row);
  return at < 0 ? row : (index.repeats[at - 1] as number);
}

/** Ordinal of the first event with a sequence, in any run or in one; -1 when not held. O(events). */
export function findBySequence({ index, order }: LoadedLog, sequence: number, runId?: string): number {
  const { columns, runs } = index;
  const run = runId === undefined ? -1 : runs.find(runId);
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    if (columns.sequence[row] === sequence && (run < 0 || columns.run[row] === run)) return row;
  }
  return -1;
}
