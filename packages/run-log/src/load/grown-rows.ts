import type { CausalGraph } from '../graph/causal-graph.ts';
import { GrowingGraph } from '../graph/growing-graph.ts';
import type { DerivedForm } from '../index/derived-ids.ts';
import type { EventOrder } from '../index/event-order.ts';
import type { LogIndex } from '../index/log-index.ts';
import { GrowthSettler } from '../index/settle-growth.ts';
import type { ReadRow } from '../index/settle-repeats.ts';

/** Rows of a log that grows, as far as the checks are concerned. */
export interface GrowingRows {
  /** Rows that the display order knows of. */
  readonly known: number;
  /** Rows that say something else than when they were checked. */
  readonly changed: ReadonlySet<number>;
}

/** Rows of a log that grows, put in order with their causes, batch after batch. */
export class GrownRows {
  /** Rows that the display order knows of: ordinals below are displayed, or were reported before. */
  known = 0;
  private readonly index: LogIndex;
  private readonly settler: GrowthSettler;
  private readonly graph: GrowingGraph;

  constructor(index: LogIndex, form: DerivedForm, read: ReadRow) {
    this.index = index;
    this.settler = new GrowthSettler(index, form, read);
    this.graph = new GrowingGraph(index);
  }

  /** Takes the rows that were read since. Rejects with a `SourceError` when rows that are to be compared are gone. */
  async takeNew(isCancelled: () => boolean): Promise<EventOrder> {
    const rows = this.index.columns.length;
    const order = await this.settler.takeNew(isCancelled);
    this.known = rows;
    return order;
  }

  /** The causes in an order; costs what has come since the last one. */
  graphOver(order: EventOrder): CausalGraph {
    return this.graph.over(order);
  }

  /** What the checks of payloads have to look at; each changed row is listed once. */
  takeUnchecked(): GrowingRows {
    const { changed } = this.settler;
    this.settler.changed = new Set();
    return { known: this.known, changed };
  }
}
