/** Words of AGH Network v0, spelled as on the wire, its dialects, and the codes of our own warnings. */
import { type JsonObject, ownValue } from '@openwop-inspector/base';

/** The seven kinds of message (agh 1); the later dialect has no `direct` (agh 9.2). */
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
  // Of the later dialect alone.
  legacy_field_rejected: {
    title: 'A field of the seed dialect',
    clause: 'agh 9.4',
    advice: 'Write work_id and a container in place of interaction_id.',
  },
  invalid_surface: {
    title: 'Unknown surface',
    clause: 'agh 9.2',
    advice: 'Use the surface thread or direct.',
  },
  conversation_not_found: {
    title: 'Conversation not found',
    clause: 'agh 9.6',
    advice: 'Read the detail of the receipt.',
  },
  work_closed: {
    title: 'The work has ended',
    clause: 'agh 9.5',
    advice: 'Open new work with a work_id of its own.',
  },
  work_container_mismatch: {
    title: 'Work of another thread or direct room',
    clause: 'agh 9.5',
    advice: 'Send the message in the container in which the work began.',
  },
} as const satisfies Record<string, AghCodeInfo>;

export type AghReasonCode = keyof typeof aghReasonCodes;

const LATER_ONLY: ReadonlySet<string> = new Set([
  'legacy_field_rejected',
  'invalid_surface',
  'conversation_not_found',
  'work_closed',
  'work_container_mismatch',
]);

/** Whether a reason belongs to the other dialect than this one (agh 9.6). */
export function isReasonOfOther(reason: string, dialect: AghDialect): boolean {
  return dialect === 'later' ? reason === 'interaction_closed' : LATER_ONLY.has(reason);
}

/** Every reason of both dialects, in the order of the registry. */
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
    advice: 'The other messages of the file are of the seed dialect, which refuses these fields.',
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
  // Of the later dialect alone, except the last.
  id_style: {
    title: 'An id of another style than the reference writes',
    clause: 'agh 9.2',
    advice: 'Write thread_ and at least three characters, or work_ and at most 64.',
  },
  direct_id_mismatch: {
    title: 'The direct_id does not follow from its two peers',
    clause: 'agh 9.2',
    advice: 'Derive it from workspace, channel and both peers.',
  },
  third_peer: {
    title: 'A third peer in a direct room',
    clause: 'agh 9.2',
    advice: 'A direct room is for two peers; open a thread for more.',
  },
  capability_without_work: {
    title: 'A capability without work',
    clause: 'agh 9.3',
    advice: 'Set work_id: the reference requires it.',
  },
  work_in_other_channel: {
    title: 'The same work_id in another channel',
    clause: 'agh 9.5',
    advice: 'Use a new work_id: the reference refuses this one.',
  },
  too_large: {
    title: 'Larger than the transport carries',
    clause: 'agh 9.2',
    advice: 'Keep a message below 1 MiB.',
  },
  other_dialect_reason: {
    title: 'A reason of the other dialect',
    clause: 'agh 9.6',
    advice: 'Write the reasons of the dialect of the other messages.',
  },
} as const satisfies Record<string, AghCodeInfo>;

export type AghWarningCode = keyof typeof aghWarningCodes;

// Both dialects have one protocol string: only the fields of its messages say of which a file is (agh 9.1).

/** The dialect that messages are judged by. */
export type AghDialect = 'seed' | 'later';

/** Keys of the later dialect that the seed does not know. */
export const AGH_LATER_KEYS = ['workspace_id', 'surface', 'thread_id', 'direct_id', 'work_id'] as const;

/** The dialect that a message itself shows; `earlier` is older than the seed, null where nothing in it decides. O(1). */
export function aghSignalOf(message: JsonObject): AghDialect | 'earlier' | null {
  if (AGH_LATER_KEYS.some((key) => ownValue(message, key) !== undefined)) return 'later';
  const kind = ownValue(message, 'kind');
  if (kind === 'recipe') return 'earlier';
  return kind === 'direct' || ownValue(message, 'interaction_id') !== undefined ? 'seed' : null;
}

/** The dialect of a file. */
export interface AghFileDialect {
  /** That of most messages that show one. */
  readonly dialect: AghDialect;
  /** Both have a fifth or more of these messages: each is judged by what it shows itself. */
  readonly isMixed: boolean;
}

/** Counts the messages of a file by their dialect. */
export class AghDialects {
  private seed = 0;
  private later = 0;
  private hasWorkspace = false;

  add(message: JsonObject): void {
    const signal = aghSignalOf(message);
    if (signal === 'seed') this.seed++;
    if (signal === 'later') this.later++;
    this.hasWorkspace ||= ownValue(message, 'workspace_id') !== undefined;
  }

  get ofFile(): AghFileDialect {
    const { seed, later } = this;
    const isLater = later === seed ? this.hasWorkspace : later > seed;
    const fewer = Math.min(seed, later);
    return { dialect: isLater ? 'later' : 'seed', isMixed: fewer > 0 && fewer * 5 >= seed + later };
  }
}
