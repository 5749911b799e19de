/** A search in the payloads of a session: the request, and the results while it lasts. */
import {
  type EventHits,
  type FilterError,
  isFilterError,
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
  const of = log.order.length;
  let answer: PayloadAnswer = { found: [], hits: 0, inEvents: 0, done: 0, of, isStopped: false, error: null };
  const finder = await payloadFinder(text);
  if ('column' in finder) return { ...answer, error: { of: 'text', why: finder } };
  const scope = filter === '' ? null : await parseFilter(filter, log);
  if (scope !== null && isFilterError(scope)) return { ...answer, error: { of: 'filter', why: scope } };
  let found: EventHits[] = [];
  let saidAt = performance.now();
  const isWhole = await searchPayloads(log, {
    finder,
    scope,
    isCancelled,
    onBatch: ({ events, hits, inEvents, ...place }) => {
      for (const event of events) found.push(event);
      answer = { ...answer, ...place, hits: answer.hits + hits, inEvents: answer.inEvents + inEvents };
      if (place.done >= place.of || performance.now() - saidAt < sayAfterMs) return;
      say({ ...answer, found });
      found = [];
      saidAt = performance.now();
    },
  });
  return { ...answer, found, isStopped: !isWhole };
}
