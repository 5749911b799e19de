/** Many events, one after the other, for whoever looks at all of them once. */

import { Turns } from '../../next-turn.ts';
import { addRow, type Bits, noRows } from '../filter/bits.ts';
import { byteLeaf, type OpenedEvent } from '../filter/leaves.ts';
import type { SearchPlan } from '../filter/search-plan.ts';
import { sweep } from '../filter/sweep.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';

/**
 * Hands events to `take`, in the order of the source, in a few large reads; their bytes are written over when it returns.
 * With a plan, only events in which one of its needles occurs. Others get their turn every 25 ms. False when it was stopped.
 * O(bytes). Rejects with a `SourceError`.
 */
export async function eachEvent(
  log: LoadedLog,
  rows: Bits,
  take: (event: OpenedEvent) => void,
  isCancelled: () => boolean,
  plan: SearchPlan | null = null,
): Promise<boolean> {
  const leaf = byteLeaf(plan, (event) => {
    take(event);
    return false;
  });
  return (await sweep(log, leaf, rows, new Turns(isCancelled))) !== null;
}

/** Hands the bytes of events to `take`, as `eachEvent` does. */
export function eachEventBytes(
  log: LoadedLog,
  rows: Iterable<number>,
  take: (row: number, bytes: Uint8Array) => void,
  isCancelled: () => boolean,
  plan: SearchPlan | null = null,
): Promise<boolean> {
  const now = standing(log);
  const wanted = noRows(now.index.columns.length);
  for (const row of rows) addRow(wanted, row);
  return eachEvent(now, wanted, ({ row, bytes }) => take(row, bytes), isCancelled, plan);
}

/** The same in any order: events that were stored when the log was read are not read again. */
export function eachEventInAnyOrder(
  log: LoadedLog,
  rows: Iterable<number>,
  take: (row: number, bytes: Uint8Array) => void,
  isCancelled: () => boolean,
): Promise<boolean> {
  const { stored, columns } = log.index;
  const toRead: number[] = [];
  for (const row of rows) {
    const bytes = stored.bytesOf(row, columns.offset[row] as number);
    if (bytes === undefined) toRead.push(row);
    else take(row, bytes);
  }
  return toRead.length === 0 ? Promise.resolve(true) : eachEventBytes(log, toRead, take, isCancelled);
}
