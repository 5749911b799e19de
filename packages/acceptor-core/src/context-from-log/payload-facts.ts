/** Reading of recorded payloads in the forms that hosts write (run-events 5.3). Nothing is required of any of them. */
import { countAt, type JsonObject, objectAt, ownString, ownValue, recordOr } from '@openwop-inspector/base';
import type { LogEvent } from './evidence.ts';

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
export interface RecordedError {
  readonly code: string | null;
  readonly message: string | null;
  readonly details: JsonObject;
}

export function errorOf(event: WithPayload): RecordedError {
  const payload = payloadOf(event);
  const error = objectAt(payload, 'error');
  const bare = ownString(payload, 'error');
  return {
    code: ownString(error, 'code') ?? ownString(payload, 'code') ?? bare,
    message: ownString(error, 'message') ?? ownString(payload, 'message'),
    details: objectAt(error, 'details'),
  };
}

/** One violation that a host lists with a failure; a member is null where the host gives none. */
export interface RecordedViolation {
  readonly pointer: string | null;
  readonly keyword: string | null;
  readonly message: string | null;
}

export function violationsIn(event: WithPayload | undefined): readonly RecordedViolation[] {
  const violations = event === undefined ? null : ownValue(errorOf(event).details, 'violations');
  if (!Array.isArray(violations)) return [];
  return violations.map((one: unknown) => ({
    pointer: ownString(one, 'instancePath'),
    keyword: ownString(one, 'keyword'),
    message: ownString(one, 'message'),
  }));
}

/** A `cap.breached` of one of the three limits of envelopes; null for other caps. */
export interface RecordedBreach {
  readonly kind: 'clarification' | 'schema' | 'envelopes';
  readonly limit: number;
  readonly observed: number | null;
}

/** The counter that a breach is about, and by the same name its limit. */
export const COUNTER_OF = {
  clarification: 'clarificationRounds',
  schema: 'schemaRounds',
  envelopes: 'envelopesPerTurn',
} as const satisfies Readonly<Record<RecordedBreach['kind'], string>>;

export function breachOf(event: Pick<LogEvent, 'type' | 'payload'>): RecordedBreach | null {
  if (event.type !== 'cap.breached') return null;
  const payload = payloadOf(event);
  const kind = ownString(payload, 'kind');
  const limit = countAt(payload, 'limit');
  if (limit === null || (kind !== 'clarification' && kind !== 'schema' && kind !== 'envelopes')) return null;
  return { kind, limit, observed: countAt(payload, 'observed') };
}
