/** Warnings of the acceptor in addition to its outcome (acceptor 2 and 3). None of them refuses an envelope. */

import { RENDERING_DISPLAY_WORDS } from './envelope-schema.ts';

/** What is known about one warning code. */
export interface WarningInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  readonly clause: string;
  /** What to do, in one sentence. */
  readonly advice: string;
}

/** Identity, meta and rendering. */
const shapeWarnings = {
  envelope_id_assigned: {
    title: 'envelopeId was assigned',
    clause: 'acceptor 2.1',
    advice: 'Let the emitter write an envelopeId.',
  },
  meta_synthesized: {
    title: 'meta was filled in',
    clause: 'acceptor 2.1',
    advice: 'Let the emitter write meta with source and ts.',
  },
  correlation_id_synthesized: {
    title: 'correlationId was made up',
    clause: 'acceptor 2.1',
    advice: 'Let the emitter write a correlationId so that repeats are recognised.',
  },
  not_replayable: {
    title: 'Cannot be recognised on replay',
    clause: 'acceptor 2.1',
    advice: 'Let the emitter write a correlationId or an envelopeId.',
  },
  ts_not_utc: {
    title: 'Time is not in UTC',
    clause: 'envelope 2.1',
    advice: 'Write ts with the suffix Z.',
  },
  traceparent_invalid: {
    title: 'traceparent is malformed',
    clause: 'envelope 2.1',
    advice: 'Write the 55-character lower-case W3C form.',
  },
  rendering_display_unknown: {
    title: 'Unknown display hint',
    clause: 'envelope 2.2',
    advice: `Use ${RENDERING_DISPLAY_WORDS}; this one is displayed as raw JSON.`,
  },
  mime_conflict: {
    title: 'Media types differ',
    clause: 'envelope 2.2',
    advice: 'Write the same mimeType in the payload and in the hint.',
  },
  alt_missing: {
    title: 'No text alternative',
    clause: 'envelope 2.2',
    advice: 'Write alt for images, audio and files.',
  },
  partial_index_out_of_range: {
    title: 'Chunk index is out of range',
    clause: 'envelope 2.3',
    advice: 'Keep index below total.',
  },
  partial_incomplete: {
    title: 'Chunks are missing',
    clause: 'envelope 2.3',
    advice: 'Check the transport: the last chunk came before all others.',
  },
  duplicate_key: {
    title: 'A key occurs twice in one object',
    clause: 'envelope 10',
    advice: 'Write each key once; the last value is used.',
  },
  number_precision: {
    title: 'A number loses digits',
    clause: 'envelope 10',
    advice: 'Write large numbers as strings.',
  },
  too_many_envelopes: {
    title: 'More envelopes than one text may hold',
    clause: 'envelope 10',
    advice: 'Emit at most 256 envelopes in one text; the rest is dropped.',
  },
  stop_reason_unknown: {
    title: 'Unknown stop reason',
    clause: 'acceptor R20',
    advice: 'Map the stop reason of the provider; it is taken as a clean stop.',
  },
} as const satisfies Record<string, WarningInfo>;

/** Kind, version and payload. */
const payloadWarnings = {
  kind_unchecked: {
    title: 'Kind was not checked',
    clause: 'acceptor S5',
    advice: 'Give the acceptor the supportedEnvelopes of the host.',
  },
  kind_not_namespaced: {
    title: 'Kind has no vendor prefix',
    clause: 'envelope 8',
    advice: 'Name domain kinds vendor.<host>.<kind>.',
  },
  envelope_schema_version_drift: {
    title: 'Older schema version',
    clause: 'acceptor 3.1',
    advice: 'Emit the version that the host advertises.',
  },
  payload_schema_warning: {
    title: 'Payload fails its schema, accepted',
    clause: 'acceptor 3.1',
    advice: 'Correct the payload, or list the version of the kind so that it is enforced.',
  },
  payload_schema_unavailable: {
    title: 'No schema for the payload',
    clause: 'acceptor 3.2',
    advice: 'Give the acceptor the schema of the kind; the payload was not checked.',
  },
  media_source_both: {
    title: 'Media with two sources',
    clause: 'envelope 6',
    advice: 'Write url or base64, not both; base64 is used.',
  },
  media_source_none: {
    title: 'Media without a source',
    clause: 'envelope 6',
    advice: 'Write url or base64.',
  },
  media_length_mismatch: {
    title: 'Media length differs from bytes',
    clause: 'envelope 6',
    advice: 'Write the decoded length as bytes.',
  },
  media_base64_invalid: {
    title: 'Media is not base64',
    clause: 'envelope 6',
    advice: 'Encode the content again; it is not rendered.',
  },
  media_url_unsafe: {
    title: 'Media at an unsafe address',
    clause: 'envelope 6',
    advice: 'Serve the asset by https; the address is never linked or fetched.',
  },
  schema_response_mismatch: {
    title: 'Answers another schema request',
    clause: 'envelope 4',
    advice: 'Answer with the envelopeType of the last schema.request.',
  },
  question_id_duplicate: {
    title: 'Two questions with one id',
    clause: 'acceptor 3.2',
    advice: 'Give each question its own id.',
  },
  a2ui_duplicate_id: {
    title: 'Two fields with one id',
    clause: 'envelope 7.2',
    advice: 'Give each field its own id; until then the actions stay disabled.',
  },
  a2ui_reserved_id: {
    title: 'A field is called action',
    clause: 'envelope 7.2',
    advice: 'Rename the field; until then the actions stay disabled.',
  },
} as const satisfies Record<string, WarningInfo>;

/** Trust, repeats. */
const runWarnings = {
  trust_escalation: {
    title: 'Claims more trust than its source',
    clause: 'acceptor 7',
    advice: 'Check the emitter: content from an untrusted source is untrusted.',
  },
  earlier_not_decided: {
    title: 'An earlier envelope was not decided',
    clause: 'acceptor 2.2',
    advice: 'Find out why its check was stopped: it is in no counter, where a host may have counted it.',
  },
  reused_correlation_after_refusal: {
    title: 'correlationId of a refused envelope',
    clause: 'acceptor 8',
    advice: 'Nothing to do: a corrected retry may keep its correlationId.',
  },
  would_have_been_replay: {
    title: 'A repeat that now fails',
    clause: 'acceptor 8',
    advice: 'Compare with the first envelope of this correlationId.',
  },
} as const satisfies Record<string, WarningInfo>;

/** Every warning code with its facts. */
export const warningCodes = {
  ...shapeWarnings,
  ...payloadWarnings,
  ...runWarnings,
} as const satisfies Record<string, WarningInfo>;

/** A warning of the acceptor. */
export type WarningCode = keyof typeof warningCodes;
