/**
 * A bound on time and memory for code that a test runs on hostile input. Code that does not return blocks every timer of
 * its thread, and with it the test runner; a second thread watches it.
 */
import { Worker } from 'node:worker_threads';

let watchdog: Worker | null = null;

/**
 * Runs `work`. When it takes more than `maxSeconds` of processor time, or a gigabyte of memory, the name of the work is
 * written to standard error and the process is ended, which fails the test file.
 */
export async function watched<T>(name: string, work: () => T | Promise<T>, maxSeconds = 60): Promise<T> {
  watchdog ??= new Worker(new URL('./watchdog-thread.mjs', import.meta.url));
  watchdog.unref();
  watchdog.postMessage({ name, maxSeconds });
  try {
    return await work();
  } finally {
    watchdog.postMessage(null);
  }
}
