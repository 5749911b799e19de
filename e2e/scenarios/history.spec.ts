import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { expectClean, regions } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('places are gone back to, after a reload too', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('jumps are gone back from and forward to, by keys, by buttons and by the history itself', async () => {
    const { verdict } = window;
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await expect(verdict.back).toBeDisabled();
    await window.press('r');
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await window.press('3');
    await expect(window.nodes.items.first()).toBeVisible();
    await window.press('Alt+ArrowLeft');
    await expect(window.views.current).toHaveAccessibleName(/^Events/);
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await verdict.back.click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await expect(verdict.back).toBeDisabled();
    await window.page.evaluate(() => history.forward());
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await expect(window.page).toHaveURL(/seq=136/);
    await verdict.region.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(window.views.current).toHaveAccessibleName(/^Nodes/);
    await window.press('1', 'f');
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await expectClean(window.page, 'a window with places to go back to', regions('Verdict'));
  });

  await test.step('after a reload the places before are known by their addresses', async () => {
    await window.press('r');
    await expect(window.page).toHaveURL(/seq=136/);
    await window.page.reload();
    await expect(window.events.selected).toHaveAccessibleName(eventName(136));
    await window.press('Alt+ArrowLeft');
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
  });
});

test('moving along the list adds no place; going back leaves a run', async ({ inspector }) => {
  const window = await inspector.open(sample('fan-out.ndjson.gz'));
  const { runs, verdict } = window;
  await window.events.list.focus();
  await window.press('j', 'j', 'k');
  await expect(verdict.back).toBeDisabled();
  await runs.items.filter({ hasText: 'north' }).click();
  await expect(runs.crumb).toContainText('north');
  await expect(verdict.title).toHaveText('Completed');
  await window.press('Alt+ArrowLeft');
  await expect(runs.crumb).not.toContainText('north');
  await expect(verdict.title).toHaveText('Failed');
  await window.press('Alt+ArrowRight');
  await expect(runs.crumb).toContainText('north');
});
