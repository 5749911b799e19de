/** Pings a frame, and reports when no answer comes (security S-03). */

/** Between two questions while nothing happens. */
export const PING_EVERY_MS = 2_000;

/** Without an answer for that long a frame counts as silent. */
export const SILENT_AFTER_MS = 5_000;

export interface WatchdogParts {
  readonly clock: FrameClock;
  readonly ping: (count: number) => void;
  /** Called once. */
  readonly silent: () => void;
}

/** Watches one frame. */
export interface Watchdog {
  /** Starts to ping, and to wait: for an expected answer to `ping` or anything like it. */
  start(): void;
  /** Pings at once. */
  ask(): void;
  /** Handles an answer. Answers to unknown or old pings are ignored. */
  answered(count: number): void;
  /** Stops pinging and waiting, for a hidden window; `start` begins again. */
  stop(): void;
}

export function createWatchdog({ clock, ping, silent }: WatchdogParts): Watchdog {
  let asked = 0;
  let stopAsking = () => {};
  let stopWaiting: (() => void) | null = null;
  const ask = () => {
    asked += 1;
    // The oldest open question counts: asking again does not give a silent frame more time.
    stopWaiting ??= clock.after(SILENT_AFTER_MS, () => {
      stop();
      silent();
    });
    stopAsking();
    stopAsking = clock.after(PING_EVERY_MS, ask);
    ping(asked);
  };
  const stop = () => {
    stopAsking();
    stopWaiting?.();
    stopWaiting = null;
  };
  return {
    start: ask,
    ask,
    answered(count) {
      if (count !== asked) return;
      stopWaiting?.();
      stopWaiting = null;
    },
    stop,
  };
}

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
