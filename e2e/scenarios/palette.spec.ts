import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('the palette goes to events, nodes, envelopes, problems and settings', async ({ inspector }) => {
  const window = await inspector.open(failedDraft, sample('fan-out.ndjson.gz'));

  await test.step('the palette goes to an event by its number, from another view too', async () => {
    await window.press('5');
    await expect(window.problems.region).toBeVisible();
    await window.palette.type('#136');
    await expect(window.palette.group('Events').getByRole('menuitem')).toHaveCount(1);
    await expectClean(window.page, 'the palette with an event', DIALOG);
    await window.press('Enter');
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await window.press('Alt+ArrowLeft');
    await expect(window.events.selected).not.toHaveAccessibleName(eventName(136));
  });

  await test.step('the palette begins with the selection, then with what was used, found by a synonym', async () => {
    await window.palette.type('');
    await expect(window.palette.actions.first()).toHaveAccessibleName(/^Copy the event as Markdown/);
    await window.page.keyboard.type('slow');
    await window.press('Enter');
    await window.palette.type('');
    await expect(window.palette.actions.first()).toHaveAccessibleName(/^Show the critical path/);
    await window.press('Escape');
  });

  await test.step('the palette finds nodes, problems, envelopes and settings by their words', async () => {
    await window.palette.find('plan', 'Nodes');
    await expect(window.filter.field).toHaveValue('node:plan');
    await window.palette.find('prd.create', 'Envelopes');
    await expect(window.envelopes.selected).toHaveAccessibleName(/vendor\.acme\.prd\.create/);
    await window.palette.find('data payload', 'Problems');
    await expect(window.problems.region).toBeVisible();
    await window.palette.find('theme dark', 'Settings');
    await expect(window.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('the palette chooses a run, and opens a sample', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.palette.find('north', 'Runs');
    await expect(window.runs.crumb).toContainText('north');
    await window.palette.type('untrusted approve');
    await window.palette.group('Samples').getByRole('menuitem').click();
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/blocked-approval/);
  });
});
