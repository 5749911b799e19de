import type { EventRow } from '@openwop-inspector/run-log';
import { replaceEqualDeep, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useGeneration } from '../state/sessions-store.ts';
import { useSessionView } from '../state/view-store.ts';
import { askWorker } from '../worker/client.ts';
import type { ListedSelection } from './filter-selection.ts';
import { jobQuery } from './job-query.ts';
import { dataOf, usePagesInSight } from './pages.ts';

/** Page size in rows (a few screens). */
export const PAGE_ROWS = 200;

export interface RowPages {
  /** The row at a place of the selection, or the previous one there, or null when never loaded. */
  readonly rowAt: (index: number) => EventRow | null;
  /** False while the rows at hand are still those of the selection before. */
  readonly isSettled: boolean;
  /** Reports which rows are visible; their pages are fetched. */
  readonly onRange: (start: number, end: number) => void;
  /** Fetches the row at a place, visible or not; null when there is none. */
  readonly fetchRow: (index: number) => Promise<EventRow | null>;
}

const NO_PAGES: readonly number[] = [];
const NO_RULES: readonly string[] = [];

interface SeenRows {
  /** The run that they are of; null for all. */
  readonly run: string | null;
  readonly filterId: number;
  readonly rows: Map<number, EventRow>;
}

type RowsOfSelection = Pick<ListedSelection, 'filterId' | 'total' | 'search' | 'version' | 'dimmedBy'>;

/**
 * Rows of a selection, a page at a time. While it is still searched, the last page is refetched as it fills.
 * Until the first page of a new selection is here, the previous rows stay visible, so that typing never flickers.
 */
export function useRowPages(
  sessionId: string,
  selection: RowsOfSelection,
  figures = false,
  rules: readonly string[] = NO_RULES,
): RowPages {
  const { filterId, search, total, version, dimmedBy } = selection;
  const found = search === null ? null : total;
  const generation = useGeneration(sessionId);
  const run = useSessionView(sessionId, (view) => view.run);
  const { pages: inSight, onRange } = usePagesInSight(PAGE_ROWS);
  const pages = filterId === null ? NO_PAGES : inSight;
  const pageQuery = useCallback(
    (page: number) => {
      const offset = page * PAGE_ROWS;
      const limit = found === null ? PAGE_ROWS : Math.max(1, Math.min(PAGE_ROWS, found - offset));
      // Refetches rows that were refolded under the same id.
      return jobQuery(
        'rows',
        { sessionId, filterId: filterId ?? 0, offset, limit, figures, dimmedBy, rules },
        generation,
        version,
      );
    },
    [sessionId, filterId, generation, found, version, figures, dimmedBy, rules],
  );
  const answers = useQueries({ queries: pages.map(pageQuery), combine: dataOf });

  const seen = useRef<SeenRows>({ run: null, filterId: -1, rows: new Map() });
  const rows = useMemo(() => {
    const arrived = answers.some((answer) => answer !== null);
    if (!arrived || filterId === null) return seen.current.rows;
    // Rows of the same selection are cached from page to page, but not for ever.
    const isSame = seen.current.filterId === filterId && seen.current.run === run;
    const base = isSame && seen.current.rows.size < 20 * PAGE_ROWS;
    const next = new Map(base ? seen.current.rows : []);
    answers.forEach((answer, at) => {
      const offset = (pages[at] ?? 0) * PAGE_ROWS;
      answer?.rows.forEach((row, place) => {
        // The same object for the same row, so that nothing re-renders because a load continues below.
        next.set(offset + place, replaceEqualDeep(next.get(offset + place), row));
      });
    });
    seen.current = { run, filterId, rows: next };
    return next;
  }, [answers, run, filterId, pages]);

  const fetchRow = useCallback(
    async (index: number) => {
      if (filterId === null) return null;
      const answer = await askWorker('rows', { sessionId, filterId, offset: index, limit: 1 });
      return answer.rows[0] ?? null;
    },
    [sessionId, filterId],
  );
  const rowAt = useCallback((index: number) => rows.get(index) ?? null, [rows]);
  return { rowAt, isSettled: seen.current.filterId === filterId, onRange, fetchRow };
}
