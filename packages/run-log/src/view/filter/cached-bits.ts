/** Answers of terms for all rows of a log as bits, kept while somebody keeps its order, and carried on while it grows. */
import type { EventOrder } from '../../index/event-order.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { addRow, type Bits, hasRow, noRows, removeRow, textFor } from './bits.ts';
import type { ColumnLeaf } from './leaves.ts';

/** Answers that are kept of one log: the oldest goes first. 125 KB each of a million rows. */
const MAX_KEPT = 48;

interface Kept {
  bits: Bits;
  /** Places of the order that it answers for. */
  taken: number;
}

/** The rows of one order, with what is kept of terms. */
export class OrderBits {
  /** Rows that have a place, first to last by ordinal; up to `taken` places. */
  rows: Bits = noRows(0);
  taken = 0;
  /** False where display order is not the order of ordinals. */
  isAscending = true;
  private last = -1;
  private readonly answers = new Map<string, Kept>();

  /** Takes the places that came since. O(those). */
  carryOn(log: LoadedLog): this {
    const { order } = log;
    this.rows = grown(this.rows, log.index.columns.length);
    for (; this.taken < order.length; this.taken++) {
      const row = order.ordinalAt(this.taken);
      if (row < this.last) this.isAscending = false;
      this.last = row;
      addRow(this.rows, row);
    }
    return this;
  }

  /** Rows for which a term holds that has a key, and rows without a place. O(rows) once, then O(new rows). */
  answerOf(log: LoadedLog, leaf: ColumnLeaf, key: string): Bits {
    const held = this.answers.get(key) ?? filled(log, leaf);
    this.answers.delete(key);
    this.answers.set(key, held);
    if (this.answers.size > MAX_KEPT) this.answers.delete(this.answers.keys().next().value ?? '');
    held.bits = grown(held.bits, log.index.columns.length);
    for (; held.taken < this.taken; held.taken++) {
      const row = log.order.ordinalAt(held.taken);
      if (leaf.test(row)) addRow(held.bits, row);
      else removeRow(held.bits, row);
    }
    return held.bits;
  }
}

function filled(log: LoadedLog, leaf: ColumnLeaf): Kept {
  const { length } = log.index.columns;
  const bits = noRows(length);
  if (leaf.fill === undefined) return { bits, taken: 0 };
  leaf.fill(bits, length);
  return { bits, taken: log.order.length };
}

/** Room for more rows by a half, so that a log that grows does not copy at each refresh. */
function grown(bits: Bits, rows: number): Bits {
  if (textFor(rows) <= bits.length) return bits;
  const wider = new Uint32Array(bits.length === 0 ? textFor(rows) : Math.ceil(textFor(rows) * 1.5));
  wider.set(bits);
  return wider;
}

const known = new WeakMap<object, OrderBits>();

/** What is kept of the order of a log as it stands. */
export function bitsOf(log: LoadedLog): OrderBits {
  const { order } = log;
  const key = order.lineage ?? order;
  const held = known.get(key);
  // What knows more places than the order has cannot be turned back.
  if (held !== undefined && held.taken <= order.length) return held.carryOn(log);
  const made = new OrderBits().carryOn(log);
  if (held === undefined) known.set(key, made);
  return made;
}

/** Rows of the places from one on, up to another. */
export function rowsBetween(order: EventOrder, from: number, to: number, words: number): Bits {
  const bits = new Uint32Array(words);
  for (let place = from; place < to; place++) addRow(bits, order.ordinalAt(place));
  return bits;
}

/** Rows of the places from one on, up to another, that are in a set, in display order. */
export function inDisplayOrder(order: EventOrder, from: number, to: number, bits: Bits): Int32Array {
  const rows = new Int32Array(to - from);
  let kept = 0;
  for (let place = from; place < to; place++) {
    const row = order.ordinalAt(place);
    if (hasRow(bits, row)) rows[kept++] = row;
  }
  return rows.slice(0, kept);
}
