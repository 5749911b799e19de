/** Shape at the reference host: the closed schema without formats, later a pattern for the time (R11, R12, R18). */
import { isRecord, ownString, ownValue } from '@openwop-inspector/base';
import { envelopeErrors } from '@openwop-inspector/protocol';
import { plainDetails, ruleDetail } from '../../pipeline/details.ts';
import { invalid } from '../../pipeline/ending.ts';
import { whyNotJson } from '../../pipeline/measure.ts';
import { readFields } from '../../pipeline/read-fields.ts';
import type { Step } from '../../steps/step.ts';
import { referenceInvalid } from './reference-ending.ts';

/** Only what cannot be looked at at all is refused here; a scalar is a matter of shape. */
export const referenceParseStep: Step = {
  id: 'parse',
  clause: 'acceptor S1',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => {
    const why = work.unreadable ?? whyNotJson(work.input);
    if (why !== null) return invalid(work, 'invalid_envelope_shape', why);
    if (isRecord(work.input)) readFields(work, work.input);
    return null;
  },
  explain: (_work, ending) => ({
    note: ending === null ? 'a JSON value' : 'no JSON value within the limits',
  }),
};

export const referenceShapeStep: Step = {
  id: 'shape',
  clause: 'acceptor R11, R12',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => {
    const errors = envelopeErrors(work.input);
    const kept = errors.length === 0 ? errors : errors.filter((error) => error.keyword !== 'format');
    if (kept.length === 0) return null;
    const words = 'envelope top-level shape validation failed';
    return referenceInvalid(work, 'invalid_envelope_shape', words, plainDetails(work, kept));
  },
  explain: (_work, ending) => ({
    note:
      ending === null ? 'fits the closed schema, formats not looked at' : 'does not fit the closed schema',
  }),
};

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Runs after dedup: a repeat with a broken time is still a repeat. */
export const referenceTimeStep: Step = {
  id: 'shape',
  clause: 'acceptor R12',
  inputs: ['/meta/ts'],
  needsEnvelope: true,
  check: (work) => {
    const meta = work.envelope === null ? undefined : ownValue(work.envelope, 'meta');
    const ts = isRecord(meta) ? ownString(meta, 'ts') : null;
    if (ts !== null && timestamp.test(ts)) return null;
    const words = 'meta.ts MUST be an ISO 8601 / RFC 3339 timestamp';
    return referenceInvalid(work, 'invalid_envelope_shape', words, [
      ruleDetail('/meta/ts', 'format', 'is not an ISO 8601 timestamp'),
    ]);
  },
  explain: (_work, ending) => ({
    note: ending === null ? 'meta.ts has the form of a timestamp' : 'meta.ts has another form',
  }),
};
