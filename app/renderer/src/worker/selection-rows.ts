/** Rows of a selection as the list shows them: with figures, dimmed, coloured, folded; and the search that finds them. */
import { firstThat, masker } from '@openwop-inspector/base';
import {
  type EventRow,
  type Filter,
  type FoundSoFar,
  filterSelects,
  foldStreams,
  isFilterError,
  type ListOrder,
  parseFilter,
  type RowStream,
  rowFigures,
  rowOfPlace,
  runFilter,
  sortedRows,
  streamFold,
} from '@openwop-inspector/run-log';
import { MAX_RULES } from '../features/filter/filter-file.ts';
import type { FilterAnswer, Fold, RunningSearch, Session } from './sessions.ts';

/** Maximum number of rows in a page. */
export const MAX_ROWS = 2_000;

/** Which rows of a selection are wanted, and what is said of them. */
export interface RowsQuery {
  readonly filterId: number;
  readonly offset: number;
  readonly limit: number;
  /** Asks for their figures too. */
  readonly figures?: boolean;
  /** A selection: rows of none of its events are said to be dimmed. */
  readonly dimmedBy?: number | null;
  /** Filters of colouring rules, at most 12: rows say which of them selects them first. */
  readonly rules?: readonly string[];
}

/** Rows `offset` to `offset + limit` of a selection, in its order. `limit` at most 2,000. */
export async function rowsOfSelection(session: Session, page: RowsQuery) {
  const { order } = session.view;
  const { filterId, limit, figures: withFigures = false, dimmedBy = null, rules = [] } = page;
  const fold = session.fold(filterId);
  const { rows } = fold ?? session.selection(filterId);
  const total = rows?.length ?? order.length;
  const offset = Math.max(0, page.offset);
  const ordinals = ordinalsOf(rows, order, offset, Math.min(total, offset + Math.min(limit, MAX_ROWS)));
  let answer: readonly EventRow[] = await (session.run ?? session.log).rows(ordinals);
  if (withFigures) {
    const figures = await rowFigures(session.view, ordinals);
    answer = answer.map((row, at) => ({ ...row, ...(figures[at] && { figures: figures[at] }) }));
  }
  if (dimmedBy !== null) answer = dimmedRows(session, answer, dimmedBy, fold, offset);
  if (rules.length > 0) answer = await colouredRows(session, answer, rules.slice(0, MAX_RULES));
  if (fold !== null && !fold.isSorted) {
    const streams = await streamsOf(session, fold, offset, ordinals.length);
    answer = answer.map((row, at) => ({ ...row, ...(streams[at] && { stream: streams[at] }) }));
  }
  return { total, rows: answer };
}

/** Events from one place of a selection to another; `rows` is null for every event. */
const ordinalsOf = (rows: Int32Array | null, order: Fold['order'], from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => rows?.[from + at] ?? order.ordinalAt(from + at));

/** A place in a selection; `position` is -1 when no event of it is that early. */
interface RowPosition {
  readonly position: number;
  /** False for the place of the nearest earlier event. */
  readonly exact: boolean;
  /** The first piece of the folded stream that the event is in; null where it is a row. */
  readonly foldedIn: number | null;
}

/** Place of an event in a selection by binary search over display order; the nearest earlier one when it is not in it. */
export function positionIn(session: Session, ordinal: number, filterId: number): RowPosition {
  const fold = session.fold(filterId);
  if (fold?.isSorted) {
    const position = fold.rows.indexOf(ordinal);
    return { position, exact: position >= 0, foldedIn: null };
  }
  if (fold !== null) {
    const { position: place, exact } = positionIn(session, ordinal, fold.of);
    const { position, head } = rowHolding(fold, place);
    return { position, exact, foldedIn: exact && head !== ordinal ? head : null };
  }
  const { order } = session.view;
  const place = order.indexOf(ordinal);
  const { rows } = session.selection(filterId);
  if (rows === null) return { position: place, exact: place >= 0, foldedIn: null };
  const position = placesBefore(rows, order, place + 1) - 1;
  return { position, exact: position >= 0 && rows[position] === ordinal, foldedIn: null };
}

/**
 * Rows that a rule selects say which: the first one, by its number. A folded stream goes by its first piece. A rule that
 * cannot be read selects none. O(rows × rules), and reads the events whose columns do not decide.
 */
