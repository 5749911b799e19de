/**
 * Eight questions of people, each walked in at most three actions on data that was not made for it: recordings, an adverse
 * log of the generator with some 800 runs, a live host. An action is a key, a click, or a text typed and sent.
 */
import { adverseLog, recording } from '@openwop-inspector/testing/files';
import { startLiveHost } from '@openwop-inspector/testing/host';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, type Inspector, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

async function opened(inspector: Inspector, file: string): Promise<AppWindow> {
  const window = await inspector.start({ files: [file], settings: { theme: 'light' } });
  // How long a large log took to read is a part of what its picture tells.
  if (file !== adverseLog()) await steady(window.page);
  await expect(window.verdict.region).toBeVisible({ timeout: 120_000 });
  await expect(window.status.region).toContainText(/problem/, { timeout: 120_000 });
  return window;
}

test.describe.configure({ timeout: 300_000 });

test('why did it fail', async ({ inspector }) => {
  const window = await opened(inspector, recording('app', 'conformance-cap-breach', 'debug-bundle.json'));
  await expect(window.verdict.region).toContainText('recursion_limit_exceeded');
  await expect(window.events.selected).toHaveAccessibleName(/run\.failed/);
  await takePicture(window.page, 'task-failed.light');
});

test('what did the person see', async ({ inspector }) => {
  const window = await opened(inspector, recording('app', '_envelopes', 'a2ui-run', 'debug-bundle.json'));
  await window.events.options.filter({ hasText: 'Surface v1' }).click();
  await window.page.getByRole('tab', { name: 'Rendered' }).click();
  await expect(window.page.getByRole('radiogroup', { name: 'Moment of the surface' })).toBeVisible();
  await takePicture(window.page, 'task-surface.light');
});

test('where did untrusted content come from', async ({ inspector }) => {
  const window = await opened(inspector, adverseLog());
  await window.page.setViewportSize({ width: 1280, height: 760 });
  await window.filter.field.fill('trust:untrusted is:failed');
  await expect(window.filter.region).toContainText(/[1-9]\d* of/, { timeout: 60_000 });
  await window.events.options.filter({ hasText: 'node.failed' }).first().click();
  await expect(window.events.selected).toHaveAccessibleName(/Untrusted|untrusted/);
  await window.press('u');
  await expect(window.detail.region).toContainText(/toolReturned|interrupt/);
  await takePicture(window.page, 'task-untrusted.light');
});

test('node X with errors after T', async ({ inspector }) => {
  const window = await opened(inspector, adverseLog());
  await window.filter.field.fill('node:draft-28 is:failed at:12:00..');
  await expect(window.filter.region).toContainText(/^[^,]*\b\d of/, { timeout: 60_000 });
  await expect(window.events.options.first()).toHaveAccessibleName(/Failed/);
  await takePicture(window.page, 'task-node-after.light');
});

test('the slow part, and the first failing run of many', async ({ inspector }) => {
  const window = await opened(inspector, adverseLog());
  await window.press('3');
  await window.page.getByRole('radio', { name: 'Slowest' }).click();
  await expect(window.page.getByRole('listbox', { name: /slowest/i })).toBeVisible({ timeout: 60_000 });
  await takePicture(window.page, 'task-slow.light');
  await window.press('1');
  const runs = window.page.getByRole('region', { name: 'Runs' });
  await runs.getByRole('option').or(runs.getByRole('treeitem')).nth(2).click();
  await expect(window.verdict.region).toContainText('envelope_invalid');
  await expect(window.events.selected).toHaveAccessibleName(/node\.failed/);
  await expect(window.events.options.first()).toHaveAccessibleName(/run|node/);
  await takePicture(window.page, 'task-first-failing.light');
});

test('watch my host', async ({ inspector }) => {
  const host = await startLiveHost({ dialect: 'reference', runs: [{ workflow: 'failing-draft' }] });
  try {
    host.run('prd-5f2c').emit(40);
    const window = await inspector.start({ settings: { theme: 'light' } });
    await window.start.address.fill(`${host.origin}/v1/runs/prd-5f2c`);
    await window.start.token.fill(host.key);
    await window.start.attach.click();
    await expect(window.live.connectionState).toContainText('Connected');
    host.run('prd-5f2c').emit(20);
    await expect(window.status.region).toContainText('60 events');
    await takePicture(window.page, 'task-live.light');
  } finally {
    await host.close();
  }
});
