/** Lists that fetch their rows a page at a time: the shared parts, causes, problems and envelopes. */
import type { CauseTreeRow, LogicalEnvelopePage } from '@openwop-inspector/run-log';
import { useLatest } from '@openwop-inspector/ui';
import { replaceEqualDeep, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ColourRule } from '../features/filter/filter-file.ts';
import type { ListedSelection } from '../features/filter/filter-selection.ts';
import { useGeneration } from '../features/sessions/sessions-store.ts';
import { useSessionView } from '../features/sessions/view-store.ts';
import { askWorker } from '../worker/client.ts';
import type { JobInput } from '../worker/jobs.ts';
import type { ProblemPage } from './grouped-rows.ts';
import { jobQuery, useJob } from './job-query.ts';

const NO_PAGES: readonly number[] = [];

/**
 * Pages of `pageRows` rows each; the same array until other pages are visible. Until rows are, the one with the row `start`,
 * none while that is not known (null).
 */
function useVisiblePages(pageRows: number, start: number | null = 0) {
  const [range, setRange] = useState<{ readonly first: number; readonly last: number } | null>(null);
  const pages = useMemo(() => {
    if (range !== null)
      return Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at);
    return start === null ? NO_PAGES : [Math.floor(start / pageRows)];
  }, [range, start, pageRows]);
  const onRange = useCallback(
    (start: number, end: number) => {
      const first = Math.floor(start / pageRows);
      const last = Math.floor(Math.max(start, end - 1) / pageRows);
      setRange((before) => (before?.first === first && before.last === last ? before : { first, last }));
    },
    [pageRows],
  );
  return { pages, onRange };
}

/** Maximum number of cached pages of a list. */
const MAX_PAGES = 20;

type Page<Row, Totals> = Totals & { readonly rows: readonly Row[] };

interface SeenPages<Row, Totals> {
  readonly key: string;
  readonly totals: Totals;
  readonly pages: ReadonlyMap<number, Page<Row, Totals>>;
}

/**
 * The last rows of a list, of `pageRows` in each of its `wanted` pages. Those of another `key` stay until newer ones are here.
 * `totals` is null before the first page.
 */
function useSeenPages<Row, Totals>(
  key: string,
  pageRows: number,
  wanted: readonly number[],
  answers: readonly (Page<Row, Totals> | null)[],
) {
  const seen = useRef<SeenPages<Row, Totals> | null>(null);
  const displayed = useMemo(() => {
    const [totals] = answers.filter((page) => page !== null);
    if (totals === undefined) return seen.current;
    const pages = new Map<number, Page<Row, Totals>>(seen.current?.key === key ? seen.current.pages : []);
    answers.forEach((page, at) => {
      if (page === null) return;
      const number = wanted[at] ?? 0;
      // The same object for the same row, so that nothing re-renders because a load continues below.
      const merged = replaceEqualDeep(pages.get(number), page);
      pages.delete(number);
      pages.set(number, merged);
    });
    // Pages scrolled past are fetched again when they are visible again.
    for (const page of [...pages.keys()].slice(0, Math.max(0, pages.size - MAX_PAGES))) pages.delete(page);
    seen.current = { key, totals, pages };
    return seen.current;
  }, [answers, wanted, key]);
  const rowAt = useCallback(
    (index: number) => {
      const page = Math.floor(index / pageRows);
      return displayed?.pages.get(page)?.rows[index - page * pageRows] ?? null;
    },
    [displayed, pageRows],
  );
  return { totals: displayed?.totals ?? null, isSettled: displayed?.key === key, rowAt };
}

