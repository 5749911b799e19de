import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

test('the palette lists version, licence and the notices of every package, by keyboard alone', async ({
  inspector,
}) => {
  const window = await inspector.open(failedDraft);
  await window.palette.type('licences');
  await expect(window.palette.actions).toHaveCount(1);
  await window.press('ArrowDown', 'Enter');
  await expect(window.about.dialog).toContainText(/Version \d+\.\d+\.\d+\. .*Licence: Apache-2\.0/);
  await expect(window.about.notices).toContainText(/\d+ packages/);
  await window.about.search.focus();
  await window.page.keyboard.type('react-dom');
  await expect(window.about.packages).toHaveCount(1);
  await window.press('Tab', 'Tab', 'Enter');
  await expect(window.about.licence('react-dom')).toContainText('Copyright (c) Meta Platforms');
  await window.press('Escape');
  await expect(window.about.dialog).toBeHidden();
});
