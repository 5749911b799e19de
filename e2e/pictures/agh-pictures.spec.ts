/** The pictures of the guide's page about conversations of AGH Network. The same every time. */
import { sample } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`a conversation with every fault (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [sample('agh-faults.ndjson')], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Failed');
    await expect(window.detail.region.getByRole('list', { name: 'Steps of the acceptor' })).toBeVisible();
    await takePicture(window.page, `agh-message.${theme}`);
  });

  test(`interactions as lanes (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [sample('agh-delegation.json')], settings: { theme } });
    await steady(window.page);
    await window.events.list.focus();
    await window.press('3');
    await expect(window.views.current).toHaveAccessibleName(/^Interactions/);
    await expect(window.page.getByText('records-7').first()).toBeVisible();
    await takePicture(window.page, `agh-interactions.${theme}`);
  });
}
