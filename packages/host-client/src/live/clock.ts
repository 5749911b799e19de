import type { Clock, LiveTimings } from './live-run.ts';

/** The platform's time. */
export const realClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Times of bundles-and-transport.md sections 6.3 and 7. */
export const defaultTimings: LiveTimings = {
  backoffMs: [500, 1000, 2000, 4000, 8000, 15_000, 30_000],
  jitter: 0.2,
  healthyMs: 10_000,
  idleMs: 45_000,
  snapshotEveryMs: 15_000,
  pollEveryMs: 1000,
  pollWaitingMs: 5000,
  statusEveryMs: 100,
  writeEveryMs: 50,
};

/** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      cancel();
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done);
  });
}
