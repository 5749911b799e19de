import { type ListMove, rowAfterMove, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { useLayoutEffect, useMemo } from 'react';

export type ListStep = Extract<ListMove, 'next' | 'previous' | 'first' | 'last'>;

/** Actions of the visible list for keys outside it. */
export interface ListController {
  move(step: ListStep): void;
  /** Folds or unfolds the selected row; absent where rows do not fold. */
  fold?(direction: 'fold' | 'unfold'): void;
  /** Shows less (2) or more (0.5) of the time axis; absent where there is none. */
  zoom?(factor: number): void;
  focus(): void;
}

let current: ListController | null = null;

/** Makes a list the one that j, k, g, G, h and l move while it is visible. */
export function useListController(controller: ListController): void {
  // With the rows themselves: a key that comes next acts on what is displayed.
  useLayoutEffect(() => {
    current = controller;
    return () => {
      if (current === controller) current = null;
    };
  }, [controller]);
}

/** The same for a list of rows: a step moves to a row and brings it into sight; `fold` where rows fold. */
export function useRowsController(
  activeIndex: number | null,
  total: number,
  moveTo: (index: number) => void,
  list: { readonly current: VirtualRowsHandle | null },
  fold?: (direction: 'fold' | 'unfold') => void,
): void {
  const controller = useMemo<ListController>(
    () => ({
      move: (step) => {
        const next = indexAfter(step, activeIndex, total);
        if (next === null) return;
        moveTo(next);
        list.current?.reveal(next, 'least');
      },
      ...(fold === undefined ? {} : { fold }),
      focus: () => list.current?.focus(),
    }),
    [activeIndex, total, moveTo, list, fold],
  );
  useListController(controller);
}

/** The visible list, if any. */
export const visibleList = (): ListController | null => current;

/** Where a step leads in a list of `total` rows; null in an empty one. */
export const indexAfter = (step: ListStep, index: number | null, total: number): number | null =>
  rowAfterMove(step, index, total, 1);
