/** Acceptances before the envelope: what `prior` and the counters are made of (acceptor 4 and 8). */
import type { PriorOutcome } from '../accept-context.ts';
import type { AcceptedEvent, LogEvidence } from './evidence.ts';
import { provenanceOf, type Rebuilt } from './provenance.ts';

/** One accepted envelope with the events it became. */
export interface Acceptance {
  readonly correlationId: string;
  /** The first event names the kind. */
  readonly envelopeType: string;
  readonly nodeId: string | null;
  /** Place of the first event. */
  readonly index: number;
  readonly events: readonly AcceptedEvent[];
}

/** Groups events by envelope, in order of the first event: an envelope may have become several. */
export function acceptancesIn(events: readonly AcceptedEvent[]): Acceptance[] {
  const groups = new Map<string, Acceptance & { readonly events: AcceptedEvent[] }>();
  for (const event of events) {
    const { correlationId, envelopeType, nodeId, index } = event;
    const group = groups.get(correlationId);
    if (group !== undefined) group.events.push(event);
    else groups.set(correlationId, { correlationId, envelopeType, nodeId, index, events: [event] });
  }
  return [...groups.values()];
}

/** The accepted outcomes of this run that a repeat would be answered with. */
export function rebuildPrior(
  evidence: LogEvidence,
  acceptances: readonly Acceptance[],
): Rebuilt<readonly PriorOutcome[]> {
  const prior = acceptances.map(({ correlationId, envelopeType, events }) => {
    const envelopeId = events.find((event) => event.envelopeId !== null)?.envelopeId ?? null;
    const recordedEventIds = events.map((event) => event.eventId);
    const status = 'accepted' as const;
    const outcome =
      envelopeId === null ? { status, recordedEventIds } : { status, envelopeId, recordedEventIds };
    return { correlationId, type: envelopeType, outcome };
  });
  return { value: prior, provenance: [priorRow(evidence, acceptances)] };
}

function priorRow(evidence: LogEvidence, acceptances: readonly Acceptance[]) {
  const earlier =
    evidence.emission > 1
      ? `; ${evidence.emission - 1} earlier ${evidence.emission === 2 ? 'emission' : 'emissions'} under this correlationId`
      : '';
  const missing =
    evidence.acceptedLeftOut > 0 ? `; ${evidence.acceptedLeftOut} older events were not read` : '';
  const count = acceptances.length;
  const note =
    count === 0
      ? `No accepted envelope before this one in the log${earlier}`
      : `${count} ${count === 1 ? 'envelope' : 'envelopes'} accepted before${earlier}${missing}`;
  const standing = count > 0 && evidence.acceptedLeftOut === 0 ? 'known' : 'assumed';
  return provenanceOf(
    'prior',
    standing,
    note,
    acceptances.map((one) => one.events[0] ?? null),
  );
}
