import type { SequenceGap } from '@openwop-inspector/run-log';
import { useCallback, useState } from 'react';
import { rowDrawn } from '../../model/gap-places.ts';

export interface GapCursor {
  /** Drawn place that keys act on. */
  readonly active: number | null;
  readonly onMove: (place: number) => void;
  readonly onOpen: (place: number) => void;
}

interface GapMoves {
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  readonly onFetchGap?: (() => void) | undefined;
}

/**
 * Lets keys stop at the row of a hole, which selects no event: the selection stays, Enter fetches. A click fetches at
 * once, for the row says so.
 */
export function useGapCursor(
  gaps: readonly SequenceGap[],
  active: number | null,
  { onMove, onOpen, onFetchGap }: GapMoves,
): GapCursor {
  // A hole is named by its first number, so that it is still the same when rows came above it.
  const [at, setAt] = useState<{ readonly first: number; readonly beside: number | null } | null>(null);
  const inGap = at !== null && at.beside === active ? gaps.findIndex(({ first }) => first === at.first) : -1;
  const gap = gaps[inGap];
  return {
    active: gap === undefined ? active : gap.before + inGap,
    onMove: useCallback(
      (place: number) => {
        const drawn = rowDrawn(gaps, place);
        if (drawn.kind === 'gap') return setAt({ first: drawn.gap.first, beside: active });
        setAt(null);
        onMove(drawn.index);
      },
      [gaps, active, onMove],
    ),
    onOpen: useCallback(
      (place: number) => {
        if (rowDrawn(gaps, place).kind === 'gap') onFetchGap?.();
        else onOpen();
      },
      [gaps, onOpen, onFetchGap],
    ),
  };
}
