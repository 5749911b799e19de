/** What we use of the places that this runs in. A timer waits: 1 ms in Node, 4 ms in browsers. */
interface Tasks {
  /** Of browsers, not of all. */
  readonly scheduler?: { postTask?(task: () => void): Promise<void> };
  /** Of Node. */
  readonly setImmediate?: (task: () => void) => unknown;
}

/** The next turn of the event loop: messages that wait are taken first. */
export function nextTurn(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as Tasks; // checked on the next lines
  if (typeof scheduler?.postTask === 'function') return scheduler.postTask(() => undefined);
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
