import type { RefusalCode, UnknownReason } from '@openwop-inspector/protocol';
import type { CapKind, Counters, EnvelopeOutcome, OutcomeDetail } from './accept-context.ts';
import type {
  AcceptNote,
  AcceptStatus,
  AcceptWarning,
  LossyNumber,
  ProjectedEvent,
  ProjectedSpan,
  Recovery,
  StepChange,
  StepVerdict,
} from './accept-parts.ts';
import type { StepId } from './steps/list.ts';

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