export async function colouredRows(session: Session, rows: readonly EventRow[], rules: readonly string[]) {
  const { view, log } = session;
  const key = JSON.stringify([log.state, session.run?.state ?? '', rules]);
  if (session.rules?.key !== key) {
    const parsed = await parsedRules(view, rules);
    session.rules = { key, filters: parsed.map((filter) => (isFilterError(filter) ? null : filter)) };
  }
  const { filters } = session.rules;
  const selects = (filter: Filter | null | undefined, { ordinal }: EventRow) =>
    filter != null && filterSelects(filter, view, ordinal);
  const answer: EventRow[] = [];
  for (const row of rows) {
    let colour = 0;
    while (colour < filters.length && !(await selects(filters[colour], row))) colour++;
    answer.push(colour < filters.length ? { ...row, colour } : row);
  }
  return answer;
}

const parsedRules = (view: Session['view'], rules: readonly string[]) =>
  Promise.all(rules.map((text) => parseFilter(text, view, new Set())));

/** Error messages of some filters; null for one that can be read. */
export async function filterFaults({ view }: Session, texts: readonly string[]) {
  const parsed = await parsedRules(view, texts);
  return parsed.map((filter) => (isFilterError(filter) ? masker.text(filter.message) : null));
}

export interface FoldInput {
  readonly filterId: number;
  /** Pieces of streams that stay unfolded. */
  readonly open: readonly number[] | 'all';
}

export interface FoldAnswer {
  readonly id: number;
  /** Rows. */
  readonly total: number;
  /** Events that have no row of their own. */
  readonly folded: number;
  /** Grows each time that rows are refolded: earlier results for the rows may be outdated. */
  readonly made: number;
}

/** A filter's answer with its rows folded as last requested; null while they are searched. */
export interface FilteredAnswer extends FilterAnswer {
  readonly fold: (FoldAnswer & Pick<FoldInput, 'open'>) | null;
}

/** Folds the streams of a selection. O(its rows). */
export function foldRows(session: Session, { filterId, open }: FoldInput): FoldAnswer {
  const { rows } = session.selection(filterId);
  const log = session.view;
  const folded = foldStreams(log, rows, open === 'all' ? open : new Set(open));
  const key = `${filterId} ${open === 'all' ? open : open.join(' ')}`;
  const fold = session.keepFold({ ...folded, key, of: filterId, order: log.order, selection: rows });
  return { ...fold, folded: (rows?.length ?? log.order.length) - fold.total };
}

/** Puts a selection in another order; null when a newer question came meanwhile. O(its rows × log its rows). */
export async function sortRows(
  session: Session,
  { filterId, order }: { readonly filterId: number; readonly order: ListOrder },
): Promise<FoldAnswer | null> {
  const isOver = session.sorts.begin();
  const { rows: selection } = session.selection(filterId);
  const log = session.view;
  const rows = await sortedRows(log, selection, order, isOver);
  if (rows === null) return null;
  const key = `${filterId} ${order.by} ${order.isDescending}`;
  const none = new Int32Array(0);
  const sorted = { rows, starts: none, heads: none, isSorted: true };
  return { ...session.keepFold({ ...sorted, key, of: filterId, order: log.order, selection }), folded: 0 };
}

/** The answer of a filter with its folded rows, so that the list changes in one step. */
export function withFold(session: Session, answer: FilterAnswer): FilteredAnswer {
  const { openStreams: open } = session;
  if (answer.error !== null || answer.done < answer.of || open === 'all') return { ...answer, fold: null };
  return { ...answer, fold: { ...foldRows(session, { filterId: answer.id, open }), open } };
}

/** What the rows from `offset` on are of: a stream, folded or not, or none. Reads the beginning of the folded ones. */
export async function streamsOf(session: Session, fold: Fold, offset: number, count: number) {
  const streams: (RowStream | null)[] = [];
  for (let row = offset; row < offset + count; row++) {
    const head = fold.heads[row] ?? -1;
    const pieces = ordinalsOf(fold.selection, fold.order, fold.starts[row] ?? 0, fold.starts[row + 1] ?? 0);
    const isFolded = head >= 0 && pieces.length > 1;
    const folded = isFolded ? await streamFold(session.view, pieces) : null;
    streams.push(head < 0 ? null : { head, fold: folded });
  }
  return streams;
}

/** The row of a place of the folded selection, and the first piece where that is folded into it. */
export function rowHolding(fold: Fold, place: number) {
  const position = rowOfPlace(fold, place);
  const isFolded = (fold.starts[position + 1] ?? 0) - (fold.starts[position] ?? 0) > 1;
  return { position, head: isFolded ? (fold.heads[position] ?? null) : null };
}

/** Says of rows of all events which of them the filter leaves out: of a folded stream, that it selects none of its pieces. */
export function dimmedRows(
  session: Session,
  rows: readonly EventRow[],
  filterId: number,
  fold: Fold | null,
  offset: number,
): readonly EventRow[] {
  const { rows: selected } = session.selection(filterId);
  if (selected === null) return rows;
  const { order } = session.view;
  return rows.map((row, at) => {
    // Places of all events: that of the row, or those that are folded into it.
    const place = order.indexOf(row.ordinal);
    const end = fold === null || fold.isSorted === true ? place + 1 : (fold.starts[offset + at + 1] ?? 0);
    const isSelected = placesBefore(selected, order, end) > placesBefore(selected, order, place);
    return isSelected ? row : { ...row, isDimmed: true };
  });
}

