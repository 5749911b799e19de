import { NOT_DECIDED_BEFORE } from '../memory/undecided.ts';
import { invalid, stopped } from '../pipeline/ending.ts';
import { shownName } from '../pipeline/shown-name.ts';
import type { Work } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S12: a repeat of the same kind gets the first outcome; another kind under the same id is a conflict (acceptor 8). */
export const dedupStep: Step = {
  id: 'dedup',
  clause: 'acceptor 8',
  inputs: ['/correlationId', '/type', 'prior'],
  needsEnvelope: true,
  check: (work) => {
    const { known, type } = work;
    if (known === null) return wasUndecided(work) ? stopped(work, [NOT_DECIDED_BEFORE]) : null;
    if (known.type === type) return { status: 'replayed', known };
    const text = `the correlationId belongs to an accepted ${known.type}`;
    return invalid(work, 'envelope_correlation_conflict', text);
  },
  explain: (work, ending) => {
    if (ending === null) return { note: 'not a repeat' };
    return {
      note: ending.status === 'replayed' ? 'a repeat: the first outcome again' : conflictWords(work),
    };
  },
};

/** Whether the first envelope of this correlationId was not decided: a repeat, a conflict or new, nobody knows. */
export function wasUndecided({ correlationId, memory }: Work): boolean {
  return correlationId !== null && memory.undecided.correlationIds.has(correlationId);
}

/** The kind that the correlationId had before, and the one it has now. */
export function conflictWords({ known, settings: { redactor }, type }: Work): string {
  const before = shownName(redactor, known?.type || 'a kind without a name');
  return `the correlationId came with ${before} before, now with ${shownName(redactor, type)}`;
}
