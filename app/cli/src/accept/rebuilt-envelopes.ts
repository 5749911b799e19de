/** Envelopes that stand behind the events of a log, with the context the host met them in (acceptor 8). */

import {
  type ContextFromLog,
  contextFromEvidence,
  type EnvelopeFromLog,
  notReconstructable,
} from '@openwop-inspector/acceptor-core';
import { formatSequence, mayBeMasked } from '@openwop-inspector/base';
import {
  type EnvelopeEvidence,
  type EventRow,
  envelopeEvidence,
  type RunLog,
} from '@openwop-inspector/run-log';
import { ambiguousText, findDisplayedId, findEvent } from '../refer/find-event.ts';

/** One envelope put together from a log. */
export interface RebuiltEnvelope {
  /** How to name it: `#216`, or the correlationId of an envelope beside the events. */
  readonly place: string;
  /** The event it was looked up by; null for an envelope beside the events. */
  readonly event: Pick<EventRow, 'sequence' | 'eventId' | 'type'> | null;
  readonly envelope: EnvelopeFromLog;
  readonly log: ContextFromLog;
}

/** What was found at a reference. */
export type EnvelopeAtEvent =
  | { readonly kind: 'found'; readonly rebuilt: RebuiltEnvelope; readonly remark: string | null }
  | { readonly kind: 'none'; readonly message: string };

/** The envelope that stands at an event, named as everywhere, or one named by its correlationId. */
export async function envelopeAtEvent(log: RunLog, reference: string): Promise<EnvelopeAtEvent> {
  const found = await findEvent(log, reference);
  if (found.kind === 'event') {
    const { row, remark } = found;
    const evidence = await envelopeEvidence(log, { ordinal: row.ordinal });
    const rebuilt = evidence === null ? null : rebuiltFrom(evidence, placeOf(row), row);
    if (rebuilt !== null) return { kind: 'found', rebuilt, remark };
    const words = `${placeOf(row)} ${row.type} has nothing to do with an envelope`;
    return { kind: 'none', message: `${words}. Name one that failed, or an envelope.* event` };
  }
  const shown = mayBeMasked(reference) ? await findDisplayedId(log, reference) : null;
  if (shown?.isAmbiguous) return { kind: 'none', message: ambiguousText(reference) };
  const evidence = await envelopeEvidence(log, { correlationId: shown?.correlationId ?? reference });
  const rebuilt = evidence === null ? null : rebuiltFrom(evidence, reference, evidence.selected);
  return rebuilt === null
    ? { kind: 'none', message: found.message }
    : { kind: 'found', rebuilt, remark: `${reference} is read as a correlationId` };
}

function rebuiltFrom(
  evidence: EnvelopeEvidence,
  place: string,
  event: RebuiltEnvelope['event'],
): RebuiltEnvelope | null {
  const log = contextFromEvidence(evidence);
  return log.envelope === null ? null : { place, event, envelope: log.envelope, log };
}

/** How to name an event: `#216`, or its eventId. */
export function placeOf(row: EventRow): string {
  return row.sequence === null ? row.eventId : formatSequence(row.sequence);
}

/** Envelopes taken of one log, and events that are looked into for them. */
const MAX_ENVELOPES = 100;
const MAX_EVENTS = 1_000;

/** Events by which hosts tell that an envelope was not taken. */
const TELLING: ReadonlySet<string> = new Set([
  'node.failed',
  'run.failed',
  'cap.breached',
  'envelope.refusal',
  'envelope.truncated',
  'envelope.retry.attempted',
  'envelope.retry.exhausted',
  'log.appended',
]);

/** Whether an event may be the refusal of an envelope. */
export function mayRefuse(row: EventRow): boolean {
  return TELLING.has(row.type) && (row.tone === 'failed' || row.tone === 'warning');
}

/**
 * The envelopes that failed events stand for, each emission once, in order. Failures of nodes name their emission
 * first; envelopes of which the payload is not held are left out. Reads at most 1,000 events' evidence.
 */
export async function envelopesOfFailures(log: RunLog, failed: readonly EventRow[], signal: AbortSignal) {
  const byEmission = new Map<string, { readonly row: EventRow; readonly rebuilt: RebuiltEnvelope | null }>();
  const nodesFirst = [...failed].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  let held = 0;
  for (const row of nodesFirst.slice(0, MAX_EVENTS)) {
    if (signal.aborted || held >= MAX_ENVELOPES) break;
    const evidence = await envelopeEvidence(log, { ordinal: row.ordinal });
    if (evidence === null || byEmission.has(emissionOf(evidence))) continue;
    const rebuilt = rebuiltFrom(evidence, placeOf(row), row);
    const host = rebuilt?.log.hostRecorded ?? null;
    if (rebuilt === null || host === null || host.status === 'accepted') continue;
    const isHeld = rebuilt.envelope.form === 'json' && notReconstructable(rebuilt.log) === null;
    byEmission.set(emissionOf(evidence), { row, rebuilt: isHeld ? rebuilt : null });
    if (isHeld) held++;
  }
  const inOrder = [...byEmission.values()].sort((a, b) => a.row.index - b.row.index);
  return {
    found: inOrder.flatMap(({ rebuilt }) => rebuilt ?? []),
    /** Places of failures whose envelope the log does not hold. */
    withoutEnvelope: inOrder.flatMap(({ rebuilt, row }) => (rebuilt === null ? [placeOf(row)] : [])),
    /** True when there are more failed events than were looked into. */
    isCut: held >= MAX_ENVELOPES || failed.length > MAX_EVENTS,
  };
}

function rank({ type }: EventRow): number {
  return type === 'node.failed' ? 0 : 1;
}

/** The same for all events that one emission of an envelope left. */
function emissionOf({ correlationId, emission, recorded, runId, subject }: EnvelopeEvidence): string {
  const first = recorded[0] ?? subject;
  return JSON.stringify([runId, correlationId, emission, correlationId === null ? first?.ordinal : null]);
}
