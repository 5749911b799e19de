/** The same screens on what hosts recorded, not on the samples. In light alone; the same every time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { failedDraft, recording } from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, type Inspector, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

const STORY = recording('app', '_envelopes', 'story.test-events.json');
const bundleOf = (host: string, run: string): string => recording(host, run, 'debug-bundle.json');

async function onRecording(inspector: Inspector, ...files: readonly string[]): Promise<AppWindow> {
  const window = await inspector.start({ files, settings: { theme: 'light' } });
  await steady(window.page);
  await expect(window.verdict.region).toBeVisible();
  await window.events.list.focus();
  return window;
}

async function goTo(window: AppWindow, sequence: number): Promise<void> {
  await window.press('Control+k');
  await expect(window.palette.field).toBeFocused();
  await window.page.keyboard.type(`#${sequence}`);
  await window.palette.group('Events').getByRole('menuitem').click();
  await expect(window.events.selected).toHaveAccessibleName(eventName(sequence));
}

test('one workflow on two hosts, compared', async ({ inspector }) => {
  const window = await onRecording(
    inspector,
    bundleOf('app', 'conformance-cap-breach'),
    bundleOf('in-memory', 'conformance-cap-breach'),
  );
  await window.press('C');
  await expect(window.compare.verdict).toContainText('Differ.');
  await expect(window.compare.detail.getByRole('table').first()).toBeVisible();
  await takePicture(window.page, 'compare-hosts.light');
});

test('the envelopes of a recording at the two hosts that were recorded', async ({ inspector }) => {
  const window = await onRecording(inspector, STORY);
  await window.press('H');
  for (const host of ['app', 'in-memory']) await window.drop(recording(host, 'well-known.openwop.json'));
  await expect(window.portability.detail).toContainText('refused by');
  await takePicture(window.page, 'portability-recorded.light');
});

test('the way of untrusted content in a recording', async ({ inspector }) => {
  const window = await onRecording(inspector, STORY);
  const taint = window.detail.region.getByRole('region', { name: 'Untrusted content' });
  await goTo(window, 10);
  await expect(taint).toBeVisible();
  await taint.getByRole('checkbox', { name: 'Draw the way' }).check();
  await expect(window.page.getByRole('region', { name: 'Way of untrusted content' })).toBeVisible();
  await takePicture(window.page, 'taint-recorded.light');
});

test('why a recorded envelope took two attempts', async ({ inspector }) => {
  const window = await onRecording(inspector, bundleOf('app', 'conformance-envelope-retry-attempted'));
  await window.press('4');
  await window.envelopes.options.first().click();
  await window.page.getByRole('button', { name: 'Why it took these attempts' }).click();
  await expect(window.page.getByText('The end.')).toBeAttached();
  await takePicture(window.page, 'attempt-story-recorded.light');
});

test('a recorded turn of a model that was cut off', async ({ inspector }) => {
  const window = await onRecording(inspector, bundleOf('app', 'conformance-envelope-truncated'));
  await window.press('4');
  await window.envelopes.options.first().click();
  await window.press('t');
  await expect(window.acceptor.hostBeside).toBeVisible();
  await takePicture(window.page, 'model-turn-recorded.light');
});

test('the discovery document of a recorded host', async ({ inspector }) => {
  const window = await onRecording(inspector, STORY);
  await goTo(window, 2);
  await window.press('a');
  await expect(window.acceptor.region).toBeVisible();
  await window.acceptor.part('Discovery').click();
  await inspector.shell.chooseFiles([recording('app', 'well-known.openwop.json')], () =>
    window.acceptor.region.getByRole('button', { name: 'Open', exact: true }).click(),
  );
  await expect(window.acceptor.discoveryText).toContainText('openwop-workflow-engine');
  await takePicture(window.page, 'discovery-recorded.light');
});

test('a recorded envelope that a host refused, in the acceptor', async ({ inspector }) => {
  const window = await onRecording(inspector, STORY);
  await goTo(window, 3);
  await window.press('a');
  await expect(window.acceptor.region).toContainText('Not reconstructable');
  await takePicture(window.page, 'acceptor-recorded.light');
});

test('the run of the sample, audited', async ({ inspector }) => {
  const window = await onRecording(inspector, failedDraft);
  await window.press('6');
  await expect(window.audit.totals).toContainText('reconstructable');
  await takePicture(window.page, 'audit-sample.light');
});

test('a recorded envelope that was refused, with its smallest repair', async ({ inspector }, testInfo) => {
  const trial = recording('app', '_envelopes', 'accept', 'invalid.shape.extra-top-level.json');
  const { request } = JSON.parse(readFileSync(trial, 'utf8'));
  const file = testInfo.outputPath('envelope.json');
  writeFileSync(file, JSON.stringify(request.envelope, null, 2));
  const window = await inspector.start({ settings: { theme: 'light' } });
  await steady(window.page);
  await expect(async () => {
    await window.press('a');
    await expect(window.acceptor.region).toBeVisible({ timeout: 1000 });
  }).toPass();
  await inspector.shell.chooseFiles([file], () =>
    window.acceptor.region.getByRole('button', { name: 'Open', exact: true }).click(),
  );
  await expect(window.acceptor.region).toContainText('invalid_envelope_shape');
  await expect(window.acceptor.repair).toBeVisible();
  await takePicture(window.page, 'acceptor-repair-recorded.light');
});

test('what is wrong between the events of a recording', async ({ inspector }) => {
  const window = await onRecording(inspector, STORY);
  await window.press('5');
  await expect(window.problems.region).toBeVisible();
  await window.press('n');
  await takePicture(window.page, 'problems-recorded.light');
});
