import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatCount } from '@openwop-inspector/base';
import type { Browser } from '@playwright/test';
import { launchChromium } from '../launch-chromium.ts';
import { storedLog } from '../log-store.ts';
import { machineNow } from '../report.ts';
import { type FamilyTimes, walkGallery } from './gallery-walk.ts';
import { type ListWalk, WATCH_PRESSES, walkList } from './list-walk.ts';
import { type RenderResult, renderReport, renderTargets } from './render-report.ts';

/** How often each story is shown after its first showing, and where things lie. */
export interface RenderBenchOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Folder for generated logs. */
  readonly folder: string;
  /** Our own built program; the gallery, the window and the browser shell lie beside it. */
  readonly program: string;
  readonly json: string | undefined;
}

const LIST_EVENTS = 2_000;
const PRESSES = 200;

/**
 * Measures in Chromium how soon things are shown: every story of the gallery beside the floor of its text, then events
 * of a log one after the other in the window. Prints tables and what was reached. Returns the exit status.
 */
export async function runRenderBench(
  options: RenderBenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<number> {
  const machine = machineNow();
  const { seed, folder, rounds } = options;
  const log = storedLog(folder, { events: LIST_EVENTS, seed, format: 'ndjson' }, say);
  const dist = path.dirname(options.program);
  const home = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  const browser = await launchChromium();
  try {
    const families = await inGallery(browser, dist, home, rounds, say);
    say(`${formatCount(LIST_EVENTS)} events in the window`);
    const list = await inWindow(browser, dist, home, path.resolve(log.file));
    const result: RenderResult = { machine, rounds, families, list };
    print(renderReport(result));
    if (options.json !== undefined)
      writeFileSync(
        options.json,
        `${JSON.stringify({ ...result, targets: renderTargets(result) }, null, 2)}\n`,
      );
    return 0;
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function inGallery(
  browser: Browser,
  dist: string,
  home: string,
  rounds: number,
  say: (line: string) => void,
): Promise<readonly FamilyTimes[]> {
  const shell = await startBuiltShell(dist, 'gallery', [], home);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.goto(shell.url);
    await page.goto(new URL('/measured.html', shell.url).href);
    return await walkGallery(page, rounds, say);
  } finally {
    await page.close();
    await shell.close();
  }
}

async function inWindow(browser: Browser, dist: string, home: string, file: string): Promise<ListWalk> {
  const shell = await startBuiltShell(dist, 'renderer', [file], home);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.addInitScript(WATCH_PRESSES);
    await page.goto(shell.url);
    return await walkList(page, file, PRESSES);
  } finally {
    await page.close();
    await shell.close();
  }
}

const VIEWPORT = { width: 1440, height: 900 };

/** The part of `dist/server.mjs` that is used here; what is measured is what is built. */
interface ServerModule {
  startBrowserShell(options: {
    readonly files: readonly string[];
    readonly samplesDir: string;
    readonly rendererDir: string;
    readonly configDir: string;
  }): Promise<BuiltShell>;
}

/** A browser shell that answers; `url` has the token of its start. */
interface BuiltShell {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the built browser shell over the window or the gallery. `home` keeps its settings and its log. */
async function startBuiltShell(
  dist: string,
  shows: 'renderer' | 'gallery',
  files: readonly string[],
  home: string,
): Promise<BuiltShell> {
  const server: ServerModule = await import(pathToFileURL(path.join(dist, 'server.mjs')).href);
  return server.startBrowserShell({
    files,
    samplesDir: path.join(dist, '..', 'samples'),
    rendererDir: path.join(dist, shows),
    configDir: home,
  });
}
