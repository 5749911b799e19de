import type { ProblemRow } from '@openwop-inspector/run-log';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ProblemPage } from '../model/problem-rows.ts';
import { useGeneration } from '../state/sessions-store.ts';
import { askWorker } from '../worker/client.ts';
import { jobQuery } from './job-query.ts';
import { dataOf } from './pages.ts';

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
