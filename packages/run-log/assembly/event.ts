/**
 * One event: its members are stepped over, what the index keeps is put into a row of the batch. The marks are those of
 * `src/index/event-columns.ts`, the rules those of run-events.md sections 1 and 4.2. Entries that have something odd in them come here reduced.
 */
import { hashId, idA, idB } from './hashes';
import * as KEY from './keys';
import { keyNumber } from './keys';
import { BATCH, ROWS } from './layout';
import { fullKind, MAX_NAME, NODES, nameNumber, RUNS, shapeNumber, TYPES } from './names';
import {
  clearPayload, isMetaUntrusted, isUntrustedAt, keyHash, memberOf, notedEnd, notedStart, OF_HOST_ID, OF_NODE_ID,
  OF_TRUST, shape, skipKey, skipPayload, skipPlain, statedTrust, wordAt,
} from './shapes';
import {
  at, badUtf8At, clearBadUtf8, clearEscape, clearReturn, isDigit, sawEscape, sawReturn, skipSpace, skipString,
} from '../../base/assembly/json';
import { readTime } from './time';
import { clearUnescaped, unescape, unescapedEnd } from './unescape';

const EVENT_ID_MISSING: u32 = 1 << 0;
const SEQUENCE_FROM_SEQ: u32 = 1 << 1;
const PAYLOAD_FROM_DATA: u32 = 1 << 2;
const RUN_INHERITED: u32 = 1 << 3;
const TRUSTED: u32 = 1 << 4;
const UNTRUSTED: u32 = 1 << 5;
const TIME_INVALID: u32 = 1 << 7;
const TIME_MISSING: u32 = 1 << 8;
const EXTERNAL_CAUSE: u32 = 1 << 9;
const TYPE_MISSING: u32 = 1 << 14;
const PAYLOAD_AND_DATA: u32 = 1 << 15;
const SEQUENCE_MISMATCH: u32 = 1 << 16;
const OF_HOST: u32 = 1 << 17;
const UNSEQUENCED: u32 = 1 << 18;
const ENVELOPE_EFFECT: u32 = 1 << 21;
const ABOUT_ENVELOPE: u32 = 1 << 22;
const ENVELOPE_WARNING: u32 = 1 << 23;
const ENVELOPE_ERROR: u32 = 1 << 27;

// Columns of the batch.
export const OFFSET: usize = ROWS;
export const LENGTH: usize = OFFSET + (BATCH << 2);
export const LINE: usize = LENGTH + (BATCH << 2);
export const FLAGS: usize = LINE + (BATCH << 2);
export const TYPE_OF: usize = FLAGS + (BATCH << 2);
export const NODE_OF: usize = TYPE_OF + (BATCH << 2);
export const RUN_OF: usize = NODE_OF + (BATCH << 2);
export const SHAPE_OF: usize = RUN_OF + (BATCH << 2);
export const ID_A: usize = SHAPE_OF + (BATCH << 2);
export const ID_B: usize = ID_A + (BATCH << 2);
export const CAUSE_A: usize = ID_B + (BATCH << 2);
export const CAUSE_B: usize = CAUSE_A + (BATCH << 2);
export const SEQUENCE_OF: usize = CAUSE_B + (BATCH << 2);
export const TIME: usize = SEQUENCE_OF + (BATCH << 3);
export const PAYLOAD_OF: usize = TIME + (BATCH << 3);
export const PAYLOAD_END: usize = PAYLOAD_OF + (BATCH << 2);

/** What is to be done with the events of a type, by its number: see `setLook`. */
const LOOKS: usize = memory.data(8192);
const UNKNOWN_TYPE: u32 = 0;
const PLAIN: u32 = 1;
const ALWAYS: u32 = 2;
const BY_FIELDS: u32 = 3;
const BY_CAP: u32 = 4;
const BY_ERROR: u32 = 5;
const BY_DATA: u32 = 6;

/** By what an event of the type with a number shows that it is about an envelope: see `TYPE_LOOK` in `src/scan/fast-scanner.ts`. */
export function setLook(type: u32, look: u32): void {
  store<u8>(LOOKS + type, <u8>look);
}

export function forgetLooks(): void {
  memory.fill(LOOKS, 0, 8192);
}

/** True for an entry that was reduced to what is read here: its bytes were checked before, and may be no UTF-8. */
let isReduced: bool = false;

