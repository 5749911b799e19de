/** Ends a request: when its time is over, or when the person calls it off. Node 18 has no `AbortSignal.any`. */
import type { RequestClock } from '../connection.ts';

export interface RequestEnd {
  readonly signal: AbortSignal;
  /** What ended it; null while it goes on. */
  readonly reason: 'out-of-time' | 'called-off' | null;
  /** Stops the clock; the person can still call it off. */
  stopClock(): void;
  /** Stops the clock and no longer listens. */
  release(): void;
}

export function createRequestEnd(
  clock: RequestClock,
  timeoutMs: number,
  outer: AbortSignal | undefined,
): RequestEnd {
  const controller = new AbortController();
  let reason: RequestEnd['reason'] = null;
  const end = (why: 'out-of-time' | 'called-off'): void => {
    reason ??= why;
    controller.abort();
  };
  const callOff = (): void => end('called-off');
  const stopClock = clock.after(timeoutMs, () => end('out-of-time'));
  outer?.addEventListener('abort', callOff, { once: true });
  if (outer?.aborted === true) callOff();
  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    stopClock,
    release() {
      stopClock();
      outer?.removeEventListener('abort', callOff);
    },
  };
}
