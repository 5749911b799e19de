/** The whole application in Chromium: how soon a large log is there, and what the window does meanwhile. */
import path from 'node:path';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { Browser, Page } from '@playwright/test';
import { storedLog } from '../generator/write-log.ts';
import { eventList, inWindow, tasksWhile, untilLoaded, windowPeakMemory } from './browser.ts';
import { type BenchOptions, type Measure, type Target, target } from './report.ts';
import { greatest, type Measured, percentile, type Rounds, ratioOf } from './rounds.ts';

/** Events of the log whose frames others are compared with. */
const SMALL_LOG = 100_000;

const STREAM = 'the file as a stream of bytes (floor)';
const SERVED = 'served';
const SERVED_ROWS = 'served: first rows, the start of the window included';
const DROPPED = 'dropped on a window';
const DROPPED_ROWS = 'dropped on a window: first rows';
const LOADS = [STREAM, DROPPED, DROPPED_ROWS, SERVED, SERVED_ROWS];
const SMALL_FRAME = `frame while scrolling ${formatCount(SMALL_LOG)} events, 95 % within`;
const FRAME = 'the same of all events';

/** Opens a log through the browser shell and by a drop, and scrolls it and a smaller one. */
export const measureChromium: Measure = async (options, say) => {
  const { events, seed, folder, program } = options;
  const log = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const small = storedLog(folder, { events: Math.min(events, SMALL_LOG), seed, format: 'ndjson' }, say);
  say('scrolling a small log');
  const smallFrame = await inWindow(program, [small.file], async (page, url) => {
    await page.goto(url);
    await untilLoaded(page);
    return scrollFrame(page);
  });
  say('dropping the log');
  const dropped = await inWindow(program, [], async (page, url) => {
    await page.goto(url);
    await page.getByRole('button', { name: /^Open/ }).first().waitFor();
    return loading(page, () => dropFile(page, path.resolve(log.file)));
  });
  say('opening the log');
  const { own, values } = await openServed(options, log.file);
  const rounds: Rounds = new Map<string, readonly Measured[]>([
    ...values,
    [DROPPED_ROWS, [{ ms: dropped.firstRowsMs }]],
    [DROPPED, [{ ms: dropped.ms }]],
    [SMALL_FRAME, [smallFrame]],
  ]);
  return {
    subject: `${formatCount(events)} events, ${formatBytes(log.bytes)}, in Chromium through the browser shell`,
    rounds,
    groups: [LOADS, [SMALL_FRAME, FRAME]],
    remarks: [
      `Tasks of the main thread by the processor's clock: the longest ${greatest(own).toFixed(0)} ms, ${own.filter((ms) => ms > 50).length} over 50 ms.`,
    ],
    targets: chromiumTargets(rounds, own),
  };
};

/** Opens a log through the browser shell; `own` are the tasks of the main thread in ms of the processor. */
async function openServed({ program, events }: BenchOptions, file: string) {
  return inWindow(program, [file], async (page, url) => {
    const { result, ownMs } = await tasksWhile(page, () => loading(page, () => page.goto(url)));
    const browser = page.context().browser();
    const peakBytes = browser === null ? undefined : await windowPeakMemory(browser);
    const loaded = { ms: result.ms, events, ...(peakBytes === undefined ? {} : { peakBytes }) };
    const frame = await scrollFrame(page);
    const values: readonly [string, readonly Measured[]][] = [
      [STREAM, browser === null ? [] : [await readAsStream(browser, file)]],
      [SERVED_ROWS, [{ ms: result.firstRowsMs }]],
      [SERVED, [loaded]],
      [FRAME, [frame]],
    ];
    return { own: ownMs, values };
  });
}

/** The times in ms from `open` to the first rows, and until all is loaded. */
async function loading(page: Page, open: () => Promise<unknown>) {
  const startedMs = performance.now();
  await open();
  await eventList(page).getByRole('option').first().waitFor({ timeout: 300_000 });
  const firstRowsMs = performance.now() - startedMs;
  await untilLoaded(page);
  return { firstRowsMs, ms: performance.now() - startedMs };
}

/** On the wall a task also lasts while the processor is given to others; the window can answer only for its own time. */
function chromiumTargets(rounds: Rounds, own: readonly number[]): readonly Target[] {
  const dropped = ratioOf(rounds, DROPPED, STREAM);
  const frames = ratioOf(rounds, FRAME, SMALL_FRAME);
  const firstRows = ratioOf(rounds, DROPPED_ROWS, DROPPED);
  return [
    target('window: a dropped file against reading it as a stream, times as long', 'at most', 2, dropped),
    target('window: frames while scrolling, against 100,000 events', 'at most', 1.2, frames),
    target('window: longest task of the main thread, its own ms', 'at most', 50, greatest(own)),
    target('window: first rows, part of the load time', 'at most', 0.02, firstRows),
  ];
}

/** Turns of the wheel, and how far each goes in px. */
const TURNS = 150;
const TURN_PX = 700;

/** Runs in the page, as text: this package knows no document. */
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

/** The 95th percentile of the time from frame to frame while the wheel turns over the list of events. */
async function scrollFrame(page: Page): Promise<Measured> {
  await eventList(page).hover();
  await page.evaluate(WATCH_FRAMES);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, TURN_PX);
  const gaps = await page.evaluate<readonly number[]>(
    'cancelAnimationFrame(globalThis.frameWatch), globalThis.frameGaps',
  );
  return { ms: percentile(gaps, 0.95) };
}

/** How long Chromium takes to read a file as a stream of bytes, and nothing else. */
async function readAsStream(browser: Browser, file: string): Promise<Measured> {
  const page = await browser.newPage();
  try {
    await page.setContent('<input type="file" aria-label="File">');
    await page.getByLabel('File').setInputFiles(file);
    return { ms: await page.evaluate<number>(READ_FILE) };
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
