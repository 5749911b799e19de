/** The whole application in Chromium: how soon a large log is there, and what the window does meanwhile. */
import path from 'node:path';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { Page } from '@playwright/test';
import { storedLog } from '../generator/write-log.ts';
import { eventList, inChromium, inWindow, tasksWhile, untilLoaded, windowPeakMemory } from './browser.ts';
import { type Measure, type Target, target } from './report.ts';
import { type Measured, percentile, type Rounds, ratioOf, takeTurns } from './rounds.ts';

/** Events of the log whose frames others are compared with. */
const SMALL_LOG = 100_000;

const STREAM = 'the file as a stream of bytes (floor)';
const DROPPED = 'dropped on a window';
const SERVED = 'served, the start of the window included';
const FIRST_ROWS = 'first rows';
const SMALL_FRAME = `frame while scrolling ${formatCount(SMALL_LOG)} events, 95 % within`;
const ALL_EVENTS = 'frame while scrolling, 95 % within';

/** Opens a log through the browser shell and by a drop, and scrolls it and a smaller one; once, each in a new Chromium. */
export const measureChromium: Measure = async ({ events, seed, folder, program }, say) => {
  const log = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const small = storedLog(folder, { events: Math.min(events, SMALL_LOG), seed, format: 'ndjson' }, say);
  const file = path.resolve(log.file);
  /** Tasks of the main thread in ms of the processor. */
  const own: number[] = [];
  const contenders = [
    {
      title: SMALL_FRAME,
      measure: () =>
        inWindow(program, [small.file], async (page, url) => {
          await page.goto(url);
          await untilLoaded(page);
          return { ms: await scrollFrame(page) };
        }),
    },
    { title: STREAM, measure: () => inChromium((page) => readAsStream(page, file)) },
    {
      title: DROPPED,
      measure: () =>
        inWindow(program, [], async (page, url) => {
          await page.goto(url);
          await page.getByRole('button', { name: /^Open/ }).first().waitFor();
          return loading(page, () => dropFile(page, file));
        }),
    },
    {
      title: SERVED,
      measure: () =>
        inWindow(program, [file], async (page, url) => {
          const { result, ownMs } = await tasksWhile(page, () => loading(page, () => page.goto(url)));
          own.push(...ownMs);
          const memory = await windowPeakMemory(page);
          const parts = { ...result.parts, [ALL_EVENTS]: await scrollFrame(page) };
          return { ...result, events, parts, ...memory };
        }),
    },
  ];
  const rounds = await takeTurns(contenders, 1, say);
  const loads = [DROPPED, SERVED].flatMap((title) => [title, `${title}: ${FIRST_ROWS}`]);
  return {
    subject: `${formatCount(events)} events, ${formatBytes(log.bytes)}, in Chromium through the browser shell`,
    rounds,
    groups: [
      [STREAM, ...loads],
      [SMALL_FRAME, `${SERVED}: ${ALL_EVENTS}`],
    ],
    remarks: [
      `Tasks of the main thread by the processor's clock: the longest ${Math.max(0, ...own).toFixed(0)} ms, ${own.filter((ms) => ms > 50).length} over 50 ms.`,
    ],
    targets: chromiumTargets(rounds, Math.max(0, ...own)),
  };
};

/** The times in ms from `open` to the first rows, and until all is loaded. */
async function loading(page: Page, open: () => Promise<unknown>) {
  const startedMs = performance.now();
  await open();
  await eventList(page).getByRole('option').first().waitFor({ timeout: 300_000 });
  const firstRowsMs = performance.now() - startedMs;
  await untilLoaded(page);
  return { ms: performance.now() - startedMs, parts: { [FIRST_ROWS]: firstRowsMs } };
}

/** On the wall a task also lasts while the processor is given to others; the window can answer only for its own time. */
function chromiumTargets(rounds: Rounds, longestMs: number): readonly Target[] {
  const dropped = ratioOf(rounds, DROPPED, STREAM);
  const frames = ratioOf(rounds, `${SERVED}: ${ALL_EVENTS}`, SMALL_FRAME);
  const firstRows = ratioOf(rounds, `${DROPPED}: ${FIRST_ROWS}`, DROPPED);
  return [
    target('window: a dropped file against reading it as a stream, times as long', 'at most', 2, dropped),
    target('window: frames while scrolling, against 100,000 events', 'at most', 1.2, frames),
    target('window: longest task of the main thread, its own ms', 'at most', 50, longestMs),
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
async function scrollFrame(page: Page): Promise<number> {
  await eventList(page).hover();
  await page.evaluate(WATCH_FRAMES);
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, TURN_PX);
  const gaps = await page.evaluate<readonly number[]>(
    'cancelAnimationFrame(globalThis.frameWatch), globalThis.frameGaps',
  );
  return percentile(gaps, 0.95);
}

/** How long Chromium takes to read a file as a stream of bytes, and nothing else. */
async function readAsStream(page: Page, file: string): Promise<Measured> {
  await page.setContent('<input type="file" aria-label="File">');
  await page.getByLabel('File').setInputFiles(file);
  return { ms: await page.evaluate<number>(READ_FILE) };
}

/** Drops a file on the middle of the window, as the system does. */
async function dropFile(page: Page, file: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await devTools.detach();
}
