/** Answers about one value of a payload, beside those of answers.ts. Plain data. */
export type { ClearText, TokenParts } from '@openwop-inspector/base';

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
