import { basename } from 'node:path';
import { acmeContext, failedDraft, refusedEnvelopes } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { runCommand } from '../scenario-files.ts';
import { themeOfShell } from '../shells/shell.ts';
import { expect, test } from '../shells.ts';

test('steps are walked, a trial is copied, repaired and compared', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { acceptor } = window;

  await test.step('a refused envelope is repaired and accepted, by keyboard alone', async () => {
    await window.events.list.focus();
    await window.press('a');
    await expect(acceptor.outcome).toContainText('envelope_invalid');
    await expect(acceptor.openStep).toContainText('S7');
    await expect(acceptor.openStep).toContainText('Decided here');
    await expect(acceptor.openStep).toBeFocused();
    await expect(acceptor.section('Would be recorded')).toContainText('node.failed');
    await expect(acceptor.repair).toContainText('add /payload/title');
    await window.press('Control+Shift+Enter');
    await expect(acceptor.outcome).toContainText('Accepted');
    await expect(acceptor.step('emit')).toContainText('Accepted here');
    await expect(acceptor.region.getByRole('heading', { level: 1 })).toHaveText('Acceptor');
    await expect(acceptor.region).toContainText(/lines? differs? from what the log holds/);
    await window.press('i');
    await expect(acceptor.editor).toBeFocused();
    await window.press('Control+z', 'Control+Enter');
    await expect(acceptor.outcome).toContainText('envelope_invalid');
    await window.press('Tab');
    await window.tabTo(acceptor.openStep);
    await window.press('Escape');
    await expect(window.events.region).toBeVisible();
    await expect(window.events.list).toBeFocused();
  });

  await test.step('steps are walked forward and back, and the later ones are visibly not real', async () => {
    await window.press('a');
    await expect(acceptor.openStep).toContainText('payload');
    await expect(acceptor.steps).toContainText('Never run. What each would have said');
    await expect(acceptor.step('contract')).toContainText('Would');
    await window.press('[');
    await expect(acceptor.openStep).toContainText('schema version');
    await expect(acceptor.step('payload')).toContainText('Not yet run');
    await window.press(']');
    await expect(acceptor.openStep).toContainText('payload');
    await window.press('k', 'k', 'd');
    await expect(acceptor.openStep).toContainText('payload');
    await window.press('j');
    await expect(acceptor.openStep).toContainText('contract');
    await expect(acceptor.openStep).toBeFocused();
    await window.press('Escape');
    await expect(window.events.list).toBeFocused();
  });

  await test.step('a trial is copied as Markdown, as a command and as a vector', async () => {
    await window.press('a');
    await expect(acceptor.outcome).toBeVisible();
    const copyAs = async (words: string) => {
      await acceptor.take(words);
      return inspector.shell.readClipboard();
    };
    await expect.poll(() => copyAs('Copy as Markdown')).toContain('| S7 | payload | Decided here |');
    await expect.poll(() => copyAs('Copy as command')).toContain('npx openwop-inspector accept');
    await expect.poll(() => copyAs('Copy as vector')).toContain('"status": "invalid"');
    await window.press('Escape');
    await expect(window.events.list).toBeFocused();
  });

  await test.step('profiles and saved hosts are compared', async () => {
    await window.press('a');
    await expect(acceptor.outcome).toBeVisible();
    await acceptor.tab('Compare').click();
    await expect(acceptor.section('Under each profile')).toContainText('reference');
    await expect(acceptor.section('Under each profile')).toContainText('all three say the same');
    await acceptor.write('{"type": "error", "payload": {"code": "model_failed", "message": "no"}}');
    await window.press('Control+Enter');
    await expect(acceptor.section('Under each profile')).toContainText('differ at synthesis, shape');
    await acceptor.tab('Context').click();
    await acceptor.region.getByLabel('aiEnvelope').selectOption('no');
    await acceptor.tab('Compare').click();
    await acceptor.region.getByLabel('Save this bench’s host as').fill('closed');
    await window.press('Enter');
    await expect(acceptor.section('On saved hosts')).toContainText('capability_required');
  });

  await test.step('the window stays strict while the worker compiles schemas', async () => {
    inspector.allow(/unsafe-eval|Trusted|eval/i);
    const worker = window.page.workers().find((one) => one.url().includes('acceptor.worker'));
    expect(worker, 'the acceptor has a worker of its own').toBeDefined();
    const inWorker = await worker?.evaluate(async () => {
      const reached = await fetch('/')
        .then(() => true)
        .catch(() => false);
      return { made: new Function('return 7')(), reached };
    });
    expect(inWorker).toEqual({ made: 7, reached: false });
  });
});

test('the deciding step is reached by d, and fits into a small window', async ({ inspector }) => {
  const window = await inspector.start({ size: { width: 1180, height: 720 } });
  const { acceptor } = window;
  await window.start.region.getByRole('button', { name: /^Try an envelope in the acceptor/ }).click();
  await expect(acceptor.outcome).toContainText('Accepted');
  for (const [step, trial] of Object.entries(refusedEnvelopes)) {
    await acceptor.write(JSON.stringify(trial.envelope));
    await window.press('Control+Enter');
    await acceptor.tab('Context').click();
    await acceptor.section('Whole context').getByText('As JSON').click();
    await acceptor.wholeContext.fill(JSON.stringify({ ...acmeContext, ...trial.context }));
    await acceptor.tab('Outcome').click();
    await expect(acceptor.outcome).toContainText(trial.code);
    await window.press('d');
    await expect(acceptor.openStep).toBeFocused();
    await expect(acceptor.openStep).toContainText(step);
    await expect(acceptor.steps.locator('[id^="step-detail-"]')).toBeInViewport({ ratio: 1 });
  }
});

