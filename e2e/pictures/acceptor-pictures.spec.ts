/** The pictures of the guide's page about the acceptor. The same every time. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  discoveryDocuments,
  draftWithoutMeta,
  failedDraft,
  type RefusedEnvelope,
  recording,
  refusedEnvelopes,
  writeTrial,
} from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, type Inspector, test } from '../shells.ts';
import { openSteady, steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** Small enough that the open step can be read in a page of the guide, and high enough to show all of it. */
const closeUp = { width: 1180, height: 800 };

/** High enough for the profiles and the hosts below them. */
const tall = { width: 1440, height: 1080 };

test('the bench with the envelope that failed the run', async ({ inspector }) => {
  const window = await onFailedDraft(inspector);
  await takePicture(window.page, 'acceptor.light');
  await window.acceptor.tab('Context').click();
  await expect(window.acceptor.section('Host')).toBeVisible();
  await takePicture(window.page, 'acceptor-context.light');
});

test('the turn of the model that failed the run', async ({ inspector }) => {
  const window = await onFailedDraft(inspector);
  await window.press('Escape', 't');
  await expect(window.acceptor.hostRecord).toContainText('Agrees');
  await takePicture(window.page, 'model-turn.light');
});

test('a discovery document', async ({ inspector }) => {
  const window = await onBench(inspector);
  await window.acceptor.part('Discovery').click();
  await window.press('Control+Enter');
  await expect(window.acceptor.section('Findings')).toContainText('reliability_multiplier_range');
  await takePicture(window.page, 'discovery.light');
});

test('profiles and hosts compared', async ({ inspector }, testInfo) => {
  const noMeta = { envelope: draftWithoutMeta, context: {} };
  const window = await onTrial(inspector, testInfo.outputPath(), noMeta, tall);
  const { acceptor } = window;
  await acceptor.tab('Compare').click();
  for (const [name, document] of Object.entries(discoveryDocuments)) {
    const file = testInfo.outputPath(name);
    writeFileSync(file, JSON.stringify(document));
    const hosts = acceptor.section('On saved hosts');
    await inspector.shell.chooseFiles([file], () =>
      hosts.getByRole('button', { name: 'From a file' }).click(),
    );
    await expect(hosts.getByRole('row', { name: name.replace('.json', '') })).toContainText(/ccepted|nvalid/);
  }
  await takePicture(window.page, 'acceptor-compare.light');
});

test('an envelope whose payload is refused', async ({ inspector }, testInfo) => {
  const refused = refusedEnvelopes.find(({ code }) => code === 'envelope_invalid');
  if (refused === undefined) throw new Error('no such envelope');
  const window = await onTrial(inspector, testInfo.outputPath(), refused);
  const { acceptor } = window;
  await acceptor.tab('Outcome').click();
  await expect(acceptor.outcome).toContainText(refused.code);
  await window.press('k', 'j', 'd');
  await expect(acceptor.openStep).toContainText(refused.step);
  await expect(acceptor.openStep).toContainText('Decided here');
  await takePicture(window.page, 'refusal-envelope_invalid.light');
});

test('a recorded envelope that was refused, with its smallest repair', async ({ inspector }, testInfo) => {
  const trial = recording('app', '_envelopes', 'accept', 'invalid.shape.extra-top-level.json');
  const { request } = JSON.parse(readFileSync(trial, 'utf8'));
  const file = testInfo.outputPath('envelope.json');
  writeFileSync(file, JSON.stringify(request.envelope, null, 2));
  const window = await onBench(inspector);
  await openEnvelope(inspector, window, file);
  await expect(window.acceptor.region).toContainText('invalid_envelope_shape');
  await expect(window.acceptor.repair).toBeVisible();
  await takePicture(window.page, 'acceptor-repair-recorded.light');
});

/** The sample run, gone from its first failure to the bench. */
async function onFailedDraft(inspector: Inspector): Promise<AppWindow> {
  const window = await openSteady(inspector, failedDraft);
  await expect(window.detail.payload.tree).toBeVisible();
  await window.events.list.focus();
  await window.press('a');
  await expect(window.acceptor.openStep).toContainText('Decided here');
  return window;
}

/** A bench without a run. */
async function onBench(inspector: Inspector, size?: typeof closeUp): Promise<AppWindow> {
  const window = await inspector.start({
    theme: 'light',
    ...(size === undefined ? {} : { size }),
  });
  await steady(window.page);
  // A key pressed right after a reload may come before the window listens.
  await expect(async () => {
    await window.press('a');
    await expect(window.acceptor.region).toBeVisible({ timeout: 1000 });
  }).toPass();
  return window;
}

async function openEnvelope(inspector: Inspector, { acceptor }: AppWindow, file: string): Promise<void> {
  await inspector.shell.chooseFiles([file], () =>
    acceptor.region.getByRole('button', { name: 'Open', exact: true }).click(),
  );
}

/** A bench without a run, on an envelope and a context from files. */
async function onTrial(
  inspector: Inspector,
  folder: string,
  trial: Pick<RefusedEnvelope, 'envelope' | 'context'>,
  size = closeUp,
): Promise<AppWindow> {
  const { envelopeFile, contextFile } = writeTrial(folder, trial);
  const window = await onBench(inspector, size);
  const { acceptor } = window;
  await openEnvelope(inspector, window, envelopeFile);
  await expect(acceptor.region).toContainText('from envelope.json');
  await acceptor.tab('Context').click();
  await inspector.shell.chooseFiles([contextFile], () =>
    acceptor.section('Whole context').getByRole('button', { name: 'From a file' }).click(),
  );
  await expect(acceptor.section('Node and run').getByLabel('nodeId')).toHaveValue('draft');
  return window;
}
