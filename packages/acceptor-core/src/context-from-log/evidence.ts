/**
 * Input from a log to rebuild a context (acceptor 8): the plain data that the engine of logs returns for one event. The
 * shapes are here because packages do not import each other; the application joins them.
 */
import { countAt, type JsonObject, objectAt, ownString, ownValue, recordOr } from '@openwop-inspector/base';
import type { CapKind, Counters } from '../accept-context.ts';

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
export interface AcceptedEvent extends Pick<LogEvent, 'index' | 'sequence' | 'eventId' | 'nodeId'> {
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

type Place = Pick<LogEvent, 'index' | 'sequence'>;

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

// Reading of recorded payloads in the forms that hosts write (run-events 5.3). Nothing is required of any of them.

/** A recorded or projected event, as far as its facts are read. */
export type WithPayload = Pick<LogEvent, 'payload'>;

export function payloadOf(event: WithPayload): JsonObject {
  return recordOr(event.payload);
}

/** `fields` of a `log.appended`. */
export function fieldsOf(event: WithPayload): JsonObject {
  return objectAt(event.payload, 'fields');
}

/** A failure: code and message by run-events 5.3, and its details. */
export function errorOf(event: WithPayload) {
  const payload = payloadOf(event);
  const error = objectAt(payload, 'error');
  const bare = ownString(payload, 'error');
  return {
    code: ownString(error, 'code') ?? ownString(payload, 'code') ?? bare,
    message: ownString(error, 'message') ?? ownString(payload, 'message'),
    details: objectAt(error, 'details'),
  };
}

/** The violations that a host lists with a failure; a member is null where the host gives none. */
export function violationsIn(event: WithPayload | undefined) {
  const violations = event === undefined ? null : ownValue(errorOf(event).details, 'violations');
  if (!Array.isArray(violations)) return [];
  return violations.map((one: unknown) => ({
    pointer: ownString(one, 'instancePath'),
    keyword: ownString(one, 'keyword'),
    message: ownString(one, 'message'),
  }));
}

/** The counter that a breach is about, and by the same name its limit. */
export const COUNTER_OF = {
  clarification: 'clarificationRounds',
  schema: 'schemaRounds',
  envelopes: 'envelopesPerTurn',
} as const satisfies Readonly<Record<CapKind, keyof Counters>>;

const LIMITED = ['clarification', 'schema', 'envelopes'] as const;

/** A `cap.breached` of one of the three limits of envelopes; null for other caps. */
export function breachOf(event: Pick<LogEvent, 'type' | 'payload'>) {
  if (event.type !== 'cap.breached') return null;
  const payload = payloadOf(event);
  const named = ownString(payload, 'kind');
  const kind = LIMITED.find((one) => one === named);
  const limit = countAt(payload, 'limit');
  if (kind === undefined || limit === null) return null;
  return { kind, limit, observed: countAt(payload, 'observed') };
}
