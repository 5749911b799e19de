/**
 * Steps over a value and hashes its shape: all that the schemas of payloads can ask about it, and not the rest. Two values
 * of one shape have the same answers from every schema (the generator refuses schemas that ask more). In a shape count:
 * which keys an object has, in any order; the shapes of their values; the kinds of numbers; whether a string is empty or
 * longer than 64 bytes; of arrays the shapes of the items, where neighbours of one shape count once; the bytes of values
 * whose schema has an enumeration, a pattern or a limit; and of values that no schema looks into what kind they are.
 */
import { hashBytes, joined, mixed } from './hashes';
import * as KEY from './keys';
import { checksOf, escapedKeyHash, keyNumber } from './keys';
import { SEEN_KEYS } from './layout';
import {
  at, BELOW_ONE, clearEscape, deepest, isDigit, numberKind, OTHER, sawEscape, skipNumber, skipSpace, skipString,
  skipValue as skipAny, skipWord, ZERO,
} from '../../base/assembly/json';
import { readTime } from './time';
import { unescape, unescapedEnd } from './unescape';

/** Deepest nesting that is stepped over here. */
const MAX_DEPTH: u32 = 60;
const LONG_STRING: usize = 64;

const EMPTY_STRING: u64 = 0x51;
const SHORT_STRING: u64 = 0x52;
const STRING_OVER_LIMIT: u64 = 0x53;
const EMPTY_OBJECT: u64 = 0x54;
const OBJECT: u64 = 0x55;
const EMPTY_ARRAY: u64 = 0x56;
const ARRAY: u64 = 0x57;
const DIGEST: u64 = 0x58;
const DATE_TIME: u64 = 0x59;
const NUMBER: u64 = 0x60;

/** Shape of the value that was stepped over last. */
export let shape: u64 = 0;

/** Strings of the payload's own members, by the numbers of these: where they begin and end, u32 each; 0 for none. */
const NOTED: usize = memory.data(32);
export const OF_HOST_ID: u32 = 0;
export const OF_NODE_ID: u32 = 1;
export const OF_TRUST: u32 = 2;
/** Values of `trust`, by which a host states the trust of a payload, and of `meta` and `envelope`; 0 where there is none. */
export let statedTrust: usize = 0;
let metaAt: usize = 0;
let envelopeAt: usize = 0;

@inline
export function notedStart(which: u32): usize {
  return load<u32>(NOTED + (which << 3));
}

@inline
export function notedEnd(which: u32): usize {
  return load<u32>(NOTED + (which << 3) + 4);
}

export function clearPayload(): void {
  memory.fill(NOTED, 0, 32);
  statedTrust = 0;
  metaAt = 0;
  envelopeAt = 0;
}

/** Whether the envelope in the payload, or its meta there, says that it is untrusted. */
export function isMetaUntrusted(): bool {
  return isUntrustedMeta(metaAt) || isUntrustedMeta(memberOf(envelopeAt, KEY.META));
}

function isUntrustedMeta(meta: usize): bool {
  const trust = memberOf(meta, KEY.CONTENT_TRUST);
  return trust != 0 && isUntrustedAt(trust);
}

/** Place behind the value at `i`, of which nothing is stored; 0 when it is not sound or nests too deeply. */
export function skipPlain(i: usize, depth: u32): usize {
  const next = skipAny(i);
  return deepest + depth > MAX_DEPTH + 1 ? 0 : next;
}

/** Place behind the payload at `i`, of which some members are noted. */
export function skipPayload(i: usize): usize {
  return at(i) == 0x7b ? skipObject(i, 1, true) : skipValue(i, 1);
}

/** Place behind the value at `i`, 0 when it is not sound or not understood here. */
export function skipValue(i: usize, depth: u32): usize {
  const c = at(i);
  if (c == 0x22) {
    const next = skipString(i + 1);
    const length = next - i - 2;
    shape = length == 0 ? EMPTY_STRING : length <= LONG_STRING ? SHORT_STRING : STRING_OVER_LIMIT;
    return next;
  }
  if (c == 0x7b) return skipObject(i, depth, false);
  if (c == 0x5b) return skipArray(i, depth);
  if (isDigit(c) || c == 0x2d) {
    const next = skipNumber(i);
    if (next == 0) return 0;
    shape = numberKind == OTHER ? hashBytes(i, next - i) : NUMBER + numberKind;
    return next;
  }
  shape = c;
  return skipWord(i);
}

