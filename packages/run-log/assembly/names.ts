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

/** Counts of names by kind, and the bytes that they take; places of the last name. */
let types: u32 = 0;
let nodes: u32 = 0;
let runs: u32 = 0;
let shapes: u32 = 0;
let typeBytes: usize = 0;
let nodeBytes: usize = 0;
let runBytes: usize = 0;

/** Which kind has no room for another name: its number and 1; 4 for shapes; 0 for none. */
export let fullKind: u32 = 0;

export function nameCount(kind: u32): u32 {
  return kind == TYPES ? types : kind == NODES ? nodes : kind == RUNS ? runs : shapes;
}

export function forgetNames(kind: u32): void {
  if (kind < KINDS) memory.fill(NAMES + <usize>kind * KIND_BYTES, 0, SLOTS << 2);
  else memory.fill(SHAPES, 0, SHAPE_SLOTS << 4);
  if (kind == TYPES) {
    types = 0;
    typeBytes = 0;
  } else if (kind == NODES) {
    nodes = 0;
    nodeBytes = 0;
  } else if (kind == RUNS) {
    runs = 0;
    runBytes = 0;
  } else shapes = 0;
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
    if (
      load<u64>(entry) == hash &&
      load<u32>(entry + 12) == <u32>length &&
      isSame(load<u32>(entry + 8), start, length)
    )
      return number;
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
  const count = nameCount(kind);
  const used = kind == TYPES ? typeBytes : kind == NODES ? nodeBytes : runBytes;
  const place = base + BYTES + used;
  if (count + 1 >= MAX_NAMES || place + length > base + BYTES_END) {
    fullKind = kind + 1;
    return 0;
  }
  memory.copy(place, start, length);
  const number = count + 1;
  const entry = base + ENTRIES + ((<usize>number) << 4);
  store<u64>(entry, hash);
  store<u32>(entry + 8, <u32>place);
  store<u32>(entry + 12, <u32>length);
  store<u32>(base + (slot << 2), number);
  if (kind == TYPES) {
    types = number;
    typeBytes = used + length;
  } else if (kind == NODES) {
    nodes = number;
    nodeBytes = used + length;
  } else {
    runs = number;
    runBytes = used + length;
  }
  return number;
}

/** Where the bytes of a name are, and how many. */
export function namePlace(kind: u32, number: u32): usize {
  return load<u32>(NAMES + <usize>kind * KIND_BYTES + ENTRIES + ((<usize>number) << 4) + 8);
}

export function nameLength(kind: u32, number: u32): u32 {
  return load<u32>(NAMES + <usize>kind * KIND_BYTES + ENTRIES + ((<usize>number) << 4) + 12);
}

/** Number of a shape of the payload of a type, which is a number itself, from 1; 0 when there is no room. */
export function shapeNumber(shape: u64, type: u32): u32 {
  // Numbers of types may be others in another scanner, the hash of a name is not.
  const hash = mixed(shape ^ load<u64>(NAMES + ENTRIES + ((<usize>type) << 4)));
  let slot = <u32>(hash >> 40) & (SHAPE_SLOTS - 1);
  while (true) {
    const place = SHAPES + ((<usize>slot) << 4);
    const number = load<u32>(place + 8);
    if (number == 0) break;
    if (load<u64>(place) == hash) return number;
    slot = (slot + 1) & (SHAPE_SLOTS - 1);
  }
  if (shapes + 1 >= MAX_SHAPES) {
    fullKind = KINDS + 1;
    return 0;
  }
  const place = SHAPES + ((<usize>slot) << 4);
  shapes++;
  store<u64>(place, hash);
  store<u32>(place + 8, shapes);
  store<u64>(SHAPE_LIST + ((<usize>shapes) << 3), hash);
  return shapes;
}