/** Number of events before a place of a selection that is in the order of the log. */
function placesBefore(selected: Int32Array, order: Fold['order'], place: number): number {
  return firstThat(selected.length, (at) => order.indexOf(selected[at] as number) >= place);
}

/** A search that takes longer says so often, in ms, what it has found. */
const SAY_AFTER_MS = 120;
/** The longest time between two times. */
const MOST_SAY_AFTER_MS = 1000;

/**
 * Compiles a filter and finds its rows. During a long search `say` gets the rows so far: one growing selection, or one
 * selection after the other where the source interleaves runs. The next search or `stopSearch` ends it with those rows.
 * Rows searched before for the same text are reused where they last. `noted`: ordinals of events with a note, or null.
 */
export async function filterRows(
  session: Session,
  text: string,
  say: (part: FilterAnswer) => void = () => undefined,
  sayAfterMs = SAY_AFTER_MS,
  noted: readonly number[] | null = null,
): Promise<FilterAnswer> {
  const log = session.view;
  const running = session.search;
  if (running?.text === text && running.order === log.order) {
    running.say = say;
    return running.answer;
  }
  const isOver = session.beginSearch(text);
  session.search = null;
  if (text.trim() === '') return allRows(session, text);
  const endSharing = (): void => {
    if (session.search === search) session.search = null;
  };
  const find = async (): Promise<FilterAnswer> => {
    const filter = await parseFilter(text, log, noted === null ? null : new Set(noted));
    if (isFilterError(filter)) return { ...allRows(session, text), error: filter };
    if (!filter.isLasting) endSharing();
    return findRows(session, text, filter, { isOver, say: (part) => search.say(part), sayAfterMs });
  };
  const search: RunningSearch = { text, order: log.order, answer: find(), say };
  session.search = search;
  return search.answer.finally(endSharing);
}

/** The answer that narrows nothing. */
function allRows({ view }: Session, text: string): FilterAnswer {
  const of = view.order.length;
  return { id: 0, text, total: of, of, done: of, error: null };
}

interface Saying {
  readonly isOver: () => boolean;
  readonly say: (part: FilterAnswer) => void;
  readonly sayAfterMs: number;
}

async function findRows(session: Session, text: string, filter: Filter, { isOver, say, sayAfterMs }: Saying) {
  const { order } = session.view;
  const known = filter.isLasting ? session.grownFrom(text) : null;
  // Rows of a selection of the same order go on growing; those of another are what the window may still show.
  let id = known?.order === order ? known.id : null;
  let rows = known?.rows ?? new Int32Array(0);
  let { done, wholeTo } = known ?? { done: 0, wholeTo: 0 };
  /** What was found here and there and is not among the rows yet. */
  let soFar: FoundSoFar | null = null;
  /** What was found by now, which the session keeps. */
  const answer = (): FilterAnswer => {
    if (soFar !== null) {
      // Rows between those that were found before: a selection of its own, since places have changed.
      rows = soFar.rows();
      soFar = null;
      id = null;
      if (done >= order.length) wholeTo = done;
    }
    id ??= session.newId();
    session.keep({ id, text, rows, order, done, wholeTo });
    return { id, text, total: rows.length, of: order.length, done, error: null };
  };
  if (session.stoppedText === text || wholeTo >= order.length) return answer();
  let saidAt = performance.now();
  let rest = sayAfterMs;
  const tell = (): void => {
    if (done >= order.length || performance.now() - saidAt < rest) return;
    say(answer());
    saidAt = performance.now();
    // To put in order what was found here and there takes its time.
    rest = Math.min(rest * 2, MOST_SAY_AFTER_MS);
  };
  const found = await runFilter(filter, session.view, {
    isCancelled: isOver,
    from: wholeTo,
    onBatch: (batch) => {
      if (isOver()) return;
      done = wholeTo = batch.done;
      rows = joined(rows, batch.rows);
      tell();
    },
    onSoFar: (given) => {
      if (isOver()) return;
      soFar = given;
      done = given.done;
      tell();
    },
  });
  if (found === null && session.stoppedText !== text) return allRows(session, text);
  if (found !== null) done = order.length;
  return answer();
}

function joined(rows: Int32Array, added: Int32Array): Int32Array {
  const all = new Int32Array(rows.length + added.length);
  all.set(rows);
  all.set(added, rows.length);
  return all;
}
