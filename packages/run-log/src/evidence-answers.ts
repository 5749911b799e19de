/**
 * What a log holds about one envelope, as plain data: the event it was opened from, the events the host recorded for
 * it, and everything before it that decided its fate. Nothing is interpreted here beyond what finding it takes; the
 * acceptor reads a context out of it. Payloads are masked.
 */
import type { MaskedText, MaskedValue } from '@openwop-inspector/base';

/** An event with its payload. */
export interface EvidenceEvent {
  readonly ordinal: number;
  /** Place in display order, by which events of a run can be compared. */
  readonly index: number;
  readonly sequence: number | null;
  readonly eventId: MaskedText;
  readonly type: MaskedText;
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly timestamp: MaskedText | null;
  readonly causationId: MaskedText | null;
  readonly contentTrust: 'trusted' | 'untrusted' | null;
  /** Masked; null when the event has none. */
  readonly payload: MaskedValue;
  /** True when the payload was too large, unreadable or beyond what one answer reads; `payload` is null then. */
  readonly payloadLeftOut: boolean;
}

/** An event that says: an envelope of this kind was accepted (acceptor 8). */
export interface AcceptedProjection {
  readonly ordinal: number;
  readonly index: number;
  readonly sequence: number | null;
  readonly eventId: MaskedText;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly correlationId: MaskedText;
  readonly envelopeType: MaskedText;
  readonly envelopeId: MaskedText | null;
}

/** JSON or model text as the log has it, to be put before a person. */
export interface WrittenEvidence {
  /**
   * `envelope`: a whole envelope. `payload`: only the payload of one, of the kind `envelopeType`. `model-text`: what a
   * model wrote, in which envelopes may be found.
   */
  readonly role: 'envelope' | 'payload' | 'model-text';
  /** As written, every digit kept, masked. */
  readonly text: MaskedText;
  /** False when the beginning or end is missing, because it is not held or beyond what one answer reads. */
  readonly complete: boolean;
  /** Places that were masked. */
  readonly masked: number;
  readonly envelopeType: MaskedText | null;
  /** Events it was taken from: the first and the last `sequence`; empty for an envelope beside the events. */
  readonly sequences: readonly number[];
  /** RFC 6901 pointer from the event document; null for text put together from several events. */
  readonly pointer: string | null;
  /** Each `correlationId` that stands in the text, at most 16. */
  readonly correlationIds: readonly MaskedText[];
}

/** Members of a capability document found beside the events (envelope 9). */
export interface HostDeclarationEvidence {
  /** RFC 6901 pointer from the root of the file. */
  readonly pointer: string;
  readonly value: Readonly<Record<string, MaskedValue>>;
}

/** Events of a node before the envelope that carry a trust tag of their own, since the node started. */
export interface TrustEvidence {
  readonly trusted: number;
  readonly untrusted: number;
  /** The latest untrusted ones, at most 8. */
  readonly untrustedSequences: readonly number[];
}

/** Everything a log holds about the envelope behind one event. */
export interface EnvelopeEvidence {
  /** The event or envelope the question was asked for; null for an envelope without events. */
  readonly selected: EvidenceEvent | null;
  /** The event that stands for the envelope: `selected`, or the failure of a node that `selected` reports. */
  readonly subject: EvidenceEvent | null;
  readonly runId: MaskedText | null;
  readonly nodeId: MaskedText | null;
  readonly hostName: MaskedText | null;
  readonly correlationId: MaskedText | null;
  /** Which emission under this correlationId, from 1: a corrected retry mostly keeps the id. */
  readonly emission: number;
  readonly emissions: number;
  /** Display index that the context is rebuilt for: everything before it counts. */
  readonly position: number;
  /** What the host recorded for this emission, in order, at most 64 events. */
  readonly recorded: readonly EvidenceEvent[];
  /** How `recorded` was found: by `causationId`, or, where the host wrote none, as envelope events of the node. */
  readonly recordedBy: 'causationId' | 'node';
  /** What was written, the likeliest reading of the envelope first. */
  readonly written: readonly WrittenEvidence[];
  /** Accepted envelopes before `position`: the latest 256 of the node and 128 of others, in order. */
  readonly accepted: readonly AcceptedProjection[];
  /** Candidates for `accepted` that were not read. */
  readonly acceptedLeftOut: number;
  /** Latest start of the node before `position`. */
  readonly nodeStart: { readonly index: number; readonly sequence: number | null } | null;
  /** What began the model's turn: start or resumption of the node, a prompt, or a retry. */
  readonly turnStart: {
    readonly index: number;
    readonly sequence: number | null;
    readonly type: MaskedText;
  } | null;
  /** `envelope.retry.attempted` of the node since it started, before `position`, the latest 64. */
  readonly retries: readonly EvidenceEvent[];
  readonly retriesLeftOut: number;
  /** `cap.breached` of the run, the latest 32, wherever they stand. */
  readonly caps: readonly EvidenceEvent[];
  /** Refusals at this node, which may tell its contract, the latest 16 of each kind, wherever they stand. */
  readonly refusals: readonly EvidenceEvent[];
  /** The latest event by which the node waited for somebody at `position`; null when it did not. */
  readonly openInterrupt: EvidenceEvent | null;
  /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
  readonly openUnplaced: readonly EvidenceEvent[];
  readonly trust: TrustEvidence;
  readonly declarations: readonly HostDeclarationEvidence[];
}
