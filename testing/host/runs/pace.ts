import type { HostedRun, Stand } from './hosted-run.ts';

/**
 * How a run continues by itself. `by-hand`: only a test moves it. `scripted`: as its story does, but no pause longer than
 * `longestMs`. `rate`: events a second, emitted in steps of 20 ms.
 */
export type Pace =
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'scripted'; readonly longestMs: number; readonly whenWatched: boolean }
  | { readonly kind: 'rate'; readonly eventsPerSecond: number };

const STEP_MS = 20;

/** Moves a run at its pace until it has ended or is stopped; a run that waits continues when it is answered. */
export class Pacer {
  readonly #run: HostedRun;
  readonly #pace: Pace;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #isPaused: boolean;
  #isWaiting = false;
  #owed = 0;
  #atMs = 0;

  constructor(run: HostedRun, pace: Pace) {
    this.#run = run;
    this.#pace = pace;
    this.#isPaused = pace.kind === 'scripted' && pace.whenWatched;
    this.#unsubscribe = run.subscribe((events) => {
      if (events.length === 0) this.#wake();
    });
    if (!this.#isPaused) this.#schedule();
  }

  /** Somebody has opened a stream of the run. */
  watched(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#schedule();
  }

  /** Continues after an answer or after a pause. */
  #wake(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#schedule();
  }

  hold(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  goOn(): void {
    if (!this.#isPaused && !this.#isWaiting) this.#schedule();
  }

  end(): void {
    this.hold();
    this.#unsubscribe();
  }

  #schedule(): void {
    if (this.#pace.kind === 'by-hand' || this.#timer !== null) return;
    this.#atMs = performance.now();
    const delay =
      this.#pace.kind === 'rate' ? STEP_MS : Math.min(this.#run.nextAfterMs, this.#pace.longestMs);
    this.#timer = setTimeout(() => this.#step(), delay);
  }

  #step(): void {
    this.#timer = null;
    const stand =
      this.#pace.kind === 'rate' ? this.#emitOwed(this.#pace.eventsPerSecond) : this.#run.advance();
    if (stand === 'moves') this.#schedule();
    else this.#isWaiting = !this.#run.isTerminal;
  }

  /** What the rate asks for since the last step, so that a late timer loses nothing. */
  #emitOwed(eventsPerSecond: number): Stand {
    this.#owed += ((performance.now() - this.#atMs) / 1000) * eventsPerSecond;
    const count = Math.floor(this.#owed);
    this.#owed -= count;
    return this.#run.emit(count);
  }
}
