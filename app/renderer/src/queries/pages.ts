/** Shared parts of lists that fetch their rows a page at a time. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

/** Numbers of the visible pages, and the function that reports the visible rows. */
export interface PagesInSight {
  readonly pages: readonly number[];
  readonly onRange: (start: number, end: number) => void;
}

/** Pages of `pageRows` rows each; the same array until other pages are visible. */
export function usePagesInSight(pageRows: number): PagesInSight {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const pages = useMemo(
    () => Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at),
    [range],
  );
  const onRange = useCallback(
    (start: number, end: number) => {
      const first = Math.floor(start / pageRows);
      const last = Math.floor(Math.max(start, end - 1) / pageRows);
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    },
    [pageRows],
  );
  return { pages, onRange };
}

/** Rows of one page of `useOverlappingPage`. */
export const OVERLAPPING_ROWS = 120;
const STEP = OVERLAPPING_ROWS / 2;

/** First row of the one page to fetch. Pages overlap by half, so that a screenful never needs two answers. */
export function useOverlappingPage() {
  const [offset, setOffset] = useState(0);
  const onRange = useCallback((start: number) => {
    setOffset(Math.max(0, Math.floor((start - STEP / 4) / STEP) * STEP));
  }, []);
  return { offset, onRange };
}

/** The answers that are here, for `combine`. Stable, so that they keep their identity while none of them changes. */
export function dataOf<Answer>(results: readonly UseQueryResult<Answer>[]): readonly (Answer | null)[] {
  return results.map(({ data }) => data ?? null);
}
