/** Lists that fetch their rows a page at a time: the shared parts, problems and envelopes. */

import type { LogicalEnvelope, LogicalEnvelopePage, ProblemRow } from '@openwop-inspector/run-log';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ProblemPage } from '../model/problem-rows.ts';
import { useGeneration } from '../state/sessions-store.ts';
import { askWorker } from '../worker/client.ts';
import { jobQuery } from './job-query.ts';

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

/** Page size in problems. */
export const PROBLEM_PAGE_ROWS = 200;

export interface ProblemPages {
  /** The problem number `offset` of a code; null until it is here. */
  readonly problemAt: (code: string, offset: number) => ProblemRow | null;
  readonly fetchProblem: (code: string, offset: number) => Promise<ProblemRow | null>;
}

/** The visible pages of problems. */
export function useProblemPages(sessionId: string, pages: readonly ProblemPage[]): ProblemPages {
  const generation = useGeneration(sessionId);
  const pageQuery = useCallback(
    ({ code, page }: ProblemPage) =>
      jobQuery(
        'problems',
        { sessionId, code, offset: page * PROBLEM_PAGE_ROWS, limit: PROBLEM_PAGE_ROWS },
        generation,
      ),
    [sessionId, generation],
  );
  const answers = useQueries({ queries: pages.map(pageQuery), combine: dataOf });
  const held = useMemo(
    () => new Map(pages.map(({ code, page }, at) => [`${code} ${page}`, answers[at] ?? null])),
    [pages, answers],
  );
  const problemAt = useCallback(
    (code: string, offset: number) => {
      const page = Math.floor(offset / PROBLEM_PAGE_ROWS);
      return held.get(`${code} ${page}`)?.[offset - page * PROBLEM_PAGE_ROWS] ?? null;
    },
    [held],
  );
  const fetchProblem = useCallback(
    async (code: string, offset: number) =>
      (await askWorker('problems', { sessionId, code, offset, limit: 1 }))[0] ?? null,
    [sessionId],
  );
  return { problemAt, fetchProblem };
}

/** Page size in envelopes (a few screens). */
const ENVELOPE_PAGE_ROWS = 100;

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
  const { pages: wanted, onRange } = usePagesInSight(ENVELOPE_PAGE_ROWS);
  const answers = useQueries({
    queries: wanted.map((page) =>
      jobQuery(
        'envelopes',
        { sessionId, text, offset: page * ENVELOPE_PAGE_ROWS, limit: ENVELOPE_PAGE_ROWS },
        generation,
      ),
    ),
    combine: answersOf,
  });
  const seen = useRef<SeenPages | null>(null);
  const displayed = useMemo(() => {
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
      const page = Math.floor(index / ENVELOPE_PAGE_ROWS);
      return displayed?.pages.get(page)?.rows[index - page * ENVELOPE_PAGE_ROWS] ?? null;
    },
    [displayed],
  );
  const fetchRow = useCallback(
    async (index: number) =>
      (await askWorker('envelopes', { sessionId, text, offset: index, limit: 1 })).rows[0] ?? null,
    [sessionId, text],
  );
  return {
    totals: displayed?.totals ?? null,
    isSettled: displayed?.text === text,
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
