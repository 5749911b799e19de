/** Words of AGH Network v0, spelled as on the wire, its dialects, and the codes of our own warnings. */
import { type JsonObject, ownValue } from '@openwop-inspector/base';
import { problemTable } from './problem-info.ts';

/** The seven kinds of message (agh 1); the later dialect has no `direct` (agh 9.2). */
export const AGH_KINDS = ['greet', 'whois', 'say', 'direct', 'capability', 'receipt', 'trace'] as const;
export type AghKind = (typeof AGH_KINDS)[number];

const A_REASON = { severity: 'error', clause: 'agh 2' } as const;

/** Reasons of receipts and of our verdicts (agh 4). */
export const aghReasonCodes = problemTable(A_REASON, {
  malformed: [
    'Not a well-formed message',
    'Compare the message with the closed shape of the envelope and the body of its kind.',
  ],
  expired: ['Not fresh', 'Check the clock of the sender, or set expires_at.', 'agh 3'],
  duplicate: ['Seen before', 'Give each message of a sender its own id.', 'warning'],
  unsupported_kind: ['Unknown kind', 'Use greet, whois, say, direct, capability, receipt or trace.', 'agh 1'],
  unsupported_profile: ['Another version of the protocol', 'Only agh-network/v0 is read here.'],
  verification_failed: [
    'The digest does not fit the capability',
    'Compute the digest again from the capability as it is sent.',
    'agh 4',
  ],
  not_target: ['For another peer', 'Check the address, or add the peer to the local peers.'],
  not_found: ['Not found', 'Read the detail of the receipt.', 'agh 4'],
  busy: ['The peer is busy', 'Send the message again later.', 'agh 4'],
  internal: ['A step the interaction cannot take', 'An interaction never goes back to submitted.', 'agh 5'],
  interaction_closed: [
    'The interaction has ended',
    'Open a new interaction with an interaction_id of its own.',
    'agh 5',
  ],
  // Of the later dialect alone.
  legacy_field_rejected: [
    'A field of the seed dialect',
    'Write work_id and a container in place of interaction_id.',
    'agh 9.4',
  ],
  invalid_surface: ['Unknown surface', 'Use the surface thread or direct.', 'agh 9.2'],
  conversation_not_found: ['Conversation not found', 'Read the detail of the receipt.', 'agh 9.6'],
  work_closed: ['The work has ended', 'Open new work with a work_id of its own.', 'agh 9.5'],
  work_container_mismatch: [
    'Work of another thread or direct room',
    'Send the message in the container in which the work began.',
    'agh 9.5',
  ],
});

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

const A_WARNING = { severity: 'note', clause: 'agh 9.2' } as const;

/** What was tolerated or is suspicious. None of these refuses a message. */
export const aghWarningCodes = problemTable(A_WARNING, {
  to_on_broadcast: ['A broadcast with an address', 'Leave to null in greet and say.', 'agh 4', 'warning'],
  null_optional: ['A field is null instead of absent', 'Leave the field out.', 'agh 1.1'],
  ts_milliseconds: ['The time looks like milliseconds', 'Write ts in Unix seconds.', 'agh 1', 'warning'],
  future_timestamp: ['The time lies in the future', 'Check the clock of the sender.', 'agh 3', 'warning'],
  secret_shaped: [
    'Looks like a credential',
    'Keep credentials out of messages; the reference refuses this one.',
    'agh 1.1',
    'warning',
  ],
  later_dialect: [
    'Fields of a later dialect',
    'The other messages of the file are of the seed dialect, which refuses these fields.',
    'agh 9',
  ],
  earlier_dialect: [
    'A kind of an earlier dialect',
    'The sender speaks an earlier version under the same protocol name.',
    'agh 9',
  ],
  unknown_key: [
    'A key that the seed does not know',
    'Put extensions into ext under a prefix of your own.',
    'agh 1.1',
    'warning',
  ],
  capability_without_to: [
    'A capability in an interaction without an address',
    'Set to; without it the message neither opens nor advances the interaction.',
    'agh 5',
    'warning',
  ],
  // Of the later dialect alone, except the last.
  id_style: [
    'An id of another style than the reference writes',
    'Write thread_ and at least three characters, or work_ and at most 64.',
  ],
  direct_id_mismatch: [
    'The direct_id does not follow from its two peers',
    'Derive it from workspace, channel and both peers.',
  ],
  third_peer: ['A third peer in a direct room', 'A direct room is for two peers; open a thread for more.'],
  capability_without_work: [
    'A capability without work',
    'Set work_id: the reference requires it.',
    'agh 9.3',
  ],
  work_in_other_channel: [
    'The same work_id in another channel',
    'Use a new work_id: the reference refuses this one.',
    'agh 9.5',
  ],
  too_large: ['Larger than the transport carries', 'Keep a message below 1 MiB.'],
  other_dialect_reason: [
    'A reason of the other dialect',
    'Write the reasons of the dialect of the other messages.',
    'agh 9.6',
  ],
});

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
