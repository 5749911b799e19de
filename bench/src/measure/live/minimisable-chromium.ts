import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { ownChromium } from '../launch-chromium.ts';
import { startProgram } from '../started-program.ts';

/** A Chromium whose window can be minimised as a person's can: then it is hidden, draws nothing, and its timers are slow. */
export interface MinimisableChromium {
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
export async function startMinimisableChromium(): Promise<MinimisableChromium> {
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
