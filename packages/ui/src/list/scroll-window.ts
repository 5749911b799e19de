/**
 * Arithmetic of a windowed list of equal rows. Chromium stops laying out an element at 33,554,428 px, so above a cap
 * the scroll range is scaled: the scroll bar represents the whole list, while wheel and keys still move by pixels.
 * Content offsets are pixels of the unscaled list; scroll offsets are those of the scrolling element.
 */
import { listMoveOf, rowAfterMove } from './list-keys.ts';

/** Tallest element we ask for; far below the limit so that a zoom of 300 % stays below it too. */
export const MAX_SCROLL_HEIGHT = 8_000_000;

export interface ListGeometry {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewportHeight: number;
}

/** Height of the list if it could be laid out whole. */
export function contentHeight({ rows, rowHeight }: ListGeometry): number {
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

export function clampTop(geometry: ListGeometry, top: number): number {
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
