/** Reading of recorded payloads in the forms that hosts write (run-events 5.3). Nothing is required of any of them. */
import { isRecord, type JsonObject, ownString, ownValue } from '@openwop-inspector/base';
import type { LogEvent } from './evidence.ts';

const NOTHING: JsonObject = {};

function objectIn(value: unknown, key: string): JsonObject {
  const member = isRecord(value) ? ownValue(value, key) : undefined;
  return isRecord(member) ? member : NOTHING;
}

export function payloadOf(event: LogEvent): JsonObject {
  return isRecord(event.payload) ? event.payload : NOTHING;
}

/** `fields` of a `log.appended`. */
export function fieldsOf(event: LogEvent): JsonObject {
  return objectIn(event.payload, 'fields');
}

/** A failure: code and message by run-events 5.3, and its details. */
export interface RecordedError {
  readonly code: string | null;
  readonly message: string | null;
  readonly details: JsonObject;
}

export function errorOf(event: LogEvent): RecordedError {
  const payload = payloadOf(event);
  const error = objectIn(payload, 'error');
  const bare = ownString(payload, 'error');
  return {
    code: ownString(error, 'code') ?? ownString(payload, 'code') ?? bare,
    message: ownString(error, 'message') ?? ownString(payload, 'message'),
    details: objectIn(error, 'details'),
  };
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

export function breachOf(event: LogEvent): RecordedBreach | null {
  if (event.type !== 'cap.breached') return null;
  const payload = payloadOf(event);
  const kind = ownString(payload, 'kind');
  const limit = countIn(payload, 'limit');
  if (limit === null || (kind !== 'clarification' && kind !== 'schema' && kind !== 'envelopes')) return null;
  return { kind, limit, observed: countIn(payload, 'observed') };
}

/** A member that is a count; null otherwise. */
export function countIn(object: JsonObject, key: string): number | null {
  const value = ownValue(object, key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Returns the strings of a list; null when it is not a list. */
export function stringsIn(object: JsonObject, key: string): readonly string[] | null {
  const value = ownValue(object, key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : null;
}
