import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectFitting } from './layout-faults.ts';

/** Parts of a window that a scenario is about. */
export const DIALOG = '[role="dialog"]';
export const MENU = '[role="menu"]';
/** Surfaces, at which axe looks in the gallery. */
export const FRAMES = 'iframe';
export const regions = (...names: readonly string[]): string =>
  names.map((name) => `[aria-label="${name}"]`).join(', ');

/**
 * Rules and places of everything axe finds on a page as it is now, or on what CSS selectors include and do not exclude.
 * A blank page of its own for each look takes a second; axe needs one only to put together what it finds in frames, into
 * which it goes from a whole page alone, and Electron has none. Its program, half a megabyte, is given to a page once.
 */
export async function axeFindings(
  page: Page,
  { include, exclude }: { readonly include?: string; readonly exclude?: string } = {},
) {
  const isAlone = include !== undefined || exclude === FRAMES || page.frames().length === 1;
  const isThere = isAlone && (await page.evaluate(() => Reflect.has(globalThis, 'axe')));
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode(isAlone || page.context().browser() === null)
    .options({ resultTypes: ['violations'] });
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 200)}`);
    return `${id}: ${places.join(', ')}`;
  });
}

/**
 * Fails with everything axe finds, and with what does not fit into narrow and wide windows. A whole window takes most of a second of processor time, nearly all of it for the
 * contrast of the rows and payloads that every scenario shows; a scenario about one part of it gives that part.
 */
export async function expectClean(page: Page, screen: string, include?: string): Promise<void> {
  expect(await axeFindings(page, include === undefined ? {} : { include }), `axe on ${screen}`).toEqual([]);
  await expectFitting(page, screen);
}
