import { nextTurn } from '../../next-turn.ts';

/** Longest time, in ms, in which nobody else gets a turn. */
const TURN_MS = 25;

/** Lets others in between the pieces of a long answer. */
export class Turns {
  private readonly isCancelled: () => boolean;
  private since = performance.now();

  constructor(isCancelled: () => boolean = () => false) {
    this.isCancelled = isCancelled;
  }

  /** True when it is time to wait for `rest`. A look at the clock: ask it once for some microseconds of work. */
  get areDue(): boolean {
    return performance.now() - this.since > TURN_MS;
  }

  /** Waits until others had their turn. False when the answer is no longer wanted. */
  async rest(): Promise<boolean> {
    await nextTurn();
    this.since = performance.now();
    return !this.isCancelled();
  }
}
