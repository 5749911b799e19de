/** Which rows are drawn, and how the focus gets to one that is not drawn yet. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { PayloadTreeState } from './payload-tree.ts';
import type { TreeRow } from './tree-rows.ts';

/** Height of a row in px, as in the style sheet. */
export const ROW_HEIGHT = 20;

/** Index of a row, or of the innermost container around it that is there; 0 without any. */
export function nearestRow(rows: readonly TreeRow[], id: string): number {
  const index = new Map(rows.map((row, at) => [row.id, at]));
  for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const at = index.get(name);
    if (at !== undefined) return at;
  }
  return 0;
}

/** The visible rows, and always the current one, so that it keeps the focus. */
export function useRowWindow(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly TreeRow[],
  at: number,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    useFlushSync: false,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (rows.length > 0 && !indexes.includes(at)) indexes.push(at);
      return indexes.sort((a, b) => a - b);
    },
  });
}

/** Moves to a row that may not be drawn yet: scrolls first, focuses once it is there. */
export function useGoTo(
  scroller: { readonly current: HTMLDivElement | null },
  scrollToIndex: (index: number, how: { align: 'auto' }) => void,
  tree: PayloadTreeState,
  onFocus: (id: string) => void,
) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row-id="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  return (index: number, takesFocus = true) => {
    // The rows may be newer than those of the last render.
    const row = tree.snapshot().rows[index];
    if (row === undefined) return;
    onFocus(row.id);
    scrollToIndex(index, { align: 'auto' });
    if (!takesFocus) return;
    wanted.current = row.id;
    // When the row is the current one already, nothing renders and the effect above does not run.
    const drawn = scroller.current?.querySelector<HTMLElement>(`[data-row-id="${row.id}"]`);
    if (drawn?.tabIndex === 0) {
      wanted.current = null;
      drawn.focus({ preventScroll: true });
    }
  };
}

/**
 * Members come a moment after their container was unfolded. A second step to the right in that moment is meant for the
 * first of them, and is taken once it is there. Returns what to call when a step to the right unfolds a row.
 */
export function useGoingInside(rows: readonly TreeRow[], at: number, goTo: (index: number) => void) {
  const opening = useRef<{ readonly id: string; readonly steps: number } | null>(null);
  useLayoutEffect(() => {
    const row = rows[at];
    if (opening.current === null) return;
    if (row === undefined || row.id !== opening.current.id) opening.current = null;
    else if (row.kind === 'value' && row.unfolded === true) {
      const goesInside = opening.current.steps > 1 && rows[at + 1]?.parent === at;
      opening.current = null;
      if (goesInside) goTo(at + 1);
    }
  });
  return ({ id }: TreeRow) => {
    opening.current = { id, steps: opening.current?.id === id ? opening.current.steps + 1 : 1 };
  };
}
