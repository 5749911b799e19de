import type { RefusalCode, UnknownReason, WarningCode } from '@openwop-inspector/protocol';
import type { CapKind, Counters, EnvelopeOutcome, OutcomeDetail } from './accept-context.ts';
import type { StepId } from './steps/step-table.ts';

/** What went into the pipeline, in one of three forms (vectors FORMAT 2.2). */
export type Emission =
  /** A parsed value. An array is several envelopes unless `single`. */
  | { readonly envelope: unknown; readonly single?: boolean }
  /** Text of a model: envelopes are extracted from it (envelope 10). */
  | { readonly text: string }
  /** A new turn of the model. */
  | { readonly turn: true };

/** One row of the trace. */
export interface StepTrace {
  readonly step: StepId;
  readonly verdict: StepVerdict;
  /** True when the step never ran: this is what it would have said of the same input ("what if"). */
  readonly hypothetical: boolean;
  readonly code: RefusalCode | null;
  /** One line on what was seen, such as `emitted 1, the host knows 1` or `2 violations`. */
  readonly note: string;
  /** Clause that the verdict rests on, such as `acceptor 3.1`. */
  readonly clause: string;
  /** Inspected values: RFC 6901 pointers from the envelope, or names of the context such as `host.limits`. */
  readonly inputs: readonly string[];
  readonly changes: readonly StepChange[];
  readonly details: readonly OutcomeDetail[];
  /** Time spent, in microseconds; 0 without a clock or in a trace without times. */
  readonly micros: number;
}

/** Everything the acceptor says of one envelope. Plain data, redacted throughout, safe to show and to post. */
export interface AcceptResult {
  readonly status: AcceptStatus;
  /** The deciding step, or the one that was stopped; `emit` for a new acceptance; `stopped` for `skipped`. */
  readonly step: StepId | 'stopped';
  readonly code: RefusalCode | null;
  /** Why nothing was decided, masked; empty for every status but `stopped`. */
  readonly reasons: readonly UnknownReason[];
  readonly outcome: EnvelopeOutcome | null;
  readonly events: readonly ProjectedEvent[];
  readonly warnings: readonly AcceptWarning[];
  readonly notes: readonly AcceptNote[];
  /** All three after this emission, for the effective node; what was `stopped` is not counted. */
  readonly counters: Counters;
  /** The rows that ran, in order, then (with `whatIf`) the hypothetical ones. */
  readonly trace: readonly StepTrace[];
  /** True for a hit of dedup: the outcome is the one of the first emission. */
  readonly replayed: boolean;
  /** The envelope after synthesis and redaction, with the nulls of the payload; null when there was none. */
  readonly recorded: unknown;
  readonly lossyNumbers: readonly LossyNumber[];
  readonly drift: boolean;
  /** Substitutions made by the redaction of the envelope, also 0. */
  readonly redactionCount: number;
  readonly recovery: Recovery | null;
  readonly span: ProjectedSpan | null;
  readonly capKind: CapKind | null;
}

// Parts of a result of the acceptor: statuses, changes, warnings, events.

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
