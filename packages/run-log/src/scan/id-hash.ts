/**
 * 64-bit hashes of ids, as two 32-bit lanes. The seeds are drawn once a process, so that nobody can write a log whose
 * ids collide on purpose; an index therefore never leaves the process that made it. Two different ids of ten million
 * share a hash with a chance of about 3 in a million; duplicates are compared byte by byte before they are dropped.
 */

function randomSeed(): number {
  const word = new Int32Array(1);
  crypto.getRandomValues(word);
  return word[0] as number;
}

/** Drawn once a process. */
export const SEED_A = randomSeed();
export const SEED_B = randomSeed();
const encoder = new TextEncoder();

/** Hash of the UTF-8 of an id, as `hashId` in `assembly/hashes.ts` makes it. (0, 0) means "no id", never a result. */
export function hashText(text: string): { readonly a: number; readonly b: number } {
  const bytes = encoder.encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let a = SEED_A;
  let b = SEED_B;
  let i = 0;
  for (; i + 8 <= bytes.length; i += 8) {
    a = Math.imul(a ^ view.getInt32(i, true), 0x01000193) ^ (b >>> 15);
    b = Math.imul(b ^ view.getInt32(i + 4, true) ^ (a >>> 17), 0x2c1b3c6d);
  }
  for (; i < bytes.length; i++) {
    const c = bytes[i] as number;
    a = Math.imul(a ^ c, 0x01000193) ^ (b >>> 15);
    b = Math.imul(b + c, 0x2c1b3c6d) ^ (a >>> 17);
  }
  const x = a ^ (b >>> 7);
  const y = b ^ (a >>> 11);
  const p = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  const q = Math.imul(y ^ (y >>> 13), 0xc2b2ae35);
  const hash = { a: (p ^ (p >>> 13)) | 0, b: (q ^ (q >>> 16)) | 0 };
  return hash.a === 0 && hash.b === 0 ? { a: 1, b: 0 } : hash;
}
