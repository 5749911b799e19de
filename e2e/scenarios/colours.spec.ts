import { readFileSync } from 'node:fs';
import { failedDraft } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean, regions } from '../axe.ts';
import { expect, test } from '../shells.ts';

test('rows have the letter of their rule; rules are edited by the keyboard', async ({ inspector }) => {
  let window = await inspector.open(failedDraft);
  const { page } = window;
  await window.events.list.focus();
  await window.press('B');
  const dialog = page.getByRole('dialog', { name: 'Colouring rules' });
  const field = dialog.getByRole('textbox', { name: 'New rule: filter' });
  await field.fill('node:draft');
  await window.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Filter of rule 1' })).toHaveValue('node:draft');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await field.fill('type:cap.breached');
  await window.press('Enter');
  await field.fill('is:nonsense');
  await window.press('Enter');
  await expect(dialog.getByRole('listitem').last()).toContainText('It selects nothing');
  await expectClean(page, 'the dialog of colouring rules', DIALOG);
  await dialog.getByRole('button', { name: 'Remove rule 3' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await window.press('Escape');
  await expect(window.events.row(216)).toContainText('marked A');
  await expect(window.events.row(215)).toContainText('marked A');
  await expect(window.events.row(217)).not.toContainText('marked');

  await window.events.list.focus();
  await window.press('B');
  await dialog.getByRole('button', { name: 'Move rule 1 down' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Filter of rule 2' })).toHaveValue('node:draft');
  await dialog.getByRole('button', { name: 'Move rule 2 up' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Filter of rule 1' })).toHaveValue('node:draft');
  await expect(dialog.getByRole('button', { name: 'Move rule 2 up' })).toBeFocused();
  await window.press('Enter');
  await dialog.getByRole('combobox', { name: 'Mark of rule 1' }).selectOption('E');
  await window.press('Escape');
  await expect(window.events.row(215)).toContainText('marked E');
  await expect(window.events.row(216)).toContainText('marked A');
  await expectClean(page, 'a list with colouring rules', regions('Events'));

  await window.events.list.focus();
  await window.press('Control+z');
  await expect(window.status.region).toContainText('Undone: Rule changed.');
  await expect(window.events.row(215)).toContainText('marked B');

  window = await inspector.open(failedDraft);
  await expect(window.events.row(216)).toContainText('marked A');
});

test('the filter becomes a rule, and is saved with the filters', async ({ inspector }, testInfo) => {
  const window = await inspector.open(failedDraft);
  await window.filter.field.fill('is:failed');
  await expect(window.filter.region).toContainText('of 219');
  const { menu } = window.filter;
  await window.choose(menu, 'Colour what this filter selects');
  await window.filter.field.fill('');
  await expect(window.events.row(216)).toContainText('marked A');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () =>
    window.choose(menu, 'Save filters and rules as a file'),
  );
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    colours: [{ filter: 'is:failed', mark: 'A', isOn: true }],
  });
});
