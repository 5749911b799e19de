import { MOST_FOREIGN_ERRORS } from '../../foreign-schemas/schema-limits.ts';
import { plainDetails } from '../../pipeline/details.ts';
import { type Stopped, stopped } from '../../pipeline/ending.ts';
import { type Work, warn } from '../../pipeline/work.ts';
import type { Step } from '../../steps/step.ts';
import { normalize } from './normalizers.ts';
import { referenceInvalid } from './reference-ending.ts';

/** Normalisers (R5), then the schema without formats, nulls as they are, no cap for media (R4, R12). */
export const referencePayloadStep: Step = {
  id: 'payload',
  clause: 'acceptor R4, R5, R12',
  inputs: ['/payload', 'schemas'],
  needsEnvelope: true,
  check: (work) => {
    const { payload, changes } = normalize(work.type, work.payload);
    work.payload = payload;
    work.normalized = changes;
    const check = work.payloadCheck(work.settings, work.type);
    if (!check.known) return stopped(work, check.reasons);
    if (check.value === null) {
      warn(work, 'payload_schema_unavailable', 'The payload was not checked.', '/payload');
      return null;
    }
    const errors = check.value.errors(payload);
    if (!errors.known) return stopped(work, errors.reasons);
    const kept = errors.value.filter((error) => error.keyword !== 'format');
    if (kept.length === 0) return errors.value.length < MOST_FOREIGN_ERRORS ? null : cutShort(work);
    const words = `payload for kind '${work.type}' failed validation`;
    return referenceInvalid(work, 'envelope_invalid', words, plainDetails(work, kept));
  },
  explain: (work, ending) => {
    const { normalized } = work;
    const before = normalized.length === 0 ? '' : `${normalized.length} normalised, `;
    if (ending !== null) return { note: `${before}violations`, changes: normalized };
    const check = work.payloadCheck(work.settings, work.type);
    const isUnchecked = !check.known || check.value === null;
    const note = isUnchecked ? 'no schema of this kind is known' : 'no violation';
    return { isUnchecked, note: `${before}${note}`, changes: normalized };
  },
};

/** Formats alone in a list that was cut: what else there is was not looked at. */
function cutShort(work: Work): Stopped {
  const what = 'the list of violations';
  return stopped(work, [{ code: 'stopped', what, limit: MOST_FOREIGN_ERRORS, unit: 'entries' }]);
}
