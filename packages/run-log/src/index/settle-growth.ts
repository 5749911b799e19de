import { parseExactly, sameBytesAt } from '@openwop-inspector/base';
import { Turns } from '../next-turn.ts';
import { hashText } from '../scan/id-hash.ts';
import { type DerivedForm, derivedId, dropRepeat, dropRow, registerDerivedIds } from './derived-ids.ts';
import { FLAG } from './event-columns.ts';
import { agrees, readEventDocument, saysMore } from './event-document.ts';
import { type EventOrder, GrowingOrder, orderEvents } from './event-order.ts';
import type { LogIndex } from './log-index.ts';

/** Marks that say how a row came, not what it says. */
const OF_ARRIVAL = FLAG.dropped | FLAG.viaStream | FLAG.viaPoll | FLAG.viaBundle;

/** Comparing may put rows side by side that then have to be compared. */
const MAX_ROUNDS = 4;

/** Rows of a log that grows, as far as the checks are concerned. */
export interface GrowingRows {
  /** Rows that the display order knows of. */
  readonly known: number;
  /** Rows that say something else than when they were checked. */
  readonly changed: ReadonlySet<number>;
}

/** A row, and a later one about the same event. */
interface Repeat {
  readonly row: number;
  readonly repeat: number;
}

/**
 * Puts the rows of a capture in order, batch after batch as they come. An event that is there several times is reported
 * several times, since hosts say more of it on one channel than on another: the first row keeps its ordinal and takes
 * over what it lacked. The result does not depend on where one batch ends and the next begins.
 */
export class GrowthSettler {
  private readonly index: LogIndex;
  private readonly form: DerivedForm;
  private readonly read: ReadRow;
  private order: GrowingOrder;
  /** Rows before this one have been taken. */
  private taken = 0;
  private repeats: Repeat[] = [];
  /** Rows that share their sequence with another event, which has been reported. */
  private readonly inConflict = new Set<number>();
  /** Rows that the display order knows of: ordinals below are displayed, or were reported before. */
  known = 0;
  /** Rows that say something else since they were checked. */
  private changed = new Set<number>();

  constructor(index: LogIndex, form: DerivedForm, read: ReadRow) {
    this.index = index;
    this.form = form;
    this.read = read;
    this.order = new GrowingOrder(index.columns);
  }

  /** Takes the rows that have come since; answers the order with them. Rejects when the source cannot be read. */
  async takeNew(isCancelled: () => boolean): Promise<EventOrder> {
    const from = this.taken;
    this.taken = this.index.columns.length;
    for (let row = from; row < this.taken; row++) this.takeIds(row);
    this.order.add(this.storedRows(from), this.onShared);
    for (let round = 0; this.repeats.length > 0 && round < MAX_ROUNDS; round++)
      await this.compareRepeats(isCancelled);
    this.known = this.taken;
    return this.order.snapshot();
  }

  /** What the checks of payloads have to look at; each changed row is listed once. */
  takeUnchecked(): GrowingRows {
    const { known, changed } = this;
    this.changed = new Set();
    return { known, changed };
  }

  private *storedRows(from: number): Iterable<number> {
    const { flags } = this.index.columns;
    for (let row = from; row < this.taken; row++)
      if (((flags[row] as number) & FLAG.dropped) === 0) yield row;
  }

  /** Enters a row by its id, or by the ids that hosts derive (run-events.md section 5.2). */
  private takeIds(row: number): void {
    const { columns, byId, runs } = this.index;
    if (((columns.flags[row] as number) & FLAG.eventIdMissing) === 0) {
      const first = byId.add(columns.idA[row] as number, columns.idB[row] as number, row);
      if (first >= 0) this.noteRepeat(first, row);
      return;
    }
    const sequence = columns.sequence[row] as number;
    if (Number.isNaN(sequence)) return;
    const runId = runs.textOf(columns.run[row] as number);
    const other = this.form === 'evt' ? 'plain' : 'evt';
    const own = hashText(derivedId(this.form, runId, sequence, row));
    columns.idA[row] = own.a;
    columns.idB[row] = own.b;
    const first = byId.add(own.a, own.b, row);
    if (first >= 0) this.noteRepeat(first, row);
    else {
      const second = hashText(derivedId(other, runId, sequence, row));
      const bySecond = byId.add(second.a, second.b, row);
      if (bySecond >= 0) this.nameToo(own, bySecond, row);
    }
  }

  private noteRepeat(row: number, repeat: number): void {
    if (dropRow(this.index, repeat)) this.repeats.push({ row, repeat });
  }

  /** Two rows of one run and sequence are one event unless both name it and the names differ. */
  private readonly onShared = (before: number, row: number): boolean => {
    const { columns } = this.index;
    const flags = (columns.flags[before] as number) | (columns.flags[row] as number);
    if ((flags & FLAG.eventIdMissing) === 0) {
      if (this.inConflict.has(row)) return false;
      this.inConflict.add(row);
      this.index.problemOf('shared_sequence', describeShared(this.index, before, row), row);
      return false;
    }
    this.nameToo({ a: columns.idA[row] as number, b: columns.idB[row] as number }, before, row);
    return true;
  };

  /** Whoever names the repeat by its own id means the row that is displayed; causes that were not found may be now. */
  private nameToo(own: { readonly a: number; readonly b: number }, stored: number, repeat: number): void {
    this.index.byId.set(own.a, own.b, stored);
    this.noteRepeat(stored, repeat);
    this.order.touch();
  }

  private async compareRepeats(isCancelled: () => boolean): Promise<void> {
    const repeats = this.repeats;
    this.repeats = [];
    let isMoved = false;
    const turns = new Turns(isCancelled);
    for (const repeat of repeats) {
      if (turns.areDue && !(await turns.rest())) break;
      isMoved = (await this.compare(repeat)) || isMoved;
    }
    if (!isMoved) return;
    this.order = new GrowingOrder(this.index.columns);
    this.order.add(this.storedRows(0), this.onShared);
  }

