/** Runs a filter over a log: columns as bits, 32 rows at a time, and bytes only of rows that are still in question. */
import { storedIn, storeRecent, unreachable } from '@openwop-inspector/base';
import type { EventOrder } from '../../index/event-order.ts';
import { Turns } from '../../next-turn.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { CarriedPasses } from '../rows/rows.ts';
import {
  addAll,
  addRow,
  type Bits,
  both,
  hasRow,
  isEmpty,
  nextRow,
  noRows,
  removeRow,
  rowsOf,
  uint32Count,
  without,
} from './bits.ts';
import type { BoundTree, ColumnLeaf } from './leaves.ts';
import { sweep } from './sweep.ts';

/** Places that are answered at a time when bytes have to be read, so that the first rows show early. */
const SLICE = 32_768;

/** Rows that were found, in display order, and how far the filter has come. */
export interface FilterBatch {
  readonly rows: Int32Array;
  /** Places that were inspected, of all. */
  readonly done: number;
  readonly of: number;
}

/** All that was found up to now in a log whose display order is not that of its source. */
export interface FoundSoFar {
  /** In display order; more may come between them. O(events) each time. */
  readonly rows: () => Int32Array;
  /** Places that were inspected, of all; which ones, only the source knows. */
  readonly done: number;
  readonly of: number;
}

/** What a filter run gets next to the filter: it stops when requested. */
export interface FilterRun {
  /** Display index to begin at; 0 unless given. */
  readonly from?: number;
  readonly isCancelled: () => boolean;
  /** Called with the rows as they are found, batch after batch in display order; waited for. */
  readonly onBatch?: (batch: FilterBatch) => void | Promise<void>;
  /**
   * Where display order is not that of the source, and bytes have to be read: called in place of `onBatch`, so that the
   * source is read once from front to back. Without it such a filter says nothing before its end.
   */
  readonly onSoFar?: (found: FoundSoFar) => void;
}

/** Rows for which a tree holds, in display order; null when it was stopped. */
export async function runTree(tree: BoundTree, changing: LoadedLog, run: FilterRun) {
  const log = standing(changing);
  const { order } = log;
  const from = Math.min(run.from ?? 0, order.length);
  const turns = new Turns(run.isCancelled);
  const evaluation: Evaluation = { log, turns, bits: passes.over(order, () => new OrderBits(log)) };
  const { isAscending, rows, taken } = evaluation.bits;
  // Out of order, the rows of a few places lie here and there in the source: to read more costs less than to decode.
  const cost = costOf(tree);
  const isByPlace = isAscending || cost === 0 || from > 0 || taken !== order.length;
  if (!isByPlace && run.onSoFar !== undefined) return bySource(tree, log, evaluation, run);
  const slice = (isAscending && cost > 0) || cost > 1 ? SLICE : order.length;
  const found: Int32Array[] = [];
  for (let at = from; at < order.length; at += slice) {
    const to = Math.min(order.length, at + slice);
    const isAll = at === 0 && to === taken;
    // A log that grows adds rows to what is stored.
    const domain = isAll ? rows.slice() : rowsBetween(order, at, to, rows.length);
    const bits = await rowsFor(evaluation, tree, domain);
    if (bits === null || run.isCancelled()) return null;
    const batch = isAscending ? rowsOf(bits) : inDisplayOrder(order, at, to, bits);
    found.push(batch);
    await run.onBatch?.({ rows: batch, done: to, of: order.length });
  }
  return joined(found);
}

/** Queries slice after slice of the source, and reports what was found each time. */
async function bySource(
  tree: BoundTree,
  { order }: LoadedLog,
  evaluation: Evaluation,
  { isCancelled, onSoFar }: FilterRun,
): Promise<Int32Array | null> {
  const stored = evaluation.bits.rows;
  const found = new Uint32Array(stored.length);
  const words = SLICE / 32;
  const of = order.length;
  const rows = (): Int32Array => inDisplayOrder(order, 0, of, found);
  for (let at = 0; at < stored.length; at += words) {
    const domain = new Uint32Array(stored.length);
    domain.set(stored.subarray(at, at + words), at);
    const bits = await rowsFor(evaluation, tree, domain);
    if (bits === null || isCancelled()) return null;
    addAll(found, bits);
    const share = Math.min(1, (at + words) / stored.length);
    onSoFar?.({ rows, done: Math.floor(share * of), of });
  }
  return rows();
}

function joined(batches: readonly Int32Array[]): Int32Array {
  const [first] = batches;
  if (first !== undefined && batches.length === 1) return first;
  const rows = new Int32Array(batches.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const batch of batches) {
    rows.set(batch, at);
    at += batch.length;
  }
  return rows;
}

/** 0: columns alone; 1: bytes that are searched; 2: every event is decoded. */
function costOf(tree: BoundTree): number {
  if (tree.kind === 'columns') return 0;
  if (tree.kind === 'not') return costOf(tree.part);
  if (tree.kind !== 'bytes') return tree.parts.reduce((most, part) => Math.max(most, costOf(part)), 0);
  // What is short is found in most events, which are decoded then.
  return tree.plan?.every(({ bytes, isProof }) => isProof || bytes.length > 2) === true ? 1 : 2;
}

const costs = new WeakMap<BoundTree, readonly BoundTree[]>();

