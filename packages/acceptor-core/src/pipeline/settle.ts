/** From the end of the pipeline to outcome, events and counters (acceptor 2.0, 3.3, 4, 8). Changes the memory. */

import { isRecord, unreachable } from '@openwop-inspector/base';
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { ProjectedEvent } from '../accept-result.ts';
import { acceptEvents } from '../events/accept-events.ts';
import type { ShownNames } from '../events/event-writer.ts';
import { type KnownOutcome, keptAcceptance, outcomeAgain } from '../memory/known-outcome.ts';
import { rememberChunk } from '../steps/s03p-partial.ts';
import { countsForTurn } from '../steps/s09-limits.ts';
import type { Ending } from './ending.ts';
import { settleRefusal } from './settle-refusal.ts';
import { settleStopped } from './settle-stopped.ts';
import { NO_EVENTS, type Settled } from './settled.ts';
import { nodeOf, type Work } from './work.ts';

const BUFFERED: Settled = {
  status: 'buffered',
  code: null,
  outcome: null,
  events: NO_EVENTS,
  isReplay: false,
};

/** Settles under the profiles lenient and strict. */
export function settle(work: Work, names: ShownNames, ending: Ending | null): Settled {
  if (ending === null) return settleAcceptance(work, names);
  switch (ending.status) {
    case 'buffered':
      rememberChunk(work);
      return BUFFERED;
    case 'replayed':
      return settleReplay(work, ending.known);
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

function settleAcceptance(work: Work, names: ShownNames): Settled {
  const events = acceptEvents(work, names);
  if (work.correlationId !== null) {
    work.memory.known.set(work.correlationId, keptAcceptance(work.type, names.envelopeId, events));
  }
  count(work);
  if (work.envelope?.partial !== undefined) rememberChunk(work);
  return { status: 'accepted', code: null, outcome: acceptance(names, events), events, isReplay: false };
}

/** The outcome of an acceptance, which records one event or two. */
export function acceptance({ envelopeId }: ShownNames, events: readonly ProjectedEvent[]): EnvelopeOutcome {
  const [first, second] = events;
  const recordedEventIds = [first?.eventId ?? ''];
  if (second !== undefined) recordedEventIds.push(second.eventId);
  return { status: 'accepted', envelopeId, recordedEventIds };
}

/** Rounds and envelopes that an acceptance uses up; another kind than `schema.*` gives the schema rounds back. */
function count(work: Work): void {
  const { memory, payload, type } = work;
  if (countsForTurn(work)) memory.envelopesPerTurn++;
  if (type === 'schema.response') return;
  const node = nodeOf(work);
  if (type === 'schema.request') {
    node.schemaRounds++;
    node.requestedKind = requestedKind(payload);
    return;
  }
  node.schemaRounds = 0;
  if (type === 'clarification.request') node.clarificationRounds++;
}

function requestedKind(payload: unknown): string | null {
  return isRecord(payload) && typeof payload.envelopeType === 'string' ? payload.envelopeType : null;
}

/** The first outcome again, without events or counts. */
export function settleReplay(work: Work, known: KnownOutcome): Settled {
  const { redactor } = work.settings;
  const again = outcomeAgain(known);
  const outcome = redactor.isActive ? maskedOutcome(again, redactor.text) : again;
  return { status: outcome.status, code: known.code, outcome, events: NO_EVENTS, isReplay: true };
}

/** An outcome that was given may name secrets of this run. */
function maskedOutcome(outcome: EnvelopeOutcome, mask: (text: string) => string): EnvelopeOutcome {
  const { envelopeId, reason, recordedEventIds } = outcome;
  return {
    ...outcome,
    envelopeId: envelopeId === undefined ? undefined : mask(envelopeId),
    reason: reason === undefined ? undefined : mask(reason),
    recordedEventIds: recordedEventIds?.map(mask),
  };
}
