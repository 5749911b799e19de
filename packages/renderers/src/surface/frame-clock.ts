/** Time as the link to a frame needs it; tests bring their own. */
export interface FrameClock {
  /** Milliseconds from any start. */
  readonly now: () => number;
  /** Calls once after a while; the answer calls it off. */
  readonly after: (delayMs: number, call: () => void) => () => void;
}

export const windowClock: FrameClock = {
  now: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};
