/** The list in another order, and with other columns. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';

/** The settings that the shell keeps by now. */
function keptIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

async function choose(window: AppWindow, title: string): Promise<void> {
  await window.page.getByRole('button', { name: 'Order and columns of the list' }).click();
  await window.page.getByRole('menuitem', { name: title }).click();
}

test('what used most is first, in words and with its column, and one press leads back to the order of the log', async ({
  inspector,
}) => {
  const window = await inspector.open(sample('acme-prd-draft.bundle.json'));
  await choose(window, 'List by tokens, most first');
  await expect(window.events.region).toContainText('Listed by tokens, most first');
  await expect(window.events.region).toContainText('tokens');
  const first = window.events.options.first();
  await expect(first).toHaveAccessibleName(/provider\.usage/);
  await window.events.list.focus();
  await window.press('g');
  await expect(window.events.selected).toHaveAccessibleName(/provider\.usage/);
  await expectClean(window.page, 'a list by tokens');
  await window.press('f');
  await expect(window.events.selected).toHaveAccessibleName(/node\.failed/);
  await window.events.region.getByRole('button', { name: 'List as recorded' }).click();
  await expect(window.events.region).not.toContainText('Listed by');
  await expect(window.events.selected).toBeInViewport();
});

test('the events of several runs stand by time across runs', async ({ inspector }) => {
  const window = await inspector.open(sample('fan-out.ndjson.gz'));
  await window.press('Control+k');
  await window.page.keyboard.type('List by time across runs');
  await window.page.getByRole('menuitem', { name: 'List by time across runs', exact: true }).click();
  await expect(window.events.region).toContainText('Listed by time across runs');
  const clocks: string[] = [];
  for (const row of (await window.events.options.all()).slice(0, 20))
    clocks.push(/\d\d:\d\d:\d\d\.\d{3}/.exec(await row.innerText())?.[0] ?? '');
  expect(clocks).toEqual([...clocks].sort());
  expect(clocks[0]).not.toBe('');
});

test('a column is shown, is there again after a reload, and is hidden', async ({ inspector }, testInfo) => {
  const file = recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json');
  const window = await inspector.open(file);
  await choose(window, 'Show the column cost');
  await expect(window.events.region).toContainText('USD');
  await expect.poll(() => keptIn(testInfo.outputPath('config'))).toContain('listColumns');
  await window.page.reload();
  await expect(window.events.region).toContainText('USD');
  await choose(window, 'Show the usual columns');
  await expect(window.events.region).not.toContainText('USD');
});

test('what the filter leaves out is dimmed in its place, and hidden again', async ({ inspector }) => {
  const window = await inspector.open(sample('repaired-ticket.ndjson'));
  const rows = window.events.options;
  await expect(rows.first()).toHaveAccessibleName(/run\.started/);
  await window.filter.field.fill('type:provider.usage');
  await expect(rows.first()).toHaveAccessibleName(/provider\.usage/);
  await window.press('Enter', 'D');
  await expect(rows.filter({ hasText: 'run.started' })).toHaveAccessibleName(/left out by the filter/);
  await expect(rows.filter({ hasText: 'provider.usage' }).first()).not.toHaveAccessibleName(/left out/);
  await expectClean(window.page, 'a list with dimmed rows');
  await window.press('D');
  await expect(rows.filter({ hasText: 'run.started' })).toHaveCount(0);
});
