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

/** Lines a shell writes when a window requested something it must not request. */
const REFUSALS =
  /"event":"(request-refused|navigation-refused|call-refused|call-failed|window-crashed|window-hangs)"/;

/** Starts the application. */
export class Inspector {
  readonly #startShell: (parts: StartParts) => Promise<RunningShell>;
  readonly #testInfo: TestInfo;
  readonly #watch = createPageWatch();
  #shell: RunningShell | null = null;

  constructor(startShell: (parts: StartParts) => Promise<RunningShell>, testInfo: TestInfo) {
    this.#startShell = startShell;
    this.#testInfo = testInfo;
  }

  /** Resolves when the window has drawn. A second start of the same scenario has the settings of the first. */
  async start(options: StartOptions = {}): Promise<AppWindow> {
    await this.close();
    const configDir = this.#testInfo.outputPath('config');
    this.#shell = await this.#startShell({ options, configDir, onPage: this.#watch.watch });
    const window = new AppWindow(this.#shell);
    // Not `expect`: it reads the whole page again each time that it does not find what it waits for.
    await window.titleBar.openButton.waitFor();
    return window;
  }

  /** Starts with files and waits until the last of them has been read and its event to begin with is selected. */
  async open(...files: readonly string[]): Promise<AppWindow> {
    const window = await this.start({ files });
    await expect(window.titleBar.tabs).toHaveCount(files.length);
    await window.events.selected.waitFor();
    await window.verdict.region.waitFor();
    return window;
  }

  /** The shell of the last start. */
  get shell(): RunningShell {
    if (this.#shell === null) throw new Error('The inspector has not been started');
    return this.#shell;
  }

  /** The same, where a scenario runs on the desktop only. */
  get desktop(): DesktopShell {
    if (this.shell.kind !== 'desktop') throw new Error('This scenario is for the desktop only');
    return this.shell;
  }

  /** The same, where a scenario runs in the browser only. */
  get browser(): BrowserShell {
    if (this.shell.kind !== 'browser') throw new Error('This scenario is for the browser only');
    return this.shell;
  }

  /** Ends the window of the last start. */
  async close(): Promise<void> {
    const closing = this.#shell;
    this.#shell = null;
    await closing?.close();
    this.#watch.add(closing?.logLines().filter((line) => REFUSALS.test(line)) ?? []);
  }

  /** Says that console messages, requests or lines of the shell's log that match are what the scenario is about. */
  allow(pattern: RegExp): void {
    this.#watch.allow(pattern);
  }

  async finish(): Promise<void> {
    const { status, expectedStatus } = this.#testInfo;
    const path = this.#testInfo.outputPath('window.png');
    if (status !== expectedStatus) await this.#shell?.page.screenshot({ path });
    await this.close();
    expect(this.#watch.complaints(), 'what the window did against its rules').toEqual([]);
  }
}

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
    const inspector = new Inspector(start, testInfo);
    await use(inspector);
    await inspector.finish();
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
