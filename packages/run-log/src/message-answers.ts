/** What is said of the messages of AGH Network in a log: the conversation as a whole, and one message. */
import type { MaskedText } from '@openwop-inspector/base';

/** One unit of delegated work (agh 5): a channel and an id in it. */
export interface InteractionRow {
  readonly channel: MaskedText;
  readonly interactionId: MaskedText;
  /** Null in a lane whose opener is not in the file. */
  readonly initiator: MaskedText | null;
  readonly target: MaskedText | null;
  /** State at the end of the file; null where no message of it was judged. */
  readonly state: MaskedText | null;
  readonly messages: number;
  readonly firstOrdinal: number;
}

/** All messages of a log, or of one channel of it. */
export interface ConversationSummary {
  readonly messages: number;
  readonly channels: readonly { readonly channel: MaskedText; readonly messages: number }[];
  /** By first message, at most 1,000. */
  readonly interactions: readonly InteractionRow[];
  readonly interactionTotal: number;
  /** Messages by what became of them; a status that none has is left out. Empty where nobody judged. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Refused messages by their reason. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Dialects that are spoken (agh 9), by number of messages. */
  readonly dialects: Readonly<Record<string, number>>;
}

/** A message by the number that it is shown by. */
export interface PlacedMessage {
  readonly ordinal: number;
  readonly sequence: number;
  readonly kind: MaskedText;
  readonly from: MaskedText | null;
}

/** A state that an interaction came to, and the message that brought it there. */
export interface StateChange {
  readonly state: MaskedText;
  readonly by: PlacedMessage;
}

/** A peer as it presents itself; nothing of it is verified (agh 7). */
export interface PeerCardRow {
  readonly peerId: MaskedText;
  readonly displayName: MaskedText | null;
  readonly capabilities: readonly MaskedText[];
  /** The last message that carried the card. */
  readonly by: PlacedMessage;
}

/** The field by which a message names the one that led to it: the first of them that it has (agh 6). */
export type CauseField = 'causation_id' | 'reply_to' | 'for_id';

/** What is known of one message beside its row. */
export interface MessageFacts {
  readonly placed: PlacedMessage;
  readonly to: MaskedText | null;
  readonly channel: MaskedText;
  readonly dialect: MaskedText | null;
  /** Whether the digest of a capability fits; null for other kinds and where its form is wrong. */
  readonly digestFits: boolean | null;
  readonly interaction: {
    readonly id: MaskedText;
    /** State after this message; null where it was not judged. */
    readonly state: MaskedText | null;
    /** Every state of the interaction, first to last, at most 200. */
    readonly states: readonly StateChange[];
  } | null;
  /** Field by which it names the message that led to it; null for none. */
  readonly causeField: CauseField | null;
  /** Messages that answer it by `reply_to` or follow from it, at most 100. */
  readonly answers: readonly PlacedMessage[];
  /** Receipts of it, with what they say, at most 100. */
  readonly receipts: readonly (PlacedMessage & { readonly says: MaskedText })[];
  /** Peers of its channel that have presented themselves by then, at most 100. */
  readonly peers: readonly PeerCardRow[];
}
