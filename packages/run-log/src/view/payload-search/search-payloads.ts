/** A search in the payloads of a log, or of the events that a filter selects. The scan is that of the filter. */
import type { MaskedText } from '@openwop-inspector/base';
import type { BoundTree, ByteLeaf } from '../filter/leaves.ts';
import { runTree } from '../filter/run-filter.ts';
import type { Filter } from '../filter.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { eventHits, type FoundInEvent, type PayloadHit } from './event-hits.ts';
import type { PayloadFinder } from './payload-finder.ts';

/** Hits that are listed of a search, and of one event; the others are counted. */
export const LISTED_HITS = 5_000;
const LISTED_OF_EVENT = 50;

/** An event whose payload holds what is searched for. */
export interface EventHits {
  readonly ordinal: number;
  /** Its place in display order. */
  readonly place: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
  /** Members that hold it. */
  readonly total: number;
  /** The first of them, in document order. */
  readonly hits: readonly PayloadHit[];
}

/** What was found since it was told last. */
export interface PayloadBatch {
  /** Events with hits that are listed. In display order, but for a log whose display order is not that of its source. */
  readonly events: readonly EventHits[];
  /** Hits and events with hits, also those that are not listed. */
  readonly hits: number;
  readonly inEvents: number;
  /** Places that were looked at, of all. */
  readonly done: number;
  readonly of: number;
}

export interface PayloadSearch {
  readonly finder: PayloadFinder;
  /** Narrows the search; null for every event. */
  readonly scope: Filter | null;
  readonly isCancelled: () => boolean;
  readonly onBatch: (batch: PayloadBatch) => void;
}

/**
 * Searches; false when it was stopped. Events in whose bytes nothing can be found are not decoded; of the others the
 * payload is walked once. Others get a turn every 25 ms. Rejects with a `SourceError`.
 */
export async function searchPayloads(changing: LoadedLog, search: PayloadSearch): Promise<boolean> {
  const log = standing(changing);
  const found = new FoundHits(log, search.finder);
  const { scope, isCancelled, onBatch } = search;
  const tree: BoundTree = scope === null ? found.leaf : { kind: 'and', parts: [scope.tree, found.leaf] };
  const rows = await runTree(tree, log, {
    isCancelled,
    onBatch: ({ rows: some, done, of }) => onBatch({ ...found.take(some), done, of }),
    onSoFar: ({ rows: some, done, of }) => onBatch({ ...found.take(some()), done, of }),
  });
  return rows !== null;
}

/** What was found in rows that a filter may still leave out. */
class FoundHits {
  readonly leaf: ByteLeaf;
  private readonly log: LoadedLog;
  private readonly byRow = new Map<number, FoundInEvent>();
  private listed = 0;
  /** Hits that were made ready to be listed. */
  private ready = 0;

  constructor(log: LoadedLog, finder: PayloadFinder) {
    this.log = log;
    this.leaf = {
      kind: 'bytes',
      plan: finder.plan,
      otherwise: null,
      isLasting: true,
      holds: async (event) => {
        const most = Math.min(LISTED_OF_EVENT, LISTED_HITS - this.ready);
        const found = await eventHits(event, finder, Math.max(0, most));
        if (found === null || found.total === 0) return false;
        this.ready += found.hits.length;
        this.byRow.set(event.row, found);
        return true;
      },
    };
  }

  /** What was found in rows that are selected; the others are forgotten. */
  take(rows: Int32Array): Pick<PayloadBatch, 'events' | 'hits' | 'inEvents'> {
    const events: EventHits[] = [];
    let [hits, inEvents] = [0, 0];
    for (const row of rows) {
      const found = this.byRow.get(row);
      if (found === undefined) continue;
      inEvents++;
      hits += found.total;
      if (found.hits.length > 0) events.push(this.eventOf(row, found.total, found.hits));
    }
    this.byRow.clear();
    for (const event of events) this.listed += event.hits.length;
    this.ready = this.listed;
    return { events, hits, inEvents };
  }

  private eventOf(ordinal: number, total: number, hits: readonly PayloadHit[]): EventHits {
    const { index, order } = this.log;
    return {
      ordinal,
      place: order.indexOf(ordinal),
      sequence: index.sequenceOf(ordinal),
      type: index.shownTypeOf(ordinal),
      nodeId: index.nodeIdOf(ordinal),
      total,
      hits,
    };
  }
}
