/** With INSPECTOR_GALLERY_PICTURES naming a folder, a picture of every renderer in every state into it, to be inspected. */
import { join } from 'node:path';
import { expect, test } from '../gallery.ts';

const folder = process.env.INSPECTOR_GALLERY_PICTURES;

for (const theme of ['light', 'dark'] as const) {
  test(`gallery (${theme})`, async ({ gallery }) => {
    test.skip(folder === undefined, 'no folder is named');
    test.setTimeout(900_000);
    await gallery.page.setViewportSize({ width: 1180, height: 820 });
    await gallery.page.emulateMedia({ colorScheme: theme });
    for (const address of await gallery.addresses()) {
      await gallery.show(address);
      await expect(gallery.stage).toBeVisible();
      const file = join(folder ?? '', `${address.replace('/', '-')}.${theme}.png`);
      await gallery.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    }
  });
}
