/** Regions of the window in reading order. F6 goes round them; each keeps the place it was left at. */

/** Movable edges are not a place to begin at. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"], hr)';

const lastFocused = new WeakMap<Element, HTMLElement>();

/** Remembers where the focus is, so that coming back to a region returns there. */
export function rememberFocus(event: FocusEvent): void {
  const region = event.target instanceof Element ? event.target.closest('[data-region]') : null;
  if (region !== null && event.target instanceof HTMLElement) lastFocused.set(region, event.target);
}

/** Moves the focus to the next or previous region that can take it, round the ends. */
export function stepRegion(direction: 1 | -1): void {
  const regions = [...document.querySelectorAll('[data-region]')];
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  for (let step = 1; step <= regions.length; step += 1) {
    const from = here < 0 ? (direction === 1 ? -1 : 0) : here;
    const region = regions[(from + direction * step + regions.length * 2) % regions.length];
    if (region !== undefined && focusIn(region)) return;
  }
}

/** Puts the focus on the first thing in a region that takes it; false when the region is not visible. */
export function focusRegion(name: string): boolean {
  return focusOn(document.querySelector(`[data-region="${name}"]`)?.querySelector<HTMLElement>(FOCUSABLE));
}

function focusIn(region: Element): boolean {
  const last = lastFocused.get(region);
  return focusOn(last?.isConnected ? last : region.querySelector<HTMLElement>(FOCUSABLE));
}

function focusOn(target: HTMLElement | null | undefined): boolean {
  target?.focus();
  return target !== null && target !== undefined && document.activeElement === target;
}
