import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../../gallery.ts';
import type { GalleryPage } from '../../pages/gallery-page.ts';

/**
 * Rules and places of everything axe finds on the page with the story that is shown. A blank page of its own for each
 * look takes a second; axe needs one only to put together what it finds in frames.
 */
async function findings({ page }: GalleryPage): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1).exclude('nav');
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

test('every renderer is shown in every state; nothing of it runs, and axe finds nothing', async ({
  gallery,
}) => {
  test.setTimeout(900_000);
  await gallery.chooseTheme('Light');
  for (const address of await gallery.addresses()) {
    await gallery.show(address);
    await expect.soft(gallery.stage, address).toContainText(/\S/);
    expect.soft(await gallery.hasRunText(), `${address} ran`).toBe(false);
    // States differ in what is in them; what they are made of is in these.
    if (!/\/(normal|empty|untrusted|hostile|huge|rtl)$/.test(address)) continue;
    expect.soft(await findings(gallery), `axe on ${address}`).toEqual([]);
  }
});

test('in the dark axe finds nothing either', async ({ gallery }) => {
  test.setTimeout(900_000);
  await gallery.chooseTheme('Dark');
  for (const address of await gallery.addresses()) {
    if (!/\/(normal|untrusted)$/.test(address)) continue;
    await gallery.show(address);
    expect.soft(await findings(gallery), `axe on ${address}`).toEqual([]);
  }
});

test('axe finds nothing on the list of stories', async ({ gallery }) => {
  await expect(gallery.current).toBeVisible();
  const { violations } = await new AxeBuilder({ page: gallery.page }).include('nav').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('j and k go on and back', async ({ gallery }) => {
  const [first, second] = await gallery.addresses();
  await expect(gallery.current).toHaveAttribute('href', `#${first}`);
  await gallery.page.keyboard.press('j');
  await expect(gallery.current).toHaveAttribute('href', `#${second}`);
  await gallery.page.keyboard.press('k');
  await expect(gallery.current).toHaveAttribute('href', `#${first}`);
});
