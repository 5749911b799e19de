import { axeFindings, expectClean } from '../../axe.ts';
import { expect, test } from '../../gallery.ts';

/** The stories are divided among this number of scenarios, which run in parallel. */
const PARTS = 2;
/**
 * States at which axe looks. They differ in what is in them; what they are made of is in the first of these. The rest has
 * the same parts in other numbers and directions, and is inspected in `npm run test:all`.
 */
const isAll = process.env.INSPECTOR_TEST_ALL === 'true';
const LIGHT = isAll ? /\/(normal|empty|untrusted|hostile|huge|rtl)$/ : /\/(normal|empty|untrusted|hostile)$/;
const DARK = isAll ? /\/(normal|untrusted)$/ : /\/normal$/;

for (let part = 0; part < PARTS; part++) {
  test(`every state is displayed, inert and accessible (${part + 1}/${PARTS})`, async ({ gallery }) => {
    test.setTimeout(300_000);
    await gallery.chooseTheme('Light');
    for (const [place, address] of (await gallery.addresses()).entries()) {
      if (place % PARTS !== part) continue;
      await gallery.show(address);
      await expect.soft(gallery.stage, address).toContainText(/\S/);
      expect.soft(await gallery.hasRunText(), `${address} ran`).toBe(false);
      if (!LIGHT.test(address)) continue;
      expect.soft(await axeFindings(gallery.page, { exclude: 'nav' }), `axe on ${address}`).toEqual([]);
    }
  });
}

test('in the dark axe finds nothing either', async ({ gallery }) => {
  test.setTimeout(900_000);
  await gallery.chooseTheme('Dark');
  for (const address of await gallery.addresses()) {
    if (!DARK.test(address)) continue;
    await gallery.show(address);
    expect.soft(await axeFindings(gallery.page, { exclude: 'nav' }), `axe on ${address}`).toEqual([]);
  }
});

test('axe finds nothing on the list of stories, and j and k walk it', async ({ gallery }) => {
  const [first, second] = await gallery.addresses();
  await expect(gallery.current).toHaveAttribute('href', `#${first}`);
  await expectClean(gallery.page, 'the list of stories');

  await test.step('what axe would find is found, at the second look as well', async () => {
    await gallery.stage.evaluate((stage) => stage.append(document.createElement('img')));
    expect((await axeFindings(gallery.page)).join()).toContain('image-alt: ');
  });

  await test.step('j and k go on and back', async () => {
    await gallery.page.keyboard.press('j');
    await expect(gallery.current).toHaveAttribute('href', `#${second}`);
    await gallery.page.keyboard.press('k');
    await expect(gallery.current).toHaveAttribute('href', `#${first}`);
  });
});
