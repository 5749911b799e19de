import { ByteScanner, mayHoldSecrets, sameBytesAt } from '@openwop-inspector/base';
import type { EventHead, ReadHeads } from '../live/live-run.ts';
import { DEEPEST } from '../rest/send-request.ts';

/**
 * Heads of the event or events in a JSON text: of the object, or of the objects of an array. Elements that are no
 * objects are left out. Null for a text that is no JSON object or array, or nests too deep. O(length).
 */
export const readHeads: ReadHeads = (json) => {
  const scanner = new EntryScanner();
  const scan = scanner.scan(json);
  if (scan === null) return null;
  if (!scan.isArray) return [headOf(scan)];
  const heads: EventHead[] = [];
  for (const element of scan.elements ?? []) {
    const one = scanner.scan(element);
    if (one !== null && !one.isArray) heads.push(headOf(one));
  }
  return heads;
};

/** Members of an entry that the scan reads, by number. */
const FIELD = {
  sequence: 0,
  seq: 1,
  type: 2,
  eventId: 3,
  timestamp: 4,
  causationId: 5,
  payload: 6,
  data: 7,
  status: 8,
  workflowId: 9,
  patch: 10,
  surfaceRef: 11,
  events: 12,
} as const;

const FIELD_COUNT = Object.keys(FIELD).length;

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(FIELD));

/** The names in UTF-8. */
const NAMES = Object.entries(FIELD).map(([name, field]) => ({ name: new TextEncoder().encode(name), field }));

/** A name with escapes is no longer than this: each letter as six characters. */
const MAX_ESCAPED_LENGTH = 6 * 'causationId'.length;

/** What one JSON text says about itself at its top. Strings are as written in it, unescaped. */
export interface EntryScan {
  readonly isArray: boolean;
  /** `sequence`, else `seq`, when it is a whole number from 0. */
  readonly sequence: number | null;
  readonly type: string | null;
  readonly eventId: string | null;
  readonly timestamp: string | null;
  /** Hash of type and time, the latter to the second: hosts write fractions and zones in more than one form. */
  readonly identityHash: number;
  /** Hash of `eventId`, 0 for none. */
  readonly eventIdHash: number;
  readonly hasCause: boolean;
  /** Of `status` where `workflowId` is next to it: a snapshot. */
  readonly snapshotStatus: string | null;
  /** `patch` and `surfaceRef` are there: a delta frame. */
  readonly isDelta: boolean;
  /** Hash of what is under `payload`, else `data`, whatever the order of its members; 0 for null and empty. */
  readonly payloadHash: number;
  /** False when nothing in the text has to be masked. */
  readonly hasSecretHint: boolean;
  /**
   * Elements of the text when it is an array, else of its member `events`; null when there is neither. Each is cut out
   * when it is asked for, which may be behind later scans.
   */
  readonly elements: Iterable<string> | null;
}

const OPEN_OBJECT = 123;
const OPEN_ARRAY = 91;
const CLOSE_OBJECT = 125;
const CLOSE_ARRAY = 93;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

/** Bytes after the text that the scanner of bytes may write and read. */
const PAD = 16;
const TIME_LENGTH = '2026-05-18T10:00:00'.length;

/**
 * A scanner of the entries of a stream or log, which keeps its buffers. One pass over the bytes that checks that the text
 * is JSON, and makes no values but for those few that a ledger needs, so that an event is neither parsed nor serialized
 * on its way.
 */
export class EntryScanner {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private readonly json = new ByteScanner();
  /** UTF-8 of the text that was scanned last. */
  private bytes = new Uint8Array(1 << 12);
  private text = '';
  /** Bytes and UTF-16 units are the same. */
  private isPlain = true;
  private length = 0;
  /** For every open container whether it is an object. */
  private readonly isObject: boolean[] = [];
  /** Hash of the name that values at a depth stand under. */
  private readonly names: number[] = [];
  /** Member of the top that is being read, when it is one that is inspected, and where its value begins. */
  private field = -1;
  private fieldStart = 0;
  private isHashing = false;
  private payloadHash = 0;
  private dataHash = 0;
  /** Where the values of the fields begin, -1 for those that are not there, and end. */
  private readonly starts = new Int32Array(FIELD_COUNT);
  private readonly ends = new Int32Array(FIELD_COUNT);
  /** Depth whose values are the elements, -1 for none. */
  private elementDepth = -1;
  /** Beginnings and ends of the elements, in turn. */
  private places: number[] = [];
  private hasElements = false;

  /** Null for a text that is no JSON object or array, and for one that nests deeper than `DEEPEST`. O(length). */
  scan(text: string): EntryScan | null {
    this.take(text);
    const start = this.json.skipSpace(0);
    const first = this.bytes[start];
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return null;
    if (first === OPEN_ARRAY) this.expectElements(1);
    if (!this.walk(start)) return null;
    return this.answer(first === OPEN_ARRAY);
  }

