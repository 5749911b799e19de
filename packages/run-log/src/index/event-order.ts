import { groupedBy } from '@openwop-inspector/base';
import { type EventColumns, FLAG } from './event-columns.ts';

/**
 * Display order: runs in order of first appearance, inside a run by `sequence` (never by time, run-events.md 1.1), an
 * event without sequence behind the one it follows in the source. Rows dropped as repeats have no place.
 */
export interface EventOrder {
  readonly length: number;
  /** Ordinal at a place. */
  ordinalAt(index: number): number;
  /** Place of an ordinal; -1 for a dropped row. */
  indexOf(ordinal: number): number;
  /**
   * Of a log that grows: the same object for orders of which the longer ones only add rows at the end and leave all
   * rows before as they were, so that what was made of a shorter one can be carried on.
   */
  readonly lineage?: object;
}

/** Orders the rows there are now. O(n) when the source is in order, else O(n log n). */
export function orderEvents(columns: EventColumns): EventOrder {
  const rows = rowsInOrder(columns);
  return orderOf(columns.length, isInOrder(columns, rows) ? rows : sortedRows(columns, rows));
}

/** The order of arrival, for rows that are displayed while the source is still read. */
export function arrivalOrder(columns: EventColumns, dropped: number): EventOrder {
  if (dropped > 0) return orderOf(columns.length, rowsInOrder(columns));
  const length = columns.length;
  return { length, ordinalAt: (index) => index, indexOf: (ordinal) => (ordinal < length ? ordinal : -1) };
}

function rowsInOrder(columns: EventColumns): Int32Array {
  const rows = new Int32Array(columns.length);
  let stored = 0;
  for (let i = 0; i < columns.length; i++) {
    if (((columns.flags[i] as number) & FLAG.dropped) === 0) rows[stored++] = i;
  }
  return rows.subarray(0, stored);
}

function orderOf(total: number, rows: Int32Array): EventOrder {
  let isIdentity = rows.length === total;
  for (let i = 0; isIdentity && i < rows.length; i++) isIdentity = rows[i] === i;
  const length = rows.length;
  if (isIdentity)
    return { length, ordinalAt: (index) => index, indexOf: (ordinal) => (ordinal < length ? ordinal : -1) };
  const places = new Int32Array(total).fill(-1);
  for (let i = 0; i < length; i++) places[rows[i] as number] = i;
  return { length, ordinalAt: (index) => rows[index] ?? -1, indexOf: (ordinal) => places[ordinal] ?? -1 };
}

function isInOrder(columns: EventColumns, rows: Int32Array): boolean {
  let run = -1;
  let last = -1;
  const seen = new Set<number>();
  for (const row of rows) {
    if (columns.run[row] !== run) {
      run = columns.run[row] as number;
      if (seen.has(run)) return false;
      seen.add(run);
      last = -1;
    }
    const sequence = columns.sequence[row] as number;
    if (sequence < last) return false;
    if (!Number.isNaN(sequence)) last = sequence;
  }
  return true;
}

/** Groups the rows by run, stably and in O(n), and sorts only the runs whose rows are out of order. */
function sortedRows(columns: EventColumns, rows: Int32Array): Int32Array {
  const { run } = columns;
  // Runs by first appearance. Their numbers are small and dense, so that arrays serve as maps.
  const places: number[] = [];
  let count = 0;
  for (const row of rows) places[run[row] as number] ??= count++;
  const { start, list } = groupedBy(rows, count, (row) => places[run[row] as number] as number);
  let keys: Float64Array | null = null;
  for (let place = 0; place < count; place++) {
    const part = list.subarray(start[place], start[place + 1]);
    if (isInOrder(columns, part)) continue;
    keys ??= new Float64Array(columns.length);
    sortBySequence(columns, part, keys);
  }
  return list;
}

/** An event without sequence takes that of the one before it and stays behind it. `keys` has a place for each row. */
function sortBySequence({ sequence }: EventColumns, rows: Int32Array, keys: Float64Array): void {
  let last = -1;
  for (const row of rows) {
    const own = sequence[row] as number;
    if (!Number.isNaN(own)) last = own;
    keys[row] = last;
  }
  rows.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}
