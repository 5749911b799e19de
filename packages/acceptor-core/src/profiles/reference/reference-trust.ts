import { ruleDetail } from '../../pipeline/details.ts';
import { warn } from '../../pipeline/work.ts';
import type { Step } from '../../steps/step.ts';
import { referenceInvalid } from './reference-ending.ts';

/** The approval rule on the effective tag alone: a tag lifts an untrusted boundary (R14). */
export const referenceTrustStep: Step = {
  id: 'trust',
  clause: 'acceptor R14',
  inputs: ['/meta/contentTrust', 'trustBoundary', 'boundInterruptKind'],
  needsEnvelope: true,
  check: (work) => {
    const { settings, contentTrust } = work;
    if (settings.trustBoundary === 'untrusted' && contentTrust === 'trusted') {
      warn(work, 'trust_escalation', 'The tag lifts an untrusted boundary.', '/meta/contentTrust');
    }
    if (!settings.isBoundToApproval || contentTrust !== 'untrusted') return null;
    const details = [ruleDetail('/meta/contentTrust', 'trust-boundary', 'blocks the approval')];
    const ending = referenceInvalid(work, 'untrusted_content_blocks_approval', '', details);
    return { ...ending, reason: 'untrusted_content_blocks_approval' };
  },
  explain: ({ contentTrust }, ending) => ({
    note: ending === null ? (contentTrust ?? 'nothing is declared') : 'untrusted content at an approval',
  }),
};
