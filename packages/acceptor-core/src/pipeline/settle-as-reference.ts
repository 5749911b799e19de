/** What the reference host records, counts and remembers (R1, R6 to R9, R17). */
import type { ProjectedEvent } from '../accept-parts.ts';
import { acceptEvents } from '../events/accept-events.ts';
import { type EventNames, writeEvent } from '../events/event-writer.ts';
import { capBreached, nodeFailed, warningLogged } from '../events/refusal-events.ts';
import { savedOutcome } from '../memory/known-outcome.ts';
import type { Refused } from './ending.ts';
import { refusalOutcome, settler } from './settle.ts';
import type { Work } from './work.ts';

/** The one code for every `invalid` (R6). */
const INVALID_CODE = 'envelope_validation_failed';

export const settleAsReference = settler({
  acceptance: acceptedEvents,
  refusal: (work, names, ending) => {
    const events = refusalEvents(work, names, ending).map(withoutTrust);
    const { correlationId, envelope, known, memory, type } = work;
    // Whatever was an object is remembered, refusals too; a conflict leaves the first outcome in place.
    if (correlationId !== null && envelope !== null && known === null) {
      memory.known.set(correlationId, savedOutcome(type, refusalOutcome(names, ending), ending.code));
    }
    return events;
  },
});

/** A clarification becomes one event (R7); `schema.*` is logged at info (R8); trusted is said also where nothing is. */
function acceptedEvents(work: Work, names: EventNames): readonly ProjectedEvent[] {
  const contentTrust = work.contentTrust ?? 'trusted';
  if (work.type === 'clarification.request') {
    const payload = { kind: 'clarification', envelopeId: names.envelopeId };
    return [writeEvent(work, names, 'interrupt.requested', contentTrust, payload)];
  }
  return acceptEvents(work, names).map((event) => ({ ...atInfo(event), contentTrust }));
}

function atInfo(event: ProjectedEvent): ProjectedEvent {
  const { payload } = event;
  if (typeof payload !== 'object' || payload === null || Reflect.get(payload, 'level') !== 'debug')
    return event;
  return { ...event, payload: { ...payload, level: 'info' } };
}

/** Refusals carry no trust at the reference host (acceptor 3.3). */
function withoutTrust({ contentTrust: _contentTrust, ...event }: ProjectedEvent): ProjectedEvent {
  return event;
}

function refusalEvents(work: Work, names: EventNames, ending: Refused): readonly ProjectedEvent[] {
  if (ending.status === 'invalid') return [nodeFailed(work, names, ending, INVALID_CODE)];
  if (ending.status === 'gated') {
    const isDiscarded = ending.gate?.refusalMode === 'discard-and-warn';
    return [isDiscarded ? warningLogged(work, names, ending) : nodeFailed(work, names, ending)];
  }
  const { capKind, cap } = ending;
  const breach = { kind: capKind ?? '', limit: cap, observed: cap, nodeId: names.nodeId };
  return [capBreached(work, names, breach), nodeFailed(work, names, ending)];
}
