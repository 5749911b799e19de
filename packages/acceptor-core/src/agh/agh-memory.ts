import type { AghInteractionState } from './agh-result.ts';
import type { AghSettings } from './agh-settings.ts';

/** One unit of delegated work. The two peers are null for a lane without an opener. */
export interface AghInteraction {
  readonly channel: string;
  readonly interactionId: string;
  readonly initiator: string | null;
  readonly target: string | null;
  readonly state: AghInteractionState;
}

/** What an acceptor remembers from message to message. */
export interface AghMemory {
  /** Newest `ts` of a well-formed message so far. */
  newestTs: number | null;
  /** Sender and id to the second until which a repeat is a duplicate. */
  readonly seen: Map<string, number>;
  /** Channel and interaction_id to the interaction. */
  readonly interactions: Map<string, AghInteraction>;
}

export function emptyMemory(): AghMemory {
  return { newestTs: null, seen: new Map(), interactions: new Map() };
}

/** The time of the clock in Unix seconds; null for a replay clock that has seen no message. */
export function nowOf(settings: AghSettings, memory: AghMemory): number | null {
  return settings.fixedNow ?? memory.newestTs;
}
