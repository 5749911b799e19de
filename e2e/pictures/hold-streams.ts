import type { Page, Worker } from '@playwright/test';

/** Workers that are held, or will be. */
export interface Hold {
  /** Resolves when one of them waits. */
  reached(): Promise<void>;
  letGo(): Promise<void>;
}

/**
 * Every worker that starts from now on waits once it has taken so many bytes from streams: a log is one answer, which
 * cannot be held on its way.
 */
export function holdStreams(page: Page, behindBytes: number): Hold {
  const workers: Promise<Worker>[] = [];
  let isReached = (): void => {};
  const reached = new Promise<void>((resolve) => {
    isReached = resolve;
  });
  page.on('worker', (worker) => {
    const held = holdIn(worker, behindBytes);
    workers.push(held);
    void held.then(() => worker.evaluate(() => Reflect.get(globalThis, 'held'))).then(isReached);
  });
  return {
    reached: () => reached,
    letGo: async () => {
      for (const worker of await Promise.all(workers))
        await worker.evaluate(() => Reflect.get(globalThis, 'letGo')());
    },
  };
}

async function holdIn(worker: Worker, behindBytes: number): Promise<Worker> {
  await worker.evaluate((behind) => {
    const { prototype } = ReadableStreamDefaultReader;
    const { read } = prototype;
    let taken = 0;
    let hold = (): void => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const wait = new Promise<void>((resolve) => Object.assign(globalThis, { held, letGo: resolve }));
    prototype.read = async function readHeld() {
      if (taken > behind) {
        hold();
        await wait;
      }
      const got = await read.call(this);
      taken += got.value?.length ?? 0;
      return got;
    };
  }, behindBytes);
  return worker;
}
