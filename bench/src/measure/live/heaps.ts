import type { CDPSession, Page } from '@playwright/test';

/** What a JavaScript engine of the window holds, in bytes. */
export interface Heap {
  /** Objects and strings. */
  readonly usedBytes: number;
  /** What stands outside of it: array buffers, in which the index is. */
  readonly bufferBytes: number;
}

/** The heaps of a window and of the worker that holds its session. */
export interface Heaps {
  readonly window: Heap;
  readonly worker: Heap;
}

/** Reads heaps; `collected` ends all garbage before. */
export interface HeapReader {
  read(collected: boolean): Promise<Heaps>;
}

/** All of it. */
export function bytesOf({ window, worker }: Heaps): number {
  return window.usedBytes + window.bufferBytes + worker.usedBytes + worker.bufferBytes;
}

type Ask = (method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage') => Promise<unknown>;

/** A reader for a page that has a session worker now. Rejects when it has none. */
export async function heapReader(page: Page, browser: CDPSession): Promise<HeapReader> {
  const ofPage = await page.context().newCDPSession(page);
  const askWindow: Ask = (method) => ofPage.send(method);
  const askWorker = await workerAsker(browser);
  const read = async (ask: Ask, collected: boolean): Promise<Heap> => {
    if (collected) await ask('HeapProfiler.collectGarbage');
    return heapOf(await ask('Runtime.getHeapUsage'));
  };
  return {
    read: async (collected) => ({
      window: await read(askWindow, collected),
      worker: await read(askWorker, collected),
    }),
  };
}

/** Playwright has no DevTools session for a worker, so messages are packed into those of the browser. */
async function workerAsker(browser: CDPSession): Promise<Ask> {
  const { targetInfos } = await browser.send('Target.getTargets');
  const worker = targetInfos.find(({ type, url }) => type === 'worker' && url.includes('session.worker'));
  if (worker === undefined) throw new Error('the window has no session worker');
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: worker.targetId });
  const waiting = new Map<number, (result: unknown) => void>();
  browser.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const { id, result } = JSON.parse(event.message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let asked = 0;
  return (method) => {
    const id = ++asked;
    const message = JSON.stringify({ id, method });
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      browser.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  };
}

function heapOf(answer: unknown): Heap {
  // The answer of DevTools to `Runtime.getHeapUsage`.
  const { usedSize, backingStorageSize } = answer as { usedSize: number; backingStorageSize?: number };
  return { usedBytes: usedSize, bufferBytes: backingStorageSize ?? 0 };
}
