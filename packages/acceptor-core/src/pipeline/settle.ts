/** From the end of the pipeline to outcome, events and counters (acceptor 2.0, 3.3, 4, 8). Changes the memory. */
import { unreachable } from '@openwop-inspector/base';
import type { RefusalCode, UnknownReason } from '@openwop-inspector/protocol';
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { AcceptStatus, ProjectedEvent } from '../accept-result.ts';
import { acceptEvents, nodeFailed } from '../events/event-writer.ts';
import { outcomeAgain, rememberUndecided } from '../memory/run-memory.ts';
import type { Step } from '../steps/step.ts';
import type { Ending, Refused } from './ending.ts';
import { namesOf, type Work, warn } from './work.ts';

/** What becomes of an envelope. */
export interface Settled {
  readonly status: AcceptStatus;
  readonly code: RefusalCode | null;
  /** Only of what was stopped. */
  readonly reasons: readonly UnknownReason[];
  readonly outcome: EnvelopeOutcome | null;
  readonly events: readonly ProjectedEvent[];
  readonly isReplay: boolean;
}

/** Which step ended the envelope and how; none did for an acceptance. */
export type Ended =
  | { readonly step: Step; readonly ending: Ending }
  | { readonly step: null; readonly ending: null };

/** Settles what ended. */
export type Settle = (work: Work, ended: Ended) => Settled;

export const NO_EVENTS: readonly ProjectedEvent[] = Object.freeze([]);
export const NO_REASONS: readonly UnknownReason[] = Object.freeze([]);

/**
 * An acceptor settles an acceptance and a refusal as its profile says; what else there is alike in all. `accepted`: what
 * the steps count and remember of an acceptance, in their order.
 */
export function settler(parts: {
  readonly acceptance: (work: Work) => readonly ProjectedEvent[];
  readonly refusal: (work: Work, ending: Refused, step: Step) => readonly ProjectedEvent[];
}) {
  return (accepted: readonly ((work: Work) => void)[]): Settle =>
    (work, { step, ending }) => {
      if (ending === null) {
        const events = parts.acceptance(work);
        const { envelopeId } = namesOf(work);
        const recordedEventIds = events.map(({ eventId }) => eventId);
        const outcome = { status: 'accepted', envelopeId, recordedEventIds } as const;
        const known = { type: work.type, code: null, outcome: outcomeAgain(outcome) };
        if (work.correlationId !== null) work.memory.known.set(work.correlationId, known);
        for (const remember of accepted) remember(work);
        return settled('accepted', null, outcome, events);
      }
      switch (ending.status) {
        case 'buffered':
          step.accepted?.(work);
          return settled('buffered', null, null, NO_EVENTS);
        case 'replayed': {
          // The first outcome again, without events or counts.
          const { redactor } = work.settings;
          const again = outcomeAgain(ending.known.outcome);
          const outcome = redactor.isActive ? maskedOutcome(again, redactor.text) : again;
          return { ...settled(outcome.status, ending.known.code, outcome, NO_EVENTS), isReplay: true };
        }
        case 'stopped':
          // No event, no count, no outcome of the protocol: a host would have accepted or refused it, and which is not known.
          rememberUndecided(work.memory, work.nodeId, work.correlationId);
          return { ...settled('stopped', null, null, NO_EVENTS), reasons: ending.reasons };
        case 'invalid':
        case 'gated':
        case 'breached': {
          const events = parts.refusal(work, ending, step);
          return settled(ending.status, ending.code, refusalOutcome(work, ending), events);
        }
        default:
          return unreachable(ending);
      }
    };
}

/** Settles under the profiles lenient and strict. */
export const settleAsSpecified = settler({
  acceptance: acceptEvents,
  refusal: (work, ending, step) => {
    const { correlationId, known, memory, type } = work;
    if (step.hidesRepeats && known !== null && known.type === type) {
      const message = 'The first envelope of this correlationId was accepted.';
      warn(work, 'would_have_been_replay', message, '/correlationId');
    }
    if (correlationId !== null && !memory.known.has(correlationId)) memory.refused.add(correlationId);
    return step.refused === null ? [nodeFailed(work, ending)] : step.refused(work, ending);
  },
});

function settled(
  status: AcceptStatus,
  code: RefusalCode | null,
  outcome: EnvelopeOutcome | null,
  events: readonly ProjectedEvent[],
): Settled {
  return { status, code, reasons: NO_REASONS, outcome, events, isReplay: false };
}

/** The outcome of a refusal, in the words of the protocol (envelope 3). */
export function refusalOutcome(work: Work, ending: Refused): EnvelopeOutcome {
  const { envelopeId } = namesOf(work);
  const { status, reason, details, gate, capKind } = ending;
  const outcome = { status, envelopeId, reason };
  if (status === 'breached') return { ...outcome, capKind: capKind ?? undefined };
  return gate ? { ...outcome, gate } : { ...outcome, details };
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
