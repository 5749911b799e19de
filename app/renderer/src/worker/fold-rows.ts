/** Rows of a selection with folded streams, as a selection of its own. */
import {
  type EventRow,
  foldStreams,
  type ListOrder,
  type RowStream,
  rowOfPlace,
  sortedRows,
  streamFold,
} from '@openwop-inspector/run-log';
import type { FilterAnswer, Fold, Session } from './session.ts';

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
  const log = session.shown;
  const folded = foldStreams(log, rows, open === 'all' ? open : new Set(open));
  const key = `${filterId} ${open === 'all' ? open : open.join(' ')}`;
  const id = session.keepFold({ ...folded, key, of: filterId, order: log.order, selection: rows });
  session.foldsMade += 1;
  const all = rows?.length ?? log.order.length;
  return { id, total: folded.rows.length, folded: all - folded.rows.length, made: session.foldsMade };
}

/** Puts a selection in another order; null when a newer question came meanwhile. O(its rows × log its rows). */
export async function sortRows(
  session: Session,
  { filterId, order }: { readonly filterId: number; readonly order: ListOrder },
): Promise<FoldAnswer | null> {
  const isOver = session.sorts.begin();
  const { rows: selection } = session.selection(filterId);
  const log = session.shown;
  const rows = await sortedRows(log, selection, order, isOver);
  if (rows === null) return null;
  const key = `${filterId} ${order.by} ${order.isDescending}`;
  const none = new Int32Array(0);
  const sorted = { rows, starts: none, heads: none, isSorted: true };
  const id = session.keepFold({ ...sorted, key, of: filterId, order: log.order, selection });
  session.foldsMade += 1;
  return { id, total: rows.length, folded: 0, made: session.foldsMade };
}

/** The answer of a filter with its folded rows, so that the list changes in one step. */
export function withFold(session: Session, answer: FilterAnswer): FilteredAnswer {
  const { openStreams: open } = session;
  if (answer.error !== null || answer.done < answer.of || open === 'all') return { ...answer, fold: null };
  return { ...answer, fold: { ...foldRows(session, { filterId: answer.id, open }), open } };
}

/** What the rows from `offset` on are of: a stream, folded or not, or none. Reads the beginning of the folded ones. */
export async function streamsOf(
  session: Session,
  fold: Fold,
  offset: number,
  count: number,
): Promise<readonly (RowStream | null)[]> {
  const streams: (RowStream | null)[] = [];
  for (let row = offset; row < offset + count; row++) {
    const head = fold.heads[row] ?? -1;
    const pieces = piecesOf(fold, row);
    if (head < 0) streams.push(null);
    else if (pieces.length < 2) streams.push({ head, fold: null });
    else streams.push({ head, fold: await streamFold(session.shown, pieces) });
  }
  return streams;
}

function piecesOf({ starts, selection, order }: Fold, row: number): readonly number[] {
  const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
  return Array.from({ length: to - from }, (_, at) =>
    selection === null ? order.ordinalAt(from + at) : (selection[from + at] as number),
  );
}

/** The row of a place of the folded selection, and the first piece where that is folded into it. */
export function rowHolding(
  fold: Fold,
  place: number,
): { readonly position: number; readonly head: number | null } {
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
  const { order } = session.shown;
  return rows.map((row, at) => {
    // Places of all events: that of the row, or those that are folded into it.
    const place = order.indexOf(row.ordinal);
    const end = fold === null || fold.isSorted === true ? place + 1 : (fold.starts[offset + at + 1] ?? 0);
    const isSelected = placesBefore(selected, order, end) > placesBefore(selected, order, place);
    return isSelected ? row : { ...row, isDimmed: true };
  });
}

/** Number of events before a place of a selection that is in the order of the log. */
export function placesBefore(selected: Int32Array, order: Fold['order'], place: number): number {
  let low = 0;
  let high = selected.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order.indexOf(selected[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
