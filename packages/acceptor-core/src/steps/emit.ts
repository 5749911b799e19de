import { step } from './step.ts';

/** S14: the outcome is settled. What is recorded is written by `pipeline/settle.ts`, which changes the memory. */
export const emitStep = step({
  id: 'emit',
  number: 'S14',
  rule: 'The events of the kind are recorded, and the counters go up.',
  clause: 'acceptor 3.3',
  inputs: ['/type', '/payload'],
  accepts: true,
  check: () => null,
  explain: ({ type }) => ({
    note: type === 'clarification.request' ? 'two events are recorded' : 'one event is recorded',
  }),
});
