import { NOT_DECIDED_BEFORE } from '../memory/run-memory.ts';
import {
  displayName,
  type Ending,
  invalid,
  referenceInvalid,
  ruleDetail,
  stopped,
} from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S12: a repeat of the same kind gets the first outcome; another kind under the same id is a conflict (acceptor 8). */
export const dedupStep = step('dedup', {
  clause: 'acceptor 8',
  inputs: ['/correlationId', '/type', 'prior'],
  check: (work) => {
    const { known, type } = work;
    if (known === null) return wasUndecided(work) ? stopped(work, [NOT_DECIDED_BEFORE]) : null;
    if (known.type === type) return { status: 'replayed', known };
    const text = `the correlationId belongs to an accepted ${known.type}`;
    return invalid(work, 'envelope_correlation_conflict', text);
  },
  explain: (work, ending) => repeatText(work, ending, 'not a repeat'),
});

/** At the reference host right after the shape, and any outcome is repeated (R1). */
export const referenceDedupStep = variantOf(dedupStep, {
  clause: 'acceptor R1',
  check: (work) => {
    const { correlationId, memory, type } = work;
    const known = correlationId === null ? undefined : memory.known.get(correlationId);
    if (known === undefined) return wasUndecided(work) ? stopped(work, [NOT_DECIDED_BEFORE]) : null;
    work.known = known;
    if (known.type === type) return { status: 'replayed', known };
    return referenceInvalid(work, 'envelope_correlation_conflict', 'envelope_correlation_conflict', [
      ruleDetail('/correlationId', 'dedup', 'is used by another kind'),
    ]);
  },
  explain: (work, ending) => repeatText(work, ending, 'the correlationId is new'),
});

function repeatText(work: Work, ending: Ending | null, newWords: string): string {
  if (ending === null) return newWords;
  return ending.status === 'replayed' ? 'a repeat: the first outcome again' : conflictText(work);
}

/** True when the first envelope of this correlationId was not decided: it may be a repeat, a conflict or new. */
function wasUndecided({ correlationId, memory }: Work): boolean {
  return correlationId !== null && memory.undecided.correlationIds.has(correlationId);
}

/** The kind that the correlationId had before, and the one it has now. */
function conflictText({ known, settings: { redactor }, type }: Work): string {
  const before = displayName(redactor, known?.type || 'a kind without a name');
  return `the correlationId came with ${before} before, now with ${displayName(redactor, type)}`;
}

/** S4: looks whether the correlationId is known; decides nothing, but a known one skips the limits (acceptor 8). */
export const conflictPeekStep = step('conflict-peek', {
  clause: 'acceptor S4',
  inputs: ['/correlationId', 'prior'],
  check: (work) => {
    const { correlationId, memory } = work;
    if (correlationId === null) return null;
    work.known = memory.known.get(correlationId) ?? null;
    if (work.known === null && memory.refused.size > 0 && memory.refused.has(correlationId)) {
      const message = 'An envelope with this correlationId was refused before; this one is new.';
      warn(work, 'reused_correlation_after_refusal', message, '/correlationId');
    }
    return null;
  },
  explain: ({ correlationId, known, settings, type }) => {
    if (correlationId === null) return { isSkipped: true, note: 'there is no correlationId' };
    if (known === null) return 'the correlationId is new';
    if (known.type === type) return 'accepted before, of the same kind';
    return `accepted before as ${displayName(settings.redactor, known.type || 'a kind without a name')}`;
  },
});
