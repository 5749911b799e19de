/** Reading of recorded payloads in the forms that hosts write (run-events 5.3). Nothing is required of any of them. */
import { countAt, type JsonObject, objectAt, ownString, ownValue, recordOr } from '@openwop-inspector/base';
import type { CapKind, Counters } from '../accept-context.ts';
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
