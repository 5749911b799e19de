import type { EventOrder } from '../../index/event-order.ts';

interface CachedPass<Pass> {
  readonly pass: Pass;
  taken: number;
}

/**
 * Passes over the rows of logs in display order that are carried on when a log has grown at its end, so that each row is
 * taken once; else they are made again. A pass is cached as long as its order is.
 */
export class CarriedPasses<Pass> {
  private readonly cached = new WeakMap<object, CachedPass<Pass>>();
  private readonly take: (pass: Pass, ordinal: number, index: number) => void;

  constructor(take: (pass: Pass, ordinal: number, index: number) => void) {
    this.take = take;
  }

  /** The pass over all rows of an order; `make` begins one. O(rows that were not taken yet). */
  over(order: EventOrder, make: () => Pass): Pass {
    const key = order.lineage ?? order;
    const known = this.cached.get(key);
    // A pass that knows more rows than the order has cannot be turned back.
    const current = known === undefined || known.taken > order.length ? { pass: make(), taken: 0 } : known;
    for (; current.taken < order.length; current.taken++)
      this.take(current.pass, order.ordinalAt(current.taken), current.taken);
    if (known === undefined || known.taken <= current.taken) this.cached.set(key, current);
    return current.pass;
  }
}
