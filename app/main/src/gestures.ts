const freshMs = 5_000;

/** Moving the pointer and scrolling are no decision. A click counts from either end: which end acts is the page's matter. */
const deciding: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'char',
  'touchStart',
  'touchEnd',
  'gestureTap',
]);

export interface GestureParts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** True while a screen reader or the like is at work: it presses buttons without an input event. */
  readonly hasAssistance: () => boolean;
}

/**
 * Whether the user has just done something in the window, as this process saw it and not as the page says. Nothing has been
 * done yet. With assistive technology the page's own word is all there is, which the preload checks.
 */
export function createGestures({ now, hasAssistance }: GestureParts) {
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    /** Takes the type of an input event of the window, as Electron names it. */
    noteInput(type: string): void {
      if (deciding.has(type)) lastMs = now();
    },
    /** A dialog of the system was answered. */
    noteAnswer(): void {
      lastMs = now();
    },
    /** True for five seconds after a click, a key or a touch; browsers keep it as long. */
    isFresh: () => hasAssistance() || now() - lastMs <= freshMs,
  };
}
