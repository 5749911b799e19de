/**
 * What a load and its checks answer: plain data, like all answers of a run log (the type of each other answer is next to
 * the function that returns it). It crosses the worker boundary by structured clone and is printed by the command line, so
 * it holds no functions, no class instances and no typed arrays over shared memory.
 *
 * Words: an **ordinal** is the number of a stored event in order of arrival, stable for the life of a session; an
 * **index** is its place in display order (runs in order of first appearance, inside a run by `sequence`). The two
 * are equal in a well-ordered file. Times are epoch milliseconds, offsets and lengths are bytes of the source.
 */
import type { MaskedText } from '@openwop-inspector/base';
import type { Problem, Severity } from '@openwop-inspector/protocol';

/** The shapes a file can have (bundles-and-transport.md section 1), by the names the vectors use. */
export type SourceFormat =
  | 'export-bundle'
  | 'debug-bundle'
  | 'app-bundle'
  | 'poll'
  | 'agh-log'
  | 'event-log'
  | 'envelopes'
  | 'agh-envelope'
  | 'envelope'
  | 'event'
  | 'snapshot'
  | 'sse'
  | 'ndjson'
  /** What a live session wrote: events between lines about the connection. */
  | 'capture'
  /** A session file that holds no log; one that does has the format of its log. */
  | 'session'
  | 'text-envelopes'
  | 'unknown';

/** State of a load. Sent at most ten times a second. */
export interface LoadProgress {
  readonly phase: 'reading' | 'indexing' | 'graph' | 'checks' | 'done' | 'cancelled';
  /** Null until the shape is known. */
  readonly format: SourceFormat | null;
  readonly gzip: boolean;
  /** Of all files. */
  readonly bytesRead: number;
  /** Null when not known (a gzip stream). */
  readonly bytesTotal: number | null;
  /** Absent for a single file. */
  readonly files?: { readonly read: number; readonly of: number };
  readonly events: number;
  /** In the phase `checks`: events whose payload was checked. */
  readonly checked?: number;
  readonly elapsedMs: number;
}

/** What the checks of payloads came to; what they found are problems. */
export interface CheckedPayloads {
  /** Payloads that were parsed and checked. */
  readonly payloads: number;
}

/** One group of the problems view. */
export interface ProblemGroup {
  readonly code: MaskedText;
  readonly severity: Severity;
  readonly title: MaskedText;
  readonly count: number;
}

/** One problem with the row it belongs to, when it belongs to one. `id` is its number in the list of all problems. */
export interface ProblemRow {
  readonly id: number;
  readonly problem: Problem;
  readonly ordinal: number | null;
  readonly nodeId: MaskedText | null;
}

/** An event to stop at on the walk over failures and problems. */
export interface ProblemStop {
  readonly ordinal: number;
  /** Its first listed problem; null for a failure without one. */
  readonly problem: ProblemRow | null;
}
