import { isRecord, sameJson } from '@openwop-inspector/base';
import { v1EventName } from '@openwop-inspector/protocol';
import { WITH_TENANT } from './interner.ts';
import { aghCauseOf, isAghMessage } from './message-rows.ts';

const decoder = new TextDecoder();

/** One event after the tolerances of run-events.md section 1.2. */
export interface EventDocument {
  /** The object as recorded. */
  readonly recorded: Record<string, unknown>;
  /** `payload`, else `data`, of a message its `body`; undefined when none is there. */
  readonly payload: unknown;
}

/** Reads the bytes of an event; null when they are not a JSON object. `parseExactly` keeps all digits of numbers. */
export function readEventDocument(
  bytes: Uint8Array,
  parse: (text: string) => unknown = JSON.parse,
): EventDocument | null {
  return eventDocumentOf(decoder.decode(bytes), parse);
}

/** Reads the text of an event; null when it is not a JSON object. */
export function eventDocumentOf(
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): EventDocument | null {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  if (Object.hasOwn(value, 'payload')) return { recorded: value, payload: value.payload };
  return { recorded: value, payload: isAghMessage(value) ? value.body : value.data };
}

/** The correlationId of an envelope that is the payload of an event, or the `envelope` in it; null for none. */
export function recordedCorrelationId(payload: unknown): string | null {
  if (!isRecord(payload)) return null;
  const { correlationId } = isRecord(payload.envelope) ? payload.envelope : payload;
  return typeof correlationId === 'string' && correlationId !== '' ? correlationId : null;
}

/** The fields two records of one event are compared by, under their present names; absent and null are the same. */
function comparable(document: EventDocument): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(document.recorded)) {
    if (value === null || key === 'payload' || key === 'data' || key === 'seq') continue;
    fields.set(key, value);
  }
  const { seq, type } = document.recorded;
  // A host that speaks both majors gives one event under either name (run-events 3.6).
  if (typeof type === 'string') fields.set('type', v1EventName(type));
  if (!fields.has('sequence') && seq !== undefined && seq !== null) fields.set('sequence', seq);
  // Some channels leave an empty payload out.
  if (!isEmptyPayload(document.payload)) fields.set('payload', document.payload);
  return fields;
}

/** A payload that says nothing: absent, null or `{}`. */
export function isEmptyPayload(payload: unknown): boolean {
  return (
    payload === undefined || payload === null || (isRecord(payload) && Object.keys(payload).length === 0)
  );
}

/**
 * Whether two records of one event agree. In the same source they must be equal; across sources a field may be missing
 * in either, since hosts leave fields out on some channels.
 */
export function agrees(a: EventDocument, b: EventDocument, acrossSources: boolean): boolean {
  const left = comparable(a);
  const right = comparable(b);
  if (!acrossSources && left.size !== right.size) return false;
  for (const [key, value] of left) {
    if (!right.has(key)) {
      if (acrossSources) continue;
      return false;
    }
    const other = right.get(key);
    if (!sameJson(value, other) && !(key === 'runId' && (isPart(value, other) || isPart(other, value))))
      return false;
  }
  return true;
}

/** Whether the id of a run is the part of another one behind its tenant (run-events 3.6). */
const isPart = (part: unknown, id: unknown): boolean =>
  typeof id === 'string' && WITH_TENANT.exec(id)?.[1] === part;

/** Of two records that agree: whether the second says all that the first says, and more. */
export function saysMore(first: EventDocument, second: EventDocument): boolean {
  const [left, right] = [comparable(first), comparable(second)];
  if (right.size <= left.size) return false;
  for (const key of left.keys()) if (!right.has(key)) return false;
  return true;
}

/** The id that an event, or a message, was recorded with. */
export function recordedIdOf(recorded: Readonly<Record<string, unknown>>): unknown {
  return isAghMessage(recorded) ? recorded.id : recorded.eventId;
}

/** The id that an event, or a message, names as its cause. */
export function namedCauseOf(recorded: Readonly<Record<string, unknown>>): unknown {
  return isAghMessage(recorded) ? aghCauseOf(recorded)?.id : recorded.causationId;
}
