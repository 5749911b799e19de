/** Codes an envelope or a model turn is refused with, spelled as on the wire (acceptor 2 and 5, envelope 3). */

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
