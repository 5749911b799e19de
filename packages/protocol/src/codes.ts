/**
 * The one table of codes: problems of readers, refusals and warnings of the acceptor, each with plain words, its clause
 * and what to do. Those of readers are in files of their own and are looked up here.
 */
import { type ProblemCode, problemCodes } from './problem-codes.ts';
import type { ProblemInfo } from './problem-info.ts';

export type { ProblemCode };

// Codes an envelope or a model turn is refused with, spelled as on the wire (acceptor 2 and 5, envelope 3).

/** What is known about one refusal code. */
export interface RefusalInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  /** Outcome the code comes with; `failed` for codes that end a model dispatch rather than one envelope. */
  readonly status: 'invalid' | 'gated' | 'breached' | 'failed';
  readonly clause: string;
  /** What to do, in one sentence. */
  readonly advice: string;
}

/** Every refusal code with its facts. */
export const refusalCodes = {
  invalid_envelope_shape: {
    title: 'Not a well-formed envelope',
    status: 'invalid',
    clause: 'acceptor S3',
    advice: 'Compare the envelope with the closed schema of envelope 2.',
  },
  unknown_envelope_kind: {
    title: 'Kind not supported by the host',
    status: 'invalid',
    clause: 'acceptor S5',
    advice: 'Use a kind of supportedEnvelopes or add this one to the host.',
  },
  unknown_schema_version: {
    title: 'Schema version not known',
    status: 'invalid',
    clause: 'acceptor S6',
    advice: 'Emit a version that the kind has: of a known host, the one that it advertises.',
  },
  envelope_invalid: {
    title: 'Payload fails its schema',
    status: 'invalid',
    clause: 'acceptor S7',
    advice: 'Correct the payload at the listed places.',
  },
  envelope_contract_violation: {
    title: 'Kind not allowed at this node',
    status: 'gated',
    clause: 'acceptor S8',
    advice: 'Add the kind to the contract of the node or change its prompt.',
  },
  cap_breached: {
    title: 'A limit is reached',
    status: 'breached',
    clause: 'acceptor S9',
    advice: 'Look at what used up the limit before raising it.',
  },
  envelope_correlation_conflict: {
    title: 'correlationId already used by another kind',
    status: 'invalid',
    clause: 'acceptor S12',
    advice: 'Give each envelope of a run its own correlationId.',
  },
  untrusted_content_blocks_approval: {
    title: 'Untrusted content at an approval',
    status: 'invalid',
    clause: 'acceptor S11',
    advice: 'Let the user decide on trusted content; untrusted content never advances an approval.',
  },
  capability_required: {
    title: 'The host takes no envelopes',
    status: 'invalid',
    clause: 'acceptor S0',
    advice: 'Use a host that advertises envelopes.',
  },
  'not-applicable': {
    title: 'The host takes no clarifications',
    status: 'invalid',
    clause: 'acceptor S13',
    advice: 'Use a host that supports clarifications or give the node all it needs.',
  },
  envelope_refusal: {
    title: 'The model refused',
    status: 'failed',
    clause: 'acceptor 5',
    advice: 'Change the request; a refusal is never retried.',
  },
  envelope_truncation_unrecoverable: {
    title: 'The answer was cut off at the largest budget',
    status: 'failed',
    clause: 'acceptor 5',
    advice: 'Ask for less in one answer or use a model with a larger output.',
  },
  capability_not_provided: {
    title: 'The model lacks a required capability',
    status: 'failed',
    clause: 'acceptor 5.1',
    advice: 'Choose a model that has the capability or declare a fallback that does.',
  },
} as const satisfies Record<string, RefusalInfo>;

/** A code an envelope or a model turn is refused with. */
export type RefusalCode = keyof typeof refusalCodes;

// Warnings of the acceptor in addition to its outcome (acceptor 2 and 3). None of them refuses an envelope.

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

/** Every problem code, in the order of the table. */
export const PROBLEM_CODES = Object.keys(problemCodes) as readonly ProblemCode[];
/** Every refusal code, in the order of the table. */
export const REFUSAL_CODES = Object.keys(refusalCodes) as readonly RefusalCode[];
/** Every warning code, in the order of the table. */
export const WARNING_CODES = Object.keys(warningCodes) as readonly WarningCode[];

/** Title, severity, clause and advice of a problem code. */
export function problemInfo(code: ProblemCode): ProblemInfo {
  return problemCodes[code];
}

/** Title, outcome status, clause and advice of a refusal code. */
export function refusalInfo(code: RefusalCode): RefusalInfo {
  return refusalCodes[code];
}

/** Title, clause and advice of an acceptor warning. */
export function warningInfo(code: WarningCode): WarningInfo {
  return warningCodes[code];
}

/** True for a code of the problems table. Safe for hostile names such as `constructor`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** True for a refusal code, for instance one found in `error.code` of a recorded `node.failed`. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalCodes, code);
}

/** True for a warning of the acceptor. */
export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(warningCodes, code);
}