export function setReduced(is: bool): void {
  isReduced = is;
}

/** True when the last event was not read because its type is new: `setLook` is wanted. */
export let isTypeNew: bool = false;

/** Starts and ends of the strings of the event in hand, by the number of their key; 0 where there is none. */
const STRINGS: usize = memory.data(16 * 8);

let keys: u32 = 0;
let isTimeNull: bool = false;
let sequence: f64 = NaN;
let seq: f64 = NaN;
let payloadShape: u64 = 0;
let payloadAt: usize = 0;
let dataAt: usize = 0;
/** Behind the one that was read last. */
let payloadEnd: usize = 0;

@inline
function startOf(key: u32): usize {
  return load<u32>(STRINGS + (key << 3));
}

@inline
function endOf(key: u32): usize {
  return load<u32>(STRINGS + (key << 3) + 4);
}

@inline
function isThere(key: u32): bool {
  return endOf(key) > startOf(key);
}

function clear(): void {
  clearUnescaped();
  for (let i: usize = 0; i < 64; i += 16) v128.store(STRINGS + i, i64x2.splat(0));
  keys = 0;
  isTimeNull = false;
  sequence = NaN;
  seq = NaN;
  payloadShape = 0;
  payloadAt = 0;
  dataAt = 0;
  clearPayload();
}

/**
 * Place behind the event at `from`, which is row `row` then; 0 when it is no event or not understood here. With `last`,
 * it has to end there, and on one line.
 */
export function readEvent(from: usize, row: u32, text: usize, line: u32, last: usize): usize {
  isTypeNew = false;
  clearReturn();
  clearBadUtf8();
  const next = readMembers(from);
  if (next == 0 || (!isReduced && (badUtf8At != 0 || !isEvent()))) return 0;
  if (last != 0 && (next != last || sawReturn)) return 0;
  return addRow(from, next, row, text, line) ? next : 0;
}

