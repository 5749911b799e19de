/** How far a packed source has been unpacked, in bytes. */
export interface UnpackFacts {
  readonly unpackedBytes: number;
  /** Of the packed stream, read so far. */
  readonly packedBytes: number;
}

/**
 * Called before more is unpacked than a source may have by default. Returns how many bytes may be unpacked in all; no more
 * than there are already stops there, and what was unpacked stays.
 */
export type UnpackAnswer = (facts: UnpackFacts) => Promise<number>;

/** So much is unpacked unasked, whatever its share. */
const ALLOWED_BYTES = 64 * 1024 * 1024;
/** Up to this multiple of the packed size is unpacked without a question: logs of events pack ten to fifty times. */
const ALLOWED_RATIO = 100;
/** More than so much is never unpacked unasked. */
const MAX_ALLOWED_BYTES = 1024 * 1024 * 1024;

/** Bytes that may be unpacked unasked after `packedBytes` were read. */
export function unaskedBytes(packedBytes: number): number {
  return Math.min(MAX_ALLOWED_BYTES, Math.max(ALLOWED_BYTES, packedBytes * ALLOWED_RATIO));
}
