/** Parts of a result of the acceptor: statuses, changes, warnings, events. */
import type { WarningCode } from '@openwop-inspector/protocol';
import type { EnvelopeOutcome } from './accept-context.ts';

export const ACCEPT_STATUSES = [
  'accepted',
  'invalid',
  'gated',
  'breached',
  'buffered',
  'skipped',
  'stopped',
] as const satisfies readonly (EnvelopeOutcome['status'] | 'buffered' | 'skipped' | 'stopped')[];

/**
 * `accepted`, `invalid`, `gated`, `breached` as in envelope 3; `buffered` is a chunk that is not the last one,
 * `skipped` an envelope after its turn was stopped (acceptor 2), `stopped` one of which nothing can be said, since a
 * check gave no answer (acceptor 2.2).
 */
export type AcceptStatus = (typeof ACCEPT_STATUSES)[number];

/** True for an envelope that was refused, whatever it was refused for. */
export function isRefusal({ status }: { readonly status: string }): boolean {
  return status === 'invalid' || status === 'gated' || status === 'breached';
}

/** How one step went. */
export type StepVerdict =
  /** Nothing to object to, nothing changed. */
  | 'passed'
  /** Passed, and the envelope or the state is another one now. */
  | 'changed'
  /** Did not apply: another profile, or nothing that it is about. */
  | 'skipped'
  /** Not checked: what it checks against is not known, which refuses nothing (acceptor S5, S6, 3.2). */
  | 'unchecked'
  /** The check gave no answer, so nothing is decided; what would follow is hypothetical. */
  | 'stopped'
  /** This step decided the outcome. */
  | 'decided'
  /** Hypothetical only: it would have refused. */
  | 'would-refuse';

/** One difference that a step made. Values are redacted as everything in a result is. */
export interface StepChange {
  readonly op: 'add' | 'remove' | 'replace';
  /** RFC 6901 pointer from the envelope. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Something tolerated (vectors FORMAT 2.6). */
export interface AcceptWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Where in the envelope, when it has a place. */
  readonly pointer?: string | undefined;
}

/** Where another validator would decide otherwise. Never a fault of the envelope. */
export interface AcceptNote {
  readonly code: 'binary_multiple';
  readonly message: string;
  /** RFC 6901 pointer from the envelope. */
  readonly pointer: string;
  /** Clause that the note rests on. */
  readonly clause: string;
}

/** An event as the host would have recorded it (acceptor 3.3). */
export interface ProjectedEvent {
  readonly eventId: string;
  readonly sequence: number;
  readonly type: string;
  readonly runId: string;
  readonly nodeId?: string | undefined;
  readonly causationId?: string | undefined;
  readonly contentTrust?: 'trusted' | 'untrusted' | undefined;
  readonly timestamp: string;
  readonly payload: unknown;
}

/** How an envelope was found in a text (envelope 10). Null for `direct`. */
export interface Recovery {
  readonly path: 'markdown-fence' | 'brace-walker';
  /** UTF-8 bytes before the first character of the JSON value. */
  readonly byteOffset: number;
}

/** A number that the value does not hold to the last digit, with the digits as they were written. */
export interface LossyNumber {
  /** RFC 6901 pointer from the value. */
  readonly pointer: string;
  readonly digits: string;
}

/** Name and attributes of the span a host would record (acceptor 3.3). Never payload. */
export interface ProjectedSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
