/** Keys that mean something here, by their hash: those of an event, those of its payload, those of schemas. */
import { hashBytes } from './hashes';
import { unescape, unescapedEnd } from './unescape';
import { ARGUMENT, KEYS, SCHEMA_KEYS } from './layout';

// Numbers of keys, which are places of bits; the first eight are strings that are stored.
export const TYPE: u32 = 1;
export const EVENT_ID: u32 = 2;
export const RUN_ID: u32 = 3;
export const NODE_ID: u32 = 4;
export const TIMESTAMP: u32 = 5;
export const CAUSATION_ID: u32 = 6;
export const CONTENT_TRUST: u32 = 7;
export const SEQUENCE: u32 = 8;
export const SEQ: u32 = 9;
export const PAYLOAD: u32 = 10;
export const DATA: u32 = 11;
/** Keys of what may be no event: AGH messages, control lines of a capture. */
export const FOREIGN: u32 = 12;
export const ENVELOPE_ID: u32 = 13;
export const META: u32 = 14;
/** How a host delivers an event of its own, which is of no run. */
export const DELIVERY: u32 = 31;
/** Numbers from here on are of names inside of payloads, and of words; at the top of an event they mean nothing. */
export const INNER: u32 = 32;
export const HOST_ID: u32 = 32;
export const ENVELOPE: u32 = 33;
export const TRUST: u32 = 34;
export const FIELDS: u32 = 35;
export const LEVEL: u32 = 36;
export const ERROR: u32 = 37;
export const KIND: u32 = 38;
export const CODE: u32 = 39;
export const ENVELOPE_TYPE: u32 = 40;
export const REFUSED_TYPE: u32 = 41;
export const CATALOG_VERSION: u32 = 42;
export const CONFIG: u32 = 43;
export const WARN: u32 = 44;
export const CLARIFICATION: u32 = 45;
export const SCHEMA: u32 = 46;
export const ENVELOPES: u32 = 47;

const SLOTS: usize = 256;

/** The key in ARGUMENT has a number. */
export function learnKey(length: u32, number: u32): void {
  const hash = hashBytes(ARGUMENT, length);
  let slot = <usize>hash & (SLOTS - 1);
  while (load<u32>(KEYS + (slot << 4) + 8) != 0) slot = (slot + 1) & (SLOTS - 1);
  store<u64>(KEYS + (slot << 4), hash);
  store<u32>(KEYS + (slot << 4) + 8, number);
}

/** Hash of a key without its escapes; 0 when there is no room for it. */
export function escapedKeyHash(start: usize, end: usize): u64 {
  const plain = unescape(start, end);
  return plain == 0 ? 0 : hashBytes(plain, unescapedEnd - plain);
}

/** Number of a key, 0 for any other. */
@inline
export function keyNumber(hash: u64): u32 {
  let slot = <usize>hash & (SLOTS - 1);
  while (true) {
    const place = KEYS + (slot << 4);
    const number = load<u32>(place + 8);
    if (number == 0 || load<u64>(place) == hash) return number;
    slot = (slot + 1) & (SLOTS - 1);
  }
}

// What schemas may ask about the value of a key, as bits: see `scripts/generate/payload-keys.mjs`.
export const OF_VALUE: u32 = 1;
export const OF_WHOLE: u32 = 2;
export const OF_LENGTH: u32 = 4;
export const OF_INNER: u32 = 8;
export const OF_LIMIT: u32 = 16;
export const OF_DIGEST: u32 = 32;
export const OF_TIME: u32 = 64;
export const OF_CHOICE: u32 = 128;

/** A schema asks about the value of the key in ARGUMENT, by the number of the bit. */
export function learnSchemaKey(length: u32, question: u32): void {
  const place = SCHEMA_KEYS + (<usize>hashBytes(ARGUMENT, length) & 0xffff);
  store<u8>(place, load<u8>(place) | <u8>(<u32>1 << question));
}

/** What is checked of the value of a key; of a key that shares its hash with another, more than need be. */
@inline
export function checksOf(hash: u64): u32 {
  return load<u8>(SCHEMA_KEYS + (<usize>hash & 0xffff));
}
