import type { EventDoc } from '../event-doc.ts';
import type { RunHead } from '../long-run.ts';

/** What a log is wrapped in. Each part is text to be appended to the file; no part needs the whole log. */
export interface LogFormat {
  /** Text before the first event. */
  head(head: RunHead): string;
  /** Text of one event, with what separates it from the one before. `index` counts from 0. */
  event(event: EventDoc, index: number): string;
  /** Text after the last event. */
  tail(head: RunHead, last: LogEnd): string;
}

/** What is known once the last event is written. */
export interface LogEnd {
  readonly events: number;
  readonly lastSequence: number;
  readonly endedAt: string;
}