/** The cheapest first: it leaves fewer rows to the others. */
const byCost = (tree: BoundTree & { readonly parts: readonly BoundTree[] }): readonly BoundTree[] =>
  storedIn(costs, tree, () => {
    return tree.parts.toSorted((a, b) => costOf(a) - costOf(b));
  });

interface Evaluation {
  readonly log: LoadedLog;
  readonly turns: Turns;
  readonly bits: OrderBits;
}

/** Answers are subsets of the queried rows; null when it was cancelled. */
async function rowsFor(evaluation: Evaluation, tree: BoundTree, domain: Bits): Promise<Bits | null> {
  const { log, turns } = evaluation;
  if (turns.areDue && !(await turns.rest())) return null;
  switch (tree.kind) {
    case 'and':
      return rowsForAll(evaluation, byCost(tree), domain);
    case 'or':
      return rowsForAny(evaluation, byCost(tree), domain);
    case 'not': {
      const cached = await rowsFor(evaluation, tree.part, domain);
      return cached === null ? null : without(domain, cached);
    }
    case 'columns':
      return rowsByColumns(evaluation, tree, domain);
    case 'bytes':
      return sweep(log, tree, domain, turns);
    default:
      return unreachable(tree);
  }
}

async function rowsForAll(evaluation: Evaluation, parts: readonly BoundTree[], domain: Bits) {
  let left: Bits | null = domain;
  for (const part of parts) {
    if (isEmpty(left)) return left;
    left = await rowsFor(evaluation, part, left);
    if (left === null) return null;
  }
  return left;
}

async function rowsForAny(evaluation: Evaluation, parts: readonly BoundTree[], domain: Bits) {
  const out = new Uint32Array(domain.length);
  let open = domain;
  for (const part of parts) {
    if (isEmpty(open)) return out;
    const cached = await rowsFor(evaluation, part, open);
    if (cached === null) return null;
    addAll(out, cached);
    open = without(open, cached);
  }
  return out;
}

function rowsByColumns({ log, bits }: Evaluation, leaf: ColumnLeaf, domain: Bits): Bits {
  if (leaf.key !== null) return both(domain, bits.answerOf(log, leaf, leaf.key));
  const out = new Uint32Array(domain.length);
  for (let row = nextRow(domain, 0); row >= 0; row = nextRow(domain, row + 1))
    if (leaf.test(row)) addRow(out, row);
  return out;
}

/** Answers that are cached of one log: the oldest goes first. 125 KB each of a million rows. */
const MAX_STORED = 48;

interface CachedAnswer {
  bits: Bits;
  /** Places of the order that it answers for. */
  taken: number;
}

/** The rows of one order, with cached answers of terms. */
class OrderBits {
  /** Rows that have a place, first to last by ordinal; up to `taken` places. */
  rows: Bits;
  taken = 0;
  /** False where display order is not the order of ordinals. */
  isAscending = true;
  private last = -1;
  private readonly answers = new Map<string, CachedAnswer>();

  constructor({ index }: LoadedLog) {
    this.rows = noRows(index.columns.length);
  }

  /** Takes the row of the next place. */
  take(row: number): void {
    if (row < this.last) this.isAscending = false;
    this.last = row;
    this.taken++;
    this.rows = grown(this.rows, row + 1);
    addRow(this.rows, row);
  }

  /** Rows for which a term holds that has a key, and rows without a place. O(rows) once, then O(new rows). */
  answerOf(log: LoadedLog, leaf: ColumnLeaf, key: string): Bits {
    const cached = this.answers.get(key) ?? filled(log, leaf);
    storeRecent(this.answers, key, cached, MAX_STORED);
    cached.bits = grown(cached.bits, log.index.columns.length);
    for (; cached.taken < this.taken; cached.taken++) {
      const row = log.order.ordinalAt(cached.taken);
      if (leaf.test(row)) addRow(cached.bits, row);
      else removeRow(cached.bits, row);
    }
    return cached.bits;
  }
}

function filled(log: LoadedLog, leaf: ColumnLeaf): CachedAnswer {
  const { length } = log.index.columns;
  const bits = noRows(length);
  if (leaf.fill === undefined) return { bits, taken: 0 };
  leaf.fill(bits, length);
  return { bits, taken: log.order.length };
}

/** Room for more rows by a half, so that a log that grows does not copy at each refresh. */
function grown(bits: Bits, rows: number): Bits {
  if (uint32Count(rows) <= bits.length) return bits;
  const wider = new Uint32Array(bits.length === 0 ? uint32Count(rows) : Math.ceil(uint32Count(rows) * 1.5));
  wider.set(bits);
  return wider;
}

const passes = new CarriedPasses<OrderBits>((bits, row) => bits.take(row));

/** Rows of the places from one on, up to another. */
function rowsBetween(order: EventOrder, from: number, to: number, words: number): Bits {
  const bits = new Uint32Array(words);
  for (let place = from; place < to; place++) addRow(bits, order.ordinalAt(place));
  return bits;
}

/** Rows of the places from one on, up to another, that are in a set, in display order. */
function inDisplayOrder(order: EventOrder, from: number, to: number, bits: Bits): Int32Array {
  const rows = new Int32Array(to - from);
  let stored = 0;
  for (let place = from; place < to; place++) {
    const row = order.ordinalAt(place);
    if (hasRow(bits, row)) rows[stored++] = row;
  }
  return rows.slice(0, stored);
}
