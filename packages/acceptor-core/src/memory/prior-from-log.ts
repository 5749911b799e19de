/** Accepted envelopes of a run, rebuilt from its recorded events (acceptor 8, vectors FORMAT 2.1). */
import { isRecord, ownString, ownValue } from '@openwop-inspector/base';
import { type KnownOutcome, savedOutcome } from './known-outcome.ts';

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
