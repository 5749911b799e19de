import type { LogicalEnvelope, LogicalEnvelopePage } from '@openwop-inspector/run-log';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useGeneration } from '../state/sessions-store.ts';
import { askWorker } from '../worker/client.ts';
import { jobQuery } from './job-query.ts';
import { dataOf, usePagesInSight } from './pages.ts';

/** Page size in envelopes (a few screens). */
const PAGE_ROWS = 100;

export interface EnvelopePages {
  /** Of what `text` leaves, or of what was there before while its first answer is on its way; null until known. */
  readonly totals: Pick<LogicalEnvelopePage, 'total' | 'attempts' | 'leftOut'> | null;
  /** False while the rows at hand are still those of the text before. */
  readonly isSettled: boolean;
  readonly failure: string | null;
  /** The row at a place; null until it is here. */
  readonly rowAt: (index: number) => LogicalEnvelope | null;
  /** Reports which rows are visible; their pages are fetched. */
  readonly onRange: (start: number, end: number) => void;
  /** Fetches the row at a place, visible or not; null when there is none. */
  readonly fetchRow: (index: number) => Promise<LogicalEnvelope | null>;
}

interface SeenPages {
  readonly text: string;
  readonly totals: LogicalEnvelopePage;
  readonly pages: ReadonlyMap<number, LogicalEnvelopePage>;
}

/** Logical envelopes whose words contain `text`, a page at a time. The last rows stay until newer ones are here. */
export function useEnvelopePages(sessionId: string, text: string): EnvelopePages {
  const generation = useGeneration(sessionId);
  const { pages: wanted, onRange } = usePagesInSight(PAGE_ROWS);
  const answers = useQueries({
    queries: wanted.map((page) =>
      jobQuery('envelopes', { sessionId, text, offset: page * PAGE_ROWS, limit: PAGE_ROWS }, generation),
    ),
    combine: answersOf,
  });
  const seen = useRef<SeenPages | null>(null);
  const shown = useMemo(() => {
    const [totals] = answers.data.filter((page) => page !== null);
    if (totals === undefined) return seen.current;
    const pages = new Map<number, LogicalEnvelopePage>(seen.current?.text === text ? seen.current.pages : []);
    answers.data.forEach((page, at) => {
      if (page !== null) pages.set(wanted[at] ?? 0, page);
    });
    // Pages scrolled past are fetched again when they are visible again.
    for (const page of [...pages.keys()].slice(0, Math.max(0, pages.size - 8))) pages.delete(page);
    seen.current = { text, totals, pages };
    return seen.current;
  }, [answers, wanted, text]);

  const rowAt = useCallback(
    (index: number) => {
      const page = Math.floor(index / PAGE_ROWS);
      return shown?.pages.get(page)?.rows[index - page * PAGE_ROWS] ?? null;
    },
    [shown],
  );
  const fetchRow = useCallback(
    async (index: number) =>
      (await askWorker('envelopes', { sessionId, text, offset: index, limit: 1 })).rows[0] ?? null,
    [sessionId, text],
  );
  return {
    totals: shown?.totals ?? null,
    isSettled: shown?.text === text,
    failure: answers.failure,
    rowAt,
    onRange,
    fetchRow,
  };
}

/** Stable, so that the answers keep their identity while none of them changes. */
function answersOf(results: readonly UseQueryResult<LogicalEnvelopePage>[]) {
  const failed = results.find(({ error }) => error !== null);
  return {
    data: dataOf(results),
    failure: failed?.error?.message ?? null,
  };
}