function readMembers(from: usize): usize {
  clear();
  let i = skipSpace(from + 1);
  if (at(i) == 0x7d) return i + 1;
  while (true) {
    i = skipKey(i);
    if (i == 0) return 0;
    const number = keyNumber(keyHash);
    if (number == 0 || number >= KEY.INNER) i = skipPlain(i, 1);
    else {
      const bit: u32 = 1 << number;
      if ((keys & bit) != 0 || number == KEY.FOREIGN) return 0;
      keys |= bit;
      i = readMember(number, i);
    }
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

function readMember(number: u32, i: usize): usize {
  const c = at(i);
  if (number <= KEY.CONTENT_TRUST) {
    if (c != 0x22) {
      if (number == KEY.TIMESTAMP && c == 0x6e) isTimeNull = true;
      return skipPlain(i, 1);
    }
    clearEscape();
    const next = skipString(i + 1);
    if (next == 0) return 0;
    const start = sawEscape ? unescape(i + 1, next - 1) : i + 1;
    if (start == 0) return 0;
    store<u32>(STRINGS + (number << 3), <u32>start);
    store<u32>(STRINGS + (number << 3) + 4, <u32>(sawEscape ? unescapedEnd : next - 1));
    return next;
  }
  if (number == KEY.PAYLOAD || number == KEY.DATA) {
    const next = skipPayload(i);
    payloadShape = shape;
    payloadEnd = next;
    if (number == KEY.PAYLOAD) payloadAt = i;
    else dataAt = i;
    return next;
  }
  if ((number == KEY.SEQUENCE || number == KEY.SEQ) && isDigit(c)) return readSequence(number, i);
  return skipPlain(i, 1);
}

/** Whole numbers that are safe integers; others are left to the caller. */
function readSequence(number: u32, from: usize): usize {
  let i = from;
  let value: u64 = 0;
  for (; isDigit(at(i)); i++) value = value * 10 + (at(i) - 0x30);
  const c = at(i);
  if (i - from > 16 || value > <u64>F64.MAX_SAFE_INTEGER || (at(from) == 0x30 && i > from + 1)) return 0;
  if (c != 0x2c && c != 0x7d && c > 0x20) return 0;
  if (number == KEY.SEQUENCE) sequence = <f64>value;
  else seq = <f64>value;
  return i;
}

const NAMED: u32 = (1 << KEY.SEQUENCE) | (1 << KEY.SEQ) | (1 << KEY.EVENT_ID) | (1 << KEY.TIMESTAMP);

function isEvent(): bool {
  if (!isThere(KEY.TYPE) || (keys & NAMED) == 0) return false;
  return (keys & (1 << KEY.PAYLOAD)) == 0 || (keys & (1 << KEY.DATA)) == 0;
}

function addRow(from: usize, next: usize, row: u32, text: usize, line: u32): bool {
  if (isTooLong(KEY.TYPE) || isTooLong(KEY.RUN_ID) || isTooLong(KEY.NODE_ID)) return false;
  if (notedEnd(OF_NODE_ID) - notedStart(OF_NODE_ID) > MAX_NAME) return false;
  const type = nameNumber(TYPES, startOf(KEY.TYPE), endOf(KEY.TYPE));
  if (type == 0 && !isReduced) return false;
  const look: u32 = type == 0 ? PLAIN : load<u8>(LOOKS + type);
  isTypeNew = look == UNKNOWN_TYPE;
  if (isTypeNew) return false;
  const payload = payloadAt != 0 ? payloadAt : dataAt;
  // What is left of a payload that was reduced says nothing about its shape.
  const shapeId = payload != 0 && !isReduced ? shapeNumber(payloadShape, type) : 0;
  let flags: u32 = startOf(KEY.TYPE) == 0 ? TYPE_MISSING : 0;
  const place = <usize>row << 2;
  const run = nameNumber(RUNS, startOf(KEY.RUN_ID), endOf(KEY.RUN_ID));
  if (run == 0) flags |= RUN_INHERITED;
  const node = isThere(KEY.NODE_ID)
    ? nameNumber(NODES, startOf(KEY.NODE_ID), endOf(KEY.NODE_ID))
    : nameNumber(NODES, notedStart(OF_NODE_ID), notedEnd(OF_NODE_ID));
  if (fullKind != 0) return false;
  flags |= sequenceFlags(row) | timeFlags(row) | idFlags(place) | trustFlags();
  if (dataAt != 0) flags |= payloadAt != 0 ? PAYLOAD_AND_DATA : PAYLOAD_FROM_DATA;
  if (notedEnd(OF_HOST_ID) > notedStart(OF_HOST_ID)) flags |= EXTERNAL_CAUSE;
  if (look != PLAIN) flags |= envelopeFlags(look, payload);
  store<u32>(OFFSET + place, <u32>(from - text));
  store<u32>(LENGTH + place, <u32>(next - from));
  store<u32>(LINE + place, line);
  store<u32>(FLAGS + place, flags);
  store<u32>(TYPE_OF + place, type);
  store<u32>(NODE_OF + place, node);
  store<u32>(RUN_OF + place, run);
  store<u32>(SHAPE_OF + place, shapeId);
  const isWhole = payload != 0 && !isReduced;
  store<u32>(PAYLOAD_OF + place, isWhole ? <u32>(payload - text) : 0);
  store<u32>(PAYLOAD_END + place, isWhole ? <u32>(payloadEnd - text) : 0);
  return true;
}

@inline
function isTooLong(key: u32): bool {
  return endOf(key) - startOf(key) > MAX_NAME;
}

/** What the event says of an envelope, by its payload (run-events 4.2 rule 4, envelope 7.5). */
function envelopeFlags(look: u32, payload: usize): u32 {
  const effect: u32 = isThere(KEY.CAUSATION_ID) ? ENVELOPE_EFFECT : 0;
  if (look == ALWAYS) return effect;
  if (look == BY_FIELDS) return fieldsFlags(payload, effect);
  if (look == BY_CAP) {
    const kind = wordAt(memberOf(payload, KEY.KIND));
    return kind == KEY.CLARIFICATION || kind == KEY.SCHEMA || kind == KEY.ENVELOPES ? effect | ABOUT_ENVELOPE : 0;
  }
  if (look == BY_ERROR)
    return isEnvelopeCode(memberOf(memberOf(payload, KEY.ERROR), KEY.CODE)) ? effect | ABOUT_ENVELOPE : 0;
  const always = look == BY_DATA ? 0 : effect;
  return isSurface(payload) ? always | ABOUT_ENVELOPE : always;
}

function fieldsFlags(payload: usize, effect: u32): u32 {
  const fields = memberOf(payload, KEY.FIELDS);
  const isTyped = memberOf(fields, KEY.ENVELOPE_TYPE) != 0;
  const isNamed = isTyped || memberOf(fields, KEY.ENVELOPE_ID) != 0;
  if (!isNamed && memberOf(fields, KEY.REFUSED_TYPE) == 0) return 0;
  const level = wordAt(memberOf(payload, KEY.LEVEL));
  let about: u32 = 0;
  if (level == KEY.WARN) about = ABOUT_ENVELOPE | ENVELOPE_WARNING;
  else if (isTyped) about = level == KEY.ERROR ? ABOUT_ENVELOPE | ENVELOPE_ERROR : ABOUT_ENVELOPE;
  return isNamed ? effect | about : about;
}

/** True for a string that begins with `envelope_`. */
function isEnvelopeCode(code: usize): bool {
  return code != 0 && load<u64>(code) == 0x706f6c65766e6522 && load<u16>(code + 8) == 0x5f65;
}

/** A payload that is a surface, or whose data is one. */
function isSurface(payload: usize): bool {
  if (memberOf(payload, KEY.CATALOG_VERSION) != 0) return true;
  const data = memberOf(payload, KEY.DATA);
  return memberOf(data != 0 ? data : memberOf(payload, KEY.CONFIG), KEY.CATALOG_VERSION) != 0;
}

function sequenceFlags(row: u32): u32 {
  // `sequence` wins over `seq`.
  const known = isNaN(sequence) ? seq : sequence;
  store<f64>(SEQUENCE_OF + (<usize>row << 3), known);
  if (isNaN(known)) return (keys & (1 << KEY.DELIVERY)) != 0 ? OF_HOST : UNSEQUENCED;
  if (isNaN(sequence)) return SEQUENCE_FROM_SEQ;
  return !isNaN(seq) && seq != sequence ? SEQUENCE_MISMATCH : 0;
}

function timeFlags(row: u32): u32 {
  const place = TIME + (<usize>row << 3);
  if (startOf(KEY.TIMESTAMP) == 0) {
    store<f64>(place, NaN);
    return (keys & (1 << KEY.TIMESTAMP)) != 0 && !isTimeNull ? TIME_INVALID : TIME_MISSING;
  }
  const time = readTime(startOf(KEY.TIMESTAMP), endOf(KEY.TIMESTAMP));
  store<f64>(place, time);
  return isNaN(time) ? TIME_INVALID : 0;
}

function idFlags(place: usize): u32 {
  storeId(KEY.CAUSATION_ID, CAUSE_A + place, CAUSE_B + place);
  return storeId(KEY.EVENT_ID, ID_A + place, ID_B + place) ? 0 : EVENT_ID_MISSING;
}

/** Stores the hash of the id under a key, (0, 0) for none; false for none. */
function storeId(key: u32, a: usize, b: usize): bool {
  const isId = isThere(key);
  if (isId) hashId(startOf(key), endOf(key));
  store<i32>(a, isId ? idA : 0);
  store<i32>(b, isId ? idB : 0);
  return isId;
}

/**
 * The event's own mark, or that of its payload where it has none. Events of v2 have none: theirs is what the host says
 * of the payload, and that the envelope in it says it is untrusted (run-events 3.6). That one says it is trusted is what
 * a model says of itself.
 */
function trustFlags(): u32 {
  const isOwn = startOf(KEY.CONTENT_TRUST) != 0;
  const start = isOwn ? startOf(KEY.CONTENT_TRUST) : notedStart(OF_TRUST);
  if (start == 0) {
    if (isMetaUntrusted() || (statedTrust != 0 && isUntrustedAt(statedTrust))) return UNTRUSTED;
    return statedTrust != 0 && isTrustedAt(statedTrust) ? TRUSTED : 0;
  }
  const length = (isOwn ? endOf(KEY.CONTENT_TRUST) : notedEnd(OF_TRUST)) - start;
  // "untrusted" and "trusted".
  if (length == 9 && load<u64>(start) == 0x6574737572746e75 && at(start + 8) == 0x64) return UNTRUSTED;
  if (length == 7 && load<u32>(start) == 0x73757274 && load<u32>(start + 3) == 0x64657473) return TRUSTED;
  return 0;
}

/** True for the string `"trusted"` at `i`. */
@inline
function isTrustedAt(i: usize): bool {
  return load<u64>(i) == 0x6465747375727422 && at(i + 8) == 0x22;
}
