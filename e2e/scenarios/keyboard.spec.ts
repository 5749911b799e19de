import { failedDraft } from '@openwop-inspector/testing/files';
import type { Locator } from '@playwright/test';
import { expect, test } from '../shells.ts';

/** Whether the focus is inside a region. */
const hasFocus = (region: Locator) => region.evaluate((element) => element.contains(document.activeElement));

test('the window is worked by Tab, F6, the palette and letters', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('F6 goes round the regions and comes back to where each was left', async () => {
    await window.titleBar.openButton.focus();
    const regions = [
      window.verdict.region,
      window.views.group,
      window.filter.region,
      window.minimap.region,
      window.events.region,
      window.detail.region,
      window.status.region,
      window.page.getByRole('banner'),
    ];
    for (const region of regions) {
      await window.press('F6');
      await expect.poll(() => hasFocus(region)).toBe(true);
    }
    await expect(window.titleBar.openButton).toBeFocused();
    await window.press('Shift+F6');
    await expect.poll(() => hasFocus(window.status.region)).toBe(true);
  });

  await test.step('Tab reaches every control in reading order; lists and groups are one stop each', async () => {
    await window.titleBar.activeTab.focus();
    const stops = [
      window.titleBar.openButton,
      window.titleBar.paletteButton,
      window.titleBar.densityButton,
      window.titleBar.themeButton,
      window.titleBar.keysButton,
      window.verdict.origin,
      window.verdict.share,
      window.views.current,
      window.filter.field,
      window.filter.menu,
      window.filter.listMenu,
      window.filter.level('Everything'),
      window.minimap.start,
      window.minimap.end,
      window.page.getByRole('separator', { name: 'Width of the column node' }),
      window.page.getByRole('separator', { name: 'Width of the column type' }),
      window.events.list,
      window.page.getByRole('separator', { name: 'Width of the panes' }),
      window.detail.tab('Causes and effects'),
    ];
    for (const stop of stops) {
      await window.press('Tab');
      await expect(stop).toBeFocused();
    }
    await window.tabTo(window.detail.chain.link(136));
    await window.tabTo(window.detail.payload.selected);
    await window.tabTo(window.status.problems);
    await window.tabTo(window.status.region.getByRole('button', { name: 'keys' }));
  });

  await test.step('? shows all keys, which can be searched; letters rest in it and in text fields', async () => {
    const { keySheet } = window;
    await window.press('?');
    await expect(keySheet.search).toBeFocused();
    await expect(keySheet.terms.filter({ hasText: 'Go to where the chain starts' })).toBeVisible();
    for (const height of [700, 900]) {
      await window.page.setViewportSize({ width: 1440, height });
      await expect(keySheet.search).toBeInViewport({ ratio: 1 });
      await expect(keySheet.about).toBeInViewport({ ratio: 1 });
    }
    await window.press('r');
    await expect(keySheet.terms).toHaveText(['Go to where the chain starts']);
    await keySheet.search.fill('chain starts');
    await expect(keySheet.terms).toHaveText(['Go to where the chain starts']);
    await keySheet.search.fill('zzz');
    await expect(keySheet.dialog).toContainText('No results');
    await keySheet.search.fill('');
    await window.press('Escape');
    await expect(window.keySheet.dialog).toBeHidden();
    await expect(window.events.region).toBeVisible();
    await window.press('/');
    await window.page.keyboard.type('42r');
    await expect(window.filter.field).toHaveValue('42r');
    await expect(window.events.region).toBeVisible();
    await window.showFailure();
  });

  await test.step('the palette finds an action by its words and carries it out', async () => {
    await window.events.list.focus();
    await window.palette.type('show nod');
    await expect(window.palette.actions).toHaveCount(1);
    await window.press('ArrowDown', 'Enter');
    await expect(window.palette.dialog).toBeHidden();
    await expect(window.nodes.region).toBeVisible();
    await window.titleBar.paletteButton.click();
    await window.page.keyboard.type('no such action');
    await expect(window.palette.dialog).toContainText('Nothing has these words.');
    await window.press('Escape', 'Escape');
    await expect(window.palette.dialog).toBeHidden();
    await expect(window.titleBar.paletteButton).toBeFocused();
  });

  await test.step('the palette leads to version, licence and the notices of every package', async () => {
    await window.palette.type('licences');
    await expect(window.palette.actions).toHaveCount(1);
    await window.press('ArrowDown', 'Enter');
    await expect(window.about.dialog).toContainText(/Version \d+\.\d+\.\d+\. .*Licence: Apache-2\.0/);
    await expect(window.about.notices).toContainText(/\d+ packages/);
    await window.about.notices.getByRole('searchbox', { name: 'Search packages and licences' }).focus();
    await window.page.keyboard.type('react-dom');
    await expect(window.about.packages).toHaveCount(1);
    await window.press('Tab', 'Tab', 'Enter');
    const licence = window.about.notices.getByRole('region', { name: 'Licence of react-dom' });
    await expect(licence).toContainText('Copyright (c) Meta Platforms');
    await window.press('Escape');
    await expect(window.about.dialog).toBeHidden();
  });
});
