import { plainDetails } from '../../pipeline/details.ts';
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
    const errors = check.isAvailable ? check.errors(payload) : null;
    if (errors === null) return unavailable(work);
    const kept = errors.filter((error) => error.keyword !== 'format');
    if (kept.length === 0) return null;
    const words = `payload for kind '${work.type}' failed validation`;
    return referenceInvalid(work, 'envelope_invalid', words, plainDetails(work, kept));
  },
  explain: ({ normalized }, ending) => {
    const before = normalized.length === 0 ? '' : `${normalized.length} normalised, `;
    return { note: `${before}${ending === null ? 'no violation' : 'violations'}`, changes: normalized };
  },
};

function unavailable(work: Work): null {
  warn(work, 'payload_schema_unavailable', 'The payload was not checked.', '/payload');
  return null;
}
