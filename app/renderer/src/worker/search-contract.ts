/** Requests and results of a search in payloads. */
import type { EventHits, FilterError } from '@openwop-inspector/run-log';

export interface PayloadQuestion {
  readonly sessionId: string;
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
