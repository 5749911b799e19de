import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { built, builtModule, inRepository } from '@openwop-inspector/testing/files';
import { type Browser, chromium } from '@playwright/test';
import {
  actionTimeoutMs,
  forShortPages,
  logLinesIn,
  prepareConfigFolder,
  type Shell,
  type StartOptions,
  type StartParts,
} from './shell.ts';

/** The part of `dist/server.mjs` that is used here; a scenario runs against what is built. */
interface ServerModule {
  startBrowserShell(
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly url: string; newAddress(): string; close(): Promise<void> }>;
}

/** Children of this process, which is the shell's, whose command line names a program; the oldest first. */
function childrenThatRun(program: string): readonly number[] {
  const args = ['-o', 'pid=,args=', '--ppid', String(process.pid)];
  const lines = spawnSync('ps', args, { encoding: 'utf8' }).stdout.split('\n');
  const pids = lines.filter((line) => line.includes(program)).map((line) => Number.parseInt(line, 10));
  return pids.sort((a, b) => a - b);
}

/** What the browser shell can do besides what both can. */
export interface BrowserShell extends Shell {
  readonly kind: 'browser';
  /** The address that the window was opened with. */
  readonly usedAddress: string;
  /** An address that opens another window. */
  newAddress(): string;
}

/** Starts a Chromium without a window; one serves all scenarios of a worker. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.INSPECTOR_CHROMIUM;
  const named = executablePath === undefined ? {} : { executablePath };
  return chromium.launch({ ...named, args: [forShortPages] });
}

/** A context of the usual size that waits for actions as long as it may. */
export async function newContext(
  browser: Browser,
  viewport: StartOptions['size'] = { width: 1440, height: 900 },
) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(actionTimeoutMs);
  return context;
}

/**
 * Starts the browser shell on a free port of loopback and opens its address in a context of its own. What it serves is
 * the window, or the gallery in its place.
 */
export async function startInBrowser(
  browser: Browser,
  { options, configDir, onPage }: StartParts,
  rendererFolder: 'renderer' | 'gallery' = 'renderer',
): Promise<BrowserShell> {
  prepareConfigFolder(configDir, options);
  const { startBrowserShell }: ServerModule = await import(builtModule('server.mjs'));
  const server = await startBrowserShell({
    files: options.files ?? [],
    samplesDir: inRepository('samples'),
    rendererDir: built(rendererFolder),
    configDir,
    loadFrom: (options.loadFrom ?? []).join(','),
  });
  const { origin } = new URL(server.url);
  const context = await newContext(browser, options.size);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  onPage(page, `${origin}/`);
  await page.goto(server.url);
  return {
    kind: 'browser',
    usedAddress: server.url,
    newAddress: () => server.newAddress(),
    page,
    origin: `${origin}/`,
    sessionProcesses: async () => childrenThatRun('live-session.cjs'),
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    writeClipboard: (text) => page.evaluate((given) => navigator.clipboard.writeText(given), text),
    async chooseFiles(files, ask) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), ask()]);
      await chooser.setFiles([...files]);
    },
    async saveFile(folder, ask) {
      const [download] = await Promise.all([page.waitForEvent('download'), ask()]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      return file;
    },
    logLines: () => logLinesIn(configDir, 'browser-shell.ndjson'),
    async close() {
      // As a user closes a tab: a context that ends takes its pages without their last events.
      await page.close();
      await context.close();
      await server.close();
    },
  };
}