  /** Merges a repeat into the row that remains; true when that row belongs elsewhere now. */
  private async compare({ row, repeat }: Repeat): Promise<boolean> {
    const { index } = this;
    const [first, second] = [await this.read(row), await this.read(repeat)];
    if (sameBytes(first, second)) return false;
    const [a, b] = [readEventDocument(first, parseExactly), readEventDocument(second, parseExactly)];
    if (a === null || b === null || !agrees(a, b, true)) {
      index.problemOf('conflicting_duplicate', describeRepeat(index, row, repeat), row);
      return false;
    }
    const sequence = index.columns.sequence[row];
    const run = index.columns.run[row];
    if (saysMore(a, b)) this.takeOver(row, repeat);
    else fillIn(index, row, repeat);
    this.changed.add(row);
    this.order.touch();
    return !Object.is(sequence, index.columns.sequence[row]) || run !== index.columns.run[row];
  }

  /** The later repeat becomes what the row says; how it came stays. */
  private takeOver(stored: number, repeat: number): void {
    const { columns } = this.index;
    columns.swap(stored, repeat);
    const [own, other] = [columns.flags[stored] as number, columns.flags[repeat] as number];
    columns.flags[stored] = (own & ~OF_ARRIVAL) | (other & OF_ARRIVAL) | FLAG.merged;
    columns.flags[repeat] = (other & ~OF_ARRIVAL) | (own & OF_ARRIVAL);
  }
}

/* Repeats of events in a log: which row remains, what it takes over, and what is reported. */

/** Reads the bytes of a row. */
type ReadRow = (ordinal: number) => Promise<Uint8Array>;

/**
 * Compares each repeat with the row that remains (run-events.md section 1.1 rule 4): an equal one is silent, a
 * different one is a `conflicting_duplicate`, and across sources fields that the remaining row lacks are filled in.
 */
export async function settleRepeats(
  index: LogIndex,
  from: number,
  read: ReadRow,
  isCancelled: () => boolean,
): Promise<number> {
  const { repeats, columns } = index;
  let at = from;
  for (; at < repeats.length && !isCancelled(); at += 2) {
    const stored = repeats[at] as number;
    const repeated = repeats[at + 1] as number;
    const across = columns.source[stored] !== columns.source[repeated];
    const [first, second] = [await read(stored), await read(repeated)];
    if (!across && sameBytes(first, second)) continue;
    const [a, b] = [readEventDocument(first, parseExactly), readEventDocument(second, parseExactly)];
    if (a !== null && b !== null && agrees(a, b, across)) {
      if (across) fillIn(index, stored, repeated);
      continue;
    }
    index.problemOf('conflicting_duplicate', describeRepeat(index, stored, repeated), stored);
  }
  return at;
}

/** Message about a row and a repeat of it with other content. */
function describeRepeat({ columns }: LogIndex, stored: number, repeated: number): string {
  const [displayed, other] = [columns.offset[stored], columns.offset[repeated]];
  return `The same event is at byte ${displayed} and, with other content, at byte ${other}; only the one at byte ${displayed} is displayed`;
}

/** Message about two events of one run that share a sequence under different ids. */
function describeShared({ columns }: LogIndex, before: number, row: number): string {
  return `Another event of the run, at byte ${columns.offset[before]}, has sequence ${columns.sequence[row]} too, under another eventId; both are displayed`;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && sameBytesAt(a, 0, b);

/** Takes over what the remaining row lacks: its cause, node and time. */
function fillIn(index: LogIndex, stored: number, from: number): void {
  const { columns } = index;
  if (columns.causeA[stored] === 0 && columns.causeB[stored] === 0) {
    columns.causeA[stored] = columns.causeA[from] as number;
    columns.causeB[stored] = columns.causeB[from] as number;
    const taken = (columns.flags[from] as number) & (FLAG.externalCause | FLAG.envelopeEffect);
    columns.flags[stored] = (columns.flags[stored] as number) | FLAG.merged | taken;
  }
  if (columns.node[stored] === 0) columns.node[stored] = columns.node[from] as number;
  if (Number.isNaN(columns.time[stored])) columns.time[stored] = columns.time[from] as number;
}

/**
 * Finds events of one run that share a sequence. When one of them has no eventId they are one event recorded twice; two
 * with different ids are reported, and both rows stay.
 */
function findSharedSequences(index: LogIndex, order: EventOrder): boolean {
  const { columns } = index;
  let dropped = false;
  for (let i = 1; i < order.length; i++) {
    const before = order.ordinalAt(i - 1);
    const row = order.ordinalAt(i);
    if (columns.run[before] !== columns.run[row] || columns.sequence[before] !== columns.sequence[row])
      continue;
    const beforeLacks = columns.has(before, FLAG.eventIdMissing);
    const rowLacks = columns.has(row, FLAG.eventIdMissing);
    if (!beforeLacks && !rowLacks) {
      index.problemOf('shared_sequence', describeShared(index, before, row), row);
      continue;
    }
    // The record that names its event is the better one to keep.
    if (beforeLacks && !rowLacks) dropRepeat(index, row, before);
    else dropRepeat(index, before, row);
    dropped = true;
  }
  return dropped;
}

/** Puts all rows of sources that were read to their ends in order; what is there twice is still to be compared. */
export function putInOrder(index: LogIndex, form: DerivedForm): EventOrder {
  index.takeIds();
  registerDerivedIds(index, form);
  const order = orderEvents(index.columns);
  return findSharedSequences(index, order) ? orderEvents(index.columns) : order;
}
