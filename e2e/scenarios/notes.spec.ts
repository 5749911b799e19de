import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean, regions } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { stored } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

/** Writes a note on the selected event, by the keyboard. */
async function write(window: AppWindow, text: string): Promise<void> {
  await window.press('m');
  await expect(window.notes.text).toBeFocused();
  await window.page.keyboard.type(text);
  await window.press('Control+Enter');
  await expect(window.notes.dialog).toBeHidden();
}

test('a note is written, changed and removed by keyboard, and undone', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { notes, events, status } = window;
  await events.list.focus();
  await window.press('m');
  await expect(notes.text).toBeFocused();
  await window.page.keyboard.type('Here it ends');
  await expectClean(window.page, 'the dialog of a note', DIALOG);
  await window.press('Escape');
  await expect(notes.dialog).toBeHidden();
  await expect(events.list).toBeFocused();
  await expect(events.selected).not.toContainText('Noted');

  await write(window, 'Here it ends');
  await expect(events.list).toBeFocused();
  await expect(events.selected).toContainText('Noted');
  await expect(notes.ofEvent).toContainText('Here it ends');
  await expect(status.region).toContainText('Note added.');
  await expectClean(window.page, 'a list with a note', regions('Events', 'Notes on this event'));

  await window.press('m');
  await expect(notes.text).toHaveValue('Here it ends');
  await notes.text.fill('');
  await notes.button('Keep the bookmark').click();
  await expect(events.selected).toContainText('Bookmark');
  await window.press('m');
  await notes.button('Remove the bookmark').click();
  await expect(notes.ofEvent).toBeHidden();
  await expect(events.selected).not.toContainText('Bookmark');

  await status.region.getByRole('button', { name: /^Undo/ }).click();
  await expect(events.selected).toContainText('Bookmark');
  await events.list.focus();
  await window.press('Control+z');
  await expect(notes.ofEvent).toContainText('Here it ends');
  await window.press('Control+z');
  await expect(notes.ofEvent).toBeHidden();
  await window.press('Control+Shift+z');
  await expect(notes.ofEvent).toContainText('Here it ends');
});

test('notes of a log are listed and found, and come back with it @desktop', async ({ inspector }) => {
  let window = await inspector.open(failedDraft);
  await window.events.list.focus();
  await write(window, 'the failure');
  await window.press('g');
  await expect(window.events.selected).toHaveAccessibleName(eventName(0));
  await write(window, '');
  await window.detail.tab('Payload').click();
  await window.events.list.focus();
  await window.press('G', 'k', 'k');
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
  const { payload } = window.detail;
  await payload.item('code: "envelope_invalid"').click();
  await window.press('Shift+F10');
  await payload.menu.getByRole('menuitem', { name: 'Note on the value' }).click();
  await window.page.keyboard.type('the code of it');
  await window.press('Control+Enter');
  await expect(window.notes.ofEvent).toContainText('/data/error/code');
  // A note is stored a moment after it is displayed; who closes the window sooner loses it.
  await expect.poll(stored).toContain('the code of it');

  window = await inspector.open(failedDraft);
  const { notes } = window;
  await expect(window.events.selected).toContainText('Noted');
  await window.events.list.focus();
  await window.press('N');
  await expect(notes.tab).toHaveAccessibleName('Notes 3');
  await expect(notes.options).toHaveText([/#0 run.started.*Bookmark/, /the failure/, /the code of it/]);
  await expectClean(window.page, 'the list of notes', regions('Notes'));
  await window.choose(notes.menu, 'List the noted events alone');
  await expect(window.filter.field).toHaveValue('is:noted');
  await expect(window.filter.count('2 of 219')).toBeVisible();
  await window.filter.field.fill('');
  await window.press('Escape');
  await window.palette.type('the code of');
  await window.palette.group('Notes').getByRole('menuitem').click();
  await expect(window.detail.payload.selected).toHaveAccessibleName('code: "envelope_invalid"');
  await window.press('N');
  await notes.list.focus();
  await window.press('j');
  await expect(window.events.selected).toHaveAccessibleName(eventName(0));
  await notes.region.getByRole('textbox', { name: /^Find a note/ }).fill('code');
  await expect(notes.options).toHaveCount(1);
  await notes.options.click();
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
  await notes.region.getByRole('button', { name: 'Show the value' }).click();
  await expect(window.detail.payload.selected).toHaveAccessibleName('code: "envelope_invalid"');
});

test('notes are saved as a file and added from one', async ({ inspector }, testInfo) => {
  const window = await inspector.open(failedDraft);
  const { notes } = window;
  await window.events.list.focus();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  await write(window, `seen ${secret} here`);
  await expect(notes.ofEvent).toContainText('[masked:github]');
  await window.press('N');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () =>
    window.choose(notes.menu, 'Save the notes to a file'),
  );
  expect(basename(file)).toBe('acme-prd-draft.bundle.notes.json');
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({ form: 'openwop-inspector-notes/1', notes: [{ sequence: 216 }] });

  await window.choose(notes.menu, 'Remove all notes');
  await expect(notes.region).toBeHidden();
  const add = async (path: string): Promise<void> => {
    const choosing = window.page.waitForEvent('filechooser');
    await window.detail.region.getByRole('button', { name: 'Add notes from a file' }).click();
    await (await choosing).setFiles(path);
  };
  const wrong = testInfo.outputPath('wrong.notes.json');
  writeFileSync(wrong, text.replace('"sequence": 216', '"sequence": "216"'));
  await add(wrong);
  await expect(window.failures).toContainText('/notes/0/sequence: This takes a whole number.');
  await add(file);
  await expect(notes.options).toHaveText([/#216.*seen ghp_…\[masked:github\] here/]);
});
