import { isRecord } from '@openwop-inspector/base';
import type { StepChange } from '../accept-result.ts';
import type { Work } from '../pipeline/work.ts';
import { maskedPlaces } from '../redact/masked-places.ts';
import type { Step } from './step.ts';

/** S10: secrets of the run are masked in the whole envelope, keys and `meta` included (acceptor 6). Cannot fail. */
export const redactionStep: Step = {
  id: 'redaction',
  clause: 'acceptor 6',
  inputs: ['', 'secrets'],
  needsEnvelope: true,
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
};

/** Makes the masked view, once. Also for refused envelopes, which are shown as well. */
export function redactEnvelope(work: Work): void {
  if (work.shown !== null || work.envelope === null) return;
  const { redactor } = work.settings;
  if (!redactor.isActive) {
    work.shown = work.envelope;
    return;
  }
  const { value, count } = redactor.value(work.envelope);
  work.shown = isRecord(value) ? value : null;
  work.redactionCount = count;
}

function changesOf({ envelope, shown }: Work): readonly StepChange[] {
  return maskedPlaces(envelope, shown).map(({ pointer, value }) => ({
    op: 'replace',
    path: pointer,
    after: value,
  }));
}
