/** Verdicts on the AGH messages of a log: the engine of logs takes them from a validator and knows no rule itself. */
import type { AghReasonCode } from './agh-codes.ts';
import type { ProblemCode } from './problem-codes.ts';

/** Something to be said of a message. The words hold no text of the content. */
export interface MessageFinding {
  readonly code: ProblemCode;
  readonly message: string;
  /** RFC 6901 pointer from the message. */
  readonly pointer?: string;
  /** Of a verdict: the step that decided, and the reason of the protocol. */
  readonly step?: string;
  readonly reason_code?: string;
}

/** A card by which a peer presents itself (agh 4): a claim. As recorded: mask it before it is displayed. */
export interface ClaimedCard {
  readonly peerId: string;
  readonly displayName: string | null;
  /** At most a hundred. */
  readonly capabilities: readonly string[];
}

/** What became of a message. Words are those of the protocol. */
export interface JudgedMessage {
  readonly status: 'accepted' | 'rejected' | 'duplicate' | 'ignored';
  readonly reason: AghReasonCode | null;
  /** The step that decided. */
  readonly step: string;
  /** State of the interaction after the message; null without one. */
  readonly state: string | null;
  readonly dialect: string;
  /** Of a receipt: its status, with its reason. */
  readonly receipt: string | null;
  /** Of a capability: whether its digest fits; null for other kinds, and where its form is wrong. */
  readonly digestFits: boolean | null;
  readonly card: ClaimedCard | null;
  readonly findings: readonly MessageFinding[];
}

/** A receiver with a memory: messages are given in the order of the file. */
export interface MessageJudge {
  /** One message as it is in the file. Never throws. O(length). */
  take(text: string): JudgedMessage;
}
