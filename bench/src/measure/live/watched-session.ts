import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { ownChromium, residentMemory, residentMemoryOf } from '../launch-chromium.ts';
import { WATCH_TASKS } from '../main-thread.ts';
import { type DemoHost, serveWindow, startDemoHost, startProgram } from '../started-program.ts';

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

/** Live session as displayed by the window. */
interface ShownSession {
  /** Events in the list. */
  readonly shown: number;
  /** Events that the shell has. */
  readonly received: number;
  /** Verdict of the ledger: "Whole so far, 0 to 2,877". */
  readonly ledger: string;
}

/** Attaches to the host's run through the connection screen, and resolves when its newest events are followed. */
async function attach(page: Page, shellUrl: string, host: DemoHost): Promise<void> {
  await page.goto(shellUrl);
  await page.getByRole('button', { name: /^Attach to a live host/ }).click();
  const screen = page.getByRole('region', { name: 'Live host', exact: true });
  const adding = screen.getByRole('form', { name: 'Add a host' });
  const address = adding.getByRole('textbox', { name: 'Address of a host or run' });
  await address.fill(`${host.origin}/v1/runs/${host.runId}`);
  await address.press('Enter');
  await adding.getByRole('button', { name: 'Add this host' }).click();
  const connection = screen.getByRole('region', { name: 'Connection', exact: true });
  const token = connection.getByRole('region', { name: 'Token' });
  await token.getByRole('radio', { name: /^Until/ }).check();
  await token.getByLabel('Token', { exact: true }).and(token.locator('input')).fill(host.token);
  await token.getByRole('button', { name: 'Set the token' }).click();
  await connection.getByRole('button', { name: /^Attach/ }).click();
  await page.getByRole('group', { name: 'Connection' }).getByText('Connected').waitFor({ timeout: 120_000 });
  await page.getByRole('listbox', { name: 'Events' }).getByRole('option').first().waitFor();
}

/** Reads it by role and name. */
async function readShown(page: Page): Promise<ShownSession> {
  const row = page.getByRole('listbox', { name: 'Events' }).getByRole('option').first();
  const status = await page.getByRole('region', { name: 'Status' }).innerText();
  const completeness = await page.getByRole('region', { name: 'Completeness' }).innerText();
  return {
    shown: Number(await row.getAttribute('aria-setsize')),
    received: Number(/([\d,]+) events? received/.exec(status)?.[1]?.replaceAll(',', '')),
    ledger: /^\s*((?:Whole so far|Complete,|Missing|No events).*)$/m.exec(completeness)?.[1] ?? completeness,
  };
}

/** A Chromium whose window can be minimised: then it is hidden, renders nothing, and its timers are slow. */
interface MinimisableChromium {
  /** Of the present connection, as `devTools` is. */
  readonly page: Page;
  /** DevTools of the browser as a whole. */
  readonly devTools: CDPSession;
  /** Ends the connection; the window goes on. While there is one, the window keeps the bodies of its answers for DevTools. */
  disconnect(): Promise<void>;
  /** Connects again; does nothing when it is connected. */
  connect(): Promise<void>;
  setMinimised(isMinimised: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  readonly browser: Browser;
  readonly page: Page;
  readonly devTools: CDPSession;
}

/**
 * Starts it with one empty page. A browser that Playwright starts itself counts every page as seen and focused, so this
 * one is started by hand and only connected to.
 */
async function startMinimisableChromium(): Promise<MinimisableChromium> {
  const { chromium } = await import('@playwright/test');
  const profile = mkdtempSync(path.join(tmpdir(), 'inspector-profile-'));
  const started = await startProgram({
    command: ownChromium() ?? chromium.executablePath(),
    args: [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--window-size=1440,900',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    speaksOn: 'stderr',
    says: /DevTools listening on (ws:\/\/\S+)/,
  });
  const connected = async (): Promise<Connection> => {
    const browser = await chromium.connectOverCDP(started.printed[0] ?? '', { noDefaults: true });
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('Chromium has no page');
    return { browser, page, devTools: await browser.newBrowserCDPSession() };
  };
  let connection = await connected();
  return {
    get page() {
      return connection.page;
    },
    get devTools() {
      return connection.devTools;
    },
    async disconnect() {
      await connection.browser.close();
    },
    async connect() {
      if (!connection.browser.isConnected()) connection = await connected();
    },
    async setMinimised(isMinimised) {
      const { page } = connection;
      const ofPage = await page.context().newCDPSession(page);
      const { windowId } = await ofPage.send('Browser.getWindowForTarget');
      const windowState = isMinimised ? 'minimized' : 'normal';
      await ofPage.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    },
    async close() {
      await connection.browser.close();
      await started.stop();
      // Its other processes end a little later and write until then.
      await rm(profile, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Memory of one JavaScript engine of the window, in bytes. */
interface Heap {
  /** Objects and strings. */
  readonly usedBytes: number;
  /** Array buffers, which hold the index. */
  readonly bufferBytes: number;
}

/** The heaps of a window and of the worker that holds its session. */
export interface Heaps {
  readonly window: Heap;
  readonly worker: Heap;
}

/** Reads heaps; `collected` ends all garbage before. */
interface HeapReader {
  read(collected: boolean): Promise<Heaps>;
}

/** All of it. */
export function bytesOf({ window, worker }: Heaps): number {
  return window.usedBytes + window.bufferBytes + worker.usedBytes + worker.bufferBytes;
}

type Ask = (method: 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage') => Promise<unknown>;

/** A reader for a page that has a session worker now. Rejects when it has none. */
async function heapReader(page: Page, browser: CDPSession): Promise<HeapReader> {
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
