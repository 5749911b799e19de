/** Answers about one value of a payload, beside those of answers.ts. Plain data. */
import type { MaskedText } from '@openwop-inspector/base';

/**
 * What a JSON Web Token says, read for display and never verified. The token itself stays masked, and so do the values
 * of its claims, apart from the times.
 */
export interface TokenParts {
  /** Members of the header, each a name and its value as JSON, masked and cut; at most 16. */
  readonly header: readonly (readonly [name: MaskedText, value: MaskedText])[];
  /** Names of the claims in the order written, masked; at most 64. */
  readonly claims: readonly MaskedText[];
  /** The claims `iat`, `nbf`, `exp` and `auth_time` that are numbers, in seconds since 1970. */
  readonly times: readonly (readonly [name: MaskedText, seconds: number])[];
  /** Characters of the signature; 0 for a token without one. */
  readonly signatureLength: number;
}

/** The beginning of a string in clear, for as long as a person holds a button. Never copied, never kept. */
export interface ClearText {
  readonly text: string;
  readonly truncated: boolean;
}

/** The innermost value at a byte. */
export interface ValueAtByte {
  /** RFC 6901 pointer from the root of the event document. */
  readonly pointer: string;
  /** Place of the value in the source; of a repeated key, which its pointer does not tell from the last. */
  readonly byteOffset: number;
  readonly byteLength: number;
}

/**
 * Runs of one kind, three numbers each, ascending: the first UTF-16 unit of the run in the text, its first byte, and
 * the bytes of a unit. A run of 0 bytes a unit (a mask, a stretch of broken UTF-8) is one place: its units and its
 * bytes belong together as a whole. The last run has no units and marks the end.
 */
export type TextPlaces = Uint32Array;