test('a text that is not JSON, and a schema that never ends', async ({ inspector }) => {
  const window = await inspector.start();
  const { acceptor } = window;
  await window.press('a');
  await expect(acceptor.outcome).toContainText('Accepted');

  await test.step('a text that is not JSON is reported with line, column and byte, at its place', async () => {
    await window.press('i');
    await expect(acceptor.editor).toBeFocused();
    await acceptor.write('{\n  "type": "error",\n  "payload" {}\n}');
    await window.press('Control+Enter');
    await expect(acceptor.syntax).toContainText('Line 3, column 13, byte 33');
    await expect(acceptor.outcome).toContainText('invalid_envelope_shape');
  });

  await test.step('a schema that never ends is stopped, which is said everywhere, and the bench continues', async () => {
    await acceptor.tab('Context').click();
    const schemas = acceptor.region.getByRole('textbox', { name: 'schemas', exact: true });
    const pattern = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    await schemas.fill(JSON.stringify({ 'vendor.acme.note': pattern }));
    await acceptor.write(
      JSON.stringify({
        type: 'vendor.acme.note',
        envelopeId: 'e1',
        correlationId: 'c1',
        payload: { a: `${'a'.repeat(40)}!` },
        meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
      }),
    );
    await window.press('Control+Enter');
    await acceptor.tab('Outcome').click();
    await expect(acceptor.outcome).toContainText('Stopped at payload');
    await expect(acceptor.outcome).toContainText('limit of 4000 ms');
    await acceptor.tab('Compare').click();
    await expect(acceptor.section('Under each profile')).toContainText('not comparable from payload on');
    await acceptor.tab('Context').click();
    await schemas.fill('');
    await acceptor.tab('Outcome').click();
    await expect(acceptor.outcome).toContainText('Accepted');
  });

  await test.step('a refusal has a place, a mark and a suggestion, as a compiler error has', async () => {
    await acceptor.write('{ "tpye": "error", "payload": {}, "meta": {} }');
    await window.press('Control+Enter');
    const violations = acceptor.section('Violations');
    await expect(violations).toContainText('1:3');
    await expect(violations).toContainText('Did you mean type?');
    await expectClean(window.page, 'attempt-story 2');
  });
});

test('text and context outlive a reload, a secret does not', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { acceptor } = window;
  await window.press('a');
  await expect(acceptor.repair).toBeVisible();
  await window.press('Control+Shift+Enter');
  await expect(acceptor.outcome).toContainText('Accepted');
  await acceptor.tab('Context').click();
  await acceptor.region.getByLabel('secretId').fill('library-key');
  await acceptor.region.getByLabel('value', { exact: true }).fill('North region first');
  await window.press('Enter');
  await expect(acceptor.section('Secrets')).toContainText('library-key');
  await acceptor.tab('Outcome').click();
  await expect(acceptor.outcome).toContainText('1 value redacted');
  await expect(acceptor.editor).not.toContainText('North region first');
  const stored = await window.page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).not.toContain('North region first');
  await window.page.reload();
  await expect(acceptor.outcome).toBeVisible();
  await expect(acceptor.editor).toContainText('North region first');
});

test('axe finds nothing on the bench, and the command agrees with it @desktop', async ({
  inspector,
}, testInfo) => {
  test.slow();
  const window = await inspector.start({ files: [failedDraft], theme: themeOfShell(testInfo) });
  const { acceptor } = window;
  await expect(window.verdict.title).toHaveText('Failed');
  await window.press('a');
  await expect(acceptor.repair).toBeVisible();
  await expectClean(inspector.shell.page, 'outcome');
  for (const name of ['Context', 'Compare', 'History'] as const) {
    await acceptor.tab(name).click();
    await expect(acceptor.region.getByRole('tabpanel', { name })).toBeVisible();
    await expectClean(inspector.shell.page, name, '[role="tabpanel"]');
  }
  await window.press('Control+Shift+Enter');
  await acceptor.tab('Outcome').click();
  await expect(acceptor.outcome).toContainText('Accepted');
  await expectClean(inspector.shell.page, 'accepted');

  await test.step('the command agrees with the bench on a saved vector', async () => {
    await window.press('i');
    await expect(acceptor.editor).toBeFocused();
    await window.press('Control+z', 'Control+Enter');
    await expect(acceptor.outcome).toContainText('envelope_invalid');
    const file = await inspector.shell.saveFile(testInfo.outputDir, () =>
      acceptor.take('Save as vector file'),
    );
    expect(basename(file)).toBe('bench-vector.json');
    expect(runCommand('vectors', file)).toMatchObject({
      said: expect.stringContaining('1 passed'),
      status: 0,
    });
  });
});
