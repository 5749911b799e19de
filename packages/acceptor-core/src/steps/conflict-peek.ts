import { displayName } from '../pipeline/display-name.ts';
import { warn } from '../pipeline/work.ts';
import { type StepInfo, step } from './step.ts';

export const conflictPeekInfo = {
  id: 'conflict-peek',
  number: 'S4',
  rule: 'Looks whether this correlationId was accepted before in this run. It never refuses.',
} as const satisfies StepInfo;

/** S4: looks whether the correlationId is known; decides nothing, but a known one skips the limits (acceptor 8). */
export const conflictPeekStep = step(conflictPeekInfo, {
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
    if (known === null) return { note: 'the correlationId is new' };
    if (known.type === type) return { note: 'accepted before, of the same kind' };
    return {
      note: `accepted before as ${displayName(settings.redactor, known.type || 'a kind without a name')}`,
    };
  },
});
