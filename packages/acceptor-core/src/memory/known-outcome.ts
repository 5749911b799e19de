/** Outcomes stored for repeats (acceptor 8). A run may have many: an acceptance is stored in few bytes and rebuilt. */

import { isRecord, ownString, ownValue } from '@openwop-inspector/base';
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { ProjectedEvent } from '../accept-result.ts';

export interface KnownOutcome {
  readonly type: string;
  /** Null for an acceptance; profile `reference` stores refusals too. */
  readonly code: RefusalCode | null;
  /** Whole, when it was given or is a refusal; null for an acceptance of this acceptor. */
  readonly outcome: EnvelopeOutcome | null;
  readonly envelopeId: string | undefined;
  readonly firstEventId: string;
  /** Only a clarification records two events. */
  readonly secondEventId: string | undefined;
}

/** Returns the stored form of an acceptance. */
export function savedAcceptance(
  type: string,
  envelopeId: string | undefined,
  events: readonly ProjectedEvent[],
): KnownOutcome {
  const [first, second] = events;
  return {
    type,
    code: null,
    outcome: null,
    envelopeId,
    firstEventId: first === undefined ? '' : first.eventId,
    secondEventId: second === undefined ? undefined : second.eventId,
  };
}

/** Stores an outcome unchanged. */
export function savedOutcome(type: string, outcome: EnvelopeOutcome, code: RefusalCode | null): KnownOutcome {
  const { envelopeId } = outcome;
  return { type, code, outcome, envelopeId, firstEventId: '', secondEventId: undefined };
}

/** Returns the outcome as a new object: changes by a caller do not affect later repeats. */
export function outcomeAgain(known: KnownOutcome): EnvelopeOutcome {
  const { envelopeId, firstEventId, outcome, secondEventId } = known;
  if (outcome !== null) return { ...outcome, recordedEventIds: outcome.recordedEventIds?.slice() };
  const ids = secondEventId === undefined ? [firstEventId] : [firstEventId, secondEventId];
  return { status: 'accepted', envelopeId, recordedEventIds: ids };
}

// Accepted envelopes of a run, rebuilt from its recorded events (acceptor 8, vectors FORMAT 2.1).

interface Projection {
  readonly causationId: string;
  readonly type: string;
  readonly eventId: string;
  readonly envelopeId: string | null;
  readonly sequence: number;
}

/**
 * Outcomes by correlationId. Only events that an acceptance projects count: those of a clarification, and
 * `log.appended` with `fields.envelopeType`. Events of another run are left out. The first event names the kind.
 */
export function outcomesFromLog(log: readonly unknown[], runId: string): ReadonlyMap<string, KnownOutcome> {
  const projections = log
    .map((event) => projectionOf(event, runId))
    .filter((projection) => projection !== null)
    .sort((one, other) => one.sequence - other.sequence);
  const groups = new Map<string, Projection[]>();
  for (const projection of projections) {
    const group = groups.get(projection.causationId);
    if (group === undefined) groups.set(projection.causationId, [projection]);
    else group.push(projection);
  }
  return new Map([...groups].map(([correlationId, group]) => [correlationId, outcomeOf(group)]));
}

/** The sequence after the last one of the log; 0 for an empty one. */
export function sequenceAfter(log: readonly unknown[]): number {
  return log.reduce<number>((next, event) => {
    const sequence = isRecord(event) ? ownValue(event, 'sequence') : undefined;
    return Number.isSafeInteger(sequence) ? Math.max(next, Number(sequence) + 1) : next;
  }, 0);
}

function outcomeOf(group: readonly Projection[]): KnownOutcome {
  const [first] = group;
  const envelopeId = group.find((projection) => projection.envelopeId !== null)?.envelopeId ?? undefined;
  const recordedEventIds = group.map((projection) => projection.eventId);
  return savedOutcome(first?.type ?? '', { status: 'accepted', envelopeId, recordedEventIds }, null);
}

function projectionOf(event: unknown, runId: string): Projection | null {
  if (!isRecord(event)) return null;
  const causationId = ownString(event, 'causationId');
  const eventId = ownString(event, 'eventId');
  const payload = ownValue(event, 'payload');
  if (causationId === null || eventId === null || !isRecord(payload)) return null;
  if ((ownString(event, 'runId') ?? runId) !== runId) return null;
  const fields = ownValue(payload, 'fields');
  const type = projectedKind(ownString(event, 'type'), payload, fields);
  if (type === null) return null;
  const envelopeId = isRecord(fields) ? ownString(fields, 'envelopeId') : null;
  const sequence = ownValue(event, 'sequence');
  return { causationId, type, eventId, envelopeId, sequence: typeof sequence === 'number' ? sequence : 0 };
}

function projectedKind(
  eventType: string | null,
  payload: Readonly<Record<string, unknown>>,
  fields: unknown,
): string | null {
  if (eventType === 'clarification.requested') return 'clarification.request';
  if (eventType === 'interrupt.requested')
    return ownString(payload, 'kind') === 'clarification' ? 'clarification.request' : null;
  if (eventType !== 'log.appended' || !isRecord(fields)) return null;
  return ownString(fields, 'envelopeType');
}
