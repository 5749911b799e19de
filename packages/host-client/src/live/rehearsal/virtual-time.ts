import type { Clock } from '../live-run.ts';

interface Timer {
  readonly atMs: number;
  readonly call: () => void;
}

/** Turns of the microtask queue after which everything that does not wait for time has come to rest. */
const TURNS = 80;

/** Time for tests: stands still until everything has come to rest, then leaps to the next timer. */
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
