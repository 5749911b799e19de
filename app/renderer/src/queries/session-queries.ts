/**
 * Hooks over jobs of the session worker that need more than `useJob`. All return the last answer until a newer one comes
 * (check `isPlaceholderData`), and refetch when a load reports progress unless the answer cannot change.
 */
import { asksForNotes, type EventRow, type LiveFacts } from '@openwop-inspector/run-log';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNotes } from '../state/notes-store.ts';
import { useSessionPart } from '../state/sessions-store.ts';
import type { ChainTarget } from '../worker/jobs.ts';
import { jobQuery, useJob } from './job-query.ts';

/** Idle stretches longer than this are folded on time axes, in ms. */
export const FOLD_IDLE_MS = 5000;

/** Effects fetched with a chain; the same everywhere, so that all views of the chain share one answer. */
export const DESCENDANT_LIMIT = 200;

/** Buckets of the minimap; about one to four pixels. */
export const MINIMAP_BUCKETS = 240;

/** Compiles a filter. Its `id` lives in the worker, so an unused answer is dropped immediately. */
export function useFilterAnswer(sessionId: string, text: string) {
  const isOfNotes = useMemo(() => asksForNotes(text), [text]);
  const noted = useNotedOrdinals(sessionId, isOfNotes);
  const input = isOfNotes ? { sessionId, text, noted: noted ?? [] } : { sessionId, text };
  return useJob('filter', input, { enabled: !isOfNotes || noted !== null });
}

/** Ordinals of the loaded events with a note, ascending; null until they are known, or while disabled. */
function useNotedOrdinals(sessionId: string, isRequested: boolean): readonly number[] | null {
  const notes = useNotes(sessionId);
  const events = useMemo(() => (isRequested ? notes.map(({ event }) => event) : []), [notes, isRequested]);
  const { data, isPlaceholderData } = useJob('findAll', { sessionId, events }, { enabled: isRequested });
  return useMemo(() => {
    if (!isRequested || data === undefined || isPlaceholderData) return null;
    return [...new Set(data.filter((ordinal) => ordinal !== null))].sort((a, b) => a - b);
  }, [isRequested, data, isPlaceholderData]);
}

/** Error messages of some filters; null for each that can be read, and until that is known. */
export function useFilterFaults(sessionId: string, texts: readonly string[]): readonly (string | null)[] {
  const { data } = useJob(
    'filterFaults',
    { sessionId, texts },
    { enabled: sessionId !== '' && texts.length > 0 },
  );
  return data ?? [];
}

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

/** Summaries of some events by ordinal, those that have been read. */
export function useSummaries(sessionId: string, ordinals: readonly number[]): ReadonlyMap<number, string> {
  const { data } = useJob('rowsByOrdinal', { sessionId, ordinals }, { enabled: ordinals.length > 0 });
  return useMemo(() => new Map(data?.map(({ ordinal, summary }) => [ordinal, summary])), [data]);
}

/** Place of an event in a selection; `found` are its rows by now, while it is searched for. */
export const usePosition = (
  sessionId: string,
  filterId: number | null,
  ordinal: number | null,
  found: number | null,
) =>
  useJob(
    'position',
    { sessionId, filterId: filterId ?? 0, ordinal: ordinal ?? 0 },
    { enabled: filterId !== null && ordinal !== null, version: found },
  );

const NO_TARGET: ChainTarget = { kind: 'event', ordinal: 0 };

/** Causes and effects; `target` null fetches nothing. */
export const useChain = (sessionId: string, target: ChainTarget | null, descendantLimit: number) =>
  useJob('chain', { sessionId, target: target ?? NO_TARGET, descendantLimit }, { enabled: target !== null });

/** Event counts along the time axis; of a selection that is searched for, when it is found. */
export const useHistogram = (
  sessionId: string,
  { filterId, search }: { readonly filterId: number | null; readonly search: number | null },
  buckets: number,
  foldIdle: boolean,
) =>
  useJob(
    'histogram',
    { sessionId, filterId: filterId ?? 0, buckets, foldIdleMs: foldIdle ? FOLD_IDLE_MS : null },
    { enabled: filterId !== null && search === null && buckets > 0 },
  );

/** Gaps between loaded sequences, by place in a selection. */
export const useGaps = (sessionId: string, filterId: number | null, enabled: boolean) =>
  useJob('gaps', { sessionId, filterId: filterId ?? 0 }, { enabled: enabled && filterId !== null });

/** The same page in clear, fetched while a key or a button is pressed; it is not cached (security S-14). */
export const useClearRaw = (
  sessionId: string,
  ordinal: number,
  offset: number,
  length: number,
  held: boolean,
) => {
  const { data, isPlaceholderData } = useJob(
    'rawReveal',
    { sessionId, ordinal, offset, length },
    { enabled: held },
  );
  return held && !isPlaceholderData ? (data ?? null) : null;
};

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
