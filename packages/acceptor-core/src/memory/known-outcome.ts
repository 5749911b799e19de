/** Outcomes stored for repeats (acceptor 8). A run may have many: an acceptance is stored in few bytes and rebuilt. */
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { EnvelopeOutcome } from '../accept-context.ts';
import type { ProjectedEvent } from '../accept-parts.ts';

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
