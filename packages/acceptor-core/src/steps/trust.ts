import { isRecord } from '@openwop-inspector/base';
import type { StepChange } from '../accept-result.ts';
import { warningLogged } from '../events/event-writer.ts';
import { invalid, referenceInvalid, ruleDetail } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S11: the effective trust; untrusted content never meets an approval (acceptor 7). */
export const trustStep = step('trust', {
  clause: 'acceptor 7',
  inputs: ['/meta/contentTrust', 'trustBoundary', 'boundInterruptKind'],
  check: (work) => {
    const { settings } = work;
    if (settings.trustBoundary === 'untrusted' && tagOf(work) === 'trusted') {
      const message = 'The tag says trusted, the boundary of the run says untrusted.';
      warn(work, 'trust_escalation', message, '/meta/contentTrust');
    }
    if (!settings.isBoundToApproval || !work.isUntrusted) return null;
    return invalid(work, 'untrusted_content_blocks_approval', '');
  },
  explain: (work, ending) => {
    if (ending !== null) return 'untrusted content at an approval';
    const changes = changesOf(work);
    if (work.contentTrust === null) return 'nothing is declared, taken as trusted';
    return {
      note: `${work.contentTrust}, from ${changes.length === 0 ? 'the tag' : 'the boundary'}`,
      changes,
    };
  },
  refused: (work, ending) => [warningLogged(work, ending)],
});

/** At the reference host the approval rule on the effective tag alone: a tag lifts an untrusted boundary (R14). */
export const referenceTrustStep = variantOf(trustStep, {
  clause: 'acceptor R14',
  check: (work) => {
    const { settings, contentTrust } = work;
    if (settings.trustBoundary === 'untrusted' && contentTrust === 'trusted')
      warn(work, 'trust_escalation', 'The tag lifts an untrusted boundary.', '/meta/contentTrust');
    if (!settings.isBoundToApproval || contentTrust !== 'untrusted') return null;
    const details = [ruleDetail('/meta/contentTrust', 'trust-boundary', 'blocks the approval')];
    return referenceInvalid(work, 'untrusted_content_blocks_approval', '', details);
  },
  explain: ({ contentTrust }, ending) =>
    ending === null ? (contentTrust ?? 'nothing is declared') : 'untrusted content at an approval',
});

function tagOf({ envelope }: Work): unknown {
  const meta = envelope?.meta;
  return isRecord(meta) ? meta.contentTrust : undefined;
}

/** The events carry another tag than the envelope does. */
function changesOf(work: Work): readonly StepChange[] {
  const tag = tagOf(work);
  if (work.contentTrust === null || tag === work.contentTrust) return [];
  const path = '/meta/contentTrust';
  return tag === undefined
    ? [{ op: 'add', path, after: work.contentTrust }]
    : [{ op: 'replace', path, before: tag, after: work.contentTrust }];
}
