/**
 * Everything that means harm, one event each: nothing runs, nothing leaves, nothing crashes, and each is displayed as
 * something the user can read (security S-01 to S-09, S-17, S-23).
 *
 * Every script of the corpus calls `canary`, which exists in every frame of the page while this runs; addresses in it
 * lead to hosts that nobody answers for. The fixture adds what it always asks: no request to anywhere, no error in the
 * console, no exception, nothing refused by the shell.
 */
import { hostileCorpus, writeHostileCorpus } from '@openwop-inspector/testing/hostile-files';
import type { Frame } from '@playwright/test';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test.describe.configure({ timeout: 300_000 });

test('there are enough of them, each with a name of its own', () => {
  expect(hostileCorpus.length).toBeGreaterThanOrEqual(150);
  expect(new Set(hostileCorpus.map(({ name }) => name)).size).toBe(hostileCorpus.length);
});

test('zero scripts, zero requests, zero crashes, and every item is displayed as something', async ({
  inspector,
}, testInfo) => {
  const file = testInfo.outputPath('corpus.ndjson');
  writeHostileCorpus(file);
  const window = await inspector.open(file);
  const called = await watchCanary(window);

  await window.press('1', 'g');
  await window.detail.tab('Rendered').click();
  await window.events.selected.click();
  const unread: string[] = [];
  for (const [place, { name, shows }] of hostileCorpus.entries()) {
    await window.press('j');
    await window.events.list.getByRole('option', { selected: true, name: eventName(place + 1) }).waitFor();
    const seen = await settled(window, shows);
    if (!shows.test(seen)) unread.push(`${name}: ${seen.slice(0, 900)}`);
    if (/bug of the inspector/i.test(seen)) unread.push(`${name} stopped its renderer`);
  }
  expect(unread, 'items that are not displayed as what they are').toEqual([]);
  expect(called(), 'scripts that ran').toEqual([]);
  await expectNothingTaken(window);

  await test.step('the canary is seen in the window and in a surface frame', async () => {
    const place = hostileCorpus.findIndex(({ name }) => name === 'surface: markup in a text');
    await window.filter.field.fill(`seq:${place + 1}`);
    await window.events.row(place + 1).click();
    await window.detail.tab('Rendered').click();
    await expect.poll(() => window.page.frames().length).toBe(2);
    for (const [at, frame] of window.page.frames().entries()) {
      const call = () => frame.evaluate((words) => Reflect.get(globalThis, 'canary')(words), `${at}`);
      // The frame is there before its document, whose arrival ends what runs in it.
      await expect(call).toPass();
    }
    await expect.poll(() => new Set(called())).toEqual(new Set(['0', '1']));
  });
});

/** Puts the canary into every frame there is and will be, and answers with the calls it got. */
async function watchCanary({ page }: AppWindow): Promise<() => readonly string[]> {
  const calls: string[] = [];
  await page.exposeFunction('canary', (words: unknown) => void calls.push(String(words)));
  return () => calls;
}

/** What the Rendered tab says once it says what is searched for, or after a while. */
async function settled(window: AppWindow, shows: RegExp): Promise<string> {
  const rendered = window.detail.region.getByRole('region', { name: 'Rendered', exact: true });
  // Seen in the next frame; an expectation looks again after a tenth of a second at the soonest.
  await rendered.and(window.page.locator('[aria-busy="false"]')).waitFor();
  let seen = '';
  await expect
    .poll(
      async () => {
        seen = await textOf(window);
        return shows.test(seen);
      },
      // A table of thousands of rows takes a slow machine its time; what is never displayed fails all the same.
      { timeout: 25_000, intervals: [20, 50, 100] },
    )
    .toBe(true)
    .catch(() => undefined);
  return seen;
}

/** Texts, names and values of the tab and of the frame in it, as assistive technology has them. */
async function textOf({ page, detail }: AppWindow): Promise<string> {
  const rendered = detail.region.getByRole('region', { name: 'Rendered', exact: true });
  const own = await rendered.ariaSnapshot();
  const frames = page.frames().filter((frame) => frame.parentFrame() !== null);
  const textIn = (frame: Frame) => frame.locator('body').ariaSnapshot({ timeout: 1_000 });
  const inside = await Promise.all(frames.map((frame) => textIn(frame).catch(() => '')));
  return [own, ...inside].join('\n');
}

/** What a script could have left behind. */
async function expectNothingTaken({ page }: AppWindow): Promise<void> {
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(
    await page.evaluate(() => document.querySelectorAll('base, object, embed, meta[http-equiv]').length),
  ).toBe(0);
  expect(await page.evaluate(() => document.querySelectorAll('script:not([src])').length)).toBe(0);
  expect(page.context().pages()).toHaveLength(1);
}