function skipArray(from: usize, depth: u32): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x5d) {
    shape = EMPTY_ARRAY;
    return i + 1;
  }
  let all: u64 = ARRAY;
  let last: u64 = 0;
  while (true) {
    i = skipValue(i, depth + 1);
    if (i == 0) return 0;
    if (shape != last) {
      last = shape;
      all = joined(all, last);
    }
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x5d) {
      shape = mixed(all);
      return i + 1;
    }
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

/** True when a key with this hash was not in the object before; false also for some that were not. */
@inline
function isNewKey(seen: usize, hash: u64): bool {
  const place = seen + ((<usize>hash >> 3) & 31);
  const bit: u32 = 1 << (<u32>hash & 7);
  const bits: u32 = load<u8>(place);
  store<u8>(place, bits | bit);
  return (bits & bit) == 0;
}

/** Hash of the key that was stepped over last; `sawEscape` says whether escapes are in it. */
export let keyHash: u64 = 0;

/** Place of the value of the key at `from`; 0 when no key with a colon is there, or its escapes have no room. */
@inline
export function skipKey(from: usize): usize {
  if (at(from) != 0x22) return 0;
  clearEscape();
  const end = skipString(from + 1);
  if (end == 0) return 0;
  keyHash = sawEscape ? escapedKeyHash(from + 1, end - 1) : hashBytes(from + 1, end - from - 2);
  const colon = skipSpace(end);
  return keyHash != 0 && at(colon) == 0x3a ? skipSpace(colon + 1) : 0;
}

function skipObject(from: usize, depth: u32, isPayload: bool): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x7d) {
    shape = EMPTY_OBJECT;
    return i + 1;
  }
  const seen = SEEN_KEYS + (<usize>depth << 5);
  v128.store(seen, i64x2.splat(0));
  v128.store(seen + 16, i64x2.splat(0));
  let all: u64 = OBJECT;
  // Of keys that may stand twice the order counts: the last one is the one that holds.
  let ordered: u64 = 0;
  while (true) {
    const start = skipKey(i);
    if (start == 0) return 0;
    const isEscaped = sawEscape;
    const hash = keyHash;
    clearEscape();
    i = skipMember(start, depth + 1, checksOf(hash));
    if (i == 0) return 0;
    if (isPayload && !isEscaped && !noteMember(hash, start, i)) return 0;
    const member = joined(hash, shape);
    if (isNewKey(seen, hash)) all += member;
    else ordered = joined(ordered, member);
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7d) {
      shape = mixed(all ^ rotl<u64>(ordered, 17));
      return i + 1;
    }
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

/** Place behind the value of a key, of whose value schemas ask this. */
function skipMember(start: usize, depth: u32, checks: u32): usize {
  const first = at(start);
  if (first != 0x7b && first != 0x5b) {
    const next = skipValue(start, depth);
    if (next != 0 && checks != 0) askScalar(start, next, first, checks);
    return next;
  }
  if ((checks & (KEY.OF_WHOLE | KEY.OF_INNER)) == KEY.OF_INNER) return skipValue(start, depth);
  const next = skipPlain(start, depth);
  if (next == 0) return 0;
  if ((checks & KEY.OF_WHOLE) != 0) shape = hashBytes(start, next - start);
  else shape = first == 0x7b ? OBJECT : at(skipSpace(start + 1)) == 0x5d ? EMPTY_ARRAY : ARRAY;
  return next;
}

