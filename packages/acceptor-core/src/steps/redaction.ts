import type { StepChange } from '../accept-parts.ts';
import { redactEnvelope, type Work } from '../pipeline/work.ts';
import { maskedPlaces } from '../redact/masked-places.ts';
import { type StepInfo, step } from './step.ts';

export const redactionInfo = {
  id: 'redaction',
  number: 'S10',
  rule: 'Values of the run’s secrets are replaced by [REDACTED:<secretId>]. It never refuses.',
} as const satisfies StepInfo;

/** S10: secrets of the run are masked in the whole envelope, keys and `meta` included (acceptor 6). Cannot fail. */
export const redactionStep = step(redactionInfo, {
  clause: 'acceptor 6',
  inputs: ['', 'secrets'],
  check: (work) => {
    redactEnvelope(work);
    return null;
  },
  explain: (work) => {
    if (!work.settings.redactor.isActive) return { isSkipped: true, note: 'the run has no secrets' };
    const { redactionCount } = work;
    const note = redactionCount === 1 ? '1 substitution' : `${redactionCount} substitutions`;
    return { note, changes: changesOf(work) };
  },
});

function changesOf({ envelope, shown }: Work): readonly StepChange[] {
  return maskedPlaces(envelope, shown).map(({ pointer, value }) => ({
    op: 'replace',
    path: pointer,
    after: value,
  }));
}
