import { useEffect, useRef } from 'react';
import { setExpanded } from '../../state/view-actions.ts';
import { viewOf } from '../../state/view-store.ts';
import { askWorker } from '../../worker/session-client.ts';

/** A chain longer than this is not unfolded by itself; causes and effects show it folded in the middle. */
const LONGEST_PATH = 1_000;

/** Unfolds the way to an event that was selected elsewhere. What a person folds afterwards stays folded. */
export function useUnfoldSelected(sessionId: string, selected: number | null): void {
  const done = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null || done.current === selected) return;
    let current = true;
    askWorker('causePath', { sessionId, ordinal: selected }).then(
      (path) => {
        if (!current) return;
        done.current = selected;
        if (path.length > LONGEST_PATH) return;
        const open = new Set(viewOf(sessionId).expanded);
        const missing = path.filter((key) => !open.has(key));
        if (missing.length > 0) setExpanded(sessionId, [...open, ...missing]);
      },
      // The tree stays as it is; the failure shows where the rows are asked for.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [sessionId, selected]);
}