  /** UTF-8 of the text that was scanned last; valid until the next scan. */
  lastBytes(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private take(text: string): void {
    // A UTF-16 unit takes three bytes at most.
    if (this.bytes.length < text.length * 3 + PAD) this.bytes = new Uint8Array(text.length * 4 + PAD);
    const { written } = this.encoder.encodeInto(text, this.bytes);
    this.json.window(this.bytes, written);
    this.text = text;
    this.length = written;
    this.isPlain = written === text.length;
    this.isObject.length = 0;
    this.names.length = 0;
    this.names.push(0);
    this.field = -1;
    this.isHashing = false;
    this.payloadHash = 0;
    this.dataHash = 0;
    this.starts.fill(-1);
    this.elementDepth = -1;
    this.hasElements = false;
  }

  private expectElements(depth: number): void {
    this.elementDepth = depth;
    this.places = [];
    this.hasElements = true;
  }

  /** Walks over the whole value; false when it is not JSON. */
  private walk(from: number): boolean {
    const { bytes, isObject, json } = this;
    let at = from;
    for (;;) {
      if (isObject.length === this.elementDepth) this.places.push(at);
      const code = bytes[at];
      if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (isObject.length >= DEEPEST) return false;
        this.open(code === OPEN_OBJECT);
        at = json.skipSpace(at + 1);
        if (bytes[at] !== (code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY)) {
          if (code === OPEN_OBJECT) at = this.readName(at);
          if (at < 0) return false;
          continue;
        }
        this.close(++at);
      } else {
        at = this.readScalar(at);
        if (at < 0) return false;
      }
      at = this.next(at);
      if (at < 0) return false;
      if (isObject.length === 0) return json.skipSpace(at) === this.length;
    }
  }

