/** What we use of the places that this runs in. A timer waits: 1 ms in Node, 4 ms in browsers. */
interface Tasks {
  /** Of browsers, not of all. */
  readonly scheduler?: { postTask?(task: () => void): Promise<void> };
  /** Of Node. */
  readonly setImmediate?: (task: () => void) => unknown;
}

/** The next turn of the event loop: messages that wait are taken first. */
export function nextTurn(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as Tasks; // checked on the next lines
  if (typeof scheduler?.postTask === 'function') return scheduler.postTask(() => undefined);
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Longest time, in ms, in which nobody else gets a turn. */
const TURN_MS = 25;

/** Lets others in between the pieces of a long answer. */
export class Turns {
  private readonly isCancelled: () => boolean;
  private readonly pause: () => Promise<void>;
  private since = performance.now();

  constructor(isCancelled: () => boolean = () => false, pause = nextTurn) {
    this.isCancelled = isCancelled;
    this.pause = pause;
  }

  /** True when it is time to wait for `rest`. A look at the clock: ask it once for some microseconds of work. */
  get areDue(): boolean {
    return performance.now() - this.since > TURN_MS;
  }

  /** Waits until others had their turn. False when the answer is no longer wanted. */
  async rest(): Promise<boolean> {
    await this.pause();
    this.since = performance.now();
    return !this.isCancelled();
  }
}
