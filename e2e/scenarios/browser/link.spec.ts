import { copyFileSync } from 'node:fs';
import { failedDraft } from '@openwop-inspector/testing/files';
import { AppWindow } from '../../pages/app-window.ts';
import { eventName } from '../../pages/frame.ts';
import { expect, test } from '../../shells.ts';

test('the address of a window opens the same place in another one', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await window.press('3', 'r');
  await window.detail.tab('Raw').click();
  await expect(window.page).toHaveURL(/seq=136/);
  await expect(window.page).toHaveURL(/tab=raw/);

  const other = await window.page.context().newPage();
  await other.goto(window.page.url());
  const linked = new AppWindow({ page: other });
  await expect(linked.nodes.region).toBeVisible();
  await expect(linked.detail.tab('Raw')).toHaveAttribute('aria-selected', 'true');
  await expect(linked.detail.raw.text).toContainText('"evt-prd-5f2c-136"');
  await linked.press('1');
  await expect(linked.events.selected).toHaveAccessibleName(eventName(136));
});

test('an address of somebody else opens nothing of another host', async ({ inspector }) => {
  const window = await inspector.start();
  await window.page.goto(`${inspector.shell.origin}#file=https%3A%2F%2Fexample.com%2Frun.json&name=run.json`);
  await window.page.reload();
  await expect(window.start.region).toBeVisible();
  await expect(window.titleBar.tabs).toHaveCount(0);
});

test('the address opens the same place and time range after a restart', async ({ inspector }, testInfo) => {
  inspector.allow(/status of 404/); // the file's old id, which the new shell does not know
  const file = testInfo.outputPath('draft.json');
  copyFileSync(failedDraft, file);
  const before = await inspector.open(file);
  await before.filter.field.fill('node:plan');
  await before.minimap.end.focus();
  await before.press('ArrowLeft', 'ArrowLeft');
  await before.events.row(139).click();
  await expect(before.page).toHaveURL(/seq=139/);
  await expect(before.page).toHaveURL(/from=\d+&to=\d+/);
  const words = await before.minimap.words.textContent();
  const { hash } = new URL(before.page.url());

  const window = await inspector.start();
  await expect(window.start.region).toBeVisible();
  await window.page.goto(`${inspector.shell.origin}${hash}`);
  await window.page.reload();
  await expect(window.events.selected).toHaveAccessibleName(eventName(139));
  await expect(window.filter.field).toHaveValue('node:plan');
  await expect(window.minimap.words).toHaveText(words ?? '');
});
