/** What the reference host records, counts and remembers (R1, R6 to R9, R17). */
import { unreachable } from '@openwop-inspector/base';
import type { ProjectedEvent } from '../../accept-result.ts';
import { acceptEvents } from '../../events/accept-events.ts';
import { type ShownNames, writeEvent } from '../../events/event-writer.ts';
import { capBreached, nodeFailed, warningLogged } from '../../events/refusal-events.ts';
import { type KnownOutcome, keptAcceptance, keptOutcome } from '../../memory/known-outcome.ts';
import { nodeMemoryOf } from '../../memory/run-memory.ts';
import type { Ending, Refused } from '../../pipeline/ending.ts';
import { refusalOutcome } from '../../pipeline/refusal-outcome.ts';
import { acceptance, settleReplay } from '../../pipeline/settle.ts';
import { settleStopped } from '../../pipeline/settle-stopped.ts';
import { NO_EVENTS, type Settled } from '../../pipeline/settled.ts';
import type { Work } from '../../pipeline/work.ts';
import { referenceLimit } from './reference-limits.ts';

/** The one code for every `invalid` (R6). */
const INVALID_CODE = 'envelope_validation_failed';

export function settleAsReference(work: Work, names: ShownNames, ending: Ending | null): Settled {
  if (ending === null) return settleAcceptance(work, names);
  switch (ending.status) {
    case 'replayed':
      return settleReplay(work, ending.known);
    case 'buffered':
      return { status: 'buffered', code: null, outcome: null, events: NO_EVENTS, isReplay: false };
    case 'stopped':
      return settleStopped(work, ending);
    case 'invalid':
    case 'gated':
    case 'breached':
      return settleRefusal(work, names, ending);
    default:
      return unreachable(ending);
  }
}

function settleRefusal(work: Work, names: ShownNames, ending: Refused): Settled {
  const events = refusalEvents(work, names, ending).map(withoutTrust);
  if (isRemembered(work)) {
    remember(work, keptOutcome(work.type, refusalOutcome(names, ending), ending.code));
  }
  const { status, code } = ending;
  return { status, code, outcome: refusalOutcome(names, ending), events, isReplay: false };
}

function settleAcceptance(work: Work, names: ShownNames): Settled {
  const events = acceptedEvents(work, names);
  remember(work, keptAcceptance(work.type, names.envelopeId, events));
  const node = nodeMemoryOf(work.memory, work.settings.nodeId);
  const limit = referenceLimit(work.type);
  if (limit === 'envelopesPerTurn') work.memory.envelopesPerTurn++;
  else node[limit]++;
  return { status: 'accepted', code: null, outcome: acceptance(names, events), events, isReplay: false };
}

/** Whatever came after the lookup is remembered, refusals too; a conflict leaves the first outcome in place. */
function isRemembered({ envelope, known, step }: Work): boolean {
  return envelope !== null && known === null && step !== 'parse' && step !== 'capability';
}

function remember({ correlationId, memory }: Work, outcome: KnownOutcome): void {
  if (correlationId !== null) memory.known.set(correlationId, outcome);
}

/** A clarification becomes one event (R7); `schema.*` is logged at info (R8); trusted is said also where nothing is. */
function acceptedEvents(work: Work, names: ShownNames): readonly ProjectedEvent[] {
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

function refusalEvents(work: Work, names: ShownNames, ending: Refused): readonly ProjectedEvent[] {
  if (ending.status === 'invalid') return [nodeFailed(work, names, ending, INVALID_CODE)];
  if (ending.status === 'gated') {
    const isDiscarded = ending.gate?.refusalMode === 'discard-and-warn';
    return [isDiscarded ? warningLogged(work, names, ending) : nodeFailed(work, names, ending, ending.code)];
  }
  const breach = {
    kind: ending.capKind ?? '',
    limit: ending.cap,
    observed: ending.cap,
    nodeId: names.nodeId,
  };
  return [capBreached(work, names, breach), nodeFailed(work, names, ending, ending.code)];
}
