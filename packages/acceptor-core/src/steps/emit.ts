import { type StepInfo, step } from './step.ts';

export const emitInfo = {
  id: 'emit',
  number: 'S14',
  rule: 'The events of the kind are recorded, and the counters go up.',
} as const satisfies StepInfo;

/** S14: the outcome is settled. What is recorded is written by `pipeline/settle.ts`, which changes the memory. */
export const emitStep = step(emitInfo, {
  clause: 'acceptor 3.3',
  inputs: ['/type', '/payload'],
  accepts: true,
  check: () => null,
  explain: ({ type }) => ({
    note: type === 'clarification.request' ? 'two events are recorded' : 'one event is recorded',
  }),
});
