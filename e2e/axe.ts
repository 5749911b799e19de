import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Rules and places of everything axe finds on a page as it stands now. A blank page of its own for each look takes a
 * second; axe needs one only to put together what it finds in frames, and Electron has none. Its program, half a
 * megabyte, is given to a page once.
 */
export async function axeFindings(page: Page, { exclude }: { readonly exclude?: string } = {}) {
  const isAlone = page.frames().length === 1;
  const isThere = isAlone && (await page.evaluate(() => Reflect.has(globalThis, 'axe')));
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(isAlone || page.context().browser() === null)
    .options({ resultTypes: ['violations'] });
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 200)}`).join(', ')}`,
  );
}

/** Fails with everything axe finds on what is in sight now. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  expect(await axeFindings(page), `axe on ${screen}`).toEqual([]);
}
