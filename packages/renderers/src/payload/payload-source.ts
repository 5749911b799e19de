/**
 * Source of the values of a payload tree. The run log's worker answers in exactly this form; a renderer never has a
 * whole payload, it requests the visible part.
 */
import type {
  ClearText as ClearPayloadText,
  MaskedText,
  JsonChildren as PayloadChildren,
  JsonNode as PayloadNode,
  TokenParts as PayloadToken,
} from '@openwop-inspector/base';

export type { ClearPayloadText, PayloadChildren, PayloadNode, PayloadToken };

/** A value as written, for copying and for reading long strings; tokens masked. */
export interface PayloadText {
  readonly text: MaskedText;
  /** True when the value is longer than the source hands out at once. */
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
  /** Returns a raw value. `maxBytes` limits its length; a source may have a smaller limit of its own. */
  text(pointer: string, maxBytes?: number): Promise<PayloadText | null>;
  search(text: string): Promise<PayloadMatches>;
  /**
   * Returns the beginning of a masked string in clear, while the user holds a button (security S-14). Without it masked
   * values stay masked.
   */
  reveal?(pointer: string): Promise<ClearPayloadText | null>;
}
