/** Hashes: of ids as `src/index/id-hash.ts` makes them, of keys and values for shapes. Seeded by the process. */

let seedA: i32 = 0;
let seedB: i32 = 0;
let seed: u64 = 0x9e3779b97f4a7c15;

const K1: u64 = 0x9fb21c651e98df25;
const K2: u64 = 0xd6e8feb86659fd93;
const K3: u64 = 0xff51afd7ed558ccd;

/** Results of `hashId`. */
export let idA: i32 = 0;
export let idB: i32 = 0;

export function setSeeds(a: i32, b: i32): void {
  seedA = a;
  seedB = b;
  seed = mixed((<u64>(<u32>a) << 32) | <u64>(<u32>b));
}

/** The 64-bit hash of an id, in `idA` and `idB`; never (0, 0). */
export function hashId(start: usize, end: usize): void {
  let a = seedA;
  let b = seedB;
  let i = start;
  for (; i + 8 <= end; i += 8) {
    a = ((a ^ load<i32>(i)) * 0x01000193) ^ (b >>> 15);
    b = (b ^ load<i32>(i + 4) ^ (a >>> 17)) * 0x2c1b3c6d;
  }
  for (; i < end; i++) {
    const c: i32 = load<u8>(i);
    a = ((a ^ c) * 0x01000193) ^ (b >>> 15);
    b = ((b + c) * 0x2c1b3c6d) ^ (a >>> 17);
  }
  const x = a ^ (b >>> 7);
  const y = b ^ (a >>> 11);
  const p = (x ^ (x >>> 16)) * <i32>0x85ebca6b;
  const q = (y ^ (y >>> 13)) * <i32>0xc2b2ae35;
  idA = p ^ (p >>> 13);
  idB = q ^ (q >>> 16);
  if (idA == 0 && idB == 0) idA = 1;
}

@inline
export function mixed(x: u64): u64 {
  let h = (x ^ (x >> 32)) * K1;
  h = (h ^ (h >> 29)) * K2;
  return h ^ (h >> 32);
}

@inline
export function joined(a: u64, b: u64): u64 {
  const h = (a ^ rotl<u64>(b, 29)) * K1;
  return h ^ (h >> 31);
}

/** Hash of the bytes of a key, or of a value whose bytes count. */
export function hashBytes(start: usize, length: usize): u64 {
  let low: u64 = 0;
  let high: u64 = 0;
  if (length >= 8) {
    low = load<u64>(start);
    high = load<u64>(start + length - 8);
    if (length > 16) {
      for (let i: usize = 8; i + 8 < length; i += 8) low = (rotl<u64>(low, 27) ^ load<u64>(start + i)) * K2;
    }
  } else low = load<u64>(start) & (((<u64>1) << (<u64>length << 3)) - 1);
  let h = (low ^ seed) * K1;
  h = (h ^ (h >> 32) ^ rotl<u64>(high * K2, 31)) * K3 + length;
  return h ^ (h >> 29);
}
