/** Tells news at most once in a while: the first at once, later ones together at the end of the pause. */
export interface NewsThrottle {
  /** There is news. */
  schedule(): void;
  /** Tells what is waiting now. */
  flush(): void;
  /** Tells nothing any more. */
  stop(): void;
}

/** At most ten times a second. */
export const newsEveryMs = 100;

/** Creates a pace; `tell` reads what is new by itself when it is called. */
export function createNewsThrottle(tell: () => void, everyMs: number = newsEveryMs): NewsThrottle {
  let pause: NodeJS.Timeout | null = null;
  let isWaiting = false;
  let isStopped = false;

  function say(): void {
    isWaiting = false;
    if (pause !== null) clearTimeout(pause);
    pause = setTimeout(endOfPause, everyMs);
    tell();
  }

  function endOfPause(): void {
    pause = null;
    if (isWaiting) say();
  }

  return {
    schedule() {
      if (isStopped) return;
      if (pause === null) say();
      else isWaiting = true;
    },
    flush() {
      if (!isStopped && isWaiting) say();
    },
    stop() {
      isStopped = true;
      if (pause !== null) clearTimeout(pause);
    },
  };
}
