import type { Step } from './step.ts';

/** S14: the outcome is settled. What is recorded is written by `pipeline/settle.ts`, which changes the memory. */
export const emitStep: Step = {
  id: 'emit',
  clause: 'acceptor 3.3',
  inputs: ['/type', '/payload'],
  needsEnvelope: true,
  check: () => null,
  explain: ({ type }) => ({
    note: type === 'clarification.request' ? 'two events are recorded' : 'one event is recorded',
  }),
};
