/**
 * Pictures of every renderer in its normal state, light and dark, for the guide. With INSPECTOR_GALLERY_PICTURES naming
 * a folder, of every state into that folder, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../gallery.ts';
import { takePicture } from './take-picture.ts';

const folder = process.env.INSPECTOR_GALLERY_PICTURES;

for (const theme of ['light', 'dark'] as const) {
  test(`gallery (${theme})`, async ({ gallery }) => {
    test.setTimeout(900_000);
    await gallery.page.setViewportSize({ width: 1180, height: 820 });
    await gallery.page.emulateMedia({ colorScheme: theme });
    for (const address of await gallery.addresses()) {
      const [family = '', state = ''] = address.split('/');
      if (folder === undefined && state !== 'normal') continue;
      await gallery.show(address);
      await expect(gallery.stage).toBeVisible();
      if (folder === undefined) await takePicture(gallery.page, `gallery-${family}.${theme}`);
      else await takeInto(folder, `${family}-${state}.${theme}`);
    }

    async function takeInto(place: string, name: string): Promise<void> {
      mkdirSync(place, { recursive: true });
      await gallery.page.screenshot({
        path: join(place, `${name}.png`),
        animations: 'disabled',
        caret: 'hide',
      });
    }
  });
}
