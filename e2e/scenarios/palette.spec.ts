import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { DIALOG, expectClean } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

/** Types into the palette. */
async function type(window: AppWindow, text: string): Promise<void> {
  await window.press('Control+k');
  await expect(window.palette.field).toBeFocused();
  await window.page.keyboard.type(text);
}

test('the palette goes to events, nodes, envelopes, problems and settings', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('the palette goes to an event by its number, from another view too', async () => {
    await window.press('5');
    await expect(window.problems.region).toBeVisible();
    await type(window, '#136');
    await expect(window.palette.group('Events').getByRole('menuitem')).toHaveCount(1);
    await expectClean(window.page, 'the palette with an event', DIALOG);
    await window.press('Enter');
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await window.press('Alt+ArrowLeft');
    await expect(window.events.selected).not.toHaveAccessibleName(eventName(136));
  });

  await test.step('the palette begins with the selection, then with what was used, found by a synonym', async () => {
    await type(window, '');
    await expect(window.palette.actions.first()).toHaveAccessibleName(/^Copy the event as Markdown/);
    await window.page.keyboard.type('slow');
    await window.press('Enter');
    await type(window, '');
    await expect(window.palette.actions.first()).toHaveAccessibleName(/^Show the critical path/);
    await window.press('Escape');
  });

  await test.step('the palette finds nodes, problems, envelopes and settings by their words', async () => {
    const find = async (text: string, group: string) => {
      await type(window, text);
      await window.palette.group(group).getByRole('menuitem').first().click();
      await expect(window.palette.dialog).toBeHidden();
    };
    await find('plan', 'Nodes');
    await expect(window.filter.field).toHaveValue('node:plan');
    await find('prd.create', 'Envelopes');
    await expect(window.envelopes.selected).toHaveAccessibleName(/vendor\.acme\.prd\.create/);
    await find('data payload', 'Problems');
    await expect(window.problems.region).toBeVisible();
    await find('theme dark', 'Settings');
    await expect(window.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('the palette chooses a run, and opens a sample', async ({ inspector }) => {
  const window = await inspector.open(sample('fan-out.ndjson.gz'));
  await type(window, 'north');
  await window.palette.group('Runs').getByRole('menuitem').first().click();
  await expect(window.runs.crumb).toContainText('north');
  await type(window, 'untrusted approve');
  await window.palette.group('Samples').getByRole('menuitem').click();
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/blocked-approval/);
});
