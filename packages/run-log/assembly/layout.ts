/**
 * Where everything lies in the memory of the scanner. `src/scan/fast-scanner.ts` knows the same places: what it writes
 * (tables, text) and reads (rows, names) is there.
 */

/** Keys that are known: 256 slots of u64 hash and u32 number. */
export const KEYS: usize = 0x10000;
/** One byte a hash of keys: what schemas ask about their values. */
export const SCHEMA_KEYS: usize = 0x20000;
/** Bits of the keys of each open object: 32 bytes a level. */
export const SEEN_KEYS: usize = 0x12000;
/** Where a text is written that a function is called with. */
export const ARGUMENT: usize = 0x13000;

/** Rows of a batch, and their columns one behind the other. */
export const BATCH: u32 = 2048;
export const ROWS: usize = 0x40000;

/** Names of types, nodes and runs; shapes. */
export const NAMES: usize = 0x80000;
export const SHAPES: usize = 0x500000;
/** Behind it, from 0x600000 on, are the windows of text. */

/** A reduced entry, see `readReduced`; and the strings of one event without their escapes. */
export const REDUCED: usize = 0x1000000;
export const UNESCAPED: usize = 0x1100000;
export const UNESCAPED_END: usize = 0x11fff00;
/** Behind it, from 0x1200000 on, is 1 MiB for the scanner of JSON. */
