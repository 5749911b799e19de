import {
  draftWithoutMeta,
  failedDraft,
  recording,
  sample,
  writeTrial,
} from '@openwop-inspector/testing/files';
import { DIALOG, expectClean, regions } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { themeOfShell } from '../shells/shell.ts';
import { expect, test } from '../shells.ts';

/** Every screen of an open run, and how to get there from the one before. */
const screens: Readonly<Record<string, (window: AppWindow) => Promise<void>>> = {
  events: (window) => expect(window.detail.payload.tree).toBeVisible(),
  'completion and a wrong filter': async (window) => {
    await window.filter.field.fill('typ:x');
    await window.filter.field.pressSequentially(' no');
    await expect(window.filter.error).toBeVisible();
  },
  'no match': async (window) => {
    await window.filter.field.fill('node:nobody');
    await window.press('Enter');
    await expect(window.events.removeFilter).toBeVisible();
  },
  payload: async (window) => {
    await window.events.removeFilter.click();
    await window.detail.tab('Payload').click();
    await expect(window.detail.payload.search).toBeVisible();
  },
  raw: async (window) => {
    await window.detail.tab('Raw').click();
    await expect(window.detail.raw.text).toBeVisible();
  },
  causes: async (window) => {
    await window.views.view('Causes').click();
    await expect(window.causes.items.first()).toBeVisible();
  },
  nodes: async (window) => {
    await window.views.view('Nodes').click();
    await expect(window.nodes.items.first()).toBeVisible();
  },
  envelopes: async (window) => {
    await window.views.view('Envelopes').click();
    await window.envelopes.row('ui.a2ui-surface').click();
    await expect(window.envelopes.kind).toHaveText('ui.a2ui-surface');
    await window.envelopes.reasoning.getByRole('button').first().click();
  },
  rendered: async (window) => {
    await window.detail.tab('Rendered').click();
    await expect(window.detail.rendered.region.getByRole('article').first()).toBeVisible();
  },
  problems: async (window) => {
    await window.views.view('Problems').click();
    await window.problems.items.nth(1).click();
    await expect(window.problems.detail).toContainText('What to do');
  },
  'a clause in its page': async (window) => {
    await window.problems.detail.getByRole('button', { name: /^(run-events|bundles|envelope) / }).click();
    await window.clauses.pages.getByRole('button', { name: 'AGH Network v0' }).click();
    await expect(window.clauses.heading('2 Validation order')).toBeVisible();
  },
  palette: async (window) => {
    await window.press('Escape');
    await window.palette.type('');
  },
  keys: async (window) => {
    await window.press('Escape', '?');
    await expect(window.keySheet.dialog).toBeVisible();
  },
  'about and a licence': async (window) => {
    await window.keySheet.about.click();
    await window.about.packages.first().getByRole('button').click();
    await expect(window.about.notices).toBeVisible();
  },
};

/** What of a screen is new since the one before; all of it unless given. */
const parts: Readonly<Record<string, string>> = {
  'completion and a wrong filter': regions('Filter'),
  'no match': regions('Events'),
  payload: regions('Detail'),
  raw: regions('Detail'),
  'a clause in its page': DIALOG,
  palette: DIALOG,
  keys: DIALOG,
  'about and a licence': DIALOG,
};

test('axe finds nothing on the screens of a run @desktop', async ({ inspector }, testInfo) => {
  test.slow();
  const window = await inspector.start({
    files: [failedDraft, sample('fan-out.ndjson.gz')],
    theme: themeOfShell(testInfo),
  });
  await expect(window.verdict.title).toHaveText('Failed');
  for (const [name, show] of Object.entries(screens)) {
    await show(window);
    await expectClean(inspector.shell.page, name, parts[name]);
  }
});

test('axe finds nothing where there is no run @desktop', async ({ inspector }, testInfo) => {
  const discovery = recording('app', 'well-known.openwop.json');
  const { envelopeFile } = writeTrial(testInfo.outputPath(), { envelope: draftWithoutMeta, context: {} });
  const window = await inspector.start({
    files: [envelopeFile, discovery, sample('')],
    theme: themeOfShell(testInfo),
  });
  await window.titleBar.tab('well-known').click();
  await expect(window.load.found).toBeVisible();
  await expectClean(inspector.shell.page, 'a file that is no run');
  await window.titleBar.tab('envelope.json').click();
  await expect(window.envelopes.kind).toBeVisible();
  await expectClean(inspector.shell.page, 'a file of envelopes');
  await window.titleBar.openButton.click();
  await expect(window.start.region).toBeVisible();
  await expect(window.failures).toBeVisible();
  await expectClean(inspector.shell.page, 'the start screen');
});