  /** From behind a value to the beginning of the next one, over all that closes between; -1 for what is not JSON. */
  private next(from: number): number {
    const { bytes, isObject, json } = this;
    let at = from;
    while (isObject.length > 0) {
      if (isObject.length === this.elementDepth) this.places.push(at);
      at = json.skipSpace(at);
      const inObject = isObject[isObject.length - 1] === true;
      const code = bytes[at];
      if (code === COMMA) {
        at = json.skipSpace(at + 1);
        return inObject ? this.readName(at) : at;
      }
      if (code !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return -1;
      this.close(++at);
    }
    return at;
  }

  private open(isObject: boolean): void {
    const depth = this.isObject.push(isObject);
    if (depth === 2 && this.field === FIELD.events && !isObject) this.expectElements(2);
    if (this.names.length <= depth) this.names.push(0);
    this.names[depth] = this.names[depth - 1] ?? 0;
  }

  private close(end: number): void {
    if (this.isObject.length === this.elementDepth) this.elementDepth = -1;
    this.isObject.pop();
    if (this.isObject.length === 1) this.endField(end);
  }

  /** A member's name, its colon; answers where its value begins. */
  private readName(at: number): number {
    const { bytes, json } = this;
    if (bytes[at] !== QUOTE || at >= this.length) return -1;
    json.sawEscape = false;
    const end = json.skipString(at + 1);
    if (end < 0) return -1;
    const depth = this.isObject.length;
    if (depth === 1) this.beginField(at, end);
    else if (this.isHashing) this.names[depth] = hashBytes(bytes, at + 1, end - 1);
    const colon = json.skipSpace(end);
    if (bytes[colon] !== COLON) return -1;
    const value = json.skipSpace(colon + 1);
    if (depth === 1) this.fieldStart = value;
    return value;
  }

  private beginField(start: number, end: number): void {
    const field = fieldAt(this.bytes, start, end, this.json.sawEscape);
    this.field = field;
    this.isHashing = field === FIELD.payload || field === FIELD.data;
    this.names[1] = 0;
    if (field === FIELD.payload) this.payloadHash = 0;
    else if (field === FIELD.data) this.dataHash = 0;
    else if (field === FIELD.events) this.hasElements = false;
  }

  private endField(end: number): void {
    if (this.field < 0 || this.isObject[0] !== true) return;
    this.starts[this.field] = this.fieldStart;
    this.ends[this.field] = end;
  }

  private readScalar(at: number): number {
    const end = this.json.skipScalar(at);
    if (end < 0) return end;
    const depth = this.isObject.length;
    if (this.isHashing) this.addToHash(at, end, depth);
    if (depth === 1) this.endField(end);
    return end;
  }

  private addToHash(start: number, end: number, depth: number): void {
    // A payload of null says as little as none.
    if (depth === 1 && this.bytes[start] === 110) return;
    const part = mixHashes(this.names[depth] ?? 0, hashBytes(this.bytes, start, end));
    if (this.field === FIELD.payload) this.payloadHash = (this.payloadHash + part) | 0;
    else this.dataHash = (this.dataHash + part) | 0;
  }

  private answer(isArray: boolean): EntryScan {
    return {
      isArray,
      sequence: this.countOf(FIELD.sequence) ?? this.countOf(FIELD.seq),
      type: this.textOf(FIELD.type),
      eventId: this.textOf(FIELD.eventId),
      timestamp: this.textOf(FIELD.timestamp),
      identityHash: mixHashes(this.hashOf(FIELD.type), this.hashOf(FIELD.timestamp, TIME_LENGTH)),
      eventIdHash: this.hashOf(FIELD.eventId),
      hasCause: this.hasText(FIELD.causationId),
      snapshotStatus: this.startOf(FIELD.workflowId) < 0 ? null : this.textOf(FIELD.status),
      isDelta: this.startOf(FIELD.patch) >= 0 && this.startOf(FIELD.surfaceRef) >= 0,
      payloadHash: this.payloadHash === 0 ? this.dataHash : this.payloadHash,
      hasSecretHint: mayHoldSecrets(this.text),
      elements: this.hasElements ? this.elements() : null,
    };
  }

  /** Where the value of a field begins, -1 when it is not there. */
  private startOf(field: number): number {
    return this.starts[field] ?? -1;
  }

  private endOf(field: number): number {
    return this.ends[field] ?? -1;
  }

  /** A text that is not empty. */
  private hasText(field: number): boolean {
    const start = this.startOf(field);
    return start >= 0 && this.bytes[start] === QUOTE && this.endOf(field) - start > 2;
  }

  /** Hash of a field that is a text, of its first bytes when `most` is given; 0 for none and for an empty one. */
  private hashOf(field: number, most = Number.POSITIVE_INFINITY): number {
    const start = this.startOf(field);
    if (start < 0 || this.bytes[start] !== QUOTE) return 0;
    const end = Math.min(this.endOf(field) - 1, start + 1 + most);
    return end === start + 1 ? 0 : hashBytes(this.bytes, start + 1, end) || 1;
  }

  private elements(): Iterable<string> {
    const { places, text, decoder } = this;
    if (this.isPlain) return parts(places, (start, end) => text.slice(start, end));
    const bytes = this.bytes.slice(0, this.length);
    return parts(places, (start, end) => decoder.decode(bytes.subarray(start, end)));
  }

  private countOf(field: number): number | null {
    const start = this.startOf(field);
    const code = this.bytes[start] ?? 0;
    if (start < 0 || code < 48 || code > 57) return null;
    const value = Number(this.slice(start, this.endOf(field)));
    return Number.isSafeInteger(value) ? value : null;
  }

  private textOf(field: number): string | null {
    const start = this.startOf(field);
    return start < 0 || this.bytes[start] !== QUOTE ? null : this.stringAt(start, this.endOf(field));
  }

  /** The string that is at a place, with its quotes there. */
  private stringAt(start: number, end: number): string {
    const raw = this.slice(start, end);
    if (!raw.includes('\\')) return raw.slice(1, -1);
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : '';
  }

  private slice(start: number, end: number): string {
    return this.isPlain ? this.text.slice(start, end) : this.decoder.decode(this.bytes.subarray(start, end));
  }
}

/** What is between each pair of places. */
function* parts(places: readonly number[], slice: (start: number, end: number) => string): Iterable<string> {
  for (let i = 0; i + 1 < places.length; i += 2) yield slice(places[i] ?? 0, places[i + 1] ?? 0);
}

/** Number of the field whose name, with its quotes, is `[start, end)`; -1 for any other name. */
function fieldAt(bytes: Uint8Array, start: number, end: number, hasEscape: boolean): number {
  const length = end - start - 2;
  if (!hasEscape) {
    for (const { name, field } of NAMES)
      if (name.length === length && sameBytesAt(bytes, start + 1, name)) return field;
    return -1;
  }
  if (length > MAX_ESCAPED_LENGTH) return -1;
  const name: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
  return typeof name === 'string' ? (NUMBERS.get(name) ?? -1) : -1;
}

/** The head of a scanned entry. */
function headOf(scan: EntryScan): EventHead {
  const { sequence, type, eventId, hasCause, timestamp } = scan;
  return {
    sequence,
    type,
    eventId,
    hasCause,
    timeMs: timestamp === null ? Number.NaN : Date.parse(timestamp),
  };
}

/** Hashes of bytes as signed 32-bit numbers: to tell that two texts differ, not to keep secrets. */

const PRIME = 0x01000193;
const MIX = 0x9e3779b1 | 0;

/** Hash of `bytes[start, end)`. Four bytes a step. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = (end - start) | 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, MIX);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return hash ^ (hash >>> 13);
}

/** Two hashes as one, with regard to their order. */
export function mixHashes(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first ^ (first >>> 16), MIX) + second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
