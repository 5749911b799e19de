/**
 * A quick look at the bytes of events for what may be a secret, in the order of the source, so that it is read from front
 * to back. It is taken of the rows whose shape the scanner knows; of all others the check reads the text anyway.
 */
import { type FastLook, fastLook } from '@openwop-inspector/base';
import { FLAG } from '../index/event-columns.ts';
import type { LoadedLog } from '../view/loaded-log.ts';
import type { CheckRun } from './check-control.ts';

/** Blanks behind a text, so that nothing of what was there before is looked at. */
const BLANKS = 256;

/** Bytes of a source from the start of a row on, in one half of the room of the look. */
interface Reading {
  readonly row: number;
  /** Place of the half in the room. */
  readonly at: number;
  /** How many bytes there are. */
  readonly bytes: Promise<number>;
}

/** Marks the rows in which something may have to be masked (`FLAG.mayHoldSecret`). */
export class SecretSweep {
  /** Rows before this one were looked at. */
  private row = 0;

  /** Looks at all rows that there are by now. False when it was stopped. Rejects with a `SourceError`. */
  async over(log: LoadedLog, { isCancelled, rest }: CheckRun): Promise<boolean> {
    const look = fastLook();
    let rested = performance.now();
    let reading = this.readNext(log, look, 0);
    while (look !== null && reading !== null) {
      const { row, at } = reading;
      const length = await reading.bytes;
      const rows = this.addRows(log, look, row, at, length);
      // The other half is filled while this one is looked at.
      reading = this.readNext(log, look, at === 0 ? half(look) : 0);
      for (const number of look.look()) mark(log, rows[number] as number);
      if (performance.now() - rested > 25) {
        await rest();
        if (isCancelled()) return this.stop(reading);
        rested = performance.now();
      }
    }
    return true;
  }

  /** What is read ahead is waited for, since its room is wanted by the next look. */
  private async stop(reading: Reading | null): Promise<false> {
    if (reading !== null) {
      this.row = reading.row;
      await reading.bytes.catch(() => 0);
    }
    return false;
  }

  /** Begins to read from the next row on that is to be looked at; null when there is none. */
  private readNext(log: LoadedLog, look: FastLook | null, at: number): Reading | null {
    const { columns } = log.index;
    for (; this.row < columns.length; this.row++) {
      if (columns.shape[this.row] === 0) continue;
      const { row } = this;
      if (look !== null && (columns.byteLength[row] as number) <= half(look) - BLANKS) {
        const target = look.room.subarray(at, at + half(look) - BLANKS);
        const bytes = log.readInto(target, columns.source[row] as number, columns.offset[row] as number);
        // A read that failed is reported where it is waited for, which may be some time after.
        bytes.catch(() => undefined);
        return { row, at, bytes };
      }
      mark(log, row);
    }
    return null;
  }

  /** Adds the rows from one on that lie in the bytes that were read; answers them. */
  private addRows(
    log: LoadedLog,
    look: FastLook,
    first: number,
    at: number,
    bytes: number,
  ): readonly number[] {
    const { offset, byteLength, source, shape, length } = log.index.columns;
    look.room.fill(0x20, at + bytes, at + bytes + BLANKS);
    const start = offset[first] as number;
    const rows: number[] = [];
    for (this.row = first; this.row < length && source[this.row] === source[first]; this.row++) {
      if (shape[this.row] === 0) continue;
      const from = (offset[this.row] as number) - start;
      const to = from + (byteLength[this.row] as number);
      if (from < 0 || to > bytes || !look.add(at + from, at + to)) break;
      rows.push(this.row);
    }
    // The source has become shorter: reading the event will say so.
    if (rows.length === 0) {
      mark(log, first);
      this.row = first + 1;
    }
    return rows;
  }
}

/** Bytes of one half of the room. */
function half(look: FastLook): number {
  return look.room.length >> 1;
}

function mark({ index: { columns } }: LoadedLog, row: number): void {
  columns.flags[row] = (columns.flags[row] as number) | FLAG.mayHoldSecret;
}
