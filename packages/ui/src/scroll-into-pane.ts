/**
 * Scrolls an element into view inside its pane. Unlike `scrollIntoView`, which moves everything up to the window, the
 * panes around do not move. `below` px under the element become visible with it.
 */
export function scrollIntoPane(element: Element, below = 0): void {
  const pane = scrollingParent(element);
  if (pane === null) return;
  const inside = element.getBoundingClientRect();
  const around = pane.getBoundingClientRect();
  if (inside.top < around.top) pane.scrollTop -= around.top - inside.top;
  else if (inside.bottom + below > around.bottom)
    pane.scrollTop += Math.min(inside.bottom + below - around.bottom, inside.top - around.top);
  if (inside.left < around.left) pane.scrollLeft -= around.left - inside.left;
  else if (inside.right > around.right) pane.scrollLeft += inside.right - around.right;
}

function scrollingParent(element: Element): Element | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(parent);
    if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return parent;
  }
  return null;
}
