import { errorText } from '@openwop-inspector/base';
import { asksForNotes, type FilterError, type ListOrder } from '@openwop-inspector/run-log';
import { useEffect, useMemo, useRef } from 'react';
import { useJob } from '../../shared/job-query.ts';
import type { TimeBrush } from '../../shared/view-link.ts';
import type { FilteredAnswer, FoldAnswer } from '../../worker/selection-rows.ts';
import { useNotes } from '../notes/notes-store.ts';
import { useStartMs } from '../sessions/sessions-store.ts';
import { useChoices } from '../sessions/view-store.ts';

/** What each level adds to the filter; pieces of streams are not steps. */
const LEVELS = { everything: null, steps: '-is:stream', failures: 'is:failed' } as const;

/** Prefix of a text that is narrowed further: a group keeps an `or` in it together. */
const GROUP = '(';

/** The rows that the filter and the brush select. */
export interface FilterSelection {
  /** Names the selection in row requests; null until the first answer. */
  readonly filterId: number | null;
  readonly total: number;
  readonly of: number;
  /** Whether anything is typed or brushed. */
  readonly narrows: boolean;
  /** What is wrong with the text; the rows are then those of the last text that was right. */
  readonly error: FilterError | null;
  /** Why the events could not be searched; the rows are then those of the last search that could. */
  readonly failure: FilterFailure | null;
  /** True while a newer answer is on its way and these rows are those of before. */
  readonly isPending: boolean;
  /** While more rows of it are searched for: how far that is, 0 to 1. */
  readonly search: number | null;
  /** How far the search came that the person ended, 0 to 1. */
  readonly stopped: number | null;
  /** The rows with folded streams, as last requested. */
  readonly fold: FilteredAnswer['fold'];
}

/** A search that failed: the log could not be read, or the worker broke. */
export interface FilterFailure {
  readonly reason: string;
  readonly tryAgain: () => void;
}

/** The rows of the list: those of the filter with folded streams. */
export interface ListedSelection extends FilterSelection {
  /** Events that have no row of their own. */
  readonly folded: number;
  /** Which folding these rows are of; null for rows that are not folded. */
  readonly version: number | null;
  /** Their order is not that of the log. */
  readonly isSorted: boolean;
  /** Why they could not be put in the order that was chosen; null while they could. */
  readonly orderFailure: string | null;
  /** The selection whose rows are highlighted among all events; null where the others are hidden. */
  readonly dimmedBy: number | null;
}

/** The rows of the list: those that the filter selects, or all, of which the others are dimmed. */
export function useListedSelection(sessionId: string, selection: FilterSelection): ListedSelection {
  const { dims } = useChoices(sessionId, 'dims');
  const { filterId, narrows } = selection;
  const dimmedBy = dims && narrows ? filterId : null;
  const listed = useMemo(
    () => (dimmedBy === null ? selection : { ...selection, ...EVERYTHING, total: selection.of }),
    [selection, dimmedBy],
  );
  const rows = useOrderedSelection(sessionId, listed, selection.fold);
  // Until all events are folded the rows are those of the filter, of which none is dimmed.
  const isNarrow = rows.filterId !== null && rows.filterId === selection.fold?.id;
  return useMemo(() => ({ ...rows, dimmedBy: isNarrow ? null : dimmedBy }), [rows, isNarrow, dimmedBy]);
}

/** The selection of every event, available immediately. */
const EVERYTHING = { filterId: 0, search: null, fold: null, isPending: false } as const;

const NO_ORDER: ListOrder = { by: 'time', isDescending: false };

type Ordered = Omit<ListedSelection, 'dimmedBy'>;

/** A selection whose rows are listed as they are. */
const UNFOLDED = { folded: 0, version: null, isSorted: false, orderFailure: null } as const;

/**
 * Folds the streams of a selection, or puts it in the order that was chosen. One that is still searched for is listed as it
 * is. Until the first answer the rows are those of `before`, or the unfolded ones: a list without rows would lose the focus.
 * While a newer answer is on its way, the rows of the previous one stay.
 */
function useOrderedSelection(sessionId: string, selection: FilterSelection, before: FoldAnswer | null) {
  const choices = useChoices(sessionId, 'foldsStreams', 'unfolded', 'order');
  const { foldsStreams: folds, unfolded, order } = choices;
  const { filterId, search, total } = selection;
  const isRequested = filterId !== null && search === null;
  // Most often the answer of the filter has them; what is unfolded or folded since is requested.
  const same = selection.fold !== null && isSameOpen(selection.fold.open, unfolded) ? selection.fold : null;
  const of = { sessionId, filterId: filterId ?? 0 };
  const { data, isPlaceholderData, isError } = useJob(
    'fold',
    { ...of, open: folds ? unfolded : 'all' },
    { enabled: isRequested && folds && same === null && order === null, version: total },
  );
  const isSorted = isRequested && order !== null;
  const sortInput = { ...of, order: isSorted ? order : NO_ORDER };
  const { data: sorted, error, ...sort } = useJob('sort', sortInput, { enabled: isSorted, version: total });
  const isUnfolded = !isRequested || !folds || isError;
  const isPending =
    selection.isPending ||
    (isSorted ? sorted == null || sort.isPlaceholderData : data === undefined || isPlaceholderData);
  return useMemo(() => {
    if (isSorted) {
      if (sorted != null) return { ...listedAs(selection, sorted, isPending), isSorted: true };
      if (error === null) return { ...selection, ...UNFOLDED, isPending };
      return { ...selection, ...UNFOLDED, orderFailure: errorText(error) };
    }
    if (isUnfolded) return { ...selection, ...UNFOLDED };
    if (same !== null) return listedAs(selection, same, selection.isPending);
    const answer = data ?? before;
    if (answer === null) return { ...selection, ...UNFOLDED, isPending: true };
    return listedAs(selection, answer, isPending);
  }, [selection, before, data, same, isUnfolded, isSorted, sorted, error, isPending]);
}

