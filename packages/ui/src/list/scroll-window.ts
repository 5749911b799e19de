/**
 * Arithmetic of a windowed list of equal rows. Chromium stops laying out an element at 33,554,428 px, so above a cap
 * the scroll range is scaled: the scroll bar represents the whole list, while wheel and keys still move by pixels.
 * Content offsets are pixels of the unscaled list; scroll offsets are those of the scrolling element.
 */
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onResize, useMediaQuery } from '../behaviour.ts';
import { listMoveOf, rowAfterMove } from './list-keys.ts';

/** Tallest element we ask for; far below the limit so that a zoom of 300 % stays below it too. */
export const MAX_SCROLL_HEIGHT = 8_000_000;

export interface ListGeometry {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewportHeight: number;
}

/** Height of the list if it could be laid out whole. */
function contentHeight({ rows, rowHeight }: ListGeometry): number {
  return rows * rowHeight;
}

/** Height to give the scrolled element. */
export function scrollHeight(geometry: ListGeometry): number {
  return Math.min(contentHeight(geometry), Math.max(MAX_SCROLL_HEIGHT, geometry.viewportHeight));
}

/** Greatest content offset; 0 when everything fits. */
export function maxContentTop(geometry: ListGeometry): number {
  return Math.max(0, contentHeight(geometry) - geometry.viewportHeight);
}

/** Content pixels per scroll pixel; 1 unless the list is over the cap. */
export function scrollScale(geometry: ListGeometry): number {
  const range = scrollHeight(geometry) - geometry.viewportHeight;
  return range <= 0 ? 1 : Math.max(1, maxContentTop(geometry) / range);
}

function clampTop(geometry: ListGeometry, top: number): number {
  return Math.min(maxContentTop(geometry), Math.max(0, top));
}

/** Returns the scroll bar position for a content offset. */
export function scrollTopFor(geometry: ListGeometry, contentTop: number): number {
  return clampTop(geometry, contentTop) / scrollScale(geometry);
}

/**
 * Returns the content offset after the element was scrolled from `previousScrollTop` to `nextScrollTop`. A step smaller
 * than the viewport (a touch drag, a page key of the browser) moves by pixels; a greater one is a drag of the scroll
 * bar and goes to its position.
 */
export function contentTopAfterScroll(
  geometry: ListGeometry,
  contentTop: number,
  previousScrollTop: number,
  nextScrollTop: number,
): number {
  const scale = scrollScale(geometry);
  if (scale === 1) return clampTop(geometry, nextScrollTop);
  const step = nextScrollTop - previousScrollTop;
  if (nextScrollTop <= 0) return 0;
  // The end is up to a pixel off: heights are rounded, and offsets are steps of a device pixel.
  const isAtEnd = nextScrollTop >= scrollHeight(geometry) - geometry.viewportHeight - 1;
  if (isAtEnd && step > 0) return maxContentTop(geometry);
  if (Math.abs(step) < geometry.viewportHeight) return clampTop(geometry, contentTop + step);
  return clampTop(geometry, nextScrollTop * scale);
}

/** Rows to render: the visible ones and `overscan` more on both sides; `end` is exclusive. */
export function visibleRange(
  geometry: ListGeometry,
  contentTop: number,
  overscan: number,
): { readonly start: number; readonly end: number } {
  const first = Math.floor(contentTop / geometry.rowHeight);
  const last = Math.ceil((contentTop + geometry.viewportHeight) / geometry.rowHeight);
  return { start: Math.max(0, first - overscan), end: Math.min(geometry.rows, last + overscan) };
}

/** Content offset that brings a row wholly into sight with the least movement; unchanged when it already is. */
export function topRevealing(geometry: ListGeometry, contentTop: number, index: number): number {
  const { rowHeight, viewportHeight } = geometry;
  const rowTop = index * rowHeight;
  const margin = Math.min(rowHeight, Math.max(0, (viewportHeight - rowHeight) / 2));
  if (rowTop - margin < contentTop) return clampTop(geometry, rowTop - margin);
  if (rowTop + rowHeight + margin > contentTop + viewportHeight) {
    return clampTop(geometry, rowTop + rowHeight + margin - viewportHeight);
  }
  return contentTop;
}

/** Like `topRevealing`, but puts a row that is out of sight into the upper third, where its surroundings show. */
export function topPlacing(geometry: ListGeometry, contentTop: number, index: number): number {
  const { rowHeight, viewportHeight } = geometry;
  const rowTop = index * rowHeight;
  const visible = rowTop >= contentTop && rowTop + rowHeight <= contentTop + viewportHeight;
  return visible ? contentTop : clampTop(geometry, rowTop - Math.floor(viewportHeight / 3));
}

/** The row a key moves to, or null when the key does not move. `Page` keys keep one row of overlap. */
export function rowAfterKey(key: string, index: number | null, geometry: ListGeometry): number | null {
  const page = Math.max(1, Math.floor(geometry.viewportHeight / geometry.rowHeight) - 1);
  return rowAfterMove(listMoveOf(key), index, geometry.rows, page);
}

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
type Move = (geometry: ListGeometry, top: number) => number;

/** Whether the list follows its newest rows, and the callback for when the user moves away from them. */
interface EndOfList {
  readonly keepsEnd: boolean;
  readonly onLeave: (() => void) | undefined;
}

/**
 * Synchronizes the content offset of a windowed list and its scroll bar. New rows never move the visible ones; a change
 * of row height preserves the place of the first visible row, one of the pane's height preserves its end. A list that
 * follows its end goes there whenever rows come.
 */
export function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  rowHeight: number,
  end: EndOfList,
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
    const { rowHeight: step, viewportHeight: height } = now.geometry;
    // A step of less than a row does not leave the end; nor does one before a new height is measured: the browser moves
    // a list back that was made taller, which may be shorter again when the scroll event comes.
    const isMeasured = (scroller.current?.clientHeight || height) === height;
    if (keepsEnd && isMeasured && now.top < maxContentTop(now.geometry) - step) onLeave?.();
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
  // Another pointer draws the list again, which reads the height.
  useMediaQuery('(pointer: coarse)');
  return useSyncExternalStore(onDensityChange, readRowHeight, () => DEFAULT_ROW_HEIGHT);
}

function readRowHeight(): number {
  const value = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));
  return Number.isFinite(value) && value > 0 ? value : DEFAULT_ROW_HEIGHT;
}

function onDensityChange(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}
