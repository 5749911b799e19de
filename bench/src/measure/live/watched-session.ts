import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WATCH_TASKS } from '../main-thread.ts';
import { residentMemory, residentMemoryOf } from '../process-memory.ts';
import { serveWindow } from '../served-window.ts';
import { attach, readShown, type ShownSession } from './attached-window.ts';
import { type DemoHost, startDemoHost } from './demo-host.ts';
import { type HeapReader, heapReader } from './heaps.ts';
import { type MinimisableChromium, startMinimisableChromium } from './minimisable-chromium.ts';

/** Our host, the browser shell and Chromium, each a process of its own, and a session that follows the host's run. */
export interface WatchedSession {
  readonly host: DemoHost;
  readonly chromium: MinimisableChromium;
  /** Of the present connection to Chromium. */
  heaps(): Promise<HeapReader>;
  /** What the window shows, and how many events it is behind what the host has by then. */
  look(): Promise<ShownSession & { readonly behind: number }>;
  /** Resident memory in bytes; null where the system does not tell. */
  memory(): Promise<{ readonly shell: number | null; readonly window: number | null }>;
  close(): Promise<void>;
}

/** Starts all of it; `rate` events a second. What was started is ended again when a part fails. */
export async function watchSession(program: string, rate: number): Promise<WatchedSession> {
  const ends: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    // A part that cannot be ended must not keep the others running.
    const failed: unknown[] = [];
    for (const end of ends.splice(0).reverse()) await end().catch((why) => failed.push(why));
    if (failed.length > 0) throw failed[0];
  };
  try {
    const home = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
    ends.push(() => rm(home, { recursive: true, force: true }));
    const shell = await serveWindow(program, [], home);
    ends.push(() => shell.stop());
    const chromium = await startMinimisableChromium();
    ends.push(() => chromium.close());
    await chromium.page.addInitScript(WATCH_TASKS);
    // Last, so that its run has not gone far when the session begins.
    const host = await startDemoHost(program, rate);
    ends.push(() => host.stop());
    await attach(chromium.page, shell.url, host);
    return {
      host,
      chromium,
      heaps: () => heapReader(chromium.page, chromium.devTools),
      async look() {
        const shown = await readShown(chromium.page);
        return { ...shown, behind: Math.max(0, (await host.lastSequence()) + 1 - shown.shown) };
      },
      memory: async () => ({
        shell: await residentMemory(shell.pid),
        window: await residentMemoryOf(chromium.devTools, 'renderer'),
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
