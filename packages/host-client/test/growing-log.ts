import type { LiveStatus } from '../src/answers/live-status.ts';
import type { HostConnection } from '../src/connection.ts';
import type { CaptureSink, Clock, LiveRun, LiveRunParts, LiveTimings } from '../src/live/live-run.ts';
import { LiveRunSession } from '../src/live/live-session.ts';
import { frameOf, type PlayedEvent, type PlayStream } from './played-host.ts';

interface Timer {
  readonly atMs: number;
  readonly call: () => void;
}

/** Turns of the microtask queue after which everything that does not wait for time has come to rest. */
const TURNS = 80;

/** Time for tests: stops until everything has settled, then jumps to the next timer. */
export class VirtualTime implements Clock {
  private nowMs = Date.parse('2026-05-18T10:00:00.000Z');
  private readonly timers = new Set<Timer>();
  readonly startMs = this.nowMs;

  now(): number {
    return this.nowMs;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { atMs: this.nowMs + ms, call };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  random(): number {
    return 0.5;
  }

  /** Lets time pass until `done`; answers null when it did not come within `limitMs`. */
  async until<T>(done: Promise<T>, limitMs = 3_600_000): Promise<T | null> {
    const endMs = this.nowMs + limitMs;
    const state: { value: T | null; isDone: boolean } = { value: null, isDone: false };
    const settled = done.then((value) => {
      state.value = value;
      state.isDone = true;
    });
    for (;;) {
      for (let turn = 0; turn < TURNS && !state.isDone; turn++) await Promise.resolve();
      if (state.isDone) break;
      const next = [...this.timers].reduce<Timer | null>(
        (first, one) => (first === null || one.atMs < first.atMs ? one : first),
        null,
      );
      if (next === null || next.atMs > endMs) return null;
      this.timers.delete(next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.call();
    }
    await settled;
    return state.value;
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    await this.until(new Promise<void>((resolve) => this.after(ms, resolve)));
  }
}

type Line = Readonly<Record<string, unknown>>;

/** Keeps a stream open. */
export const never = (): Promise<void> => new Promise(() => {});
/** Sends what is behind the cursor and closes. */
export const backlog =
  (log: readonly PlayedEvent[]): PlayStream =>
  async (say, cursor) => {
    for (const event of log) if (cursor === null || event.sequence > cursor) say(frameOf(event));
  };

/** A log that comes to life: `grow` adds events, the last of which ends the run. */
export function growingLog(all: readonly PlayedEvent[], count: number) {
  const state = { count };
  return {
    all,
    log: () => all.slice(0, state.count),
    status: () => (state.count >= all.length ? 'completed' : 'running'),
    grow: (to = all.length) => {
      state.count = Math.max(state.count, to);
    },
  };
}

/** Runs a session to its end; fails when it does not come within an hour of its time. */
export async function endOf(rehearsal: ReturnType<typeof rehearse>) {
  rehearsal.run.start();
  const status = await rehearsal.time.until(rehearsal.run.ended);
  if (status === null) throw new Error('the session does not end');
  return status;
}

/** A session with a played host in time that does not pass by itself. */
export function rehearse(
  host: HostConnection,
  time = new VirtualTime(),
  timings: Partial<LiveTimings> = {},
  more: Partial<Pick<LiveRunParts, 'discovery' | 'maxPageBytes'>> = {},
) {
  const written: string[] = [];
  const statuses: LiveStatus[] = [];
  const sink: CaptureSink = {
    write: (text) => {
      written.push(text);
      return Promise.resolve(written.reduce((sum, part) => sum + part.length, 0));
    },
  };
  const run: LiveRun = new LiveRunSession({
    host,
    runId: 'r1',
    discovery: null,
    a2uiDelta: false,
    sink,
    onStatus: (status) => statuses.push(status),
    clock: time,
    timings,
    ...more,
  });
  return { run, time, statuses, lines: () => linesOf(written.join('')) };
}

/** The lines of a capture, read. */
function linesOf(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
}

/** Events of a capture, each with all that its tellings say, in the order of the first. */
export function eventsIn(lines: readonly Line[]): readonly Line[] {
  const reported = new Map<unknown, Line>();
  for (const line of lines) {
    if (typeof line.type !== 'string') continue;
    const key = line.sequence ?? line.seq;
    reported.set(key, { ...reported.get(key), ...line });
  }
  return [...reported.values()];
}
