import { groupedBy } from '@openwop-inspector/base';
import { type EventColumns, FLAG, wider } from './event-columns.ts';

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
  return dropped > 0 ? orderOf(columns.length, rowsInOrder(columns)) : asTheyCame(columns.length);
}

const asTheyCame = (length: number): EventOrder => ({
  length,
  ordinalAt: (index) => index,
  indexOf: (ordinal) => (ordinal < length ? ordinal : -1),
});

function rowsInOrder(columns: EventColumns): Int32Array {
  const rows = new Int32Array(columns.length);
  let stored = 0;
  for (let i = 0; i < columns.length; i++) {
    if (((columns.flags[i] as number) & FLAG.dropped) === 0) rows[stored++] = i;
  }
  return rows.subarray(0, stored);
}

function orderOf(total: number, rows: Int32Array): EventOrder {
  const { length } = rows;
  if (length === total && rows.every((row, i) => row === i)) return asTheyCame(length);
  const places = noPlaces(total);
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

/** Takes a row with the sequence of the row before; true when it is the same event and gets no place of its own. */
type OnShared = (before: number, row: number) => boolean;

/** The order of `orderEvents` for a log that grows. A row at the end costs O(1), late ones one pass. 8 bytes an event. */
export class GrowingOrder {
  private rows = new Int32Array(1024);
  private places = noPlaces(1024);
  private length = 0;
  private readonly columns: EventColumns;
  /** Place of each run among the runs, by first appearance. */
  private readonly runPlaces: number[] = [];
  private runs = 0;
  /** Key of the latest row of each run, which a row without sequence takes. */
  private readonly lastKeys: number[] = [];
  /** Keys of rows without sequence, by row. */
  private readonly ownKeys = new Map<number, number>();
  private lineage: object = {};

  constructor(columns: EventColumns) {
    this.columns = columns;
  }

  /** Takes rows in order of arrival that were not taken before. */
  add(rows: Iterable<number>, onShared: OnShared): void {
    const disordered: number[] = [];
    for (const row of rows) {
      this.noteKey(row);
      const tail = this.length === 0 ? -1 : (this.rows[this.length - 1] as number);
      if (tail >= 0 && this.compare(tail, row) > 0) disordered.push(row);
      else if (!this.isShared(tail, row) || !onShared(tail, row)) this.append(row);
    }
    if (disordered.length > 0) this.merge(disordered, onShared);
  }

  /** What rows say has changed: nothing that was made of an earlier order holds any more. */
  touch(): void {
    this.lineage = {};
  }

  /** The order by now; it stays as it is while more is added. */
  snapshot(): EventOrder {
    const { rows, places, length, lineage } = this;
    return {
      length,
      lineage,
      ordinalAt: (index) => (index < length ? (rows[index] ?? -1) : -1),
      indexOf: (ordinal) => {
        const place = places[ordinal] ?? -1;
        return place < length ? place : -1;
      },
    };
  }

  private noteKey(row: number): void {
    const run = this.columns.run[row] as number;
    this.runPlaces[run] ??= this.runs++;
    const sequence = this.columns.sequence[row] as number;
    const key = Number.isNaN(sequence) ? (this.lastKeys[run] ?? -1) : sequence;
    if (Number.isNaN(sequence)) this.ownKeys.set(row, key);
    this.lastKeys[run] = key;
  }

  private keyOf(row: number): number {
    const sequence = this.columns.sequence[row] as number;
    return Number.isNaN(sequence) ? (this.ownKeys.get(row) ?? -1) : sequence;
  }

  /** By run, then by sequence, then by arrival. */
  private compare(a: number, b: number): number {
    const { run } = this.columns;
    const runs = (this.runPlaces[run[a] as number] as number) - (this.runPlaces[run[b] as number] as number);
    return runs || this.keyOf(a) - this.keyOf(b) || a - b;
  }

  private isShared(before: number, row: number): boolean {
    const { run, sequence } = this.columns;
    return before >= 0 && run[before] === run[row] && sequence[before] === sequence[row];
  }

  private append(row: number): void {
    if (this.length === this.rows.length) this.rows = wider(this.rows, new Int32Array(this.length * 2));
    if (row >= this.places.length)
      this.places = wider(this.places, noPlaces(Math.max(this.places.length * 2, row + 1)));
    this.rows[this.length] = row;
    this.places[row] = this.length++;
  }

  /** Puts rows where they belong, in arrays of their own, since earlier orders look at the old ones. */
  private merge(disordered: number[], onShared: OnShared): void {
    disordered.sort((a, b) => this.compare(a, b));
    const old = this.rows.subarray(0, this.length);
    this.rows = new Int32Array(Math.max(1024, (old.length + disordered.length) * 2));
    this.places = noPlaces(Math.max(this.places.length, (disordered.at(-1) ?? 0) + 1));
    this.length = 0;
    this.lineage = {};
    let next = 0;
    for (const row of disordered) {
      while (next < old.length && this.compare(old[next] as number, row) < 0)
        this.append(old[next++] as number);
      const before = this.length === 0 ? -1 : (this.rows[this.length - 1] as number);
      if (!this.isShared(before, row) || !onShared(before, row)) this.append(row);
    }
    while (next < old.length) this.append(old[next++] as number);
  }
}

const noPlaces = (rows: number): Int32Array<ArrayBuffer> => new Int32Array(rows).fill(-1);
