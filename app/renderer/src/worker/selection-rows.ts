/** Rows of a selection as the list shows them: with figures, dimmed, coloured, folded. */
import { type MaskedText, masker } from '@openwop-inspector/base';
import {
  type EventRow,
  filterSelects,
  isFilterError,
  parseFilter,
  type RowFigures,
  rowFigures,
} from '@openwop-inspector/run-log';
import { MAX_RULES } from '../model/colour-rules.ts';
import { dimmedRows, placesBefore, rowHolding, streamsOf } from './fold-rows.ts';
import type { CompiledRules, Session } from './session.ts';

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
export async function rowsOfSelection(
  session: Session,
  page: RowsQuery,
): Promise<{ readonly total: number; readonly rows: readonly EventRow[] }> {
  const { order } = session.shown;
  const fold = session.fold(page.filterId);
  const { rows } = fold ?? session.selection(page.filterId);
  const total = rows === null ? order.length : rows.length;
  const offset = Math.max(0, page.offset);
  const end = Math.min(total, offset + Math.min(page.limit, MAX_ROWS));
  const ordinals: number[] = [];
  for (let i = offset; i < end; i++) {
    ordinals.push(rows === null ? order.ordinalAt(i) : (rows[i] as number));
  }
  const plain = await (session.run ?? session.log).rows(ordinals);
  const figures = page.figures === true ? await rowFigures(session.shown, ordinals) : null;
  const reported = figures === null ? plain : plain.map((row, at) => withFigures(row, figures[at]));
  const dimmedBy = page.dimmedBy ?? null;
  const dimmed = dimmedBy === null ? reported : dimmedRows(session, reported, dimmedBy, fold, offset);
  const { rules = [] } = page;
  const answer = rules.length === 0 ? dimmed : await colouredRows(session, dimmed, rules.slice(0, MAX_RULES));
  if (fold === null || fold.isSorted) return { total, rows: answer };
  const streams = await streamsOf(session, fold, offset, ordinals.length);
  return {
    total,
    rows: answer.map((row, at) => {
      const stream = streams[at];
      return stream == null ? row : { ...row, stream };
    }),
  };
}

const withFigures = (row: EventRow, figures: RowFigures | undefined): EventRow =>
  figures === undefined ? row : { ...row, figures };

/** A place in a selection; `position` is -1 when no event of it is that early. */
export interface RowPosition {
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
  const { order } = session.shown;
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
export async function colouredRows(
  session: Session,
  rows: readonly EventRow[],
  rules: readonly string[],
): Promise<readonly EventRow[]> {
  const { shown } = session;
  const { filters } = compiled(session, rules);
  const answer: EventRow[] = [];
  for (const row of rows) {
    let colour = -1;
    for (let at = 0; at < filters.length && colour < 0; at++) {
      const filter = filters[at];
      if (filter != null && (await filterSelects(filter, shown, row.ordinal))) colour = at;
    }
    answer.push(colour < 0 ? row : { ...row, colour });
  }
  return answer;
}

function compiled(session: Session, rules: readonly string[]): CompiledRules {
  const { shown, log } = session;
  const key = JSON.stringify([log.state, session.run?.state ?? '', rules]);
  if (session.rules?.key !== key) {
    const filters = rules.map((text) => {
      const filter = parseFilter(text, shown, new Set());
      return isFilterError(filter) ? null : filter;
    });
    session.rules = { key, filters };
  }
  return session.rules;
}

/** Error messages of some filters; null for one that can be read. */
export function filterFaults({ shown }: Session, texts: readonly string[]): readonly (MaskedText | null)[] {
  return texts.map((text) => {
    const filter = parseFilter(text, shown, new Set());
    return isFilterError(filter) ? masker.text(filter.message) : null;
  });
}
