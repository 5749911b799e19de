import { ruleDetail } from '../../pipeline/details.ts';
import { capabilityStep } from '../../steps/s00-capability.ts';
import type { Step } from '../../steps/step.ts';
import { referenceInvalid } from './reference-ending.ts';

/** The refusal of a host that takes no envelopes, of which the reason is the code alone. */
export const referenceCapabilityStep: Step = {
  ...capabilityStep,
  check: (work) => {
    if (work.settings.takesEnvelopes) return null;
    const details = [ruleDetail('/type', 'capability', 'the host declares aiEnvelope: false')];
    return { ...referenceInvalid(work, 'capability_required', '', details), reason: 'capability_required' };
  },
};
