import {
  type Filter,
  type FilterBatch,
  type FoundSoFar,
  isFilterError,
  parseFilter,
  runFilter,
} from '@openwop-inspector/run-log';
import type { FilterAnswer, RunningSearch, Selection, Session } from './session.ts';

/** A search that takes longer says so often, in ms, what it has found. */
const SAY_AFTER_MS = 120;
/** The longest time between two times. */
const MOST_SAY_AFTER_MS = 1000;

interface Saying {
  readonly say: (part: FilterAnswer) => void;
  readonly sayAfterMs: number;
}

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
    const known = filter.isLasting ? session.grownFrom(text) : null;
    const begun = new Search(session, text, known);
    return begun.run(filter, isOver, { say: (part) => search.say(part), sayAfterMs });
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

class Search {
  private readonly session: Session;
  private readonly log: Session['view'];
  private readonly order: Session['log']['order'];
  private readonly text: string;
  private id: number | null;
  private rows: Int32Array;
  private total: number;
  private done: number;
  private wholeTo: number;
  /** What was found here and there and is not among the rows yet. */
  private soFar: FoundSoFar | null = null;

  constructor(session: Session, text: string, known: Selection | null) {
    this.session = session;
    this.log = session.view;
    this.order = this.log.order;
    this.text = text;
    // Rows of a selection of the same order go on growing; those of another are what the window may still show.
    this.id = known?.order === this.order ? known.id : null;
    this.rows = known?.rows ?? new Int32Array(0);
    this.total = this.rows.length;
    this.done = known?.done ?? 0;
    this.wholeTo = known?.wholeTo ?? 0;
  }

  async run(filter: Filter, isOver: () => boolean, { say, sayAfterMs }: Saying): Promise<FilterAnswer> {
    const { session, text } = this;
    if (session.stoppedText === text || this.wholeTo >= this.order.length) return this.answer();
    let saidAt = performance.now();
    let rest = sayAfterMs;
    const tell = (): void => {
      if (this.done >= this.order.length || performance.now() - saidAt < rest) return;
      say(this.answer());
      saidAt = performance.now();
      // To put in order what was found here and there takes its time.
      rest = Math.min(rest * 2, MOST_SAY_AFTER_MS);
    };
    const found = await runFilter(filter, this.log, {
      isCancelled: isOver,
      from: this.wholeTo,
      onBatch: (batch) => {
        if (isOver()) return;
        this.add(batch);
        tell();
      },
      onSoFar: (soFar) => {
        if (isOver()) return;
        this.soFar = soFar;
        this.done = soFar.done;
        tell();
      },
    });
    if (found === null && session.stoppedText !== text) return allRows(session, text);
    if (found !== null) this.done = this.order.length;
    return this.answer();
  }

  /** Rows after those that were found before. */
  private add({ rows, done }: FilterBatch): void {
    this.done = done;
    this.wholeTo = done;
    const total = this.total + rows.length;
    if (total > this.rows.length) {
      const wider = new Int32Array(Math.max(total, done < this.order.length ? this.total * 2 : 0));
      wider.set(this.rows.subarray(0, this.total));
      this.rows = wider;
    }
    this.rows.set(rows, this.total);
    this.total = total;
  }

  /** Rows between those that were found before: a selection of its own, since places have changed. */
  private takeSoFar(): void {
    if (this.soFar === null) return;
    this.rows = this.soFar.rows();
    this.total = this.rows.length;
    this.soFar = null;
    this.id = null;
    if (this.done >= this.order.length) this.wholeTo = this.done;
  }

  /** What was found by now, which the session keeps. */
  private answer(): FilterAnswer {
    this.takeSoFar();
    const { session, text, order, total, done, wholeTo } = this;
    this.id ??= session.newId();
    const rows = this.rows.subarray(0, total);
    const { id } = session.keep({ id: this.id, text, rows, order, done, wholeTo });
    return { id, text, total, of: order.length, done, error: null };
  }
}
