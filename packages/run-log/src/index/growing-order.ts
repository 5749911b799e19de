import type { EventColumns } from './event-columns.ts';
import type { EventOrder } from './event-order.ts';

/**
 * Called with a row that has the sequence of the row it would follow. Returns true when it is about the same event
 * and gets no place of its own.
 */
export type OnShared = (before: number, row: number) => boolean;

/**
 * The display order of a log that grows, as `orderEvents` would make it. Rows that follow the last one cost O(1) each,
 * late ones one pass over all. 8 bytes an event.
 */
export class GrowingOrder {
  private rows = new Int32Array(1024);
  private places = new Int32Array(1024).fill(-1);
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
    if (this.length === this.rows.length) this.rows = wider(this.rows, this.length * 2);
    if (row >= this.places.length)
      this.places = wider(this.places, Math.max(this.places.length * 2, row + 1));
    this.rows[this.length] = row;
    this.places[row] = this.length++;
  }

  /** Puts rows where they belong, in arrays of their own, since earlier orders look at the old ones. */
  private merge(disordered: number[], onShared: OnShared): void {
    disordered.sort((a, b) => this.compare(a, b));
    const old = this.rows.subarray(0, this.length);
    this.rows = new Int32Array(Math.max(1024, (old.length + disordered.length) * 2));
    this.places = wider(new Int32Array(0), Math.max(this.places.length, (disordered.at(-1) ?? 0) + 1));
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

function wider(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size).fill(-1);
  to.set(from);
  return to;
}
