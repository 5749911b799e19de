import { useEffect, useState } from 'react';
// The one thing that Markdown takes from the room of code: its colours, and the slices they come in.
import { idleSlice } from '../../code/highlight/idle-slice.ts';

/** How many of many things are drawn. */
export interface Growing {
  readonly shown: number;
  /** What is drawn without another press has been drawn, and there is more. */
  readonly waits: boolean;
  readonly more: () => void;
}

/** Renders the first few at once and one more with every idle slice, up to a page; another page on request. */
export function useGrowing(count: number, first: number, page: number): Growing {
  const [shown, setShown] = useState(first);
  const [limit, setLimit] = useState(page);
  const goal = Math.min(limit, count);
  useEffect(() => {
    if (shown >= goal) return;
    const leaving = new AbortController();
    void idleSlice(leaving.signal).then((isWanted) => {
      if (isWanted) setShown((old) => old + 1);
    });
    return () => leaving.abort();
  }, [shown, goal]);
  return {
    shown: Math.min(shown, goal),
    waits: shown >= goal && goal < count,
    more: () => setLimit(goal + page),
  };
}
