import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { failedDraft, generateLog, inRepository, recording, sample } from '@openwop-inspector/testing/files';
import type { AppWindow } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';

const estate = {
  bundleVersion: '1',
  source: { origin: 'a host' },
  items: [
    { kind: 'agent', ref: 'planner', dependsOn: ['search'], payload: {} },
    { kind: 'pack', ref: 'search', payload: {} },
  ],
};

/** Files that hold no run, by name, and the words that help. */
const foreign = {
  'empty.json': { content: '', words: 'The file is empty' },
  'page.html': { content: '<!doctype html><p>Bad gateway', words: 'A web page or XML' },
  'picture.png': {
    content: readFileSync(inRepository('app', 'main', 'icon', 'icon.png')),
    words: 'The file is not text',
  },
  'discovery.json': {
    content: readFileSync(recording('app', 'well-known.openwop.json')),
    words: 'A discovery document: what a host can do, not a run',
  },
  'headers.txt': {
    content: 'HTTP/1.1 200 OK\ncontent-type: text/event-stream\ncache-control: no-store\n',
    words: 'Headers of an HTTP answer. The body of that answer is the file to open',
  },
  'estate.json': { content: JSON.stringify(estate), words: 'agent planner, needs search' },
  'nearly.json': {
    content: '{\n"workflow": nothing here,\n"nodes": []}',
    words: 'The document is not JSON at byte',
  },
  'deep.json': { content: '['.repeat(10_000), words: 'deeper than 64 levels' },
};

test('each file that is no run is recognized, with what to do instead', async ({ inspector }, testInfo) => {
  for (const [name, { content }] of Object.entries(foreign))
    writeFileSync(testInfo.outputPath(name), content);
  const files = Object.keys(foreign).map((name) => testInfo.outputPath(name));
  const window = await inspector.start({ files });
  for (const [name, { words }] of Object.entries(foreign)) {
    await window.titleBar.tab(name).click();
    await expect(window.load.found.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(window.load.found).toContainText(words);
  }
  await inspector.shell.chooseFiles([failedDraft], () => window.load.chooseAnother.click());
  await expect(window.verdict.title).toHaveText('Failed');
  await window.titleBar.tab('empty.json').click();
  await window.load.found.getByRole('button', { name: 'Close this one' }).click();
  await expect(window.titleBar.tab('empty.json')).toBeHidden();
});

/** One envelope of each of three kinds, and two lines that are none. */
const envelopeLines = [
  { type: 'clarification.request', payload: { questions: [{ id: 'q1', question: 'Which market first?' }] } },
  { type: 'vendor.acme.note', payload: { text: 'Key sk-live-0123456789abcdef0123456789' } },
  { type: 'error', payload: { code: 'no_market', message: 'No market was named.' } },
].map((envelope, at) =>
  JSON.stringify({
    ...envelope,
    schemaVersion: 1,
    envelopeId: `env-${at}`,
    correlationId: `r:ask:${at}`,
    meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
  }),
);

test('a file of envelopes is rendered, masked, next to the acceptor', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('kinds.ndjson');
  writeFileSync(file, [...envelopeLines, '{"hello":1}', '{"cut":'].join('\n'));
  const window = await inspector.start({ files: [file] });
  const { envelopes, load } = window;
  await expect(envelopes.options).toHaveCount(3);
  await expect(envelopes.kind).toHaveText('clarification.request');
  await expect(envelopes.detail).toContainText('Which market first?');
  await window.press('j');
  await expect(envelopes.kind).toHaveText('vendor.acme.note');
  await expect(envelopes.detail).toContainText('masked');
  await expect(envelopes.detail).not.toContainText('sk-live-0123456789abcdef');
  await window.press('/');
  await expect(envelopes.field).toBeFocused();
  await load.ofEnvelopes.getByRole('button', { name: /problem/ }).click();
  await expect(load.ofEnvelopes).toContainText('Line 4: This line is neither an event nor an envelope');
  await window.press('G', 'a');
  await expect(window.acceptor.editor).toContainText('No market was named.');
  await window.acceptor.region.getByRole('button', { name: 'Back to the run' }).click();
  await load.ofEnvelopes.getByRole('button', { name: 'Open all in the acceptor' }).click();
  await expect(window.acceptor.region.getByRole('combobox').locator('option')).toHaveCount(4);
});

test('files that cannot be opened are named with the reason @desktop', async ({ inspector }, testInfo) => {
  const missing = testInfo.outputPath('missing.json');
  const window = await inspector.start({ files: [missing, sample(''), failedDraft] });
  await expect(window.verdict.title).toHaveText('Failed');
  await expect(window.failures).toContainText('There is no file missing.json at that place.');
  await expect(window.failures).toContainText('samples is a folder. Open a file inside it.');
  await expect(window.titleBar.tabs).toHaveCount(1);
});

test('a file cut in the middle opens, and says where it ends', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('cut.json');
  writeFileSync(file, readFileSync(failedDraft).subarray(0, 60_000));
  const window = await inspector.open(file);
  await expect(window.load.notWhole).toContainText(/ends at byte 60,000.*137 events before it/);
  await window.press('L', 'G');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '137');
  await window.load.notWhole.getByRole('button', { name: 'See its problems' }).click();
  await expect(window.problems.items.first()).toHaveAccessibleName(/cut|ends|truncat/i);
});

/** Larger than what the window keeps of a file it reads, so that its end must be read again when somebody looks. */
const rereadEvents = 20_000;

/**
 * Walks up from the end of the list, past what the window still holds, until an event whose bytes must be read again has an
 * alert with these words.
 */
async function walkToAlert(window: AppWindow, words: RegExp): Promise<void> {
  const alert = window.detail.region.getByRole('alert').first();
  await window.press('L', 'G');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', String(rereadEvents));
  await expect(async () => {
    await window.events.list.focus();
    await window.press(...Array.from({ length: 25 }, () => 'PageUp'));
    await expect(alert).toContainText(words, { timeout: 500 });
  }).toPass();
}

test('a file that changes is not mixed up, one that vanishes is named @desktop', async ({
  inspector,
}, testInfo) => {
  const file = testInfo.outputPath('changing.ndjson');
  const vanishing = testInfo.outputPath('vanishing.ndjson');
  generateLog(rereadEvents, file);
  copyFileSync(file, vanishing);
  inspector.allow(/404/);
  const window = await inspector.open(file, vanishing);
  await expect(window.status.region).toContainText('20,000 events');
  await expect(window.status.problems).toBeVisible();
  writeFileSync(file, readFileSync(file).reverse());
  await walkToAlert(window, /chang/);

  await test.step('a file that vanishes leaves the window usable', async () => {
    await window.titleBar.tabs.nth(1).click();
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/vanishing/);
    await expect(window.status.region).toContainText('20,000 events');
    rmSync(vanishing);
    await walkToAlert(window, /no longer there/);
    await window.drop(failedDraft);
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft.*Failed/);
    await window.titleBar.tab('vanishing.ndjson').click();
    await expect(window.verdict.title).toHaveText('Failed');
  });
});
