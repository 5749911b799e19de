/**
 * The scan of one entry of a stream or log, and the quick look for secrets in it, over the same bytes. What it takes it
 * takes as `src/scan/entry-scan.ts` would; everything else is left to that: lists, escaped or repeated names of members,
 * what nests deeper than 60 levels, what is no JSON.
 */
import { skipPlain } from '../../base/assembly/json-plain';
import { at, clearEscape, MAX_DEPTH, sawEscape, setText, skipSpace, skipString } from '../../base/assembly/json-text';
import { looksSuspect } from '../../base/assembly/secret-look';
import { hashBytes, hashOfText, mixHashes } from './hashes';
import { DATA, EVENT_ID, EVENTS, fieldAt, FIELDS, PAYLOAD, TIMESTAMP, TYPE } from './fields';

// Places that `src/scan/entry-program.ts` knows; those of the look for secrets end before.
const ENDS_FROM: usize = 0x98100;
const STARTS_FROM: usize = 0x98000;
const TEXT: usize = 0xa0000;
/** Bytes behind a text that the look may read. */
const BEHIND: usize = 256;

/** Characters of a time to the second: hosts write fractions and zones in more than one form. */
const TIME_LENGTH: usize = 19;

let payloadHash: i32 = 0;
let dataHash: i32 = 0;
let typeHash: i32 = 0;
let timeHash: i32 = 0;
let idHash: i32 = 0;
/** What the scalars of the value in hand add to its hash. */
let sum: i32 = 0;

/**
 * Scans the text of `length` bytes; false when it is left. Places of the values of its members, -1 for those that are not
 * there, are then in the two lists of i32.
 */
export function scan(length: usize): bool {
  const end = TEXT + length;
  // So every string ends.
  store<u8>(end, 0x22);
  setText(end, true);
  for (let field: usize = 0; field < FIELDS; field++) store<i32>(STARTS_FROM + (field << 2), -1);
  payloadHash = 0;
  dataHash = 0;
  typeHash = 0;
  timeHash = 0;
  idHash = 0;
  const from = skipSpace(TEXT);
  if (at(from) != 0x7b) return false;
  const last = readMembers(from);
  return last != 0 && skipSpace(last) == end;
}

export function hashOfPayload(): i32 {
  return payloadHash == 0 ? dataHash : payloadHash;
}

export function hashOfIdentity(): i32 {
  return mixHashes(typeHash, timeHash);
}

export function hashOfEventId(): i32 {
  return idHash;
}

/** True when the text of `length` bytes has to be looked at more closely for secrets. Overwrites what stands behind it. */
export function isSuspect(length: usize): bool {
  for (let i: usize = 0; i < BEHIND; i += 16) v128.store(TEXT + length + i, i8x16.splat(0x20));
  // The text is still wanted as it is: a long one with escapes is looked at by who can tell.
  const into = TEXT + length + BEHIND;
  const hasRoom = into + length + BEHIND <= <usize>memory.size() << 16;
  return looksSuspect(TEXT, TEXT + length, hasRoom ? into : 0);
}

function readMembers(from: usize): usize {
  let i = skipSpace(from + 1);
  if (at(i) == 0x7d) return i + 1;
  while (true) {
    if (at(i) != 0x22) return 0;
    const name = i + 1;
    clearEscape();
    i = skipString(name);
    if (i == 0 || sawEscape) return 0;
    const field = fieldAt(name, i - 1);
    if (field == EVENTS) return 0;
    i = skipSpace(i);
    if (at(i) != 0x3a) return 0;
    i = skipSpace(i + 1);
    i = field < 0 ? skipPlain(i, 1) : readField(field, i);
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

function readField(field: i32, from: usize): usize {
  const place = <usize>field << 2;
  if (load<i32>(STARTS_FROM + place) >= 0) return 0;
  sum = 0;
  const isHashed = field == PAYLOAD || field == DATA;
  const end = isHashed ? hashValue(from, 1, 0) : skipPlain(from, 1);
  if (end == 0) return 0;
  store<i32>(STARTS_FROM + place, <i32>(from - TEXT));
  store<i32>(ENDS_FROM + place, <i32>(end - TEXT));
  if (field == PAYLOAD) payloadHash = sum;
  else if (field == DATA) dataHash = sum;
  else if (field == TYPE) typeHash = hashOfText(from, end, end);
  else if (field == TIMESTAMP) timeHash = hashOfText(from, end, TIME_LENGTH);
  else if (field == EVENT_ID) idHash = hashOfText(from, end, end);
  return end;
}

/**
 * Steps over the value at `from` that stands under the name with a hash, and adds its scalars, each with its name, so that
 * the order of members does not count. 0 when it is left.
 */
function hashValue(from: usize, depth: u32, name: i32): usize {
  const c = at(from);
  if (c == 0x7b) return hashMembers(from, depth, name);
  if (c == 0x5b) return hashItems(from, depth, name);
  const end = skipPlain(from, depth);
  // A payload of null says as little as none.
  if (end != 0 && !(depth == 1 && c == 0x6e)) sum += mixHashes(name, hashBytes(from, end));
  return end;
}

function hashItems(from: usize, depth: u32, name: i32): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x5d) return i + 1;
  while (true) {
    i = hashValue(i, depth + 1, name);
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x5d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

function hashMembers(from: usize, depth: u32, above: i32): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x7d) return i + 1;
  while (true) {
    if (at(i) != 0x22) return 0;
    const start = i + 1;
    i = skipString(start);
    if (i == 0) return 0;
    const name = hashBytes(start, i - 1);
    i = skipSpace(i);
    if (at(i) != 0x3a) return 0;
    i = hashValue(skipSpace(i + 1), depth + 1, name);
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}
