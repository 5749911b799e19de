import { NOT_DECIDED_BEFORE } from '../../memory/undecided.ts';
import { ruleDetail } from '../../pipeline/details.ts';
import { stopped } from '../../pipeline/ending.ts';
import { conflictWords, wasUndecided } from '../../steps/s12-dedup.ts';
import type { Step } from '../../steps/step.ts';
import { referenceInvalid } from './reference-ending.ts';

/** The correlationId is looked up right after the shape, and any outcome is repeated (R1). */
export const referenceDedupStep: Step = {
  id: 'dedup',
  clause: 'acceptor R1',
  inputs: ['/correlationId', '/type', 'prior'],
  needsEnvelope: true,
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
  explain: (work, ending) => {
    if (ending === null) return { note: 'the correlationId is new' };
    return {
      note: ending.status === 'replayed' ? 'a repeat: the first outcome again' : conflictWords(work),
    };
  },
};
