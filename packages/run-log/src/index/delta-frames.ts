import type { EntryPlace } from './event-columns.ts';

/** A delta frame of a stream (envelope 7.6): where it is and what it changes. Its patch stays in the source. */
export interface DeltaFrame {
  readonly place: EntryPlace;
  /** `id` of the stream's frame, NaN when it has none. */
  readonly id: number;
  /** Hash of `surfaceRef`. */
  readonly refA: number;
  readonly refB: number;
  /** Ordinal of the event read before it, -1 when there is none. */
  readonly after: number;
}

/** Frames beyond this number are counted and not stored. */
const MAX_STORED = 1_000_000;
/** Numbers a frame takes. */
const WIDTH = 8;

/** The delta frames of a log, in the order in which they were read; 64 bytes a frame. */
export class DeltaFrames {
  private numbers = new Float64Array(0);
  length = 0;

  add(frame: DeltaFrame): void {
    if (this.length >= MAX_STORED) return;
    if ((this.length + 1) * WIDTH > this.numbers.length) this.grow();
    const { source, offset, length, line } = frame.place;
    this.numbers.set(
      [source, offset, length, line, frame.id, frame.refA, frame.refB, frame.after],
      this.length * WIDTH,
    );
    this.length++;
  }

  private grow(): void {
    const wider = new Float64Array(Math.max(16 * WIDTH, this.numbers.length * 2));
    wider.set(this.numbers);
    this.numbers = wider;
  }

  at(number: number): DeltaFrame {
    const [source = 0, offset = 0, length = 0, line = 0, id = 0, refA = 0, refB = 0, after = -1] =
      this.numbers.subarray(number * WIDTH, (number + 1) * WIDTH);
    return { place: { source, offset, length, line }, id, refA, refB, after };
  }
}
