/** What does not fit into a window: measured in the page, at the widths that people use. */
import { expect, type Page } from '@playwright/test';

/** CSS pixels: a small laptop, where most of what does not fit is found; for releases the usual window and a large screen too. */
const SIZES = [
  { width: 1024, height: 700 },
  ...(process.env.INSPECTOR_TEST_ALL === 'true'
    ? [
        { width: 1440, height: 900 },
        { width: 1920, height: 1080 },
      ]
    : []),
];

/**
 * Runs in the page. Texts that are cut without an ellipsis, or with one but without a tooltip or a name; controls that
 * are covered by something else, or outside the window and of every list that scrolls.
 */
function layoutFaults(): readonly string[] {
  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  const ancestors = (element: Element): readonly Element[] => {
    const found: Element[] = [];
    for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
    return found;
  };
  // Texts for assistive technology alone are a pixel wide; what is folded keeps its old place.
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const how = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true };
    return element.checkVisibility(how) && width > 1 && height > 1;
  };
  const visiblePart = (element: Element): Box =>
    ancestors(element).reduce<Box>((box, one) => {
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
  const isEmpty = ({ left, right, top, bottom }: Box): boolean => right - left < 2 || bottom - top < 2;
  const isScrolled = (element: Element): boolean =>
    ancestors(element).some(
      (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth,
    );
  const hasEllipsis = (element: Element): boolean => getComputedStyle(element).textOverflow === 'ellipsis';
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}"`;

  const faults = new Set<string>();
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    const isField = element instanceof HTMLTextAreaElement;
    if (!hasText || isField || !isVisible(element) || isScrolled(element)) continue;
    if ([element, ...ancestors(element)].some(hasEllipsis)) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = visiblePart(element);
    const ownBox = element.getBoundingClientRect();
    const right = /hidden|clip/.test(getComputedStyle(element).overflowX)
      ? Math.min(box.right, ownBox.right)
      : box.right;
    if (!isEmpty(box) && (text.right > right + 2 || text.left < box.left - 2))
      faults.add(`cut: ${nameOf(element)}`);
  }
  const isModal = document.querySelector('[role=dialog]') !== null;
  const controls = 'button, a[href], input, select, [role=tab], [role=radio], [role=menuitem]';
  for (const element of document.querySelectorAll(controls)) {
    if (!isVisible(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if ((right > innerWidth + 1 || left < -1) && !isScrolled(element))
      faults.add(`outside the window: ${nameOf(element)}`);
    const box = visiblePart(element);
    if (isEmpty(box) || isModal || isScrolled(element)) continue;
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (
      hit !== null &&
      !element.contains(hit) &&
      !hit.contains(element) &&
      !hit.closest('label')?.contains(element)
    )
      faults.add(`covered by ${nameOf(hit)}: ${nameOf(element)}`);
  }
  return [...faults];
}

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
      .poll(() => page.evaluate(layoutFaults), `${screen} at ${size.width} × ${size.height}`)
      .toEqual([]);
  }
  await page.setViewportSize(own);
}
