import {
  type Filter,
  type FoundSoFar,
  isFilterError,
  parseFilter,
  runFilter,
} from '@openwop-inspector/run-log';
import type { FilterAnswer, RunningSearch, Session } from './session.ts';

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

async function findRows(
  session: Session,
  text: string,
  filter: Filter,
  { isOver, say, sayAfterMs }: Saying,
): Promise<FilterAnswer> {
  const { order } = session.view;
  const known = filter.isLasting ? session.grownFrom(text) : null;
  // Rows of a selection of the same order go on growing; those of another are what the window may still show.
  let id = known?.order === order ? known.id : null;
  let rows = known?.rows ?? new Int32Array(0);
  let { length: total } = rows;
  let { done, wholeTo } = known ?? { done: 0, wholeTo: 0 };
  /** What was found here and there and is not among the rows yet. */
  let soFar: FoundSoFar | null = null;
  /** What was found by now, which the session keeps. */
  const answer = (): FilterAnswer => {
    if (soFar !== null) {
      // Rows between those that were found before: a selection of its own, since places have changed.
      rows = soFar.rows();
      total = rows.length;
      soFar = null;
      id = null;
      if (done >= order.length) wholeTo = done;
    }
    id ??= session.newId();
    session.keep({ id, text, rows: rows.subarray(0, total), order, done, wholeTo });
    return { id, text, total, of: order.length, done, error: null };
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
      rows = withBatch(rows, total, batch.rows, done < order.length);
      total += batch.rows.length;
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

/** Rows after the first `total`, in the same array while there is space; `grows`: more are to come. */
function withBatch(rows: Int32Array, total: number, added: ArrayLike<number>, grows: boolean): Int32Array {
  const needed = total + added.length;
  const wide = needed <= rows.length ? rows : new Int32Array(Math.max(needed, grows ? total * 2 : 0));
  if (wide !== rows) wide.set(rows.subarray(0, total));
  wide.set(added, total);
  return wide;
}
