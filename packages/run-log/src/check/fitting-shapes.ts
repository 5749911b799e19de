/**
 * Shapes of payloads of which one was found to fit the schemas of its type: all others of that shape fit as well, and
 * need not be read (`assembly/shapes.ts`).
 */
import { FLAG } from '../index/event-columns.ts';
import type { LogIndex } from '../index/log-index.ts';

/** Rows of which more is asked than their shape tells. */
const TO_BE_READ = FLAG.mayHoldSecret | FLAG.payloadAndData;

/** One byte a shape. */
export class FittingShapes {
  private byNumber = new Uint8Array(1024);

  /** The payload of a row fits the schemas of its type, and no rule asks about its values. */
  add({ columns }: LogIndex, row: number): void {
    const shape = columns.shape[row] as number;
    if (shape >= this.byNumber.length) {
      const wider = new Uint8Array(Math.max(this.byNumber.length * 2, shape + 1));
      wider.set(this.byNumber);
      this.byNumber = wider;
    }
    this.byNumber[shape] = 1;
  }

  /** True when nothing can be found in a row. */
  holds({ columns }: LogIndex, row: number): boolean {
    const shape = columns.shape[row] as number;
    return shape !== 0 && this.byNumber[shape] === 1 && ((columns.flags[row] as number) & TO_BE_READ) === 0;
  }
}
