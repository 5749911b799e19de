/**
 * One hook per job of the session worker. All return the last answer until a newer one comes (check
 * `isPlaceholderData`), and refetch when a load reports progress unless the answer cannot change.
 */
import type { Severity } from '@openwop-inspector/protocol';
import { asksForNotes, type EventRow, type ListOrder } from '@openwop-inspector/run-log';
import { useMemo } from 'react';
import type { LaneQuery } from '../model/lane-window.ts';
import type { SlowOrder, SpanGroup } from '../model/slow-spans.ts';
import { useNotes } from '../state/notes-store.ts';
import type { FoldInput } from '../worker/fold-rows.ts';
import type { ChainTarget } from '../worker/jobs.ts';
import { useJob } from './job-query.ts';

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
  return useJob('filter', input, { keptForMs: 0, enabled: !isOfNotes || noted !== null });
}

/** Ordinals of the loaded events with a note, ascending; null until they are known, or while disabled. */
function useNotedOrdinals(sessionId: string, isAsked: boolean): readonly number[] | null {
  const notes = useNotes(sessionId);
  const events = useMemo(() => (isAsked ? notes.map(({ event }) => event) : []), [notes, isAsked]);
  const { data, isPlaceholderData } = useJob(
    'findAll',
    { sessionId, events },
    { enabled: isAsked, keptForMs: 0 },
  );
  return useMemo(() => {
    if (!isAsked || data === undefined || isPlaceholderData) return null;
    return [...new Set(data.filter((ordinal) => ordinal !== null))].sort((a, b) => a - b);
  }, [isAsked, data, isPlaceholderData]);
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

/** A selection with folded streams; `total` is its number of events so far. */
export const useFold = (sessionId: string, input: FoldInput, enabled: boolean, total: number) =>
  useJob('fold', { sessionId, ...input }, { enabled, keptForMs: 0, version: total });

/** A selection in another order; `total` is its number of events so far. */
export const useSort = (sessionId: string, filterId: number, order: ListOrder | null, total: number) =>
  useJob(
    'sort',
    { sessionId, filterId, order: order ?? NO_ORDER },
    { enabled: order !== null, keptForMs: 0, version: total },
  );

const NO_ORDER: ListOrder = { by: 'time', isDescending: false };

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
    { enabled: filterId !== null && ordinal !== null, keptForMs: 0, version: found },
  );

const NO_TARGET: ChainTarget = { kind: 'event', ordinal: 0 };

/** Causes and effects; `target` null fetches nothing. */
export const useChain = (sessionId: string, target: ChainTarget | null, descendantLimit: number) =>
  useJob('chain', { sessionId, target: target ?? NO_TARGET, descendantLimit }, { enabled: target !== null });

/** A page of the flattened causes forest. */
export const useCauses = (
  sessionId: string,
  page: {
    readonly expanded: readonly string[];
    readonly withEffectsOnly: boolean;
    readonly offset: number;
    readonly limit: number;
    readonly reveal?: number;
  },
) => useJob('causes', { sessionId, ...page });

/** The visible lanes. Scrolling and resizing make many answers, so they are not cached for long. */
export const useLaneWindow = (sessionId: string, query: LaneQuery) =>
  useJob('laneWindow', { sessionId, ...query }, { keptForMs: 5000 });

/** The longest durations. Their lanes are those of the nodes view. */
export const useSlowest = (
  sessionId: string,
  {
    group,
    by,
    foldIdle,
  }: { readonly group: SpanGroup | 'all'; readonly by: SlowOrder; readonly foldIdle: boolean },
) => useJob('slowest', { sessionId, group, by, foldIdleMs: foldIdle ? FOLD_IDLE_MS : null });

/** The critical path of the run of an event, else of the run that took longest. */
export const useCriticalPath = (sessionId: string, ordinal: number | null) =>
  useJob('criticalPath', { sessionId, ordinal });

/** Names of nodes, at most `limit`. */
export const useNodeIds = (sessionId: string, limit: number) => useJob('nodeIds', { sessionId, limit });

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
    { enabled: filterId !== null && search === null && buckets > 0, keptForMs: 0 },
  );

/** The runs of the source, whichever the views are about. */
export const useRuns = (sessionId: string) => useJob('runs', { sessionId });

/** Groups of the problems view, worst first. */
export const useProblemGroups = (sessionId: string, severities: readonly Severity[]) =>
  useJob('problemGroups', { sessionId, severities });

/** Some problems of one code. */
export const useProblems = (sessionId: string, code: string, offset: number, limit: number) =>
  useJob('problems', { sessionId, code, offset, limit }, { enabled: code !== '' });

/** Gaps between loaded sequences, by place in a selection. */
export const useGaps = (sessionId: string, filterId: number | null, enabled: boolean) =>
  useJob(
    'gaps',
    { sessionId, filterId: filterId ?? 0 },
    { enabled: enabled && filterId !== null, keptForMs: 0 },
  );

/** One value of an event's document. */
export const useJsonNode = (sessionId: string, ordinal: number, pointer: string) =>
  useJob('jsonNode', { sessionId, ordinal, pointer }, { refresh: 'never' });

/** A page of the exact bytes of an event. */
export const useRaw = (sessionId: string, ordinal: number, offset: number, length: number) =>
  useJob('raw', { sessionId, ordinal, offset, length }, { refresh: 'never', keptForMs: 0 });

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
    { refresh: 'never', keptForMs: 0, enabled: held },
  );
  return held && !isPlaceholderData ? (data ?? null) : null;
};
