/**
 * The pictures of the guide: the screens of a run, light and dark, from the samples. `npm run pictures` runs this. They
 * come out the same every time, but for the two of the large log, which show how long it took.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { failedDraft, largeLog, recording, sample } from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';
import { holdStreams } from './hold-streams.ts';
import { steady, writeRecentList } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** A picture of the default sample: its name, and how to get there. */
interface Scene {
  readonly name: string;
  readonly show: (window: AppWindow) => Promise<void>;
}

/** In an order that leaves no ring of the focus where none is looked for. */
const scenes: readonly Scene[] = [
  { name: 'events', show: async (window) => expect(window.detail.payload.tree).toBeVisible() },
  {
    name: 'causes',
    show: async (window) => {
      await window.press('2');
      await expect(window.causes.selected).toContainText('node.failed');
    },
  },
  {
    name: 'nodes',
    show: async (window) => {
      await window.press('3');
      await expect(window.nodes.items.first()).toBeVisible();
    },
  },
  {
    name: 'slowest',
    show: async (window) => {
      await window.nodes.shown.getByRole('radio', { name: 'Slowest' }).click();
      await expect(window.nodes.slowest.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'palette',
    show: async (window) => {
      await window.press('1', 'Control+k');
      await expect(window.palette.field).toBeFocused();
      await window.page.keyboard.type('show');
    },
  },
  {
    name: 'keys',
    show: async (window) => {
      await window.press('Escape', 'Escape', '?');
      await expect(window.keySheet.dialog).toBeVisible();
    },
  },
  {
    name: 'filter',
    show: async (window) => {
      await window.press('Escape');
      await window.filter.field.fill('node:draft -type:output.chunk ');
      await window.filter.field.pressSequentially('t');
      await expect(window.filter.suggestion(/^type:/)).toBeVisible();
    },
  },
  {
    name: 'payload',
    show: async (window) => {
      await window.filter.field.fill('');
      await window.events.list.focus();
      await window.press('Enter');
      await window.detail.payload.search.fill('title');
      await expect(window.detail.payload.nextMatch).toBeEnabled();
    },
  },
  {
    name: 'raw',
    show: async (window) => {
      await window.detail.tab('Raw').click();
      await expect(window.detail.raw.text).toContainText('"node.failed"');
    },
  },
];

for (const theme of ['light', 'dark'] as const) {
  const take = (window: AppWindow, name: string) => takePicture(window.page, `${name}.${theme}`);

  test(`screens of a run (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [failedDraft], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Failed');
    for (const { name, show } of scenes) {
      await show(window);
      await take(window, name);
    }
  });

  test(`start (${theme})`, async ({ inspector }, testInfo) => {
    writeRecentList(testInfo.outputPath('config'));
    const window = await inspector.start({ settings: { theme } });
    await steady(window.page);
    await expect(window.start.recentFile('nightly-report.ndjson')).toBeVisible();
    await take(window, 'start');
  });

  test(`files that are cut and files that are no runs (${theme})`, async ({ inspector }, testInfo) => {
    const cut = testInfo.outputPath('cut-off.bundle.json');
    writeFileSync(cut, readFileSync(failedDraft).subarray(0, 60_000));
    const discovery = testInfo.outputPath('well-known.json');
    writeFileSync(discovery, JSON.stringify({ protocolVersion: '1.1', supportedEnvelopes: ['error'] }));
    const window = await inspector.start({ files: [cut, discovery], settings: { theme } });
    await steady(window.page);
    await window.titleBar.tab('well-known').click();
    await expect(window.load.found).toBeVisible();
    await take(window, 'not-a-run');
    await window.titleBar.tab('cut-off').click();
    await expect(window.load.notWhole).toBeVisible();
    await expect(window.detail.payload.tree).toBeVisible();
    await take(window, 'cut-file');
    await window.press('5');
    await window.problems.items.nth(1).click();
    await expect(window.problems.detail).toContainText('What to do');
    await take(window, 'problems');
  });

  test(`a recording whose host wrote no causes (${theme})`, async ({ inspector }) => {
    const file = recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json');
    const window = await inspector.start({ files: [file], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Completed');
    await window.events.row(4).click();
    await window.press('2');
    await expect(window.causes.item(4)).toHaveAttribute('aria-selected', 'true');
    await expect(window.detail.chain.here).toHaveAccessibleName(/envelope\.retry\.attempted/);
    await take(window, 'inferred');
  });

  test(`several runs in one file (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [sample('fan-out.ndjson.gz')], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Failed');
    await window.press('3');
    await expect(window.nodes.items.first()).toBeVisible();
    await expect(window.detail.payload.tree).toBeVisible();
    await expect(window.status.problems).toHaveText('3 problems');
    await take(window, 'child-runs');
  });

  test(`a large log, loading and loaded (${theme})`, async ({ inspector }) => {
    test.slow();
    const window = await inspector.start({ files: [largeLog()], settings: { theme } });
    // A list of a large log is full of words: a smaller window keeps its picture small.
    await window.page.setViewportSize({ width: 1320, height: 840 });
    const hold = holdStreams(window.page, 100_000_000);
    await window.page.reload();
    await hold.reached();
    await expect(window.load.progress).toBeVisible();
    await expect(window.events.options.first()).toBeVisible();
    await take(window, 'loading');
    await hold.letGo();
    await expect(window.verdict.title).toHaveText('Failed', { timeout: 90_000 });
    await expect(window.detail.payload.tree).toBeVisible();
    await take(window, 'large-log');
  });
}
