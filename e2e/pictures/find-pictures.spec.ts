/** The pictures of what a person finds and keeps: the search in payloads, notes, another order, the critical path. */
import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`what is found and kept (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [failedDraft], settings: { theme } });
    const { page } = window;
    await steady(page);
    await expect(window.verdict.title).toContainText('Failed');
    await window.press('Control+Shift+f');
    await page.getByRole('region', { name: 'Search in payloads' }).locator('input').fill('title');
    await expect(page.getByText('64 hits in 14 events').first()).toBeVisible();
    await takePicture(page, `search.${theme}`);
    await window.press('Escape');

    await window.events.list.focus();
    await window.press('m');
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('The title is asked for by the schema, and forbidden by the checklist.');
    await window.press('Control+Enter', 'N');
    await expect(page.getByText('The title is asked for by the schema').first()).toBeVisible();
    await takePicture(page, `notes.${theme}`);

    if (theme === 'light') {
      await window.press('Control+e');
      await window.exporting.begin.click();
      await expect(window.exporting.save).toBeVisible();
      await takePicture(page, 'export.light');
      await window.press('Escape');
      await window.press('Control+s');
      await expect(window.saving.ready).toBeVisible();
      await takePicture(page, 'save-session.light');
      await window.press('Escape');
    }

    if (theme === 'light') {
      await window.events.list.focus();
      for (const rule of ['trust:untrusted', 'tokens:>500', 'type:node.*']) {
        await window.press('B');
        await page.getByRole('textbox', { name: 'New rule: filter' }).fill(rule);
        await window.press('Enter', 'Escape');
      }
      await expect(window.events.row(216)).toContainText('marked A');
      await takePicture(page, 'colours.light');
      for (let rules = 0; rules < 3; rules += 1) await window.press('Control+z');
    }

    await page.getByRole('button', { name: 'Order and columns of the list' }).click();
    await page.getByRole('menuitem', { name: 'List by cost, highest first' }).click();
    await expect(window.events.options.first()).toHaveAccessibleName(/provider\.usage/);
    await takePicture(page, `order.${theme}`);

    await window.press('3');
    await window.nodes.shown.getByRole('radio', { name: 'Critical path' }).click();
    await expect(page.getByText('waiting for people').first()).toBeVisible();
    await takePicture(page, `critical-path.${theme}`);
  });
}
