import { recording } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean } from '../axe.ts';
import { TICKET, ticketAgain } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('two logs are compared by keyboard: where they part, and the values @desktop', async ({ inspector }) => {
  const window = await inspector.open(TICKET);
  await window.drop(await ticketAgain());
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
  await window.press('C');
  const { compare } = window;
  const sentence = 'Both completed. Differ. The same for 29 events, then they part at node classify';
  await expect(compare.verdict).toContainText(sentence);
  await expect(compare.detail.getByRole('rowheader', { name: '/payload/chunk' })).toBeVisible();
  await expect(compare.detail).toContainText('normal');
  await expectClean(window.page, 'compare 1');
  await window.tabTo(compare.list);
  await window.press('j', 'j');
  await expect(compare.selected).toHaveAccessibleName(/log\.appended differs in its content/);
  await window.tabTo(compare.detail.getByRole('button', { name: /^Event #39 of B/ }));
  await window.press('Enter');
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/repaired-ticket\.ndjson.*Completed/);
  await expect(window.events.selected).toHaveAccessibleName(/39/);
});

test('one log alone, two of its events, and rules for another', async ({ inspector }) => {
  const window = await inspector.open(TICKET);
  const { compare } = window;

  await test.step('without another log it says what to do, and Escape leads back', async () => {
    await window.events.list.focus();
    await window.press('C');
    await expect(compare.region).toContainText('Nothing to compare with yet');
    await expectClean(window.page, 'compare 2');
    await window.press('Escape');
    await expect(window.views.current).toHaveAccessibleName(/^Events/);
    await expect(window.events.list).toBeFocused();
  });

  await test.step('two events of any logs are compared with each other: one is picked, then the other', async () => {
    const goTo = (place: string) => window.events.options.filter({ hasText: place }).first().click();
    await goTo('node.completed');
    await expect(window.events.selected).toHaveAccessibleName(/^4 /);
    await window.press('=');
    await expect(window.status.region).toContainText('Select another event');
    await window.press('G', '=');
    const dialog = window.page.getByRole('dialog', { name: 'Two events side by side' });
    await expect(dialog.getByRole('table', { name: 'Values that differ' })).toBeVisible();
    const usual = await dialog.getByRole('rowheader').count();
    await dialog.getByRole('radio', { name: 'Every value' }).click();
    await expect(dialog.getByRole('rowheader', { name: '/payload/durationMs' })).toBeVisible();
    expect(await dialog.getByRole('rowheader').count()).toBeGreaterThan(usual);
    await expectClean(window.page, 'compare 3', DIALOG);
    await dialog.getByRole('button', { name: /of A$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(window.events.selected).toHaveAccessibleName(/^4 /);
  });

  await test.step('rules say what does not count, and what is wrong with them', async () => {
    await window.drop(await ticketAgain());
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
    await window.press('C');
    await expect(compare.verdict).toContainText('Differ.');
    await compare.region.getByRole('button', { name: 'Rules' }).click();
    await compare.rules.fill('{ "names": "payload" }');
    await compare.region.getByRole('button', { name: 'Compare by these rules' }).click();
    await expect(compare.region).toContainText('/names');
    const chosen = window.page.waitForEvent('filechooser');
    await compare.region.getByRole('button', { name: 'Open rules' }).click();
    const buffer = Buffer.from('{ "names": ["payload"] }');
    await (await chosen).setFiles({ name: 'rules.json', mimeType: 'application/json', buffer });
    await expect(compare.verdict).toContainText('Same.');
    await expect(compare.rules).toHaveValue(/"payload"/);
    await expect(compare.region.getByRole('button', { name: 'Save rules' })).toBeEnabled();
    await expectClean(window.page, 'compare 4');
  });
});

test('recorded runs that share nothing are reported as such', async ({ inspector }) => {
  const window = await inspector.open(recording('app', '_envelopes', 'story.test-events.json'));
  await window.drop(TICKET);
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/repaired-ticket\.ndjson.*Completed/);
  await window.press('C');
  const { compare } = window;
  await expect(compare.verdict).toContainText('From the start on they part');
  await expect(compare.verdict).toContainText('the two share no node');
});
