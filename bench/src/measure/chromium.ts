import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { Browser, Page } from '@playwright/test';
import { launchChromium, peakMemoryOf } from './launch-chromium.ts';
import { storedLog } from './log-store.ts';
import { inWords, type LongTasks, longTasksOf, WATCH_TASKS, watchProcessor } from './main-thread.ts';
import { percentile } from './measured.ts';
import {
  type BenchOptions,
  busyRemark,
  type Machine,
  machineNow,
  type Target,
  target,
  targetsText,
  writeJson,
} from './report.ts';
import { serveWindow } from './started-program.ts';

/** What the window did while the log was opened. Times in ms from the moment its address was asked for. */
interface ChromiumResult {
  readonly events: number;
  readonly bytes: number;
  readonly machine: Machine;
  readonly firstRowsMs: number;
  readonly loadedMs: number;
  /** Tasks of the main thread over 50 ms, which is where Chromium begins to report: until the first rows, and after. */
  readonly starting: LongTasks;
  readonly loading: LongTasks;
  /** The same tasks by the processor's clock, from the start to the end. */
  readonly own: LongTasks;
  readonly heapBytes: number;
  /** Highest resident memory of the window's process, its worker included; null where /proc is not there. */
  readonly peakBytes: number | null;
  /** 95th percentile of the time from frame to frame while the list is scrolled: of this log, and of a small one. */
  readonly frameMs: number;
  readonly smallFrameMs: number;
  /** From the drop of the same file on an open window to its first rows, and until it is loaded. */
  readonly droppedRowsMs: number;
  readonly droppedMs: number;
  /** Reading the same file as a stream of bytes, in the same browser. */
  readonly fileMs: number;
}

const LOAD_TIMEOUT_MS = 300_000;
/** Events of the log whose frames others are compared with. */
const SMALL_LOG = 100_000;

/** Opens a log through the browser shell and prints what the window did. Answers what was promised. */
export async function runInChromium(
  options: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, program } = options;
  const log = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const small = storedLog(folder, { events: Math.min(events, SMALL_LOG), seed, format: 'ndjson' }, say);
  const machine = machineNow();
  const smallFrameMs = await inWindow(program, small.file, async (page, _browser, url) => {
    await openLog(page, url);
    return scrollFrameMs(page);
  });
  const dropped = await inWindow(program, null, async (page, _browser, url) => {
    await page.goto(url);
    await page.getByRole('button', { name: /^Open/ }).first().waitFor();
    return untilLoaded(page, () => dropFile(page, path.resolve(log.file)));
  });
  const result = await inWindow(program, log.file, async (page, browser, url) => ({
    ...{ events, bytes: log.bytes, machine, smallFrameMs },
    ...{ droppedRowsMs: dropped.firstRowsMs, droppedMs: dropped.loadedMs },
    ...(await watchLoad(page, browser, url)),
    frameMs: await scrollFrameMs(page),
    fileMs: await fileStreamMs(browser, log.file),
  }));
  print(reportOf(result));
  writeJson(options.json, result);
  return chromiumTargets(result);
}

