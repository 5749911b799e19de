/** Hashes of bytes as `src/scan/json-hash.ts` makes them: both are compared within one session. */

const PRIME: i32 = 0x01000193;
const MIX: i32 = <i32>0x9e3779b1;

/** Hash of the bytes from `start` to `end`. */
export function hashBytes(start: usize, end: usize): i32 {
  let hash = <i32>(end - start);
  let i = start;
  for (; i + 4 <= end; i += 4) {
    hash = (hash ^ load<i32>(i)) * MIX;
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = (hash ^ load<u8>(i)) * PRIME;
  return hash ^ (hash >>> 13);
}

/** Two hashes as one, with regard to their order. */
export function mixHashes(first: i32, second: i32): i32 {
  const mixed = ((first ^ (first >>> 16)) * MIX + second) * <i32>0x85ebca6b;
  return mixed ^ (mixed >>> 15);
}

/** Hash of a value that is a text, of its first bytes where there are more than `most`; 0 for others and an empty one. */
export function hashOfText(from: usize, to: usize, most: usize): i32 {
  if (load<u8>(from) != 0x22) return 0;
  const start = from + 1;
  const end = min(to - 1, start + most);
  if (end == start) return 0;
  const hash = hashBytes(start, end);
  return hash == 0 ? 1 : hash;
}
