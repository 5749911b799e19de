/** Runs a filter over a log: columns as bits, 32 rows at a time, and bytes only of rows that are still in question. */
import { unreachable } from '@openwop-inspector/base';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { addAll, addRow, type Bits, both, isEmpty, nextRow, rowsOf, without } from './bits.ts';
import { bitsOf, inDisplayOrder, type OrderBits, rowsBetween } from './cached-bits.ts';
import type { BoundTree, ByteLeaf, ColumnLeaf } from './leaves.ts';
import type { Needle } from './search-plan.ts';
import { sweep } from './sweep.ts';
import { Turns } from './turns.ts';

/** Places that are answered at a time when bytes have to be read, so that the first rows show early. */
const SLICE = 32_768;

/** Rows that were found, in display order, and how far the filter has come. */
export interface FilterBatch {
  readonly rows: Int32Array;
  /** Places that were looked at, of all. */
  readonly done: number;
  readonly of: number;
}

/** All that was found up to now in a log whose display order is not that of its source. */
export interface FoundSoFar {
  /** In display order; more may come between them. O(events) each time. */
  readonly rows: () => Int32Array;
  /** Places that were looked at, of all; which ones, only the source tells. */
  readonly done: number;
  readonly of: number;
}

/** What a filter run is told beside the filter: it stops when asked to. */
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
export async function runTree(
  tree: BoundTree,
  changing: LoadedLog,
  run: FilterRun,
): Promise<Int32Array | null> {
  const log = standing(changing);
  const { order } = log;
  const from = Math.min(run.from ?? 0, order.length);
  const evaluation = new Evaluation(log, new Turns(run.isCancelled));
  const { isAscending, rows, taken } = evaluation.kept;
  // Out of order, the rows of a few places lie here and there in the source: to read more costs less than to decode.
  const cost = costOf(tree);
  const isByPlace = isAscending || cost === 0 || from > 0 || taken !== order.length;
  if (!isByPlace && run.onSoFar !== undefined) return bySource(tree, log, evaluation, run);
  const slice = (isAscending && cost > 0) || cost > 1 ? SLICE : order.length;
  const found: Int32Array[] = [];
  for (let at = from; at < order.length; at += slice) {
    const to = Math.min(order.length, at + slice);
    const isAll = at === 0 && to === taken;
    // A log that grows adds rows to what is kept.
    const domain = isAll ? rows.slice() : rowsBetween(order, at, to, rows.length);
    const bits = await evaluation.of(tree, domain);
    if (bits === null || run.isCancelled()) return null;
    const batch = isAscending ? rowsOf(bits) : inDisplayOrder(order, at, to, bits);
    found.push(batch);
    await run.onBatch?.({ rows: batch, done: to, of: order.length });
  }
  return joined(found);
}

/** Asks slice after slice of the source, and tells what was found each time. */
async function bySource(
  tree: BoundTree,
  { order }: LoadedLog,
  evaluation: Evaluation,
  { isCancelled, onSoFar }: FilterRun,
): Promise<Int32Array | null> {
  const kept = evaluation.kept.rows;
  const found = new Uint32Array(kept.length);
  const words = SLICE / 32;
  const of = order.length;
  const rows = (): Int32Array => inDisplayOrder(order, 0, of, found);
  for (let at = 0; at < kept.length; at += words) {
    const domain = new Uint32Array(kept.length);
    domain.set(kept.subarray(at, at + words), at);
    const bits = await evaluation.of(tree, domain);
    if (bits === null || isCancelled()) return null;
    addAll(found, bits);
    const share = Math.min(1, (at + words) / kept.length);
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
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.parts.reduce((most, part) => Math.max(most, costOf(part)), 0);
    case 'not':
      return costOf(tree.part);
    case 'columns':
      return 0;
    case 'bytes':
      return tree.plan?.every(isRare) === true ? 1 : 2;
    default:
      return unreachable(tree);
  }
}

/** What is short is found in most events, which are decoded then. */
function isRare({ bytes, isProof }: Needle): boolean {
  return isProof || bytes.length > 2;
}

const costs = new WeakMap<BoundTree, readonly BoundTree[]>();

/** The cheapest first: it leaves fewer rows to the others. */
function byCost(tree: BoundTree & { readonly parts: readonly BoundTree[] }): readonly BoundTree[] {
  const held = costs.get(tree);
  if (held !== undefined) return held;
  const sorted = tree.parts.map((part) => ({ part, cost: costOf(part) }));
  sorted.sort((a, b) => a.cost - b.cost);
  const parts = sorted.map(({ part }) => part);
  costs.set(tree, parts);
  return parts;
}

/** Answers are subsets of the rows that are asked about; null when it was cancelled. */
class Evaluation {
  readonly kept: OrderBits;
  private readonly log: LoadedLog;
  private readonly turns: Turns;

  constructor(log: LoadedLog, turns: Turns) {
    this.log = log;
    this.turns = turns;
    this.kept = bitsOf(log);
  }

  async of(tree: BoundTree, domain: Bits): Promise<Bits | null> {
    if (this.turns.areDue && !(await this.turns.rest())) return null;
    switch (tree.kind) {
      case 'and':
        return this.all(byCost(tree), domain);
      case 'or':
        return this.any(byCost(tree), domain);
      case 'not': {
        const held = await this.of(tree.part, domain);
        return held === null ? null : without(domain, held);
      }
      case 'columns':
        return this.columns(tree, domain);
      case 'bytes':
        return this.bytes(tree, domain);
      default:
        return unreachable(tree);
    }
  }

  private async all(parts: readonly BoundTree[], domain: Bits): Promise<Bits | null> {
    let left: Bits | null = domain;
    for (const part of parts) {
      if (isEmpty(left)) return left;
      left = await this.of(part, left);
      if (left === null) return null;
    }
    return left;
  }

  private async any(parts: readonly BoundTree[], domain: Bits): Promise<Bits | null> {
    const out = new Uint32Array(domain.length);
    let open = domain;
    for (const part of parts) {
      if (isEmpty(open)) return out;
      const held = await this.of(part, open);
      if (held === null) return null;
      addAll(out, held);
      open = without(open, held);
    }
    return out;
  }

  private columns(leaf: ColumnLeaf, domain: Bits): Bits {
    if (leaf.key !== null) return both(domain, this.kept.answerOf(this.log, leaf, leaf.key));
    const out = new Uint32Array(domain.length);
    for (let row = nextRow(domain, 0); row >= 0; row = nextRow(domain, row + 1))
      if (leaf.test(row)) addRow(out, row);
    return out;
  }

  private bytes(leaf: ByteLeaf, domain: Bits): Promise<Bits | null> {
    return sweep(this.log, leaf, domain, this.turns);
  }
}
