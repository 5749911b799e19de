/** The part of the Scheduler interface that we use; not everywhere there, and timers of a browser wait 4 ms. */
interface TaskScheduler {
  postTask(task: () => void): Promise<void>;
}

/** The next turn of the event loop: messages that wait are taken first. */
export function nextTurn(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: Partial<TaskScheduler> }; // checked on the next line
  if (typeof scheduler?.postTask === 'function') return scheduler.postTask(() => undefined);
  return new Promise((resolve) => setTimeout(resolve, 0));
}
