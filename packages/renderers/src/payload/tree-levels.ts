/** Unfolding a whole tree to a number of levels, within a number of rows. */

import { formatCount } from '@openwop-inspector/base';
import { type RefObject, useCallback, useState } from 'react';
import type { PayloadRowsHandle } from './PayloadRows.tsx';
import type { PayloadTreeState } from './payload-tree.ts';
import { deepestLevel, wholeLevels } from './tree-rows.ts';

/** Unfolding many levels at once stops at this many rows. */
const MAX_ROWS = 2_000;

export interface TreeLevels {
  /** What the last unfolding left out, in words. */
  readonly said: string;
  readonly show: (levels: number) => void;
  /** One level more than are whole now, one fewer than are in sight, or all. */
  readonly step: (by: 'more' | 'fewer' | 'all', takesFocus: boolean) => void;
}

export function useTreeLevels(
  tree: PayloadTreeState,
  rowList: RefObject<PayloadRowsHandle | null>,
): TreeLevels {
  const [said, setSaid] = useState('');
  const unfold = useCallback(
    async (levels: number, takesFocus: boolean) => {
      setSaid('');
      const all = await tree.showLevels(levels, MAX_ROWS);
      rowList.current?.keep(takesFocus);
      if (!all) setSaid(`Stopped at ${formatCount(MAX_ROWS)} rows`);
    },
    [tree, rowList],
  );
  const show = useCallback((levels: number) => void unfold(levels, false), [unfold]);
  const step = useCallback(
    (by: 'more' | 'fewer' | 'all', takesFocus: boolean) => {
      const { rows } = tree.snapshot();
      const more = by === 'all' ? Number.POSITIVE_INFINITY : wholeLevels(rows) + 1;
      void unfold(by === 'fewer' ? Math.max(1, deepestLevel(rows) - 1) : more, takesFocus);
    },
    [tree, unfold],
  );
  return { said, show, step };
}
