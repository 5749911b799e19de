/**
 * The fixture of all scenarios. A project's name says which shell runs: `chromium` has the browser shell on loopback in
 * a fresh context, `electron` the desktop shell with settings of its own. After each scenario the window must have followed
 * to its rules: nothing bad in the console, no request to another origin, nothing refused by the shell.
 */
import { type LiveHost, startLiveHost } from '@openwop-inspector/testing/host';
import { type Browser, test as base, expect, type TestInfo } from '@playwright/test';
import { AppWindow } from './pages/app-window.ts';
import { type BrowserShell, launchChromium, startInBrowser } from './shells/browser-shell.ts';
import { type DesktopShell, startOnDesktop } from './shells/desktop-shell.ts';
import { createPageWatch } from './shells/page-watch.ts';
import { isDesktop, type StartOptions, type StartParts } from './shells/shell.ts';

export { expect };

type RunningShell = BrowserShell | DesktopShell;

/** Starts the application. */
export interface Inspector {
  /** Resolves when the window has drawn. A second start of the same scenario has the settings of the first. */
  start(options?: StartOptions): Promise<AppWindow>;
  /** Starts with files and waits until the last of them has been read and its event to begin with is selected. */
  open(...files: readonly string[]): Promise<AppWindow>;
  /** The shell of the last start. */
  readonly shell: RunningShell;
  /** The same, where a scenario runs on the desktop only. */
  readonly desktop: DesktopShell;
  /** The same, where a scenario runs in the browser only. */
  readonly browser: BrowserShell;
  /** Ends the window of the last start. */
  close(): Promise<void>;
  /** Says that console messages, requests or lines of the shell's log that match are what the scenario is about. */
  allow(pattern: RegExp): void;
}

/** Lines a shell writes when a window requested something it must not request. */
const REFUSALS =
  /"event":"(request-refused|navigation-refused|call-refused|call-failed|window-crashed|window-hangs)"/;

interface Fixtures {
  readonly inspector: Inspector;
  /** Starts a test host, which is closed after the scenario. */
  readonly startHost: typeof startLiveHost;
}

export const test = base.extend<Fixtures, { chromiumBrowser: () => Promise<Browser> }>({
  chromiumBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      let launched: Promise<Browser> | undefined;
      await use(() => {
        launched ??= launchChromium();
        return launched;
      });
      await (await launched)?.close();
    },
    { scope: 'worker' },
  ],

  inspector: async ({ chromiumBrowser }, use, testInfo) => {
    const start = async (parts: StartParts) =>
      isDesktop(testInfo.project) ? startOnDesktop(parts) : startInBrowser(await chromiumBrowser(), parts);
    const { inspector, finish } = createInspector(start, testInfo);
    await use(inspector);
    await finish();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  startHost: async ({}, use) => {
    const hosts: LiveHost[] = [];
    await use(async (options) => {
      const host = await startLiveHost(options);
      hosts.push(host);
      return host;
    });
    for (const host of hosts) await host.close();
  },
});

function createInspector(startShell: (parts: StartParts) => Promise<RunningShell>, testInfo: TestInfo) {
  const watch = createPageWatch();
  const allowed: RegExp[] = [];
  const refusals: string[] = [];
  let shell: RunningShell | null = null;
  const running = (): RunningShell => {
    if (shell === null) throw new Error('The inspector has not been started');
    return shell;
  };
  const inspector: Inspector = {
    async start(options = {}) {
      await inspector.close();
      shell = await startShell({ options, configDir: testInfo.outputPath('config'), onPage: watch.watch });
      const window = new AppWindow(shell);
      // Not `expect`: it reads the whole page again each time that it does not find what it waits for.
      await window.titleBar.openButton.waitFor();
      return window;
    },
    async open(...files) {
      const window = await inspector.start({ files });
      await expect(window.titleBar.tabs).toHaveCount(files.length);
      await window.events.selected.waitFor();
      await window.verdict.region.waitFor();
      return window;
    },
    get shell() {
      return running();
    },
    get desktop() {
      const current = running();
      if (current.kind !== 'desktop') throw new Error('This scenario is for the desktop only');
      return current;
    },
    get browser() {
      const current = running();
      if (current.kind !== 'browser') throw new Error('This scenario is for the browser only');
      return current;
    },
    async close() {
      const closing = shell;
      shell = null;
      if (closing === null) return;
      await closing.close();
      refusals.push(...closing.logLines().filter((line) => REFUSALS.test(line)));
    },
    allow(pattern) {
      watch.allow(pattern);
      allowed.push(pattern);
    },
  };
  const finish = async () => {
    const failed = testInfo.status !== testInfo.expectedStatus;
    if (failed && shell !== null) await shell.page.screenshot({ path: testInfo.outputPath('window.png') });
    await inspector.close();
    const refused = refusals.filter((line) => !allowed.some((pattern) => pattern.test(line)));
    expect([...watch.complaints(), ...refused], 'what the window did against its rules').toEqual([]);
  };
  return { inspector, finish };
}
