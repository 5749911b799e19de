/** A search in the payloads of a session: the request, and the results while it lasts. */
import {
  type EventHits,
  type FilterError,
  isFilterError,
  type PayloadBatch,
  parseFilter,
  payloadFinder,
  searchPayloads,
} from '@openwop-inspector/run-log';
import type { Session } from './session.ts';

export interface PayloadQuestion {
  /** A text, or a pattern between slashes, as typed. */
  readonly text: string;
  /** The active filter; empty for every event of the visible run. */
  readonly filter: string;
}

/** Each part, and the answer after the parts, has the hits that were found since the one before. */
export interface PayloadAnswer {
  readonly found: readonly EventHits[];
  /** Hits so far, and events with hits, also those that are not listed. */
  readonly hits: number;
  readonly inEvents: number;
  /** Number of searched events, of all. */
  readonly done: number;
  readonly of: number;
  readonly isStopped: boolean;
  /** What is wrong with the text, or with the filter; there are no hits then. */
  readonly error: { readonly of: 'text' | 'filter'; readonly why: FilterError } | null;
}

/** A search that takes longer says so often, in ms, what it has found. */
const SAY_AFTER_MS = 120;

/**
 * Searches the payloads of the events that the filter selects of what the views show. `say` hears what was found since it
 * heard last. A search ends the one before, and so does a stop: what it has found by then is its answer.
 */
export async function searchSession(
  session: Session,
  { text, filter }: PayloadQuestion,
  say: (part: PayloadAnswer) => void = () => undefined,
  sayAfterMs = SAY_AFTER_MS,
): Promise<PayloadAnswer> {
  const isCancelled = session.payloadSearch.begin();
  const log = session.view;
  const reported = new ReportedHits(log.order.length);
  const finder = await payloadFinder(text);
  if ('column' in finder) return reported.refused('text', finder);
  const scope = filter === '' ? null : await parseFilter(filter, log);
  if (scope !== null && isFilterError(scope)) return reported.refused('filter', scope);
  let saidAt = performance.now();
  const isWhole = await searchPayloads(log, {
    finder,
    scope,
    isCancelled,
    onBatch: (batch) => {
      reported.add(batch);
      if (batch.done >= batch.of || performance.now() - saidAt < sayAfterMs) return;
      say(reported.since());
      saidAt = performance.now();
    },
  });
  return { ...reported.since(), isStopped: !isWhole };
}

/** Hits, and those of them not yet reported. */
class ReportedHits {
  private found: EventHits[] = [];
  private hits = 0;
  private inEvents = 0;
  private done = 0;
  private of: number;

  constructor(of: number) {
    this.of = of;
  }

  add({ events, hits, inEvents, done, of }: PayloadBatch): void {
    for (const event of events) this.found.push(event);
    this.hits += hits;
    this.inEvents += inEvents;
    this.done = done;
    this.of = of;
  }

  since(): PayloadAnswer {
    const { found, hits, inEvents, done, of } = this;
    this.found = [];
    return { found, hits, inEvents, done, of, isStopped: false, error: null };
  }

  refused(of: 'text' | 'filter', why: FilterError): PayloadAnswer {
    return { ...this.since(), error: { of, why } };
  }
}
