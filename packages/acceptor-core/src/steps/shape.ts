import { countOf, isRecord, type JsonObject, ownValue } from '@openwop-inspector/base';
import { envelopeErrors, RENDERING_DISPLAYS } from '@openwop-inspector/protocol';
import { failsWithoutBudget } from '../events/event-writer.ts';
import { outcomeDetails } from '../findings/outcome-details.ts';
import type { ForeignError } from '../foreign-check.ts';
import { invalid, isRefused, plainDetails, referenceInvalid, ruleDetail } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S3: the closed schema of an envelope, with formats (envelope 2). Warns about what the schema lets pass. */
export const shapeStep = step('shape', {
  clause: 'acceptor S3',
  inputs: [''],
  check: (work) => {
    const errors = envelopeErrors(work.envelope);
    const stored = errors.length === 0 ? errors : errors.filter((error) => !isTolerated(work, error));
    if (stored.length > 0) {
      const details = outcomeDetails(stored, work.envelope, work.settings.redactor.pointer);
      const isTime = details.some(
        ({ instancePath, keyword }) => instancePath === '/meta/ts' && keyword === 'format',
      );
      const time = isTime ? '; meta.ts is no ISO 8601 time of the form of RFC 3339' : '';
      const text = `the envelope does not fit its closed schema, ${countOf(details.length, 'violation')}${time}`;
      return invalid(work, 'invalid_envelope_shape', text, details);
    }
    warnAboutMeta(work);
    return null;
  },
  explain: (_work, ending) =>
    isRefused(ending) ? countOf(ending.details.length, 'violation') : 'fits the closed schema',
  refused: failsWithoutBudget,
});

/** At the reference host the closed schema without formats (R11, R12, R18). */
export const referenceShapeStep = variantOf(shapeStep, {
  clause: 'acceptor R11, R12',
  needsEnvelope: false,
  check: (work) => {
    const errors = envelopeErrors(work.input);
    const stored = errors.length === 0 ? errors : errors.filter((error) => error.keyword !== 'format');
    if (stored.length === 0) return null;
    const words = 'envelope top-level shape validation failed';
    return referenceInvalid(work, 'invalid_envelope_shape', words, plainDetails(work, stored));
  },
  explain: (_work, ending) =>
    ending === null ? 'fits the closed schema, formats not checked' : 'does not fit the closed schema',
});

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Runs at the reference host after dedup: a repeat with a broken time is still a repeat. */
export const referenceTimeStep = variantOf(shapeStep, {
  clause: 'acceptor R12',
  inputs: ['/meta/ts'],
  check: (work) => {
    const { ts } = isRecord(work.envelope?.meta) ? work.envelope.meta : NO_META;
    if (typeof ts === 'string' && timestamp.test(ts)) return null;
    const words = 'meta.ts MUST be an ISO 8601 / RFC 3339 timestamp';
    return referenceInvalid(work, 'invalid_envelope_shape', words, [
      ruleDetail('/meta/ts', 'format', 'is not an ISO 8601 timestamp'),
    ]);
  },
  explain: (_work, ending) =>
    ending === null ? 'meta.ts has the form of a timestamp' : 'meta.ts has another form',
});

const NO_META: JsonObject = Object.freeze({});

/** An unknown display under lenient; vendor keys of `meta` with objects when the option says so (envelope 2.1, 2.2). */
function isTolerated(work: Work, { instancePath, keyword, params }: ForeignError): boolean {
  if (instancePath === '/meta/rendering/display' && keyword === 'enum')
    return work.settings.profile === 'lenient';
  if (!work.settings.allowsVendorMeta || instancePath !== '/meta' || keyword !== 'additionalProperties')
    return false;
  const meta = work.envelope?.meta;
  const key = params.additionalProperty;
  return isRecord(meta) && typeof key === 'string' && isRecord(ownValue(meta, key));
}

const DISPLAYS: ReadonlySet<string> = new Set(RENDERING_DISPLAYS);
const w3cForm = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function warnAboutMeta(work: Work): void {
  const meta = work.envelope?.meta;
  if (!isRecord(meta)) return;
  const { ts, traceparent, rendering } = meta;
  if (typeof ts === 'string' && !(ts.endsWith('Z') || ts.endsWith('z') || ts.endsWith('+00:00')))
    warn(work, 'ts_not_utc', 'The time has another offset than UTC.', '/meta/ts');
  if (typeof traceparent === 'string' && !w3cForm.test(traceparent))
    warn(work, 'traceparent_invalid', 'It is not of the W3C form.', '/meta/traceparent');
  const display = isRecord(rendering) ? rendering.display : undefined;
  if (typeof display === 'string' && !DISPLAYS.has(display))
    warn(work, 'rendering_display_unknown', 'It is displayed as raw JSON.', '/meta/rendering/display');
}
