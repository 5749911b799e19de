import { QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useGeneration } from '../state/sessions-store.ts';
import { askWorker } from '../worker/client.ts';
import type { JobInput, JobName, JobResult } from '../worker/jobs.ts';

/**
 * Query options of one job. The key is `[job, sessionId, generation, input, version]`. While the answer is pending,
 * the parts of it that have arrived are its data.
 */
export function jobQuery<N extends JobName>(
  job: N,
  input: JobInput<N>,
  generation: number,
  version: number | null = null,
) {
  const queryKey = [job, input.sessionId, generation, input, version] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      askWorker(job, input, signal, (part) => client.setQueryData<JobResult<N>>(queryKey, part)),
  });
}

export interface JobQueryChoices {
  /** False delays the request, when an input is not known yet. */
  readonly enabled?: boolean;
  /**
   * `load` fetches again whenever a load reports progress; `never` is for what an event's bytes say, which do not change.
   * `load` unless given.
   */
  readonly refresh?: 'load' | 'never';
  /** How long an unused answer is cached, in ms. */
  readonly keptForMs?: number;
  /** Asks again when it changes: of a question about a selection that grows under the same id. */
  readonly version?: number | null;
}

/**
 * Asks the worker and keeps the answer. While a newer answer of the same session is on its way, `data` is the last
 * one, to avoid flicker; check `isPlaceholderData`.
 */
export function useJob<N extends JobName>(
  job: N,
  input: JobInput<N>,
  { enabled = true, refresh = 'load', keptForMs, version = null }: JobQueryChoices = {},
): UseQueryResult<JobResult<N>> {
  const generation = useGeneration(input.sessionId);
  return useQuery({
    ...jobQuery(job, input, refresh === 'load' ? generation : 0, version),
    enabled,
    ...(keptForMs === undefined ? {} : { gcTime: keptForMs }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === input.sessionId ? previous : undefined,
  });
}

/**
 * Answers come from our own worker: they never go stale by themselves (the generation in their key does that), need
 * no network, and are not worth a second try.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
    },
  });
}
