import type { EventOrder } from '../index/event-order.ts';

interface Held<Pass> {
  readonly pass: Pass;
  taken: number;
}

/**
 * Passes over the rows of logs in display order that are carried on when a log has grown at its end, so that each row is
 * taken once; else they are made again. A pass is cached as long as its order is.
 */
export class CarriedPasses<Pass> {
  private readonly held = new WeakMap<object, Held<Pass>>();
  private readonly take: (pass: Pass, ordinal: number, index: number) => void;

  constructor(take: (pass: Pass, ordinal: number, index: number) => void) {
    this.take = take;
  }

  /** The pass over all rows of an order; `make` begins one. O(rows that were not taken yet). */
  over(order: EventOrder, make: () => Pass): Pass {
    const key = order.lineage ?? order;
    const known = this.held.get(key);
    // A pass that knows more rows than the order has cannot be turned back.
    const held = known === undefined || known.taken > order.length ? { pass: make(), taken: 0 } : known;
    for (; held.taken < order.length; held.taken++)
      this.take(held.pass, order.ordinalAt(held.taken), held.taken);
    if (known === undefined || known.taken <= held.taken) this.held.set(key, held);
    return held.pass;
  }
}
