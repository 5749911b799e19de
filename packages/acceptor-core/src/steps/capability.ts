import { ruleDetail } from '../pipeline/details.ts';
import { invalid, referenceInvalid } from '../pipeline/ending.ts';
import { type StepInfo, step, variantOf } from './step.ts';

export const capabilityInfo = {
  id: 'capability',
  number: 'S0',
  rule: 'The host takes envelopes of a model at all (aiEnvelope is not false).',
} as const satisfies StepInfo;

/** S0: a host that takes no envelopes refuses before anything is read. */
export const capabilityStep = step(capabilityInfo, {
  clause: 'acceptor S0',
  inputs: ['host.aiEnvelope'],
  needsEnvelope: false,
  check: (work) =>
    work.settings.takesEnvelopes ? null : invalid(work, 'capability_required', 'the host takes no envelopes'),
  explain: (_work, ending) => ({
    note: ending === null ? 'the host takes envelopes' : 'the host declares aiEnvelope: false',
  }),
});

/** The same at the reference host, where the reason is the code alone. */
export const referenceCapabilityStep = variantOf(capabilityStep, {
  check: (work) => {
    if (work.settings.takesEnvelopes) return null;
    const details = [ruleDetail('/type', 'capability', 'the host declares aiEnvelope: false')];
    return referenceInvalid(work, 'capability_required', '', details);
  },
});
