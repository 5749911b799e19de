/**
 * The pictures of the guide's page about the acceptor: the bench with a failed envelope of the sample, and a picture for
 * each code that an envelope can be refused with. The same every time.
 */
import { writeFileSync } from 'node:fs';
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
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** Small enough that the open step can be read in a page of the guide, and high enough to show all of it. */
const closeUp = { width: 1180, height: 800 };

/** High enough for the profiles and the hosts below them. */
const tall = { width: 1440, height: 1080 };

for (const theme of ['light', 'dark'] as const) {
  test(`the bench with the envelope that failed the run (${theme})`, async ({ inspector }) => {
    const window = await onFailedDraft(inspector, theme);
    await takePicture(window.page, `acceptor.${theme}`);
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`the turn of the model that failed the run (${theme})`, async ({ inspector }) => {
    const window = await onFailedDraft(inspector, theme);
    await window.press('Escape', 't');
    await expect(window.acceptor.hostBeside).toContainText('Agrees');
    await takePicture(window.page, `model-turn.${theme}`);
  });

  test(`a decision of the gate (${theme})`, async ({ inspector }) => {
    const files = [recording('app', 'conformance-model-capability-insufficient', 'debug-bundle.json')];
    const window = await inspector.start({ files, settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Failed');
    await window.events.list.focus();
    await window.press('g', 'j', 'q');
    await expect(window.acceptor.hostBeside).toContainText('Not reconstructable');
    await takePicture(window.page, `gate.${theme}`);
  });

  test(`a discovery document (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ settings: { theme } });
    await steady(window.page);
    await expect(async () => {
      await window.press('a');
      await expect(window.acceptor.region).toBeVisible({ timeout: 1000 });
    }).toPass();
    await window.acceptor.part('Discovery').click();
    await expect(window.acceptor.section('Findings')).toContainText('reliability_multiplier_range');
    await takePicture(window.page, `discovery.${theme}`);
  });
}

test('the bench after the repair', async ({ inspector }) => {
  const window = await onFailedDraft(inspector, 'light');
  await window.press('Control+Shift+Enter');
  await expect(window.acceptor.outcome).toContainText('Accepted');
  await takePicture(window.page, 'acceptor-repair.light');
});

test('the context that the log gives', async ({ inspector }) => {
  const window = await onFailedDraft(inspector, 'light');
  await window.acceptor.tab('Context').click();
  await expect(window.acceptor.section('Host')).toBeVisible();
  await takePicture(window.page, 'acceptor-context.light');
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

for (const refused of refusedEnvelopes) {
  test(`an envelope refused with ${refused.code}`, async ({ inspector }, testInfo) => {
    const window = await onTrial(inspector, testInfo.outputPath(), refused);
    const { acceptor } = window;
    await acceptor.tab('Outcome').click();
    await expect(acceptor.outcome).toContainText(refused.code);
    await window.press('k', 'j', 'd');
    await expect(acceptor.openStep).toContainText(refused.step);
    await expect(acceptor.openStep).toContainText('Decided here');
    await takePicture(window.page, `refusal-${refused.code}.light`);
  });
}

/** The sample run, gone from its first failure to the bench. */
async function onFailedDraft(inspector: Inspector, theme: 'light' | 'dark'): Promise<AppWindow> {
  const window = await inspector.start({ files: [failedDraft], settings: { theme } });
  await steady(window.page);
  await expect(window.verdict.title).toHaveText('Failed');
  await expect(window.detail.payload.tree).toBeVisible();
  await window.events.list.focus();
  await window.press('a');
  await expect(window.acceptor.openStep).toContainText('Decided here');
  return window;
}

/** A bench without a run, on an envelope and a context from files. */
async function onTrial(
  inspector: Inspector,
  folder: string,
  trial: Pick<RefusedEnvelope, 'envelope' | 'context'>,
  size = closeUp,
): Promise<AppWindow> {
  const { envelopeFile, contextFile } = writeTrial(folder, trial);
  const window = await inspector.start({ settings: { theme: 'light' }, size });
  const { acceptor } = window;
  await steady(window.page);
  // A key pressed right after a reload may come before the window listens.
  await expect(async () => {
    await window.press('a');
    await expect(acceptor.region).toBeVisible({ timeout: 1000 });
  }).toPass();
  await inspector.shell.chooseFiles([envelopeFile], () =>
    acceptor.region.getByRole('button', { name: 'Open', exact: true }).click(),
  );
  await expect(acceptor.region).toContainText('from envelope.json');
  await acceptor.tab('Context').click();
  await inspector.shell.chooseFiles([contextFile], () =>
    acceptor.section('Whole context').getByRole('button', { name: 'From a file' }).click(),
  );
  await expect(acceptor.section('Node and run').getByLabel('nodeId')).toHaveValue('draft');
  return window;
}
