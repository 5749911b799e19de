import type { EventRow, LiveFacts, PageRange } from '@openwop-inspector/run-log';
import { QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGeneration, useSessionPart } from '../features/sessions/sessions-store.ts';
import { askWorker } from '../worker/client.ts';
import type { ChainTarget, JobInput, JobName, JobResult } from '../worker/jobs.ts';

/** Jobs about the bytes of an event, which do not change: fetched once. All others again when a load reports progress. */
const UNCHANGING: ReadonlySet<JobName> = new Set<JobName>(['jsonNode', 'raw', 'rawReveal', 'compareEvents']);

/**
 * How long an unused answer is cached, in ms; a minute unless named. Selections live in the worker, so their answers are
 * dropped immediately, as are bytes (security S-14); documents and pages must not pile up while a list is walked through.
 */
const CACHED_FOR_MS: Partial<Readonly<Record<JobName, number>>> = {
  filter: 0,
  findAll: 0,
  fold: 0,
  sort: 0,
  position: 0,
  histogram: 0,
  gaps: 0,
  liveFacts: 0,
  raw: 0,
  rawReveal: 0,
  rows: 5000,
  envelopes: 5000,
  subjects: 5000,
  taint: 5000,
  reasoning: 5000,
  deltaChain: 5000,
  surfaceAnswer: 5000,
  laneWindow: 5000,
  effectLedger: 5000,
};

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
  const queryKey = [job, input.sessionId, UNCHANGING.has(job) ? 0 : generation, input, version] as const;
  const cachedForMs = CACHED_FOR_MS[job];
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      askWorker(job, input, signal, (part) => client.setQueryData<JobResult<N>>(queryKey, part)),
    ...(cachedForMs === undefined ? {} : { gcTime: cachedForMs }),
  });
}

interface JobQueryChoices {
  /** False delays the request, when an input is not known yet. */
  readonly enabled?: boolean;
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
  { enabled = true, version = null }: JobQueryChoices = {},
): UseQueryResult<JobResult<N>> {
  const generation = useGeneration(input.sessionId);
  return useQuery({
    ...jobQuery(job, input, generation, version),
    enabled,
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

/** Idle stretches longer than this are folded on time axes, in ms. */
export const FOLD_IDLE_MS = 5000;

/** Effects fetched with a chain; the same everywhere, so that all views of the chain share one answer. */
export const DESCENDANT_LIMIT = 200;

/**
 * One event row by ordinal; null while nothing is selected. The moment until a newly selected row is here is bridged
 * by the one before.
 */
export function useEventRow(sessionId: string, ordinal: number | null): EventRow | null {
  const ordinals = useMemo(() => (ordinal === null ? [] : [ordinal]), [ordinal]);
  const { data } = useJob('rowsByOrdinal', { sessionId, ordinals }, { enabled: ordinal !== null });
  if (ordinal === null) return null;
  return data?.find((row) => row.ordinal === ordinal) ?? data?.[0] ?? null;
}

const NO_TARGET: ChainTarget = { kind: 'event', ordinal: 0 };

/** Causes and effects; `target` null fetches nothing. */
export const useChain = (sessionId: string, target: ChainTarget | null, descendantLimit: number) =>
  useJob('chain', { sessionId, target: target ?? NO_TARGET, descendantLimit }, { enabled: target !== null });

/** The same page in clear, fetched while a key or a button is pressed; it is not cached (security S-14). */
export function useClearRaw(sessionId: string, ordinal: number, page: PageRange, enabled: boolean) {
  const { data, isPlaceholderData } = useJob('rawReveal', { sessionId, ordinal, ...page }, { enabled });
  return enabled && !isPlaceholderData ? (data ?? null) : null;
}

/** State of the runs as of the newest summary; null until it is known. Paused views do not delay it. */
export function useLiveFacts(sessionId: string): LiveFacts | null {
  const heard = useSessionPart(sessionId, (session) => session.heard) ?? 0;
  const { data } = useQuery({
    ...jobQuery('liveFacts', { sessionId }, heard),
    enabled: heard > 0,
    placeholderData: (previous, before) => (before?.queryKey[1] === sessionId ? previous : undefined),
  });
  return data ?? null;
}
