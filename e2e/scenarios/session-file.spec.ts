import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { stored } from '../scenario-files.ts';
import { expect, type Inspector, test } from '../shells.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

/** Saves the displayed session by the keyboard, as it is proposed or without its log. */
const save = async (inspector: Inspector, window: AppWindow, folder: string, holdsLog = true) =>
  inspector.shell.saveFile(folder, async () => {
    await window.press('Control+s');
    if (!holdsLog) await window.saving.dialog.getByRole('radio', { name: /^Link to the log/ }).check();
    await expect(window.saving.ready).toBeVisible();
    await window.saving.dialog.getByRole('button', { name: 'Save the session' }).press('Enter');
    await expect(window.saving.dialog).toBeHidden();
  });

/** Narrows the list, and writes a note on its third event. */
async function work(window: AppWindow): Promise<void> {
  await window.filter.field.fill('node:draft');
  await expect(window.filter.count('76 of 219')).toBeVisible();
  await window.events.list.focus();
  await window.press('g', 'j', 'j');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '3');
  await window.press('m');
  await expect(window.notes.text).toBeFocused();
  await window.page.keyboard.type(`seen ${SECRET}`);
  await window.press('Control+Enter');
  await expect(window.notes.ofEvent).toContainText('seen ghp_…[masked:github]');
}

test('a saved session opens where it was left @desktop', async ({ inspector }, testInfo) => {
  let window = await inspector.open(failedDraft);
  await work(window);
  await window.choose(window.filter.menu, 'Colour what this filter selects');
  await window.detail.tab('Payload').click();
  await window.press('Control+s');
  await expect(window.saving.dialog).toContainText('1 note of this log');
  await expect(window.saving.dialog.getByRole('checkbox', { name: /1 colouring rule/ })).toBeChecked();
  await expect(window.saving.ready).toBeVisible();
  await expectClean(window.page, 'the dialog that saves a session', DIALOG);
  await window.press('Escape');
  await expect(window.saving.dialog).toBeHidden();
  const file = await save(inspector, window, testInfo.outputDir);
  expect(basename(file)).toBe('acme-prd-draft.bundle.owopsession');
  expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
  expect(stored()).toContain('"isOn"');
  // What note and rule would come back by here is taken away.
  await window.events.list.focus();
  await window.press('Control+z', 'Control+z');
  await expect(window.events.selected).not.toContainText('marked');
  await expect(window.notes.ofEvent).toBeHidden();
  // The next window reads what this one has stored by then.
  await expect.poll(stored).not.toContain('"isOn"');

  window = await inspector.open(file);
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft\.bundle\.owopsession.*Failed/);
  await expect(window.filter.field).toHaveValue('node:draft');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '3');
  await expect(window.notes.ofEvent).toContainText('seen ghp_…[masked:github]');
  await expect(window.detail.tab('Payload')).toHaveAttribute('aria-selected', 'true');
  await expect(window.status.region).toContainText(
    '1 note and 1 colouring rule taken from acme-prd-draft.bundle.owopsession.',
  );
  await expect(window.events.selected).toContainText('marked A');
  await window.events.list.focus();
  await window.press('Control+z');
  await expect(window.notes.ofEvent).toBeHidden();
  await expect(window.events.selected).not.toContainText('marked');
});

test('an envelope in the acceptor comes back with the session', async ({ inspector }, testInfo) => {
  let window = await inspector.open(failedDraft);
  await window.events.list.focus();
  await window.press('a');
  // The notes of a result that comes later would be in the emptied editor.
  await expect(window.acceptor.outcome).toContainText('envelope_invalid');
  const tried = '{"type":"clarification.request","tried":"here"}';
  await window.acceptor.write(tried);
  await window.press('Control+Enter');
  await expect(window.acceptor.outcome).toContainText('invalid_envelope_shape');
  const file = await save(inspector, window, testInfo.outputDir);

  window = await inspector.start({ files: [file] });
  await expect(window.acceptor.editor).toContainText('"tried":"here"');
  await expect(window.acceptor.outcome).toContainText('invalid_envelope_shape');
});

test('a session without its log asks for it, and knows another one', async ({ inspector }, testInfo) => {
  const log = testInfo.outputPath('draft.json');
  copyFileSync(failedDraft, log);
  let window = await inspector.open(log);
  await work(window);
  const file = await save(inspector, window, testInfo.outputDir, false);
  expect(readFileSync(file).length).toBeLessThan(4096);

  const other = testInfo.outputPath('shorter.bundle.json');
  const bundle = JSON.parse(readFileSync(failedDraft, 'utf8'));
  writeFileSync(other, JSON.stringify({ ...bundle, events: bundle.events.slice(0, -1) }));
  window = await inspector.start({ files: [file] });
  const { wanted } = window.load;
  await expect(wanted).toContainText('This session was saved from draft.json');
  await expectClean(window.page, 'a session file without its log');
  await inspector.shell.chooseFiles([other], () =>
    wanted.getByRole('button', { name: 'Choose the log' }).click(),
  );
  await expect(window.filter.field).toHaveValue('node:draft');
  await expect(window.failures).toContainText(
    'The session was saved from another log, or it has changed: 219 events then, 218 now.',
  );

  window = await inspector.start({ files: [file] });
  await window.load.wanted.getByRole('button', { name: 'Open the recent file of this name' }).click();
  await expect(window.filter.field).toHaveValue('node:draft');
  await expect(window.events.selected).toContainText('Noted');
  await expect(window.failures).toBeHidden();
});

test('a head that cannot be read is reported, and the log opens', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('bad.owopsession');
  const head = { form: 'openwop-inspector-session/1', log: { name: 'a', sizeBytes: 1, events: '7' } };
  writeFileSync(file, `${JSON.stringify(head)}\n${readFileSync(failedDraft, 'utf8')}`);
  const window = await inspector.open(file);
  await expect(window.failures).toContainText(
    'The data saved with the log cannot be read. /log/events: This takes a whole number',
  );
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
});
