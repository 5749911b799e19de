/** How elements behave: what holding a key, waiting, resizing and scrolling do. */
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { HOLD_KEY } from './list/list-keys.ts';

/**
 * Lifts marks while the key is down: `onHold(true)` at the press, `onHold(false)` at its end for any reason, also on
 * another window. Null for a place without marks. Returns the handler of the place that must have the focus.
 */
export function useHoldKey(
  onHold: ((revealed: boolean) => void) | null,
  revealed: boolean,
): (press: KeyboardEvent) => void {
  useEffect(() => {
    if (!revealed || onHold === null) return undefined;
    const release = () => onHold(false);
    const ends = ['keyup', 'blur', 'pointercancel'] as const;
    for (const end of ends) window.addEventListener(end, release);
    return () => {
      for (const end of ends) window.removeEventListener(end, release);
    };
  }, [revealed, onHold]);
  return (press) => {
    if (onHold === null || press.key !== HOLD_KEY || press.ctrlKey || press.metaKey || press.altKey) return;
    press.preventDefault();
    press.stopPropagation();
    if (!press.repeat) onHold(true);
  };
}

/** What is over sooner than this, in ms, is not worth a word. */
const WORTH_A_WORD_MS = 300;

/** True while something is so, from when it has been so for a moment: what is quick does not flash. */
export function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasts(true), WORTH_A_WORD_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSo]);
  return isSo && lasts;
}

/** What was given last: for handlers that outlive the render in which they were made. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Calls `measure` at each change of an element's size, and first after its next layout. Returns a function that stops it;
 * undefined where nothing can be observed.
 */
export function onResize<E extends Element>(
  element: E | null,
  measure: (element: E) => void,
): (() => void) | undefined {
  if (element === null || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => measure(element));
  observer.observe(element);
  return () => observer.disconnect();
}

/** True while the window is at least this many CSS pixels wide; a zoom of 200 % halves the width. */
export function useIsWide(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels}px)`, true);
}

/** True while the media query holds; `otherwise` in a document that is not displayed anywhere, as in unit tests. */
export function useMediaQuery(query: string, otherwise = false): boolean {
  return useSyncExternalStore(
    (onChange) => {
      if (typeof matchMedia !== 'function') return () => undefined;
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => (typeof matchMedia === 'function' ? matchMedia(query).matches : otherwise),
    () => otherwise,
  );
}

/** The current time, epoch ms, updated at an interval while displayed. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

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