/** Scrolls a selection made elsewhere into view, once. Its `row` is null while it is not known, or not listed. */
export function useRevealOnce(key: number | string | null, row: number | null, show: (row: number) => void) {
  const displayed = useRef<number | string | null>(null);
  const latest = useLatest(show);
  useEffect(() => {
    if (key === null || row === null || displayed.current === key) return;
    // The list measures its height in its first frame; before that, every row would seem visible.
    const frame = requestAnimationFrame(() => {
      displayed.current = key;
      latest.current(row);
    });
    return () => cancelAnimationFrame(frame);
  }, [key, row, latest]);
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

export type CausePages = ReturnType<typeof useCausePages>;

interface CausePagesInput extends Pick<JobInput<'causes'>, 'sessionId' | 'expanded' | 'withEffectsOnly'> {
  readonly selected: number | null;
}

/** The visible rows of the tree of causes. While others are pending the last ones stay, at their requested position. */
export function useCausePages({ selected, ...input }: CausePagesInput) {
  const { offset, onRange } = useOverlappingPage();
  const page = { offset, limit: OVERLAPPING_ROWS, ...(selected === null ? {} : { reveal: selected }) };
  const { data, isPlaceholderData, error } = useJob('causes', { ...input, ...page });
  const isSettled = data !== undefined && !isPlaceholderData;
  // A result has no offset; a placeholder began where the previous one did.
  const settled = useRef<{ offset: number; rows: readonly CauseTreeRow[] }>({ offset: 0, rows: [] });
  if (isSettled) settled.current = { offset, rows: data.rows };
  const displayed = settled.current;
  return {
    total: data?.total ?? 0,
    roots: data?.roots ?? 0,
    /** Composition of the forest when nothing was recorded; null for recorded causes, and until it is known. */
    inferred: data?.inferred ?? null,
    /** Row number of the selected event; -1 when it is not unfolded, null until that is known. */
    revealed: isSettled ? data.revealed : null,
    /** False while the result of the newest query is pending. */
    isSettled,
    failure: error === null ? null : error.message,
    rowAt: (index: number): CauseTreeRow | null => displayed.rows[index - displayed.offset] ?? null,
    /** Sets the range of visible rows. */
    onRange,
  };
}

/** The answers that are here, for `combine`. Stable, so that they keep their identity while none of them changes. */
function dataOf<Answer>(results: readonly UseQueryResult<Answer>[]): readonly (Answer | null)[] {
  return results.map(({ data }) => data ?? null);
}

/** Page size in problems. */
export const PROBLEM_PAGE_ROWS = 200;

/** The visible pages of problems; `problemAt` is null until its page is here. */
export function useProblemPages(sessionId: string, pages: readonly ProblemPage[]) {
  const generation = useGeneration(sessionId);
  const limit = PROBLEM_PAGE_ROWS;
  const answers = useQueries({
    queries: pages.map(({ code, page }) =>
      jobQuery('problems', { sessionId, code, offset: page * limit, limit }, generation),
    ),
    combine: dataOf,
  });
  const problemAt = useCallback(
    (code: string, offset: number) => {
      const page = Math.floor(offset / PROBLEM_PAGE_ROWS);
      const at = pages.findIndex((one) => one.code === code && one.page === page);
      return answers[at]?.[offset - page * PROBLEM_PAGE_ROWS] ?? null;
    },
    [pages, answers],
  );
  const fetchProblem = useCallback(
    async (code: string, offset: number) =>
      (await askWorker('problems', { sessionId, code, offset, limit: 1 }))[0] ?? null,
    [sessionId],
  );
  return { problemAt, fetchProblem };
}

/** Page size in envelopes (a screen): each is read from several events, at places of the log that may lie far apart. */
const ENVELOPE_PAGE_ROWS = 20;

export type EnvelopePages = ReturnType<typeof useEnvelopePages>;

/**
 * Logical envelopes whose words contain `text`, a page at a time, the one with the row `start` first; nothing while that is
 * not known (null). The last rows and `totals` stay until newer ones are here. The rest is as in `useRowPages`.
 */
export function useEnvelopePages(sessionId: string, text: string, start: number | null) {
  const generation = useGeneration(sessionId);
  const { pages: wanted, onRange } = useVisiblePages(ENVELOPE_PAGE_ROWS, start);
  const limit = ENVELOPE_PAGE_ROWS;
  const answers = useQueries({
    queries: wanted.map((page) =>
      jobQuery('envelopes', { sessionId, text, offset: page * limit, limit }, generation),
    ),
    combine: answersOf,
  });
  const { totals, isSettled, rowAt } = useSeenPages(text, limit, wanted, answers.data);
  const fetchRow = useCallback(
    async (index: number) =>
      (await askWorker('envelopes', { sessionId, text, offset: index, limit: 1 })).rows[0] ?? null,
    [sessionId, text],
  );
  return { totals, isSettled, failure: answers.failure, rowAt, onRange, fetchRow };
}

/** Stable, so that the answers keep their identity while none of them changes. */
function answersOf(results: readonly UseQueryResult<LogicalEnvelopePage>[]) {
  const failed = results.find(({ error }) => error !== null);
  return { data: dataOf(results), failure: failed?.error?.message ?? null };
}

/** Page size in rows (a few screens). */
const PAGE_ROWS = 200;

export type RowPages = ReturnType<typeof useRowPages>;

type RowsOfSelection = Pick<ListedSelection, 'filterId' | 'total' | 'search' | 'version' | 'dimmedBy'>;

/**
 * Rows of a selection, a page at a time. While it is still searched, the last page is refetched as it fills.
 * Until the first page of a new selection is here, the previous rows stay visible, so that typing never flickers.
 *
 * `rowAt` is the row at a place, or the previous one there, or null when never loaded; `isSettled` is false while the rows
 * at hand are those of the selection before. `onRange` reports which rows are visible, whose pages are fetched. `fetchRow`
 * fetches the row at a place, visible or not; null when there is none.
 */
export function useRowPages(
  sessionId: string,
  selection: RowsOfSelection,
  figures: boolean,
  rules: readonly ColourRule[],
) {
  const { filterId, search, total, version, dimmedBy } = selection;
  const found = search === null ? null : total;
  const generation = useGeneration(sessionId);
  const run = useSessionView(sessionId, (view) => view.run);
  const { pages: visible, onRange } = useVisiblePages(PAGE_ROWS);
  const pages = filterId === null ? NO_PAGES : visible;
  const answers = useQueries({
    queries: pages.map((page) => {
      const offset = page * PAGE_ROWS;
      const limit = found === null ? PAGE_ROWS : Math.max(1, Math.min(PAGE_ROWS, found - offset));
      const looks = { figures, dimmedBy, rules: rules.map(({ filter }) => filter) };
      const input = { sessionId, filterId: filterId ?? 0, offset, limit, ...looks };
      // Refetches rows that were refolded under the same id.
      return jobQuery('rows', input, generation, version);
    }),
    combine: dataOf,
  });
  const { isSettled, rowAt } = useSeenPages(`${filterId} of ${run}`, PAGE_ROWS, pages, answers);
  const fetchRow = useCallback(
    async (index: number) => {
      if (filterId === null) return null;
      const answer = await askWorker('rows', { sessionId, filterId, offset: index, limit: 1 });
      return answer.rows[0] ?? null;
    },
    [sessionId, filterId],
  );
  return { rowAt, isSettled, onRange, fetchRow };
}
