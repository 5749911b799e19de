/**
 * A list that is longer than the browser can lay out, at the pixel ratios of today's screens: both ends are reached
 * exactly by wheel, bar and keys, and every row says which one it is.
 */
import { MANY_ROWS, manyRows } from '@openwop-inspector/testing/files';
import type { Locator } from '@playwright/test';
import type { AppWindow } from '../../pages/app-window.ts';
import { expect, test } from '../../shells.ts';

const total = MANY_ROWS.toLocaleString('en-US');

/** The rows that touch the list, by their place from 1, and how far the first and last are from its edges, in px. */
const visible = (list: Locator) =>
  list.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll('[role="option"]')]
      .map((row) => ({ place: Number(row.ariaPosInSet), box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > top + 0.5 && box.top < bottom - 0.5)
      .sort((a, b) => a.place - b.place);
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      first: first?.place ?? 0,
      last: last?.place ?? 0,
      above: (first?.box.top ?? 0) - top,
      below: bottom - (last?.box.bottom ?? 0),
    };
  });

/** The list shows its first rows, and nothing is above them. */
async function expectStart(list: Locator): Promise<void> {
  await expect.poll(async () => (await visible(list)).first).toBe(1);
  expect(Math.abs((await visible(list)).above)).toBeLessThanOrEqual(1);
}

async function expectEnd(list: Locator): Promise<void> {
  await expect.poll(async () => (await visible(list)).last).toBe(MANY_ROWS);
  expect(Math.abs((await visible(list)).below)).toBeLessThanOrEqual(1);
}

const scrollTo = (list: Locator, share: number): Promise<void> =>
  list.evaluate((element, at) => {
    element.scrollTop = at * element.scrollHeight;
  }, share);

const PIXEL_RATIOS = [1, 2, 3];
const SIZE = { width: 1279, height: 801 };

test('a million rows: exact ends at every pixel ratio, and a jump far away', async ({ inspector }) => {
  test.slow(); // the log is written first when it is not there yet
  const window = await inspector.start({ files: [manyRows()], size: SIZE });
  await expect(window.status.region).toContainText(`${total} events`, { timeout: 60_000 });
  const first = window.events.options.first();
  await expect(first).toHaveAttribute('aria-setsize', String(MANY_ROWS), { timeout: 60_000 });
  const screen = await window.page.context().newCDPSession(window.page);
  const drawAt = async (pixelRatio: number) => {
    const metrics = { ...SIZE, deviceScaleFactor: pixelRatio, mobile: false };
    await screen.send('Emulation.setDeviceMetricsOverride', metrics);
    await expect.poll(() => window.page.evaluate(() => devicePixelRatio)).toBe(pixelRatio);
  };
  for (const pixelRatio of PIXEL_RATIOS) {
    await test.step(`at ${pixelRatio}`, async () => {
      await drawAt(pixelRatio);
      await expectExactEnds(window, pixelRatio);
    });
  }

  await test.step('a row far away is jumped to, keeps its number, and stays selected while the list is scrolled', async () => {
    await drawAt(2);
    await window.filter.field.fill('seq:777776');
    await expect(window.filter.count(`1 of ${total}`)).toBeVisible();
    await window.press('Enter', 'g');
    await window.filter.field.fill('');
    const { list, selected } = window.events;
    await expect(selected).toHaveAttribute('aria-posinset', '777777');
    await expect(selected).toBeInViewport();
    await expect(selected).toHaveAccessibleName(/^#?777776\b/);
    await scrollTo(list, 0.2);
    await expect(selected).not.toBeInViewport();
    await expect(selected).toHaveAttribute('aria-posinset', '777777');
    await list.focus();
    await window.press('PageDown');
    await expect(selected).toBeInViewport();
    const { first, last } = await visible(list);
    const place = Number(await selected.getAttribute('aria-posinset'));
    expect(place).toBeGreaterThan(777_777);
    expect(place >= first && place <= last).toBe(true);
  });
});

async function expectExactEnds(window: AppWindow, pixelRatio: number): Promise<void> {
  const { list, selected } = window.events;
  // Playwright turns the wheel by device pixels.
  const turn = (pixels: number) => window.page.mouse.wheel(0, pixels * pixelRatio);
  await list.focus();

  await window.press('End');
  await expect(selected).toHaveAttribute('aria-posinset', String(MANY_ROWS));
  await expectEnd(list);
  await window.press('PageUp', 'PageDown');
  await expect(selected).toHaveAttribute('aria-posinset', String(MANY_ROWS));
  await expectEnd(list);
  await window.press('Home');
  await expect(selected).toHaveAttribute('aria-posinset', '1');
  await expectStart(list);

  await scrollTo(list, 1);
  await expectEnd(list);
  await list.hover();
  await turn(-240);
  await expect.poll(async () => (await visible(list)).last).toBe(MANY_ROWS - 10);
  await turn(5000);
  await expectEnd(list);
  await scrollTo(list, 0);
  await expectStart(list);
  await turn(240);
  await expect.poll(async () => (await visible(list)).first).toBe(11);
  await turn(-5000);
  await expectStart(list);
}
