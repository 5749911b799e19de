/** What does not fit into a window: measured in the page, at the widths that people use. */
import { expect, type Page } from '@playwright/test';

/** CSS pixels: a small laptop, where most of what does not fit is found; for releases the usual window and a large screen too. */
const SIZES = [{ width: 1024, height: 700 }];
if (process.env.INSPECTOR_TEST_ALL === 'true')
  SIZES.push({ width: 1440, height: 900 }, { width: 1920, height: 1080 });

type Box = Readonly<Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>>;

/*
 * The functions below run in the page: it gets their source, so that they can use each other, and nothing else of this
 * file.
 */

function ancestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
  return found;
}

/** Texts for assistive technology alone are a pixel wide; what is folded keeps its old place. */
function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const how = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true };
  return element.checkVisibility(how) && width > 1 && height > 1;
}

function visiblePart(element: Element): Box {
  return ancestors(element).reduce<Box>((box, one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX === 'visible' && overflowY === 'visible') return box;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return {
      left: Math.max(box.left, left),
      right: Math.min(box.right, right),
      top: Math.max(box.top, top),
      bottom: Math.min(box.bottom, bottom),
    };
  }, element.getBoundingClientRect());
}

function isEmpty({ left, right, top, bottom }: Box): boolean {
  return right - left < 2 || bottom - top < 2;
}

function isScrolled(element: Element): boolean {
  return ancestors(element).some(
    (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth,
  );
}

function nameOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `${element.tagName.toLowerCase()} "${name.trim().slice(0, 60)}"`;
}

/** Whether the text of an element is cut without an ellipsis. */
function isCut(element: Element): boolean {
  const hasText = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
  );
  const isField = element instanceof HTMLTextAreaElement;
  if (!hasText || isField || !isVisible(element) || isScrolled(element)) return false;
  const withAncestors = [element, ...ancestors(element)];
  if (withAncestors.some((one) => getComputedStyle(one).textOverflow === 'ellipsis')) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const text = range.getBoundingClientRect();
  const box = visiblePart(element);
  const crops = /hidden|clip/.test(getComputedStyle(element).overflowX);
  const right = crops ? Math.min(box.right, element.getBoundingClientRect().right) : box.right;
  return !isEmpty(box) && (text.right > right + 2 || text.left < box.left - 2);
}

/** The element that covers a control; null for none. */
function coverOf(control: Element): Element | null {
  const box = visiblePart(control);
  if (isEmpty(box) || isScrolled(control)) return null;
  const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (hit === null || control.contains(hit) || hit.contains(control)) return null;
  return hit.closest('label')?.contains(control) ? null : hit;
}

/** Texts that are cut, and controls that are outside the window or covered; those behind a dialog may be. */
function layoutFaults(): readonly string[] {
  const faults = new Set<string>();
  for (const element of document.querySelectorAll('body *')) {
    if (isCut(element)) faults.add(`cut: ${nameOf(element)}`);
  }
  const isModal = document.querySelector('[role=dialog]') !== null;
  const controls = 'button, a[href], input, select, [role=tab], [role=radio], [role=menuitem]';
  for (const control of document.querySelectorAll(controls)) {
    if (!isVisible(control)) continue;
    const { left, right } = control.getBoundingClientRect();
    const isOutside = right > innerWidth + 1 || left < -1;
    if (isOutside && !isScrolled(control)) faults.add(`outside the window: ${nameOf(control)}`);
    const cover = isModal ? null : coverOf(control);
    if (cover !== null) faults.add(`covered by ${nameOf(cover)}: ${nameOf(control)}`);
  }
  return [...faults];
}

const IN_PAGE = [
  ancestors,
  isVisible,
  visiblePart,
  isEmpty,
  isScrolled,
  nameOf,
  isCut,
  coverOf,
  layoutFaults,
];
/** An expression with the faults of the page. */
const LAYOUT_FAULTS = `(() => { ${IN_PAGE.join('\n')} return layoutFaults(); })()`;

/** Fails with everything that does not fit at one of the sizes; the window has its size again afterwards. */
export async function expectFitting(page: Page, screen: string): Promise<void> {
  const own = page.viewportSize();
  // A window of the desktop has no size that a test may set.
  if (own === null || page.context().browser() === null) return;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Lists and axes measure themselves in the frames after it.
    await expect
      .configure({ soft: true })
      .poll(
        () => page.evaluate<readonly string[]>(LAYOUT_FAULTS),
        `${screen} at ${size.width} × ${size.height}`,
      )
      .toEqual([]);
  }
  await page.setViewportSize(own);
}