/** Does something in a window of its own that the browser shell serves, whose address opens `file`, or nothing. */
async function inWindow<Result>(
  program: string,
  file: string | null,
  work: (page: Page, browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const home = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  const shell = await serveWindow(program, file === null ? [] : [file], home);
  try {
    const browser = await launchChromium();
    try {
      return await work(await browser.newPage(), browser, shell.url);
    } finally {
      await browser.close();
    }
  } finally {
    await shell.stop(); // or its last line of log would come into a folder that is being removed
    rmSync(home, { recursive: true, force: true });
  }
}

function openLog(page: Page, url: string) {
  return untilLoaded(page, () => page.goto(url));
}

/** Resolves when the log that `open` opens is loaded, with the times since. */
async function untilLoaded(page: Page, open: () => Promise<unknown>) {
  const startedMs = performance.now();
  await open();
  const list = page.getByRole('listbox', { name: 'Events' });
  await list.getByRole('option').first().waitFor({ timeout: LOAD_TIMEOUT_MS });
  const firstRowsMs = performance.now() - startedMs;
  const firstRowsOfPageMs = await page.evaluate<number>('performance.now()');
  // The status bar counts causes as soon as the graph stands.
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByText(/causes: [1-9]/).waitFor({ timeout: LOAD_TIMEOUT_MS });
  return { firstRowsMs, firstRowsOfPageMs, loadedMs: performance.now() - startedMs };
}

/** What is told of one load while it goes on. */
type WatchedLoad = Pick<
  ChromiumResult,
  'firstRowsMs' | 'loadedMs' | 'starting' | 'loading' | 'own' | 'heapBytes' | 'peakBytes'
>;

async function watchLoad(page: Page, browser: Browser, url: string): Promise<WatchedLoad> {
  await page.addInitScript(WATCH_TASKS);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const processor = await watchProcessor(devTools);
  const { firstRowsMs, firstRowsOfPageMs, loadedMs } = await openLog(page, url);
  const tasks =
    await page.evaluate<readonly (readonly [startMs: number, ms: number])[]>('globalThis.longTasks');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  return {
    firstRowsMs,
    loadedMs,
    starting: longTasksOf(tasks.flatMap(([start, ms]) => (start < firstRowsOfPageMs ? [ms] : []))),
    loading: longTasksOf(tasks.flatMap(([start, ms]) => (start < firstRowsOfPageMs ? [] : [ms]))),
    own: await processor.longTasks(),
    heapBytes,
    peakBytes: await peakMemoryOf(browser, 'renderer'),
  };
}

function reportOf(result: ChromiumResult): string {
  const { events, bytes, firstRowsMs, loadedMs, starting, loading, own, heapBytes, peakBytes } = result;
  const { fileMs, frameMs, smallFrameMs } = result;
  const lines = [
    `${formatCount(events)} events, ${formatBytes(bytes)}, in Chromium through the browser shell`,
    `first rows           ${firstRowsMs.toFixed(0)} ms, the start of the window included`,
    `loaded               ${(loadedMs / 1000).toFixed(2)} s`,
    `dropped on a window  first rows ${result.droppedRowsMs.toFixed(0)} ms, loaded ${(result.droppedMs / 1000).toFixed(2)} s`,
    `long tasks, start    ${inWords(starting)}`,
    `long tasks, loading  ${inWords(loading)}`,
    `own time of a task   the longest ${own.longestMs.toFixed(0)} ms, ${inWords(own)}`,
    `heap of the window   ${formatBytes(heapBytes)}, without its worker`,
    `the file as a stream ${(fileMs / 1000).toFixed(2)} s`,
    `frames, scrolling    95 % within ${frameMs.toFixed(1)} ms, of a small log ${smallFrameMs.toFixed(1)} ms`,
    `peak memory          ${peakBytes === null ? 'not known here' : `${formatBytes(peakBytes)}, worker included`}`,
  ];
  return `${lines.join('\n')}\n${busyRemark(result.machine)}\n${targetsText(chromiumTargets(result))}`;
}

/** On the wall a task also lasts while the processor is given to others; what the window can answer for is its own time. */
function chromiumTargets(result: ChromiumResult): readonly Target[] {
  const { droppedRowsMs, droppedMs, own, frameMs, smallFrameMs, fileMs } = result;
  return [
    target(
      'window: a dropped file against reading it as a stream, times as long',
      'at most',
      2,
      droppedMs / fileMs,
    ),
    target('window: frames while scrolling, against 100,000 events', 'at most', 1.2, frameMs / smallFrameMs),
    target('window: longest task of the main thread, its own ms', 'at most', 50, own.longestMs),
    target('window: first rows, part of the load time', 'at most', 0.02, droppedRowsMs / droppedMs),
  ];
}

/** Turns of the wheel, and how far each goes in px. */
const TURNS = 150;
const TURN_PX = 700;

/** Runs in the page, as text: this room knows no document. */
const WATCH_FRAMES = `
  globalThis.frameGaps = [];
  let last = performance.now();
  const watch = (now) => {
    globalThis.frameGaps.push(now - last);
    last = now;
    globalThis.frameWatch = requestAnimationFrame(watch);
  };
  globalThis.frameWatch = requestAnimationFrame(watch);
`;

const READ_FILE = `(async () => {
  const startedMs = performance.now();
  const reader = document.querySelector('input').files[0].stream().getReader();
  for (;;) if ((await reader.read()).done) return performance.now() - startedMs;
})()`;

/** The 95th percentile of the time from frame to frame, in ms, while the wheel turns over the list of events. */
async function scrollFrameMs(page: Page): Promise<number> {
  const list = page.getByRole('listbox', { name: 'Events' });
  await list.hover();
  await page.evaluate(WATCH_FRAMES);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, TURN_PX);
  const gaps = await page.evaluate<readonly number[]>(
    'cancelAnimationFrame(globalThis.frameWatch), globalThis.frameGaps',
  );
  return percentile(gaps, 0.95);
}

/** How long Chromium takes to read a file as a stream of bytes, and nothing else: the floor of opening it. In ms. */
async function fileStreamMs(browser: Browser, file: string): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.setContent('<input type="file" aria-label="File">');
    await page.getByLabel('File').setInputFiles(file);
    return await page.evaluate<number>(READ_FILE);
  } finally {
    await page.close();
  }
}

/** Drops a file on the middle of the window, as the system does. */
async function dropFile(page: Page, file: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await devTools.detach();
}
