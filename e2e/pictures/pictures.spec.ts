/** The pictures of the screens of a run, from the samples. They come out the same every time, but for the large logs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { adverseLog, failedDraft, largeLog, recording } from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';
import { openSteady, writeRecentList } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** A picture of the default sample: its name, and how to get there. */
interface Scene {
  readonly name: string;
  readonly show: (window: AppWindow) => Promise<void>;
}

/** In an order that leaves no ring of the focus where none is searched for. */
const scenes: readonly Scene[] = [
  { name: 'events.light', show: async (window) => expect(window.detail.payload.tree).toBeVisible() },
  {
    name: 'causes.light',
    show: async (window) => {
      await window.press('2');
      await expect(window.causes.selected).toContainText('node.failed');
    },
  },
  {
    name: 'nodes.light',
    show: async (window) => {
      await window.press('3');
      await expect(window.nodes.items.first()).toBeVisible();
    },
  },
  {
    name: 'critical-path.light',
    show: async (window) => {
      await window.nodes.modes.getByRole('radio', { name: 'Critical path' }).click();
      await expect(window.page.getByText('waiting for people').first()).toBeVisible();
    },
  },
  {
    name: 'filter.light',
    show: async (window) => {
      await window.press('1');
      await window.filter.field.fill('node:draft -type:output.chunk ');
      await window.filter.field.pressSequentially('t');
      await expect(window.filter.suggestion(/^type:/)).toBeVisible();
    },
  },
  {
    name: 'payload.light',
    show: async (window) => {
      await window.filter.field.fill('');
      await window.events.list.focus();
      await window.press('Enter');
      await window.detail.payload.search.fill('title');
      await expect(window.detail.payload.nextMatch).toBeEnabled();
    },
  },
];

test('screens of a run', async ({ inspector }) => {
  const window = await openSteady(inspector, failedDraft);
  for (const { name, show } of scenes) {
    await show(window);
    await takePicture(window.page, name);
  }
});

test('what is found and stored', async ({ inspector }) => {
  const window = await openSteady(inspector, failedDraft);
  const { page } = window;
  await window.press('Control+Shift+f');
  await page.getByRole('region', { name: 'Search in payloads' }).locator('input').fill('title');
  await expect(page.getByText('64 hits in 14 events').first()).toBeVisible();
  await takePicture(page, 'search.light');
  await window.press('Escape');

  await window.events.list.focus();
  await window.press('m');
  await page
    .getByRole('textbox', { name: 'Text' })
    .fill('The title is required by the schema, and forbidden by the checklist.');
  await window.press('Control+Enter', 'N');
  await expect(page.getByText('The title is required by the schema').first()).toBeVisible();
  await takePicture(page, 'notes.light');

  await window.events.list.focus();
  for (const rule of ['trust:untrusted', 'tokens:>500', 'type:node.*']) {
    await window.press('B');
    await page.getByRole('textbox', { name: 'New rule: filter' }).fill(rule);
    await window.press('Enter', 'Escape');
  }
  await expect(window.events.row(216)).toContainText('marked A');
  await takePicture(page, 'colours.light');
});

test('start', async ({ inspector }, testInfo) => {
  writeRecentList(testInfo.outputPath('config'));
  const window = await openSteady(inspector);
  await expect(window.start.recentFile('nightly-report.ndjson')).toBeVisible();
  await takePicture(window.page, 'start.light');
});

test('a file that is cut', async ({ inspector }, testInfo) => {
  const cut = testInfo.outputPath('cut-off.bundle.json');
  writeFileSync(cut, readFileSync(failedDraft).subarray(0, 60_000));
  const window = await openSteady(inspector, cut);
  await expect(window.load.notWhole).toBeVisible();
  await expect(window.detail.payload.tree).toBeVisible();
  await takePicture(window.page, 'cut-file.light');
  await window.press('5');
  await window.problems.items.nth(1).click();
  await expect(window.problems.detail).toContainText('What to do');
  await takePicture(window.page, 'problems.light');
});

test('a recording whose host wrote no causes', async ({ inspector }) => {
  const file = recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json');
  const window = await openSteady(inspector, file);
  await window.events.row(4).click();
  await window.press('2');
  await expect(window.causes.item(4)).toHaveAttribute('aria-selected', 'true');
  await expect(window.detail.chain.here).toHaveAccessibleName(/envelope\.retry\.attempted/);
  await takePicture(window.page, 'inferred.light');
});

test('a large log', async ({ inspector }) => {
  test.slow();
  const window = await inspector.start({ files: [largeLog()], theme: 'light' });
  // A list of a large log is full of words: a smaller window keeps its picture small.
  await window.page.setViewportSize({ width: 1320, height: 840 });
  await expect(window.verdict.title).toHaveText('Failed', { timeout: 90_000 });
  await expect(window.detail.payload.tree).toBeVisible();
  await takePicture(window.page, 'large-log.light');
});

/** The adverse log of the generator has some 800 runs. */
test('the first failing run of many', async ({ inspector }) => {
  test.setTimeout(300_000);
  const window = await inspector.start({ files: [adverseLog()], theme: 'light' });
  await expect(window.status.region).toContainText(/problem/, { timeout: 120_000 });
  const runs = window.page.getByRole('region', { name: 'Runs' });
  await runs.getByRole('option').or(runs.getByRole('treeitem')).nth(2).click();
  await expect(window.verdict.region).toContainText('envelope_invalid');
  await expect(window.events.selected).toHaveAccessibleName(/node\.failed/);
  await expect(window.events.options.first()).toHaveAccessibleName(/run|node/);
  await takePicture(window.page, 'task-first-failing.light');
});
