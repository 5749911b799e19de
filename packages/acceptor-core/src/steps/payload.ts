import { countOf, isRecord } from '@openwop-inspector/base';
import { nullView } from '@openwop-inspector/protocol';
import { usesSchemaRound } from '../events/event-writer.ts';
import { outcomeDetails } from '../findings/outcome-details.ts';
import { type ForeignNote, MAX_FOREIGN_ERRORS } from '../foreign-check.ts';
import {
  bodyVersion,
  inlineSize,
  messagesRefusal,
  normalize,
  rememberSurface,
  surfaceRefusal,
  warnAboutPayload,
} from '../payload/kind-rules.ts';
import type { KindSchema } from '../payload/payload-check.ts';
import {
  type Ending,
  invalid,
  isRefused,
  plainDetails,
  reasonText,
  referenceInvalid,
  ruleDetail,
  type Stopped,
  stopped,
} from '../pipeline/ending.ts';
import { notePayload, type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S7: version and body of a surface, schema on the null view, messages, target of a schema request, size of inline media, in that order. */
export const payloadStep = step('payload', {
  clause: 'acceptor 3.2',
  inputs: ['/payload', 'schemas', 'host.maxInlineMediaBytes'],
  hidesRepeats: true,
  check: (work) => {
    const ending =
      surfaceRefusal(work) ?? schemaRefusal(work) ?? messagesRefusal(work) ?? targetRefusal(work);
    if (ending !== null) return ending;
    warnAboutPayload(work);
    if (!work.type.startsWith('media.') || !isRecord(work.payload)) return null;
    const size = inlineSize(work.payload);
    const cap = work.settings.maxInlineMediaBytes;
    if (size === null || (size <= cap && cap > 0)) return null;
    const message = `has ${size} bytes, inline media may have ${cap}`;
    return invalid(work, 'envelope_invalid', `inline media ${message}`, [
      ruleDetail('/base64', 'maxInlineMediaBytes', message),
    ]);
  },
  explain: (work, ending) => {
    if (isRefused(ending))
      return ending.details.length === 0 ? reasonText(ending) : countOf(ending.details.length, 'violation');
    if (work.tolerated.length > 0) {
      const note = `${countOf(work.tolerated.length, 'violation')}, only a warning`;
      return { note, details: work.tolerated };
    }
    return hasNoSchema(work) ? { isUnchecked: true, note: NO_SCHEMA } : 'fits its schema';
  },
  refused: usesSchemaRound,
  accepted: rememberSurface,
});

/** At the reference host normalisers (R5), then the schema without formats, nulls as they are, no cap for media (R4, R12). */
export const referencePayloadStep = variantOf(payloadStep, {
  clause: 'acceptor R4, R5, R12',
  inputs: ['/payload', 'schemas'],
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
    const notes: ForeignNote[] = [];
    const errors = check.value.errors(payload, (note) => notes.push(note));
    if (!errors.known) return stopped(work, errors.reasons);
    notePayload(work, notes);
    const stored = errors.value.filter((error) => error.keyword !== 'format');
    if (stored.length === 0) return errors.value.length < MAX_FOREIGN_ERRORS ? null : cutShort(work);
    const words = `payload for kind '${work.type}' failed validation`;
    return referenceInvalid(work, 'envelope_invalid', words, plainDetails(work, stored));
  },
  explain: (work, ending) => {
    const { normalized } = work;
    const before = normalized.length === 0 ? '' : `${normalized.length} normalised, `;
    if (ending !== null) return { note: `${before}violations`, changes: normalized };
    const isUnchecked = hasNoSchema(work);
    return { isUnchecked, note: `${before}${isUnchecked ? NO_SCHEMA : 'no violation'}`, changes: normalized };
  },
});

/** Formats alone in a list that was cut: the rest was not checked. */
function cutShort(work: Work): Stopped {
  const what = 'the list of violations';
  return stopped(work, [{ code: 'stopped', what, limit: MAX_FOREIGN_ERRORS, unit: 'entries' }]);
}

const NO_SCHEMA = 'no schema of this kind is known';

function hasNoSchema(work: Work): boolean {
  const check = work.payloadCheck(work.settings, work.type);
  return check.known && check.value === null;
}

function schemaRefusal(work: Work): Ending | null {
  const check = work.payloadCheck(work.settings, work.type, bodyVersion(work));
  if (!check.known) return stopped(work, check.reasons);
  if (check.value === null) {
    warn(work, 'payload_schema_unavailable', `The payload was not checked: ${NO_SCHEMA}.`, '/payload');
    return null;
  }
  const { errors, view, notes } = checkedView(work.payload, check.value);
  if (!errors.known) return stopped(work, errors.reasons);
  notePayload(work, notes);
  if (errors.value.length === 0) return null;
  const details = outcomeDetails(errors.value, view, work.settings.redactor.pointer);
  // A kind that the map of versions leaves out, at a host that only warns (acceptor 3.1).
  const { schemaVersions, isStrictHost } = work.settings;
  const isOnlyWarned = schemaVersions !== null && work.advertised === null && !isStrictHost;
  if (!isOnlyWarned) {
    const text = `the payload does not fit its schema, ${countOf(details.length, 'violation')}`;
    return invalid(work, 'envelope_invalid', text, details);
  }
  work.tolerated = details;
  warn(work, 'payload_schema_warning', `${countOf(details.length, 'violation')}.`, '/payload');
  return null;
}

function checkedView(payload: unknown, { errors, isPublished, schema }: KindSchema) {
  const check = (view: unknown) => {
    const notes: ForeignNote[] = [];
    return { view, errors: errors(view, (note) => notes.push(note)), notes };
  };
  const whole = check(payload);
  // A payload that fits has no null that its schema does not admit, so the view is needed for the others only.
  if (!whole.errors.known || whole.errors.value.length === 0) return whole;
  const view = nullView(payload, schema, isPublished);
  return Object.is(view, payload) ? whole : check(view);
}

function targetRefusal(work: Work): Ending | null {
  const { catalogue } = work.settings;
  if (work.type !== 'schema.request' || catalogue === null || !isRecord(work.payload)) return null;
  const target = work.payload.envelopeType;
  if (typeof target !== 'string' || catalogue.has(target)) return null;
  const text = `asks for the schema of ${target}, which the host does not support`;
  return invalid(work, 'unknown_envelope_kind', text);
}
