import { isRecord } from '@openwop-inspector/base';
import type { StepChange } from '../accept-result.ts';
import { invalid } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S11: the effective trust; untrusted content never meets an approval (acceptor 7). */
export const trustStep: Step = {
  id: 'trust',
  clause: 'acceptor 7',
  inputs: ['/meta/contentTrust', 'trustBoundary', 'boundInterruptKind'],
  needsEnvelope: true,
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
    if (ending !== null) return { note: 'untrusted content at an approval' };
    const changes = changesOf(work);
    if (work.contentTrust === null) return { note: 'nothing is declared, taken as trusted' };
    return {
      note: `${work.contentTrust}, from ${changes.length === 0 ? 'the tag' : 'the boundary'}`,
      changes,
    };
  },
};

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
