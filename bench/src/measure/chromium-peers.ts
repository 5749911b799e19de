import type { Browser, Page } from '@playwright/test';
import { percentile } from './rendering/percentile.ts';

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
export async function scrollFrameMs(page: Page): Promise<number> {
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
export async function fileStreamMs(browser: Browser, file: string): Promise<number> {
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
export async function dropFile(page: Page, file: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await devTools.detach();
}
