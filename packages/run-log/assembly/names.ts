/**
 * Numbers for names that repeat: types, nodes, runs; and for shapes. A table that is full is emptied by the caller, who
 * keeps what the numbers stood for.
 */
import { hashBytes, mixed } from './hashes';
import { NAMES, SHAPES } from './layout';

export const TYPES: u32 = 0;
export const NODES: u32 = 1;
export const RUNS: u32 = 2;
const KINDS: u32 = 3;

/** Names of one kind: slots of u32, entries of 16 bytes (u64 hash, u32 place, u32 length), then their bytes. */
const SLOTS: u32 = 16384;
const MAX_NAMES: u32 = 8192;
/** Longest name in bytes: a table has room for many. */
export const MAX_NAME: usize = 0x4000;
const ENTRIES: usize = 0x10000;
const BYTES: usize = 0x30000;
const BYTES_END: usize = 0x180000;
const KIND_BYTES: usize = 0x180000;

/** Shapes: slots of 16 bytes (u64 hash, u32 number), then the hashes by number. */
const SHAPE_SLOTS: u32 = 32768;
const MAX_SHAPES: u32 = 16384;
export const SHAPE_LIST: usize = SHAPES + 0x80000;

/** By kind, shapes being the last: how many there are, and the bytes that their names take; u32 each. */
const COUNTS: usize = memory.data(4 * 8);

/** Which kind has no room for another name: its number and 1; 4 for shapes; 0 for none. */
export let fullKind: u32 = 0;

export function nameCount(kind: u32): u32 {
  return load<u32>(COUNTS + (<usize>kind << 3));
}

export function forgetNames(kind: u32): void {
  if (kind < KINDS) memory.fill(NAMES + <usize>kind * KIND_BYTES, 0, SLOTS << 2);
  else memory.fill(SHAPES, 0, SHAPE_SLOTS << 4);
  store<u64>(COUNTS + (<usize>kind << 3), 0);
}

export function startNames(): void {
  fullKind = 0;
}

/** Number of a name from 1, 0 for none or when there is no room. */
export function nameNumber(kind: u32, start: usize, end: usize): u32 {
  const length = end - start;
  if (length == 0) return 0;
  const base = NAMES + <usize>kind * KIND_BYTES;
  const hash = hashBytes(start, length);
  let slot = <u32>(hash >> 32) & (SLOTS - 1);
  while (true) {
    const number = load<u32>(base + (slot << 2));
    if (number == 0) return addName(kind, base, slot, hash, start, length);
    const entry = base + ENTRIES + ((<usize>number) << 4);
    const isLikely = load<u64>(entry) == hash && load<u32>(entry + 12) == <u32>length;
    if (isLikely && isSame(load<u32>(entry + 8), start, length)) return number;
    slot = (slot + 1) & (SLOTS - 1);
  }
}

function isSame(a: usize, b: usize, length: usize): bool {
  let i: usize = 0;
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  for (; i < length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false;
  return true;
}

function addName(kind: u32, base: usize, slot: u32, hash: u64, start: usize, length: usize): u32 {
  const counts = COUNTS + (<usize>kind << 3);
  const number = load<u32>(counts) + 1;
  const used = load<u32>(counts + 4);
  const place = base + BYTES + used;
  if (number >= MAX_NAMES || place + length > base + BYTES_END) {
    fullKind = kind + 1;
    return 0;
  }
  memory.copy(place, start, length);
  const entry = base + ENTRIES + ((<usize>number) << 4);
  store<u64>(entry, hash);
  store<u32>(entry + 8, <u32>place);
  store<u32>(entry + 12, <u32>length);
  store<u32>(base + (slot << 2), number);
  store<u32>(counts, number);
  store<u32>(counts + 4, used + <u32>length);
  return number;
}

/** Where a name is noted: u32 place of its bytes, u32 length. */
export function nameEntry(kind: u32, number: u32): usize {
  return NAMES + <usize>kind * KIND_BYTES + ENTRIES + ((<usize>number) << 4) + 8;
}

/** Number of a shape of the payload of a type, which is a number itself, from 1; 0 when there is no room. */
export function shapeNumber(shape: u64, type: u32): u32 {
  // Numbers of types may be others in another scanner, the hash of a name is not.
  const hash = mixed(shape ^ load<u64>(NAMES + ENTRIES + ((<usize>type) << 4)));
  let slot = <u32>(hash >> 40) & (SHAPE_SLOTS - 1);
  let place = SHAPES + ((<usize>slot) << 4);
  for (; load<u32>(place + 8) != 0; place = SHAPES + ((<usize>slot) << 4)) {
    if (load<u64>(place) == hash) return load<u32>(place + 8);
    slot = (slot + 1) & (SHAPE_SLOTS - 1);
  }
  const number = nameCount(KINDS) + 1;
  if (number >= MAX_SHAPES) {
    fullKind = KINDS + 1;
    return 0;
  }
  store<u32>(COUNTS + (KINDS << 3), number);
  store<u64>(place, hash);
  store<u32>(place + 8, number);
  store<u64>(SHAPE_LIST + ((<usize>number) << 3), hash);
  return number;
}
