import { invalid } from '../pipeline/ending.ts';
import type { Step } from './step.ts';

/** S0: a host that takes no envelopes refuses before anything is looked at. */
export const capabilityStep: Step = {
  id: 'capability',
  clause: 'acceptor S0',
  inputs: ['host.aiEnvelope'],
  needsEnvelope: false,
  check: (work) =>
    work.settings.takesEnvelopes ? null : invalid(work, 'capability_required', 'the host takes no envelopes'),
  explain: (_work, ending) => ({
    note: ending === null ? 'the host takes envelopes' : 'the host declares aiEnvelope: false',
  }),
};