function listedAs(selection: FilterSelection, answer: FoldAnswer, isPending: boolean): Ordered {
  const { id: filterId, total, folded, made: version } = answer;
  return { ...selection, ...UNFOLDED, filterId, total, folded, version, isPending };
}

const isSameOpen = (requested: readonly number[] | 'all', wanted: readonly number[]): boolean =>
  requested !== 'all' && requested.join() === wanted.join();

/** The active filter: as typed, narrowed by the level of the list and the brush. */
export function useWantedFilter(sessionId: string): string {
  const { filterText, brush, level } = useChoices(sessionId, 'filterText', 'brush', 'level');
  const startMs = useStartMs(sessionId);
  return effectiveFilter(filterText.trim(), brush, startMs, level);
}

/** Compiles a filter. Its `id` lives in the worker, so an unused answer is dropped immediately. */
function useFilterAnswer(sessionId: string, text: string) {
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

/** Compiles the filter of a session; while it is being typed or is wrong, the last right selection stays. */
export function useFilterSelection(sessionId: string): FilterSelection {
  const typed = useChoices(sessionId, 'filterText').filterText.trim();
  const wanted = useWantedFilter(sessionId);
  const { data, isFetching, error: bug, refetch, ...status } = useFilterAnswer(sessionId, wanted);
  const lastRight = useRef<{ sessionId: string; answer: FilteredAnswer } | null>(null);
  const stored = lastRight.current?.sessionId === sessionId ? lastRight.current.answer : null;
  const usable = data === undefined || data.error !== null || isBehind(data, stored) ? null : data;
  useEffect(() => {
    if (usable !== null) lastRight.current = { sessionId, answer: usable };
  }, [sessionId, usable]);
  const displayed = usable ?? stored;
  const isWaiting = status.isPlaceholderData || status.isPending || isBehind(data ?? null, stored);
  const share = displayed === null || displayed.done >= displayed.of ? null : displayed.done / displayed.of;
  const answered = data?.error ?? null;
  const error = useMemo(() => inTyped(answered, typed, wanted), [answered, typed, wanted]);
  const failure = useMemo(
    () => (bug === null ? null : { reason: errorText(bug), tryAgain: () => void refetch() }),
    [bug, refetch],
  );
  return useMemo(
    () => ({
      filterId: displayed?.id ?? null,
      total: displayed?.total ?? 0,
      of: displayed?.of ?? 0,
      narrows: wanted !== '',
      error,
      failure,
      isPending: isWaiting,
      search: isFetching ? share : null,
      stopped: isFetching ? null : share,
      fold: displayed?.fold ?? null,
    }),
    [displayed, wanted, error, failure, isWaiting, isFetching, share],
  );
}

/** While a log is read, each refresh searches again: earlier results stay until there are more. */
function isBehind(answer: FilteredAnswer | null, stored: FilteredAnswer | null): boolean {
  if (answer === null || stored === null || answer.text !== stored.text) return false;
  return answer.done < answer.of && answer.id !== stored.id && answer.total < stored.total;
}

/**
 * The active filter: what was typed, what the level adds, and the brushed stretch as a `time:` term in seconds
 * since the start. Without a known start there is nothing to brush.
 */
export function effectiveFilter(
  text: string,
  brush: TimeBrush | null,
  startMs: number | null,
  level: keyof typeof LEVELS = 'everything',
): string {
  const added: string[] = LEVELS[level] === null ? [] : [LEVELS[level]];
  if (brush !== null && startMs !== null)
    added.push(
      `time:${Math.floor(brush.fromMs - startMs) / 1000}..${Math.ceil(brush.toMs - startMs) / 1000}`,
    );
  if (added.length === 0) return text;
  return text === '' ? added.join(' ') : `${GROUP}${text}) ${added.join(' ')}`;
}

/** The error in the text as it was typed. */
export function inTyped(error: FilterError | null, text: string, wanted: string): FilterError | null {
  if (error === null || text === '' || text === wanted) return error;
  const { column, end } = error;
  const [first, last] = [column - GROUP.length, (end ?? column) - GROUP.length];
  return { ...error, column: first, ...(end === undefined ? {} : { end: Math.min(last, text.length) }) };
}
