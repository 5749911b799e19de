/**
 * Where a payload tree gets its values from. The run log's worker answers in exactly this form; a renderer never
 * holds a whole payload, it asks for the part that is on screen.
 */
import type { MaskedText } from '@openwop-inspector/base';

/** One value of a payload, without its members. */
export interface PayloadNode {
  /** Object key, or index as a number; null for the root of the document. */
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
  /** Bytes of the source. */
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Of a string that is a JSON Web Token: what it says, without the token. */
  readonly token?: PayloadToken;
}

/** Parts of a token for display. Nobody verified it; values of its claims, apart from times, are not told. */
export interface PayloadToken {
  /** Names and values of the header, values as JSON. */
  readonly header: readonly (readonly [name: MaskedText, value: MaskedText])[];
  /** Names of the claims. */
  readonly claims: readonly MaskedText[];
  /** Claims that are times, in seconds since 1970. */
  readonly times: readonly (readonly [name: MaskedText, seconds: number])[];
  readonly signatureLength: number;
}

/** A page of the members of one object or array, in document order. */
export interface PayloadChildren {
  readonly pointer: string;
  readonly total: number;
  readonly offset: number;
  readonly nodes: readonly PayloadNode[];
}

/** A value as written, for copying and for reading long strings; tokens masked. */
export interface PayloadText {
  readonly text: MaskedText;
  /** True when the value is longer than the source hands out at once. */
  readonly truncated: boolean;
}

/** The beginning of a string in clear, for as long as it is held. Never copied, never kept. */
export interface ClearPayloadText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Pointers of matching members, in document order. */
export interface PayloadMatches {
  readonly pointers: readonly string[];
  /** True when there are more than the source lists. */
  readonly truncated: boolean;
}

/**
 * Asynchronous access to one document. Each method may reject (the worker is gone); null means that the document
 * has no such value. A source is compared by identity: hand in the same object while the document is the same.
 */
export interface PayloadSource {
  node(pointer: string): Promise<PayloadNode | null>;
  children(pointer: string, offset: number, limit: number): Promise<PayloadChildren | null>;
  /** A value as written. `maxBytes` asks for no more than that of it; a source may have a smaller limit of its own. */
  text(pointer: string, maxBytes?: number): Promise<PayloadText | null>;
  search(text: string): Promise<PayloadMatches>;
  /**
   * The beginning of a masked string in clear, asked for while a person holds a button (security S-14). Without it
   * masked values stay masked.
   */
  reveal?(pointer: string): Promise<ClearPayloadText | null>;
}
