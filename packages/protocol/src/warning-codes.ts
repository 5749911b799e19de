/** Warnings of the acceptor in addition to its outcome (acceptor 2 and 3). None of them refuses an envelope. */

/** What is known about one warning code. */
export interface WarningInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  readonly clause: string;
}

/** Every warning code with its facts. */
export const warningCodes = {
  // Identity, meta and rendering.
  envelope_id_assigned: { title: 'envelopeId was assigned', clause: 'acceptor 2.1' },
  meta_synthesized: { title: 'meta was filled in', clause: 'acceptor 2.1' },
  correlation_id_synthesized: { title: 'correlationId was made up', clause: 'acceptor 2.1' },
  not_replayable: { title: 'Cannot be recognised on replay', clause: 'acceptor 2.1' },
  ts_not_utc: { title: 'Time is not in UTC', clause: 'envelope 2.1' },
  traceparent_invalid: { title: 'traceparent is malformed', clause: 'envelope 2.1' },
  rendering_display_unknown: { title: 'Unknown display hint', clause: 'envelope 2.2' },
  mime_conflict: { title: 'Media types differ', clause: 'envelope 2.2' },
  alt_missing: { title: 'No text alternative', clause: 'envelope 2.2' },
  partial_index_out_of_range: { title: 'Chunk index is out of range', clause: 'envelope 2.3' },
  partial_incomplete: { title: 'Chunks are missing', clause: 'envelope 2.3' },
  duplicate_key: { title: 'A key occurs twice in one object', clause: 'envelope 10' },
  number_precision: { title: 'A number loses digits', clause: 'envelope 10' },
  too_many_envelopes: { title: 'More envelopes than one text may hold', clause: 'envelope 10' },
  stop_reason_unknown: { title: 'Unknown stop reason', clause: 'acceptor R20' },
  // Kind, version and payload.
  kind_unchecked: { title: 'Kind was not checked', clause: 'acceptor S5' },
  kind_not_namespaced: { title: 'Kind has no vendor prefix', clause: 'envelope 8' },
  kind_of_v1: { title: 'Kind is named as in v1', clause: 'acceptor 3.4' },
  envelope_schema_version_drift: { title: 'Older schema version', clause: 'acceptor 3.1' },
  payload_schema_warning: { title: 'Payload fails its schema, accepted', clause: 'acceptor 3.1' },
  payload_schema_unavailable: { title: 'No schema for the payload', clause: 'acceptor 3.2' },
  media_source_both: { title: 'Media with two sources', clause: 'envelope 6' },
  media_source_none: { title: 'Media without a source', clause: 'envelope 6' },
  media_length_mismatch: { title: 'Media length differs from bytes', clause: 'envelope 6' },
  media_base64_invalid: { title: 'Media is not base64', clause: 'envelope 6' },
  media_url_unsafe: { title: 'Media at an unsafe address', clause: 'envelope 6' },
  schema_response_mismatch: { title: 'Answers another schema request', clause: 'envelope 4' },
  question_id_duplicate: { title: 'Two questions with one id', clause: 'acceptor 3.2' },
  a2ui_duplicate_id: { title: 'Two fields with one id', clause: 'envelope 7.2' },
  a2ui_reserved_id: { title: 'A field is called action', clause: 'envelope 7.2' },
  // Trust, repeats.
  trust_escalation: { title: 'Claims more trust than its source', clause: 'acceptor 7' },
  earlier_not_decided: { title: 'An earlier envelope was not decided', clause: 'acceptor 2.2' },
  reused_correlation_after_refusal: { title: 'correlationId of a refused envelope', clause: 'acceptor 8' },
  would_have_been_replay: { title: 'A repeat that now fails', clause: 'acceptor 8' },
} as const satisfies Record<string, WarningInfo>;

/** A warning of the acceptor. */
export type WarningCode = keyof typeof warningCodes;
