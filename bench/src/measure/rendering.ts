/** How soon events are displayed in the window: from the key to the rendering of the event it leads to. */
import { formatCount } from '@openwop-inspector/base';
import type { Page } from '@playwright/test';
import { storedLog } from '../generator/write-log.ts';
import { eventList, inWindow, tasksWhile, untilLoaded, type WindowTask } from './browser.ts';
import { type Measure, machineNow, type Target, target } from './report.ts';
import { greatest, median, percentile } from './rounds.ts';

/** One event that was displayed. Times in ms. */
export interface Showing {
  /** What was displayed: `row 17, agent.decided`. */
  readonly name: string;
  /** From the key to the frame after the one it is complete in. */
  readonly ms: number;
  /** Processor time of the main thread in that time. */
  readonly ownMs: number;
  /** Longest task of the main thread in that time, by the processor's clock. */
  readonly longestMs: number;
  /** False when it was not complete within ten seconds. */
  readonly isDrawn: boolean;
}

/** What the page reports of one press, on its own clock: the row it led to, and what was displayed of it. */
interface Press {
  readonly startMs: number;
  readonly drawnMs: number;
  readonly isDrawn: boolean;
  readonly index: number;
  readonly subject: string;
}

const PRESSES = 200;

/** Opens the Rendered tab of a log and presses `j`. */
export const measureRendering: Measure = async ({ events, seed, folder, program }, say) => {
  const log = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const machine = machineNow();
  const showings = await inWindow(program, [log.file], async (page, url) => {
    await page.addInitScript(WATCH_PRESSES);
    await page.goto(url);
    return walkList(page);
  });
  const hanging = showings.filter(({ isDrawn }) => !isDrawn).map(({ name }) => name);
  return {
    subject: `${PRESSES} events of ${formatCount(events)} by j, from key to displayed in ms, two frames in each`,
    machine,
    table: [['', 'events', 'p50', 'p95', 'own p50', 'longest task', 'worst'], row('all', showings)],
    remarks: hanging.length === 0 ? [] : [`Not displayed within ten seconds: ${hanging.join(', ')}`],
    targets: renderTargets(showings),
    values: showings,
  };
};

/** What is promised of showings, in ms. */
export function renderTargets(showings: readonly Showing[]): readonly Target[] {
  const p95 = (of: (showing: Showing) => number) => percentile(showings.map(of), 0.95);
  const longest = showings.length === 0 ? Number.NaN : greatest(showings.map(({ longestMs }) => longestMs));
  return [
    target(
      'p95 from key to displayed, ms',
      'at most',
      50,
      p95(({ ms }) => ms),
    ),
    target(
      'p95 of own time, ms',
      'at most',
      50,
      p95(({ ownMs }) => ownMs),
    ),
    target('longest task, own ms', 'at most', 16.7, longest),
  ];
}

function row(title: string, showings: readonly Showing[]): readonly string[] {
  const worst = showings.toSorted((a, b) => b.ms - a.ms)[0];
  const times = showings.map(({ ms }) => ms);
  const numbers = [
    percentile(times, 0.5),
    percentile(times, 0.95),
    median(showings.map(({ ownMs }) => ownMs)),
    greatest(showings.map(({ longestMs }) => longestMs)),
  ];
  const cells = numbers.map((ms) => (Number.isNaN(ms) ? '-' : ms.toFixed(1)));
  return [
    title,
    String(showings.length),
    ...cells,
    worst === undefined ? '' : `${worst.name} ${worst.ms.toFixed(0)}`,
  ];
}

/** Joins what the page reports with the tasks that ran meanwhile. */
export function showingOf(press: Press, tasks: readonly WindowTask[]): Showing {
  const { startMs, drawnMs, isDrawn, index, subject } = press;
  const meanwhile = tasks.filter((task) => task.startMs < drawnMs && task.startMs + task.wallMs > startMs);
  return {
    name: `row ${index + 1}, ${subject}`,
    ms: drawnMs - startMs,
    ownMs: meanwhile.reduce((sum, { ownMs }) => sum + ownMs, 0),
    longestMs: greatest(meanwhile.map(({ ownMs }) => ownMs)),
    isDrawn,
  };
}

/**
 * Opens the Rendered tab and presses `j` from the first row on, each time when the one before is displayed. From the
 * key to the frame after the one in which the row is selected and its rendering complete.
 */
async function walkList(page: Page): Promise<readonly Showing[]> {
  await untilLoaded(page);
  const list = eventList(page);
  await list.getByRole('option').first().click();
  await page.getByRole('tab', { name: 'Rendered', exact: true }).click();
  await page.getByRole('region', { name: 'Rendered', exact: true }).getByRole('article').first().waitFor();
  await list.focus();
  await page.keyboard.press('Home');
  const { result, tasks } = await tasksWhile(page, async () => {
    const presses: Press[] = [];
    while (presses.length < PRESSES) {
      await page.keyboard.press('j');
      presses.push(await page.evaluate<Press>('globalThis.nextDrawn'));
    }
    return presses;
  });
  return result.map((press) => showingOf(press, tasks));
}

/**
 * Runs in the page before anything else: each `j` sets a promise that resolves when what it led to has been drawn. As
 * text: this package knows no document.
 */
const WATCH_PRESSES = `
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const activeRow = () => document.querySelector('[role="listbox"][aria-label="Events"]')?.getAttribute('aria-activedescendant') ?? null;
  const activeIndex = () => Number(/\\d+$/.exec(activeRow() ?? '')?.[0] ?? -1);
  const article = () => document.querySelector('section[aria-label="Rendered"][aria-busy="false"]');
  const drawnAfter = async (startMs, before) => {
    const isThere = () => activeRow() !== before && article()?.querySelector('article') != null;
    await frame();
    while (!isThere() && performance.now() - startMs < 10_000) await frame();
    const isDrawn = isThere();
    const index = activeIndex();
    const subject = article()?.querySelector('article')?.getAttribute('aria-label') ?? '';
    await frame();
    return { startMs, drawnMs: performance.now(), isDrawn, index, subject };
  };
  addEventListener('keydown', (event) => {
    if (event.key === 'j') globalThis.nextDrawn = drawnAfter(event.timeStamp, activeRow());
  }, { capture: true });
`;
