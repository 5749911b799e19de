/** How long a log that grows rests after a refresh that took `tookMs`: a tenth of a second, and four times as long. */
export function restAfter(tookMs: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS - tookMs, tookMs * 4));
}

const MIN_MS = 100;
const MAX_MS = 10_000;

/** Keeps refreshes apart, so that they never take more than a fifth of the time. */
export class Throttle {
  private freeAt = 0;
  private wake: (() => void) | null = null;
  private readonly restAfter: (tookMs: number) => number;

  constructor(restMs: (tookMs: number) => number) {
    this.restAfter = restMs;
  }

  /** Resolves when the next refresh may begin. */
  wait(): Promise<void> {
    const ms = this.freeAt - performance.now();
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A refresh has taken so long. */
  took(tookMs: number): void {
    this.freeAt = performance.now() + this.restAfter(tookMs);
  }

  /** Whoever waits continues at once. */
  release(): void {
    this.freeAt = 0;
    this.wake?.();
  }
}
