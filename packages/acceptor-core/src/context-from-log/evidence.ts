/**
 * Input from a log to rebuild a context (acceptor 8): the plain data that the engine of logs returns for one event. The
 * shapes are here because packages do not import each other; the application joins them.
 */

/** An event with its payload, masked. */
export interface LogEvent {
  /** Place in display order, by which events of a run can be compared. */
  readonly index: number;
  readonly sequence: number | null;
  readonly eventId: string;
  readonly type: string;
  readonly nodeId: string | null;
  readonly timestamp: string | null;
  readonly causationId: string | null;
  readonly contentTrust: 'trusted' | 'untrusted' | null;
  readonly payload: unknown;
}

/** An event by which the host recorded that an envelope was accepted. */
export interface AcceptedEvent {
  readonly index: number;
  readonly sequence: number | null;
  readonly eventId: string;
  readonly nodeId: string | null;
  readonly correlationId: string;
  readonly envelopeType: string;
  readonly envelopeId: string | null;
}

/** JSON or model text as the log has it. */
export interface WrittenText {
  readonly role: 'envelope' | 'payload' | 'model-text';
  readonly text: string;
  readonly complete: boolean;
  /** Places that were masked. */
  readonly masked: number;
  readonly envelopeType: string | null;
  readonly sequences: readonly number[];
}

interface Place {
  readonly index: number;
  readonly sequence: number | null;
}

/** All data of a log about the envelope of one event. */
export interface LogEvidence {
  readonly subject: LogEvent | null;
  readonly runId: string | null;
  readonly nodeId: string | null;
  readonly hostName: string | null;
  /** The log is one of OpenWOP v2. */
  readonly isV2: boolean;
  readonly correlationId: string | null;
  /** Which emission under the correlationId, from 1. */
  readonly emission: number;
  /** What the host recorded for this emission, in order. */
  readonly recorded: readonly LogEvent[];
  readonly recordedBy: 'causationId' | 'node';
  /** Likeliest first. */
  readonly written: readonly WrittenText[];
  /** Acceptances before the envelope, in order. */
  readonly accepted: readonly AcceptedEvent[];
  readonly acceptedLeftOut: number;
  readonly nodeStart: Place | null;
  readonly turnStart: (Place & { readonly type: string }) | null;
  /** `envelope.retry.attempted` of the node since it started, before the envelope. */
  readonly retries: readonly LogEvent[];
  readonly retriesLeftOut: number;
  /** `cap.breached` of the run, anywhere. */
  readonly caps: readonly LogEvent[];
  /** Refusals at the node, anywhere. */
  readonly refusals: readonly LogEvent[];
  readonly openInterrupt: LogEvent | null;
  /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
  readonly openUnplaced: readonly LogEvent[];
  readonly trust: {
    readonly trusted: number;
    readonly untrusted: number;
    readonly untrustedSequences: readonly number[];
  };
  readonly declarations: readonly { readonly pointer: string; readonly value: unknown }[];
}
