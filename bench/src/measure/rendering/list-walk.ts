import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { greatest } from '../measured.ts';
import { type Moments, type Showing, showingOf, tasksWhile } from './showing.ts';

/** The window at work: events one after the other by `j`, with what they show beside the list. */
export interface ListWalk {
  readonly showings: readonly Showing[];
  /** How many different things were shown. */
  readonly types: number;
}

/** What the page tells of one press: the row it led to, and what was shown of it. */
interface PressMoments extends Moments {
  readonly index: number;
  readonly subject: string;
}

const LOAD_TIMEOUT_MS = 60_000;

/**
 * Opens the Rendered tab and presses `j` so many times, each when the one before has been drawn; the largest event of
 * the log lies on the way.
 * From the key to the frame after the one in which the row is chosen and its rendering stands.
 */
export async function walkList(page: Page, logFile: string, presses: number): Promise<ListWalk> {
  const devTools = await page.context().newCDPSession(page);
  const list = page.getByRole('listbox', { name: 'Events' });
  await list.getByRole('option').first().waitFor({ timeout: LOAD_TIMEOUT_MS });
  await page
    .getByRole('region', { name: 'Status' })
    .getByText(/causes: [1-9]/)
    .waitFor({ timeout: LOAD_TIMEOUT_MS });
  await list.getByRole('option').first().click();
  await page.getByRole('tab', { name: 'Rendered', exact: true }).click();
  await page.getByRole('region', { name: 'Rendered', exact: true }).getByRole('article').first().waitFor();
  await list.focus();
  const bytes = lineBytes(logFile);
  await pageTowards(page, bytes.indexOf(greatest(bytes)) - presses / 2);
  const { result, tasks } = await tasksWhile(page, devTools, async () => {
    const told: PressMoments[] = [];
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press('j');
      told.push(await page.evaluate<PressMoments>('globalThis.nextDrawn'));
    }
    return told;
  });
  const showings = result.map((moments) => {
    const { index, subject } = moments;
    return showingOf({ name: `row ${index + 1}, ${subject}`, bytes: bytes[index] ?? null }, moments, tasks);
  });
  return { showings, types: new Set(result.map(({ subject }) => subject)).size };
}

/** Goes from the first row down by pages, to a row or somewhat further. */
async function pageTowards(page: Page, row: number): Promise<void> {
  await page.keyboard.press('Home');
  let before = -1;
  let index = await page.evaluate<number>('globalThis.settledIndex()');
  while (index < row && index > before) {
    before = index;
    await page.keyboard.press('PageDown');
    index = await page.evaluate<number>('globalThis.settledIndex()');
  }
  await page.locator('section[aria-label="Rendered"][aria-busy="false"] article').first().waitFor();
}

/** Events are lines in the order of the list. */
function lineBytes(file: string): readonly number[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => Buffer.byteLength(line));
}

/**
 * Runs in the page before anything else: each `j` sets a promise that is kept when what it led to has been drawn. As
 * text: this room knows no document.
 */
export const WATCH_PRESSES = `
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const activeRow = () => document.querySelector('[role="listbox"]')?.getAttribute('aria-activedescendant') ?? null;
  const activeIndex = () => Number(/\\d+$/.exec(activeRow() ?? '')?.[0] ?? -1);
  globalThis.settledIndex = () => frame().then(frame).then(activeIndex);
  const shown = () => document.querySelector('section[aria-label="Rendered"][aria-busy="false"]');
  const drawnAfter = async (startMs, before) => {
    const stands = () => activeRow() !== before && shown()?.querySelector('article') != null;
    await frame();
    while (!stands() && performance.now() - startMs < 10_000) await frame();
    const isDrawn = stands();
    const index = activeIndex();
    const subject = shown()?.querySelector('article')?.getAttribute('aria-label') ?? '';
    await frame();
    return { startMs, drawnMs: performance.now(), isDrawn, index, subject };
  };
  addEventListener('keydown', (event) => {
    if (event.key === 'j') globalThis.nextDrawn = drawnAfter(event.timeStamp, activeRow());
  }, { capture: true });
`;
