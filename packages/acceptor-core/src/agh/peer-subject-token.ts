import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the token of a peer in transport subjects: the first 16 bytes of SHA-256 as 32 hex digits (agh 8). */
export function peerSubjectToken(peer: string): string {
  return bytesToHex(sha256(utf8ToBytes(peer)).subarray(0, 16));
}
