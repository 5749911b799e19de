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
export function paceRun(run: HostedRun, pace: Pace) {
  let isUnwatched = pace.kind === 'scripted' && pace.whenWatched;
  let isWaiting = false;
  let timer: NodeJS.Timeout | undefined;
  let atMs = 0;
  let owed = 0;
  /** What the rate asks for since the last step, so that a late timer loses nothing. */
  const emitOwed = (eventsPerSecond: number): Stand => {
    owed += ((performance.now() - atMs) / 1000) * eventsPerSecond;
    const count = Math.floor(owed);
    owed -= count;
    return run.emit(count);
  };
  const step = (): void => {
    timer = undefined;
    const stand = pace.kind === 'rate' ? emitOwed(pace.eventsPerSecond) : run.advance();
    isWaiting = stand !== 'moves' && !run.isTerminal;
    if (stand === 'moves') goOn();
  };
  const goOn = (): void => {
    if (pace.kind === 'by-hand' || isUnwatched || isWaiting || timer !== undefined) return;
    atMs = performance.now();
    timer = setTimeout(step, pace.kind === 'rate' ? STEP_MS : Math.min(run.nextAfterMs, pace.longestMs));
  };
  const hold = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const unsubscribe = run.subscribe((events) => {
    // After an answer or a pause.
    if (events.length > 0 || !isWaiting) return;
    isWaiting = false;
    goOn();
  });
  goOn();
  return {
    /** Somebody has opened a stream of the run. */
    watched: () => {
      isUnwatched = false;
      goOn();
    },
    hold,
    goOn,
    end: () => {
      hold();
      unsubscribe();
    },
  };
}
