/**
 * What a log holds of envelopes, trust and reasoning, as plain data for the screens. Everything is masked. Words as in
 * `answers.ts`: an ordinal names an event, an index is its place in display order.
 */
import type { MaskedText, MaskedValue } from '@openwop-inspector/base';

/** What became of an emission, or of the envelope as a whole: the state of its last emission (acceptor 8, envelope 3). */
export type EnvelopeState =
  | 'accepted'
  | 'gated'
  | 'invalid'
  | 'breached'
  | 'refused'
  | 'truncated'
  /** A fragment that waits for the final one (envelope 2.3). */
  | 'buffered'
  /** Recorded without any word about what became of it. */
  | 'unknown';

/** One emission of a logical envelope. */
export interface EnvelopeAttempt {
  /** From 1. */
  readonly number: number;
  readonly state: EnvelopeState;
  /** Code of the refusal as recorded; null when none was. */
  readonly code: MaskedText | null;
  /** One short sentence for a card, for example "max_tokens at 512, JSON left open". Masked. */
  readonly note: MaskedText;
  /** Pointer into the payload of the first violation, when one was recorded. */
  readonly pointer: string | null;
  /** The event that stands for the attempt; -1 for an envelope beside the events. */
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  /** Why it was tried again after this attempt; null for the last. */
  readonly retry: EnvelopeRetry | null;
}

/** The retry that led from one attempt to the next. Retries for truncation and for the schema are distinguished. */
export interface EnvelopeRetry {
  readonly reason: 'truncation' | 'schema' | 'other';
  /** In words, for example "budget 512 → 1,024" or "corrective fragment"; empty when nothing more is known. */
  readonly note: MaskedText;
  /** The event that says so; null when only the next attempt does. */
  readonly ordinal: number | null;
  readonly sequence: number | null;
}

/** Attempts of one logical envelope: what shares a correlationId, or a surface or envelope recorded by itself. */
export interface LogicalEnvelope {
  /**
   * Stable in the session: `c<number>` for a correlationId (`c<number>.<run>` in a further run), `e<ordinal>` for one
   * recorded in an event (`e<ordinal>.<number>` for further ones of one text), `f<number>` for one of a file without a
   * correlationId, `s<number>` for one in a snapshot.
   */
  readonly key: string;
  readonly correlationId: MaskedText | null;
  readonly envelopeType: MaskedText | null;
  readonly nodeId: MaskedText | null;
  readonly runId: MaskedText;
  readonly state: EnvelopeState;
  readonly foundIn: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
  readonly untrusted: boolean;
  /** One line about the content: a title, the number of questions, a media type and size. Masked. */
  readonly summary: MaskedText;
  readonly attempts: readonly EnvelopeAttempt[];
  /** Attempts that are not listed: more than 64. */
  readonly attemptsLeftOut: number;
  /** The event to select: of the last attempt; -1 for an envelope beside the events. */
  readonly ordinal: number;
}

/** Rows of the envelopes view, in display order of their first event. */
export interface LogicalEnvelopePage {
  readonly total: number;
  /** Attempts of all of them. */
  readonly attempts: number;
  readonly rows: readonly LogicalEnvelope[];
  /**
   * What was not looked through: model texts that may hold envelopes no event tells of and, in a search, envelopes of
   * which only the node and the whole correlationId were compared.
   */
  readonly leftOut: number;
}

/** Where the taint of an event came from (envelope 2.1, security S-16). */
export interface TrustAnswer {
  readonly level: 'trusted' | 'untrusted' | 'unmarked';
  /** The event that brought the untrusted content; null when the level is another, or nothing tells. */
  readonly source: {
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly type: MaskedText;
    /** The tool, the peer or the node, masked, at most 80 characters. */
    readonly name: MaskedText | null;
  } | null;
  /** How it was found: the event itself says so, or a cause of it, or an event of the node before it. */
  readonly via: 'own' | 'cause' | 'node' | null;
}

/** An envelope that an event holds or stands for. */
export interface FoundEnvelope {
  readonly foundIn: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
  /** RFC 6901 pointer from the event document to the envelope or its payload; null when it was put together from text. */
  readonly pointer: string | null;
  /** The event that holds it, which may be another than the one asked for; null for an envelope beside the events. */
  readonly ordinal: number | null;
  /**
   * True when only the payload was recorded and other members were put around it: those that the event tells, and those
   * that the model's text before it still has.
   */
  readonly payloadOnly: boolean;
  /** The envelope, whole, masked; base64 of media is never masked. */
  readonly value: MaskedValue;
  /** `partial`, cut off or otherwise not whole: `value` is then what could be read, or null, and `text` has the rest. */
  readonly complete: boolean;
  /** As written, when it is text in which no whole envelope could be read; masked, at most 64 KiB. */
  readonly text: MaskedText | null;
  readonly interrupt: {
    readonly kind: MaskedText;
    readonly nodeId: MaskedText | null;
    readonly resumeSchema: MaskedValue;
  } | null;
}

/** One piece of reasoning. The three sources are never merged (envelope 5). */
export interface ReasoningEntry {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
  /** Masked; at most 20,000 characters, `cut` says that more was written. */
  readonly text: MaskedText;
  readonly cut: boolean;
  readonly untrusted: boolean;
  readonly timeMs: number | null;
  /** Of a stream: how many events the text was put together from. */
  readonly pieces: number;
}

/** What was thought and asked around one event: same run, same node, same turn. */
export interface ReasoningMoment {
  readonly nodeId: MaskedText | null;
  readonly timeMs: number | null;
  /** `payload.reasoning` of envelopes. */
  readonly payload: readonly ReasoningEntry[];
  /** `agent.reasoning.delta` put together, and `agent.reasoned`. */
  readonly agent: readonly ReasoningEntry[];
  /** `prompt.composed`: what the host says about the prompt. */
  readonly prompt: readonly ReasoningEntry[];
}

/** Delta frames captured for one surface (envelope 7.6). They are transport only: never events of the log. */
export interface DeltaChainAnswer {
  /** The event that delivered the full surface the frames begin at; null when it is not held. */
  readonly baseOrdinal: number | null;
  readonly surfaceRef: MaskedText;
  /** Payload of the base, masked; null when it is not held. */
  readonly base: MaskedValue;
  readonly baseUntrusted: boolean;
  /** In order of arrival, masked, at most 1,000. */
  readonly frames: readonly DeltaFrameEntry[];
  readonly framesLeftOut: number;
  /** The next full surface in the log after the frames, to compare the end of the chain with; null when none is held. */
  readonly finalOrdinal: number | null;
  readonly final: MaskedValue;
}

export interface DeltaFrameEntry {
  /** The frame as parsed; a frame that is no JSON is its text. */
  readonly value: MaskedValue;
  /** The same as JSON where a number in it is printed otherwise than it was written; null elsewhere. */
  readonly written: MaskedText | null;
  readonly byteOffset: number;
  readonly line: number | null;
  /** `id` of the stream's frame, as a number where it is one. */
  readonly sequence: number | null;
}
