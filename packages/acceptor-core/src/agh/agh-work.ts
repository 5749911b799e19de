/** One message on its way through the steps, and what outlives it. */
import type { JsonObject } from '@openwop-inspector/base';
import type { AghInteractionState, AghKind, AghWarningCode } from './agh-codes.ts';
import type { AghSettings } from './agh-settings.ts';

/** A message as it came: text of the wire, or a value that was parsed before. */
export type AghInput = { readonly text: string } | { readonly value: unknown };

/** A message whose envelope passed the grammar (agh 1); absent fields are null. */
export interface AghMessage {
  readonly id: string;
  readonly kind: AghKind;
  readonly channel: string;
  readonly from: string;
  /** Null for a broadcast. */
  readonly to: string | null;
  readonly interactionId: string | null;
  readonly replyTo: string | null;
  /** Unix seconds. */
  readonly ts: number;
  readonly expiresAt: number | null;
  readonly body: JsonObject;
}

/** One unit of delegated work. The two peers are null for a lane without an opener. */
export interface AghInteraction {
  readonly channel: string;
  readonly interactionId: string;
  readonly initiator: string | null;
  readonly target: string | null;
  readonly state: AghInteractionState;
}

/** Memory of an acceptor from message to message. */
export interface AghMemory {
  /** Newest `ts` of a well-formed message so far. */
  newestTs: number | null;
  /** Sender and id to the second until which a repeat is a duplicate. */
  readonly seen: Map<string, number>;
  /** Channel and interaction_id to the interaction. */
  readonly interactions: Map<string, AghInteraction>;
}

/** Before the first message. */
export function emptyMemory(): AghMemory {
  return { newestTs: null, seen: new Map(), interactions: new Map() };
}

/** The time of the clock in Unix seconds; null for a replay clock that has seen no message. */
export function nowOf(settings: AghSettings, memory: AghMemory): number | null {
  return settings.fixedNow ?? memory.newestTs;
}

/** One violation. The message has text of the rule and none of the content. */
export interface AghDetail {
  /** RFC 6901 pointer from the message; names of unknown keys are in it only when they look like names. */
  readonly pointer: string;
  readonly message: string;
}

/** Something tolerated or suspicious. */
export interface AghWarning {
  readonly code: AghWarningCode;
  readonly message: string;
  /** Where in the message, when it has a place. */
  readonly pointer?: string | undefined;
}

/** What the steps hand on; each writes only what it read. The memory outlives it. */
export interface AghWork {
  readonly settings: AghSettings;
  readonly memory: AghMemory;
  readonly input: AghInput;
  readonly warnings: AghWarning[];
  /** Null until the text is a JSON object. */
  record: JsonObject | null;
  /** Null until it is one of the seven. */
  kind: AghKind | null;
  /** Null until the envelope passed the grammar. */
  message: AghMessage | null;
  lifecycle: AghInteractionState | null;
  badge: 'accepted' | null;
}

/** Adds a warning; the message contains no text of the content. */
export function warn(work: AghWork, code: AghWarningCode, message: string, pointer?: string): void {
  work.warnings.push(pointer === undefined ? { code, message } : { code, message, pointer });
}
