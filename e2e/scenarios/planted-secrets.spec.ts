import { writeFileSync } from 'node:fs';
import { event, ndjson } from '@openwop-inspector/testing/hostile-shapes';
import { ClearCount, plantedBundle } from '@openwop-inspector/testing/planted';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';

/** 300 secrets in one bundle, and every view of the window (security S-14, S-20). */

/** All that the user or assistive technology gets: text, names, titles, and the title of the window. */
const displayedBy = async (window: AppWindow): Promise<readonly string[]> =>
  window.page.evaluate(() => {
    const reported = [document.title, document.body.innerText];
    for (const name of ['aria-label', 'title', 'aria-description', 'placeholder', 'id'])
      for (const element of document.querySelectorAll(`[${name}]`))
        reported.push(element.getAttribute(name) ?? '');
    return reported;
  });

test('no view shows a planted secret of a documented shape', async ({ inspector }, testInfo) => {
  const { text, places } = plantedBundle();
  const file = testInfo.outputPath('planted.json');
  writeFileSync(file, text);
  const count = new ClearCount(places);
  const window = await inspector.open(file);
  const look = async (view: string) => count.look(view, await displayedBy(window));

  await look('first sight');
  for (const [key, view] of [
    ['2', 'second view'],
    ['3', 'third view'],
    ['4', 'fourth view'],
    ['5', 'fifth view'],
    ['1', 'events'],
  ] as const) {
    await window.press(key);
    await expect(window.views.current).toBeVisible();
    for (let page = 0; page < 4; page += 1) {
      await window.page.keyboard.press('j');
      await look(view);
    }
  }
  for (let row = 0; row < 60; row += 2) {
    await window.press('j', 'j');
    await look('detail');
  }
  for (const tab of ['Rendered', 'Payload', 'Causes and effects', 'Raw'] as const) {
    await window.detail.tab(tab).click();
    await expect(window.detail.tab(tab)).toHaveAttribute('aria-selected', 'true');
    for (let row = 0; row < 12; row += 1) {
      await window.press('k');
      await look(tab);
    }
  }
  expect(count.known).toEqual([]);
});

test('secrets are in clear while v is down, and never copied', async ({ inspector }, testInfo) => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const file = testInfo.outputPath('planted.ndjson');
  writeFileSync(file, ndjson([event(0, { type: 'log.appended', payload: { note: `uses ${secret}` } })]));
  const window = await inspector.open(file);
  const row = window.page.getByRole('listbox', { name: 'Events' }).getByRole('option').first();
  await row.click();
  await expect(row).toContainText('[masked:github');
  await window.page.keyboard.down('v');
  await expect(row).toContainText(secret);
  await window.page.keyboard.up('v');
  await expect(row).not.toContainText(secret);
  await window.detail.tab('Raw').click();
  const { raw } = window.detail;
  await expect(raw.text).toContainText('[masked:github');
  await expect(raw.text).not.toContainText(secret);
  await raw.text.focus();
  await window.page.keyboard.down('v');
  await expect(raw.text).toContainText(secret);
  await window.press('Control+a', 'Control+c');
  await window.page.keyboard.up('v');
  await expect(raw.text).not.toContainText(secret);
  await raw.copy.click();
  expect(await inspector.shell.readClipboard()).toContain('[masked:github');
  expect(await inspector.shell.readClipboard()).not.toContain(secret);
});
