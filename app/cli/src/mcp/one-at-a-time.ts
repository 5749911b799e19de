/** Work that is done one after the other: each call may take the whole machine. */

/** Calls that may wait. */
const MAX_WAITING = 16;

/** Starts work when what came before has ended; null when too much is waiting already. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T> | null;

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting > MAX_WAITING) return null;
    waiting++;
    const done = last.then(work).finally(() => {
      waiting--;
    });
    last = done.catch(() => undefined);
    return done;
  };
}
