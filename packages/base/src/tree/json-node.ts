/** The value tree of a document, from its reader to its view. Plain data, secrets masked. */
import type { MaskedText } from '../mask/masked-text.ts';

/** One node of a payload, without its children. */
export interface JsonNode {
  /** Object key, or index as a number; null for the root. */
  readonly key: MaskedText | number | null;
  /** RFC 6901 pointer from the root of the document. */
  readonly pointer: string;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Members of an object or array; length in UTF-16 units of a string; 0 otherwise. */
  readonly size: number;
  /** A scalar as written (numbers keep every digit); a string unescaped and perhaps cut; empty for containers. */
  readonly text: MaskedText;
  readonly truncated: boolean;
  /** True when something shaped like a secret was replaced in `text`. */
  readonly masked: boolean;
  /** Place of the value in the source. */
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Of a string that is a JSON Web Token: what it says, without the token. */
  readonly token?: TokenParts;
}

/** A page of the members of one object or array. */
export interface JsonChildren {
  readonly pointer: string;
  readonly total: number;
  readonly offset: number;
  readonly nodes: readonly JsonNode[];
}

/**
 * The content of a JSON Web Token, read for display and never verified. The token itself stays masked, and so do the
 * values of its claims, apart from the times.
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

/** The beginning of a string in clear, for as long as the user holds a button. Never copied, never stored. */
export interface ClearText {
  readonly text: string;
  readonly truncated: boolean;
}
