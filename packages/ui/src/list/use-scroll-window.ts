import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onResize } from '../behaviour.ts';
import {
  clampTop,
  contentTopAfterScroll,
  type ListGeometry,
  maxContentTop,
  scrollScale,
  scrollTopFor,
} from './scroll-window.ts';

/** Used until the element has been measured, and where nothing is laid out (tests). */
const UNMEASURED_HEIGHT = 600;

export interface ScrollWindow {
  readonly geometry: ListGeometry;
  /** Content offset of the top edge, in pixels of the unscaled list. */
  readonly top: number;
  readonly onScroll: () => void;
  /**
   * Goes at once to the content offset that `to` gives for where the list is now: rows that came since it was drawn may
   * have moved it.
   */
  readonly move: (to: Move) => void;
}

/** The content offset to go to, from the present one. */
export type Move = (geometry: ListGeometry, top: number) => number;

/** Whether the list follows its newest rows, and the callback for when the user moves away from them. */
export interface EndOfList {
  readonly keepsEnd: boolean;
  readonly onLeave: (() => void) | undefined;
}

const NOT_FOLLOWED: EndOfList = { keepsEnd: false, onLeave: undefined };

/**
 * Synchronizes the content offset of a windowed list and its scroll bar. New rows never move the visible ones; a change
 * of row height preserves the place of the first visible row, one of the pane's height preserves its end. A list that
 * follows its end goes there whenever rows come.
 */
export function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  rowHeight: number,
  end: EndOfList = NOT_FOLLOWED,
): ScrollWindow {
  const { keepsEnd, onLeave } = end;
  const viewportHeight = useElementHeight(scroller);
  const geometry: ListGeometry = { rows, rowHeight, viewportHeight };
  const [top, setTop] = useState(0);
  const place = useRef({ geometry, top: 0, scrollTop: 0 });

  const move = useCallback(
    (to: Move) => {
      const now = place.current;
      now.top = Math.round(clampTop(now.geometry, to(now.geometry, now.top)));
      setTop(now.top);
      const element = scroller.current;
      const wanted = scrollTopFor(now.geometry, now.top);
      // A new list is at its top; to set it there would cost a layout in the middle of a commit.
      if (element === null || (wanted === 0 && now.scrollTop === 0)) return;
      element.scrollTop = wanted;
      now.scrollTop = element.scrollTop; // as the browser rounded it, to know our own scroll events
    },
    [scroller],
  );

  const onScroll = useCallback(() => {
    const now = place.current;
    const next = scroller.current?.scrollTop ?? 0;
    if (next === now.scrollTop) return;
    now.top = Math.round(contentTopAfterScroll(now.geometry, now.top, now.scrollTop, next));
    now.scrollTop = next;
    setTop(now.top);
    // A step of less than a row does not leave the end.
    const isAway = now.top < maxContentTop(now.geometry) - now.geometry.rowHeight;
    if (keepsEnd && isAway && !isAtBottom(scroller.current)) onLeave?.();
  }, [scroller, keepsEnd, onLeave]);

  useLayoutEffect(() => {
    const { geometry: before, top: topBefore } = place.current;
    const wasAtEnd = topBefore > 0 && topBefore >= maxContentTop(before) - 1 && rows === before.rows;
    const after = { rows, rowHeight, viewportHeight };
    place.current.geometry = after;
    const goesToEnd = wasAtEnd || keepsEnd;
    move(goesToEnd ? maxContentTop : () => (topBefore * rowHeight) / before.rowHeight);
  }, [move, rows, rowHeight, viewportHeight, keepsEnd]);

  useScaledWheel(scroller, place, move, end);
  return { geometry, top, onScroll, move };
}

/**
 * Whether an element is scrolled as far as it goes, by its size of this moment: one that was made taller is moved back by
 * the browser before anybody has measured it. False where nothing is laid out.
 */
function isAtBottom(element: HTMLElement | null): boolean {
  if (element === null || element.clientHeight === 0) return false;
  return element.scrollTop >= element.scrollHeight - element.clientHeight - 1;
}

/** In a scaled list a wheel step of the browser would skip thousands of rows, so the wheel moves by pixels here. */
function useScaledWheel(
  scroller: RefObject<HTMLElement | null>,
  place: RefObject<{ readonly geometry: ListGeometry }>,
  move: (to: Move) => void,
  { keepsEnd, onLeave }: EndOfList,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      const { geometry } = place.current;
      if (event.ctrlKey || event.deltaY === 0 || scrollScale(geometry) === 1) return;
      event.preventDefault();
      const unit = [1, geometry.rowHeight, geometry.viewportHeight][event.deltaMode] ?? 1;
      move((_, top) => top + event.deltaY * unit);
      if (keepsEnd && event.deltaY < 0) onLeave?.();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller, place, move, keepsEnd, onLeave]);
}

function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(UNMEASURED_HEIGHT);
  useLayoutEffect(() => {
    const measured = element.current;
    const measure = () => setHeight((before) => measured?.clientHeight || before);
    measure();
    return onResize(measured, measure);
  }, [element]);
  return height;
}

/** Height of a row in CSS pixels before the style sheet is there (and in tests). */
const DEFAULT_ROW_HEIGHT = 24;

/** Row height in CSS pixels: `--row`, which depends on density and pointer. */
export function useRowHeight(): number {
  return useSyncExternalStore(onRowHeightChange, readRowHeight, () => DEFAULT_ROW_HEIGHT);
}

function readRowHeight(): number {
  const value = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
  return Number.isFinite(value) && value > 0 ? value : DEFAULT_ROW_HEIGHT;
}

function onRowHeightChange(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  const pointer = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null;
  pointer?.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    pointer?.removeEventListener('change', onChange);
  };
}
