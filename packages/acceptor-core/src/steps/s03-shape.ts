import { isRecord, ownValue } from '@openwop-inspector/base';
import { envelopeErrors } from '@openwop-inspector/protocol';
import type { ForeignError } from '../acceptor.ts';
import { detailsOf } from '../pipeline/details.ts';
import { type Ending, invalid, isRefused } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S3: the closed schema of an envelope, with formats (envelope 2). Warns about what the schema lets pass. */
export const shapeStep: Step = {
  id: 'shape',
  clause: 'acceptor S3',
  inputs: [''],
  needsEnvelope: true,
  check: (work) => {
    const errors = envelopeErrors(work.envelope);
    const kept = errors.length === 0 ? errors : errors.filter((error) => !isTolerated(work, error));
    if (kept.length > 0) return refusal(work, kept);
    warnAboutMeta(work);
    return null;
  },
  explain: (_work, ending) => ({
    note: isRefused(ending) ? violationCount(ending.details.length) : 'fits the closed schema',
  }),
};

function refusal(work: Work, errors: readonly ForeignError[]): Ending {
  const details = detailsOf(work, errors, work.envelope);
  const isTime = details.some(
    ({ instancePath, keyword }) => instancePath === '/meta/ts' && keyword === 'format',
  );
  const time = isTime ? '; meta.ts is no ISO 8601 time of the form of RFC 3339' : '';
  const text = `the envelope does not fit its closed schema, ${violationCount(details.length)}${time}`;
  return invalid(work, 'invalid_envelope_shape', text, details);
}

/** `1 violation`, `2 violations`. */
export function violationCount(count: number): string {
  return count === 1 ? '1 violation' : `${count} violations`;
}

/** An unknown display under lenient; vendor keys of `meta` with objects when the option says so (envelope 2.1, 2.2). */
function isTolerated(work: Work, { instancePath, keyword, params }: ForeignError): boolean {
  if (instancePath === '/meta/rendering/display' && keyword === 'enum')
    return work.settings.profile === 'lenient';
  if (!work.settings.allowsVendorMeta || instancePath !== '/meta' || keyword !== 'additionalProperties') {
    return false;
  }
  const meta = work.envelope?.meta;
  const key = params.additionalProperty;
  return isRecord(meta) && typeof key === 'string' && isRecord(ownValue(meta, key));
}

const DISPLAYS: ReadonlySet<string> = new Set(['markdown', 'code', 'card', 'image', 'audio', 'file']);
const w3cForm = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function warnAboutMeta(work: Work): void {
  const meta = work.envelope?.meta;
  if (!isRecord(meta)) return;
  const { ts, traceparent, rendering } = meta;
  if (typeof ts === 'string' && !isUtc(ts)) {
    warn(work, 'ts_not_utc', 'The time has another offset than UTC.', '/meta/ts');
  }
  if (typeof traceparent === 'string' && !w3cForm.test(traceparent)) {
    warn(work, 'traceparent_invalid', 'It is not of the W3C form.', '/meta/traceparent');
  }
  const display = isRecord(rendering) ? rendering.display : undefined;
  if (typeof display === 'string' && !DISPLAYS.has(display)) {
    warn(work, 'rendering_display_unknown', 'It is shown as raw JSON.', '/meta/rendering/display');
  }
}

function isUtc(ts: string): boolean {
  return ts.endsWith('Z') || ts.endsWith('z') || ts.endsWith('+00:00');
}
