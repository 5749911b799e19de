/** Words of AGH Network v0, spelled as on the wire, and the codes of our own warnings. */

/** The seven kinds of message (agh 1). */
export const AGH_KINDS = ['greet', 'whois', 'say', 'direct', 'capability', 'receipt', 'trace'] as const;
export type AghKind = (typeof AGH_KINDS)[number];

/** What is known about one code. */
export interface AghCodeInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  readonly clause: string;
  /** What to do, in one sentence. */
  readonly advice: string;
}

/** Reasons of receipts and of our verdicts (agh 4). */
export const aghReasonCodes = {
  malformed: {
    title: 'Not a well-formed message',
    clause: 'agh 2',
    advice: 'Compare the message with the closed shape of the envelope and the body of its kind.',
  },
  expired: {
    title: 'Not fresh',
    clause: 'agh 3',
    advice: 'Check the clock of the sender, or set expires_at.',
  },
  duplicate: {
    title: 'Seen before',
    clause: 'agh 2',
    advice: 'Give each message of a sender its own id.',
  },
  unsupported_kind: {
    title: 'Unknown kind',
    clause: 'agh 1',
    advice: 'Use greet, whois, say, direct, capability, receipt or trace.',
  },
  unsupported_profile: {
    title: 'Another version of the protocol',
    clause: 'agh 2',
    advice: 'Only agh-network/v0 is read here.',
  },
  verification_failed: {
    title: 'The digest does not fit the capability',
    clause: 'agh 4',
    advice: 'Compute the digest again from the capability as it is sent.',
  },
  not_target: {
    title: 'For another peer',
    clause: 'agh 2',
    advice: 'Check the address, or add the peer to the local peers.',
  },
  not_found: {
    title: 'Not found',
    clause: 'agh 4',
    advice: 'Read the detail of the receipt.',
  },
  busy: {
    title: 'The peer is busy',
    clause: 'agh 4',
    advice: 'Send the message again later.',
  },
  internal: {
    title: 'A step the interaction cannot take',
    clause: 'agh 5',
    advice: 'An interaction never goes back to submitted.',
  },
  interaction_closed: {
    title: 'The interaction has ended',
    clause: 'agh 5',
    advice: 'Open a new interaction with an interaction_id of its own.',
  },
} as const satisfies Record<string, AghCodeInfo>;

export type AghReasonCode = keyof typeof aghReasonCodes;

/** Every reason, in the order of the registry. */
export const AGH_REASONS: readonly string[] = Object.keys(aghReasonCodes);

/** What was tolerated or is suspicious. None of these refuses a message. */
export const aghWarningCodes = {
  to_on_broadcast: {
    title: 'A broadcast with an address',
    clause: 'agh 4',
    advice: 'Leave to null in greet and say.',
  },
  null_optional: {
    title: 'A field is null instead of absent',
    clause: 'agh 1.1',
    advice: 'Leave the field out.',
  },
  ts_milliseconds: {
    title: 'The time looks like milliseconds',
    clause: 'agh 1',
    advice: 'Write ts in Unix seconds.',
  },
  future_timestamp: {
    title: 'The time lies in the future',
    clause: 'agh 3',
    advice: 'Check the clock of the sender.',
  },
  secret_shaped: {
    title: 'Looks like a credential',
    clause: 'agh 1.1',
    advice: 'Keep credentials out of messages; the reference refuses this one.',
  },
  later_dialect: {
    title: 'Fields of a later dialect',
    clause: 'agh 9',
    advice: 'The sender speaks a later version under the same protocol name; the seed refuses these fields.',
  },
  earlier_dialect: {
    title: 'A kind of an earlier dialect',
    clause: 'agh 9',
    advice: 'The sender speaks an earlier version under the same protocol name.',
  },
  unknown_key: {
    title: 'A key that the seed does not know',
    clause: 'agh 1.1',
    advice: 'Put extensions into ext under a prefix of your own.',
  },
  capability_without_to: {
    title: 'A capability in an interaction without an address',
    clause: 'agh 5',
    advice: 'Set to; without it the message neither opens nor advances the interaction.',
  },
} as const satisfies Record<string, AghCodeInfo>;

export type AghWarningCode = keyof typeof aghWarningCodes;
