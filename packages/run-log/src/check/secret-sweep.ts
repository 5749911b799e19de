/**
 * A quick look at the bytes of events for what may be a secret, in the order of the source, so that it is read from front
 * to back. It is taken of the rows whose shape the scanner knows; of all others the check reads the text anyway.
 */
import { type FastLook, fastLook } from '@openwop-inspector/base';
import { FLAG } from '../index/event-columns.ts';
import { Turns } from '../next-turn.ts';
import type { LoadedLog } from '../query/loaded-log.ts';
import {
  type LookBatch,
  type LookThread,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
  MAX_REQUESTED,
  suspectsOf,
} from '../source/look-batch.ts';
import type { CheckRun } from './check-control.ts';

/** A batch of a log. */
interface RowBatch extends LookBatch {
  readonly source: number;
  /** Its rows, by their numbers in the batch. */
  readonly rows: Uint32Array;
}

/** A batch that is being read into one half of the room of the look. */
interface Reading {
  readonly batch: RowBatch;
  /** Place of the half in the room. */
  readonly at: number;
  /** How many bytes there are. */
  readonly bytes: Promise<number>;
}

/** The thread reads the first source of a log. */
const THREAD_SOURCE = 0;

/** Marks the rows in which something may have to be masked, or media may be (`FLAG.mayHoldSecret`). */
export class SecretSweep {
  /** Rows before this one were inspected, or were given to the thread. */
  private row = 0;
  private thread: LookThread | null = null;
  /** A thread was started, or there can be none. */
  private hasRequested = false;
  private requested: Promise<void>[] = [];
  /** What the thread has to do, in order; without what was undone. */
  private given: RowBatch[] = [];
  private waiting = 0;
  /** Batches on which the thread failed. */
  private returned: RowBatch[] = [];

  /** Gives what was read so far to a thread, next to the reading: of the first source, where `start` can start one. */
  ahead(log: LoadedLog, start: () => LookThread | null): void {
    if (!this.hasRequested) {
      this.hasRequested = true;
      this.thread = start();
    }
    this.give(log, () => this.bytesAhead(log) > MAX_BATCH_BYTES);
  }

  /** Looks at all rows, from the end while the thread comes from the front. False when stopped; rejects: `SourceError`. */
  async over(log: LoadedLog, run: CheckRun): Promise<boolean> {
    const hasAll = await this.here(log, run);
    if (hasAll) await Promise.all(this.requested);
    this.close();
    await Promise.all(this.requested.splice(0));
    return hasAll && this.here(log, run);
  }

  /** Ends the thread. */
  close(): void {
    this.thread?.close();
    this.thread = null;
  }

  private bytesAhead({ index: { columns } }: LoadedLog): number {
    if (this.row >= columns.length || columns.source[this.row] !== THREAD_SOURCE) return 0;
    const last = columns.length - 1;
    return (columns.offset[last] as number) - (columns.offset[this.row] as number);
  }

  /** Gives the thread as much as it takes, while there is something for it. */
  private give(log: LoadedLog, isThere: () => boolean): void {
    while (this.thread !== null && this.waiting < MAX_REQUESTED && isThere()) {
      const batch = this.nextBatch(log);
      if (batch === null) return;
      this.ask(log, this.thread, batch);
    }
  }

  private ask(log: LoadedLog, thread: LookThread, batch: RowBatch): void {
    this.waiting++;
    this.given.push(batch);
    const { start, length, from, to } = batch;
    const answered = thread.look({ start, length, from, to }).then(
      (suspects) => {
        if (this.isGiven(batch) && suspects !== null) mark(log, batch, suspects);
      },
      // Whatever stood in the way: it is tried again here, where a source that is gone is reported.
      () => {
        if (this.isGiven(batch)) this.returned.push(batch);
      },
    );
    this.requested.push(answered.then(() => void this.waiting--));
  }

  /** False for a batch that was undone; the thread is through with any other. */
  private isGiven(batch: RowBatch): boolean {
    const at = this.given.indexOf(batch);
    if (at >= 0) this.given.splice(at, 1);
    return at >= 0;
  }

  /** A batch that the thread has not begun. */
  private takenBack(): RowBatch | null {
    return this.thread?.takeBack() === true ? (this.given.pop() ?? null) : null;
  }

  private async here(log: LoadedLog, { isCancelled, rest }: CheckRun): Promise<boolean> {
    if (this.waiting + this.returned.length === 0 && !this.hasNext(log)) return true;
    const look = fastLook();
    const turns = new Turns(isCancelled, rest);
    let reading = this.readNext(log, look, 0);
    while (reading !== null) {
      const { batch, at } = reading;
      const bytes = await reading.bytes;
      // The other half is filled while this one is inspected.
      reading = this.readNext(log, look, at === 0 ? look.room.length >> 1 : 0);
      mark(log, batch, suspectsOf(look, batch, at, bytes));
      if (turns.areDue && !(await turns.rest())) return this.stop(reading);
    }
    return true;
  }

  /** What is read ahead is waited for, since its room is wanted by the next look. */
  private async stop(reading: Reading | null): Promise<false> {
    if (reading !== null) {
      this.returned.unshift(reading.batch);
      await reading.bytes.catch(() => 0);
    }
    return false;
  }

  /** Begins to read the next batch; null when there is none. */
  private readNext(log: LoadedLog, look: FastLook, at: number): Reading | null {
    this.give(log, () => this.hasNext(log) && log.index.columns.source[this.row] === THREAD_SOURCE);
    const batch = this.returned.shift() ?? this.takenBack() ?? this.nextBatch(log);
    if (batch === null) return null;
    const bytes = log.readInto(look.room.subarray(at, at + batch.length), batch.source, batch.start);
    // A read that failed is reported where it is waited for, which may be some time after.
    bytes.catch(() => undefined);
    return { batch, at, bytes };
  }

  /** Goes to the next row that is to be inspected; false when there is none. */
  private hasNext({ index: { columns } }: LoadedLog): boolean {
    while (this.row < columns.length && columns.shape[this.row] === 0) this.row++;
    return this.row < columns.length;
  }

  /** The next rows that lie near to each other. What is larger than a batch is marked at once. Null at the end. */
  private nextBatch(log: LoadedLog): RowBatch | null {
    const { offset, byteLength, source, shape, length } = log.index.columns;
    while (this.hasNext(log) && (byteLength[this.row] as number) > MAX_BATCH_BYTES) markRow(log, this.row++);
    if (!this.hasNext(log)) return null;
    const start = offset[this.row] as number;
    const number = source[this.row] as number;
    const rows = new Uint32Array(MAX_BATCH_ROWS);
    const from = new Uint32Array(MAX_BATCH_ROWS);
    const to = new Uint32Array(MAX_BATCH_ROWS);
    let [count, end, row] = [0, 0, this.row];
    for (; row < length && count < MAX_BATCH_ROWS && source[row] === number; row++) {
      if (shape[row] === 0) continue;
      const first = (offset[row] as number) - start;
      const behind = first + (byteLength[row] as number);
      if (first < 0 || behind > MAX_BATCH_BYTES) break;
      rows[count] = row;
      from[count] = first;
      to[count++] = behind;
      end = Math.max(end, behind);
    }
    this.row = row;
    return { source: number, rows, start, length: end, from: from.slice(0, count), to: to.slice(0, count) };
  }
}

function mark(log: LoadedLog, { rows }: RowBatch, suspects: Iterable<number>): void {
  for (const suspect of suspects) markRow(log, rows[suspect] as number);
}

function markRow({ index: { columns } }: LoadedLog, row: number): void {
  columns.mark(row, FLAG.mayHoldSecret);
}
