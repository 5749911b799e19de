import type { ActionRecord } from '../answers/actions.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { LiveStatus } from '../answers/live-status.ts';
import type { HostConnection, RequestClock } from '../connection.ts';

/** Where a session is written: one file that only grows. */
export interface CaptureSink {
  /** Appends a text that ends with a line break; resolves when it may be read back, with the size in bytes by then. */
  write(text: string): Promise<number>;
}

/** Time as a session sees it. Tests bring their own. */
export interface Clock extends RequestClock {
  /** 0 to 1, for jitter. */
  random(): number;
}

/** Times of a session in ms (bundles-and-transport.md sections 6.3 and 7); tests shorten them. */
export type LiveTimings = Readonly<typeof defaultTimings>;

export const defaultTimings = {
  /** Between tries; the last repeats. */
  backoffMs: [500, 1000, 2000, 4000, 8000, 15_000, 30_000] as readonly number[],
  /** Share of a delay that chance adds or takes. */
  jitter: 0.2,
  /** After so long a healthy stream starts the backoff again. */
  healthyMs: 10_000,
  /** No byte for so long, from a host that sent comments before. */
  idleMs: 45_000,
  /** How often the snapshot is inspected while a stream is open. */
  snapshotEveryMs: 15_000,
  /** How often a host without a stream is polled, while running and while waiting. */
  pollEveryMs: 1000,
  pollWaitingMs: 5000,
  /** Minimum between two reports of a status. */
  statusEveryMs: 100,
  /** How long events are gathered before they are written. */
  writeEveryMs: 50,
};

export interface LiveRunParts {
  readonly host: HostConnection;
  readonly runId: string;
  readonly discovery: HostDiscovery | null;
  /** Ask for surfaces as delta frames (`a2uiDelta=1`). */
  readonly a2uiDelta: boolean;
  readonly sink: CaptureSink;
  /** Called when something changed, at most every `statusEveryMs`, and at the end. */
  readonly onStatus: (status: LiveStatus) => void;
  readonly clock?: Clock;
  readonly timings?: Partial<LiveTimings>;
  /** Most bytes that are read of one answer of the JSON log or bundle; 64 MiB unless given. The next one continues there. */
  readonly maxPageBytes?: number;
}

/**
 * A session with one run: stream, polls and bundle merged by sequence into one capture, each event once, until the run
 * has ended and the ledger has no hole, or the host says no for good. Holds about 24 bytes an event, 150 where no
 * event has a neighbour. Never rejects: a reader that throws ends the session with `reader-failed`.
 */
export interface LiveRun {
  /** Begins. The capture's first lines are written before any request. */
  start(): void;
  status(): LiveStatus;
  /** Reads the JSON log now. Resolves when that is done or has failed. */
  fetchMissing(): Promise<void>;
  /** Tries at once; after an end begins again. */
  reconnectNow(): void;
  /** Ends the connection for good; resolves when all that came is written. */
  detach(): Promise<void>;
  /** Writes an action into the capture. */
  record(action: ActionRecord): Promise<void>;
  /** Resolves with the status of the end, whatever ended it. */
  readonly ended: Promise<LiveStatus>;
}

/** The platform's time. */
export const realClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Aborts with `signal`, or before it by itself; from then on it no longer listens to the signal. */
export function within(signal: AbortSignal): AbortController {
  const one = new AbortController();
  signal.addEventListener('abort', () => one.abort(), { signal: one.signal });
  if (signal.aborted) one.abort();
  return one;
}

/** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
export function pause(clock: RequestClock, ms: number, signal: AbortSignal): Promise<void> {
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
