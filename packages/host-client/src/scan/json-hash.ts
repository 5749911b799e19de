/** Hashes of bytes as signed 32-bit numbers: to tell that two texts differ, not to keep secrets. */

const PRIME = 0x01000193;
const MIX = 0x9e3779b1 | 0;

/** Hash of `bytes[start, end)`. Four bytes a step. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = (end - start) | 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, MIX);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return hash ^ (hash >>> 13);
}

/** Two hashes as one, with regard to their order. */
export function mixHashes(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first ^ (first >>> 16), MIX) + second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
