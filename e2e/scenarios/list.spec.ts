/** What the list shows of the events: folded streams, steps, failures. */
import { failedDraft } from '@openwop-inspector/testing/files';
import { expectClean, MENU, regions } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('a list folds streams, has levels and a menu of each row', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { events, filter } = window;

  await test.step('the pieces of a stream are one row, which l unfolds and h folds', async () => {
    await expect(events.row(190)).toContainText('23 pieces');
    await expect(events.row(191)).toHaveCount(0);
    await expectClean(window.page, 'a list with folded streams', regions('Events'));
    await events.row(190).click();
    await window.press('l');
    await expect(events.row(191)).toBeVisible();
    await expect(events.row(190)).not.toContainText('pieces');
    await expect(events.list).toBeFocused();
    await window.press('j', 'j');
    await expect(events.selected).toHaveAccessibleName(eventName(192));
    await window.press('h');
    await expect(events.row(191)).toHaveCount(0);
    await expect(events.selected).toHaveAccessibleName(eventName(190));
    await expect(events.selected).toContainText('23 pieces');
    await window.press('L');
    await expect(events.row(191)).toBeVisible();
    await window.press('L');
    await expect(events.row(191)).toHaveCount(0);
  });

  await test.step('steps leave out the pieces, failures everything else; the address keeps it', async () => {
    await window.showFailure();
    await filter.level('Steps').click();
    await expect(filter.region).toContainText('of 219');
    await expect(events.row(190)).toHaveCount(0);
    await expect(events.selected).toHaveAccessibleName(eventName(216));
    await window.press('s');
    await expect(filter.level('Failures')).toBeChecked();
    await expect(events.row(216)).toBeVisible();
    await expect(events.row(213)).toHaveCount(0);
    await expectClean(window.page, 'a list of failures', regions('Events'));
    await window.page.reload();
    await expect(filter.level('Failures')).toBeChecked();
    await expect(events.row(213)).toHaveCount(0);
    await window.press('s');
    await expect(events.row(213)).toBeVisible();
  });

  await test.step('the menu of a row lists, goes and copies, by pointer and by keys', async () => {
    await window.showFailure();
    const menu = window.page.getByRole('menu', { name: 'Event 215' });
    await window.events.row(215).click({ button: 'right' });
    await expect(window.events.selected).toHaveAccessibleName(eventName(215));
    await expect(menu).toBeVisible();
    await expectClean(window.page, 'the menu of a row', MENU);
    await menu.getByRole('menuitem', { name: 'Copy the eventId' }).click();
    await expect(window.status.region).toContainText('Copied the eventId.');
    expect(await inspector.shell.readClipboard()).toBe('evt-prd-5f2c-215');
    await window.events.list.focus();
    await window.press('Shift+F10');
    await expect(menu).toBeVisible();
    await window.press('Escape');
    await expect(menu).toBeHidden();
    await expect(window.events.list).toBeFocused();
    await window.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'List node draft alone' }).click();
    await expect(window.filter.field).toHaveValue('node:draft');
    await window.events.row(215).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'List all but cap.breached' }).click();
    await expect(window.filter.field).toHaveValue('node:draft -type:cap.breached');
  });

  await test.step('where untrusted content comes in, no source of it is named', async () => {
    await window.filter.field.fill('seq:11');
    await window.events.row(11).click();
    await expect(window.detail.region).toContainText('Untrusted');
    await expect(window.detail.region).not.toContainText('from #11');
    await window.filter.field.fill('');
  });

  await test.step('an event inside of a folded stream that is gone to is seen', async () => {
    await window.showFailure();
    await window.palette.type('#200');
    await window.palette.group('Events').getByRole('menuitem').click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(200));
    await expect(window.events.row(201)).toBeVisible();
  });
});