/** The shape of a string, a number or a word that schemas ask more about. */
function askScalar(start: usize, next: usize, first: u32, checks: u32): void {
  let isHashed = (checks & KEY.OF_VALUE) != 0;
  if (first == 0x22) {
    if (!isHashed && (checks & KEY.OF_DIGEST) != 0) {
      if (isDigest(start + 1, next - 1)) shape = DIGEST;
      else isHashed = true;
    }
    if (!isHashed && (checks & KEY.OF_TIME) != 0) {
      if (isTime(start + 1, next - 1)) shape = DATE_TIME;
      else isHashed = true;
    }
    // Longer than each of the strings that it may be, unless it is one in escapes.
    if ((checks & KEY.OF_CHOICE) != 0 && (shape != STRING_OVER_LIMIT || sawEscape)) isHashed = true;
    if (shape == STRING_OVER_LIMIT && (checks & KEY.OF_LENGTH) != 0) isHashed = true;
  } else if ((checks & KEY.OF_LIMIT) != 0 && shape != NUMBER + ZERO && shape != NUMBER + BELOW_ONE) isHashed = true;
  if (isHashed) shape = hashBytes(start, next - start);
}

/** `sha256:` and 64 hexadecimal digits. */
function isDigest(start: usize, end: usize): bool {
  if (end - start != 71 || load<u32>(start) != 0x32616873 || load<u32>(start + 3) != 0x3a363532) return false;
  for (let i = start + 7; i < end; i++) {
    const c = at(i);
    if (!isDigit(c) && (c < 0x61 || c > 0x66)) return false;
  }
  return true;
}

/** A date-time in UTC that every reader takes. */
function isTime(start: usize, end: usize): bool {
  return at(start + 10) == 0x54 && at(end - 1) == 0x5a && at(start + 17) < 0x36 && !isNaN(readTime(start, end));
}

/** Notes the members of the payload that the index asks for; false when there is no room for one. */
function noteMember(hash: u64, from: usize, to: usize): bool {
  const number = numberOf(hash);
  if (number == KEY.META) metaAt = from;
  else if (number == KEY.ENVELOPE) envelopeAt = from;
  else if (number == KEY.TRUST) statedTrust = from;
  if (number != KEY.NODE_ID && number != KEY.CONTENT_TRUST && number != KEY.HOST_ID) return true;
  const isText = at(from) == 0x22;
  const start = !isText ? 0 : sawEscape ? unescape(from + 1, to - 1) : from + 1;
  const end = !isText ? 0 : sawEscape ? unescapedEnd : to - 1;
  const place = NOTED + ((number == KEY.NODE_ID ? OF_NODE_ID : number == KEY.CONTENT_TRUST ? OF_TRUST : OF_HOST_ID) << 3);
  store<u32>(place, <u32>start);
  store<u32>(place + 4, <u32>end);
  return start != 0 || !isText;
}

/** Place of the value of the last key with that number in the object at `from`, which is sound; 0 for none. */
export function memberOf(from: usize, number: u32): usize {
  let i = from;
  let found: usize = 0;
  let c: u32 = from != 0 && at(from) == 0x7b ? 0x2c : 0;
  while (c == 0x2c) {
    const keyStart = skipSpace(i + 1) + 1;
    if (at(keyStart - 1) != 0x22) break;
    i = skipPlain(keyStart - 1, 1);
    const hash = hashBytes(keyStart, i - 1 - keyStart);
    i = skipSpace(skipSpace(i) + 1);
    if (numberOf(hash) == number) found = i;
    i = skipSpace(skipPlain(i, 1));
    c = at(i);
  }
  return found;
}

/** Number of the word that is the string at `from`, 0 for any other value. */
export function wordAt(from: usize): u32 {
  if (from == 0 || at(from) != 0x22) return 0;
  return numberOf(hashBytes(from + 1, skipPlain(from, 1) - from - 2));
}

/** As `keyNumber`, where speed is of no account. */
function numberOf(hash: u64): u32 {
  return keyNumber(hash);
}

/** True for the string `"untrusted"` at `i`. */
@inline
export function isUntrustedAt(i: usize): bool {
  return load<u64>(i) == 0x74737572746e7522 && load<u32>(i + 7) == 0x22646574;
}
