import {
  JsonScanner,
  KnownKeys,
  mayHoldSecrets,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '@openwop-inspector/base';
import { DEEPEST } from '../rest/read-body.ts';

/** Members of an entry that the scan reads, by number. */
const FIELD = {
  sequence: 1,
  seq: 2,
  type: 3,
  eventId: 4,
  timestamp: 5,
  causationId: 6,
  payload: 7,
  data: 8,
  status: 9,
  workflowId: 10,
  patch: 11,
  surfaceRef: 12,
  events: 13,
} as const;

const FIELD_COUNT = Object.keys(FIELD).length + 1;

const KEYS = new KnownKeys(FIELD);

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
   * when it is requested, which may be after later scans.
   */
  readonly elements: Iterable<string> | null;
}

const decoder = new TextDecoder();
const TIME_LENGTH = '2026-05-18T10:00:00'.length;

/**
 * A scanner of the entries of a stream or log, which keeps its buffers. One pass over the bytes that checks that the text
 * is JSON, and makes no values but for those few that a ledger needs, so that an event is neither parsed nor serialized
 * on its way.
 */
export class EntryScanner {
  private readonly json = new JsonScanner();
  private text = '';
  /** Deepest nesting of what is in the outermost object or array. */
  private depth = 0;
  /** Where the values of the fields begin, -1 for those that are not there, and end. */
  private readonly starts = new Int32Array(FIELD_COUNT);
  private readonly ends = new Int32Array(FIELD_COUNT);
  /** Beginnings and ends of the elements, in turn. */
  private places: number[] = [];

  /** Null for a text that is no JSON object or array, and for one that nests deeper than `DEEPEST`. O(length). */
  scan(text: string): EntryScan | null {
    this.json.load(text);
    this.text = text;
    this.depth = 0;
    this.starts.fill(-1);
    this.places = [];
    const { json } = this;
    const start = json.skipSpace(0);
    const isArray = json.bytes[start] === OPEN_ARRAY;
    if (!isArray && json.bytes[start] !== OPEN_OBJECT) return null;
    const end = json.skipMembers(start, isArray ? this.noteElement : this.noteMember);
    if (end < 0 || json.skipSpace(end) !== json.end || this.depth >= DEEPEST) return null;
    return this.answer(isArray);
  }

  /** UTF-8 of the text that was scanned last; valid until the next scan. */
  lastBytes(): Uint8Array {
    return this.json.bytes.subarray(0, this.json.end);
  }

  private readonly noteElement = (_key: number, _keyEnd: number, start: number, end: number): void => {
    this.depth = Math.max(this.depth, this.json.depth);
    this.places.push(start, end);
  };

  private readonly noteMember = (key: number, keyEnd: number, start: number, end: number): void => {
    this.depth = Math.max(this.depth, this.json.depth);
    const field = KEYS.numberAt(this.json.bytes, key, keyEnd);
    this.starts[field] = start;
    this.ends[field] = end;
  };

  private answer(isArray: boolean): EntryScan {
    return {
      isArray,
      sequence: this.countOf(FIELD.sequence) ?? this.countOf(FIELD.seq),
      type: this.textOf(FIELD.type),
      eventId: this.textOf(FIELD.eventId),
      timestamp: this.textOf(FIELD.timestamp),
      identityHash: mixHashes(this.hashOf(FIELD.type), this.hashOf(FIELD.timestamp, TIME_LENGTH)),
      eventIdHash: this.hashOf(FIELD.eventId),
      hasCause: this.hashOf(FIELD.causationId) !== 0,
      snapshotStatus: this.startOf(FIELD.workflowId) < 0 ? null : this.textOf(FIELD.status),
      isDelta: this.startOf(FIELD.patch) >= 0 && this.startOf(FIELD.surfaceRef) >= 0,
      payloadHash: this.contentOf(FIELD.payload) || this.contentOf(FIELD.data),
      hasSecretHint: mayHoldSecrets(this.text),
      elements: this.holdsElements(isArray) ? this.elements() : null,
    };
  }

  /** Whether there are elements, whose places are then known. */
  private holdsElements(isArray: boolean): boolean {
    const start = this.startOf(FIELD.events);
    const isEvents = start >= 0 && this.json.bytes[start] === OPEN_ARRAY;
    if (isEvents) this.json.skipMembers(start, this.noteElement);
    return isArray || isEvents;
  }

  /** Where the value of a field begins, -1 when it is not there. */
  private startOf(field: number): number {
    return this.starts[field] ?? -1;
  }

  private endOf(field: number): number {
    return this.ends[field] ?? -1;
  }

  private isText(field: number): boolean {
    return this.json.bytes[this.startOf(field)] === QUOTE;
  }

  /** Hash of a field that is a text, of its first bytes when `most` is given; 0 for none and for an empty one. */
  private hashOf(field: number, most = Number.POSITIVE_INFINITY): number {
    if (!this.isText(field)) return 0;
    const start = this.startOf(field);
    const end = Math.min(this.endOf(field) - 1, start + 1 + most);
    return end === start + 1 ? 0 : this.json.bytesHash(start + 1, end) || 1;
  }

  private contentOf(field: number): number {
    const start = this.startOf(field);
    return start < 0 ? 0 : this.json.contentHash(start);
  }

  private elements(): Iterable<string> {
    const { places, text } = this;
    if (this.isPlain) return parts(places, (start, end) => text.slice(start, end));
    const bytes = this.lastBytes().slice();
    return parts(places, (start, end) => decoder.decode(bytes.subarray(start, end)));
  }

  private countOf(field: number): number | null {
    const start = this.startOf(field);
    const code = this.json.bytes[start] ?? 0;
    if (start < 0 || code < 48 || code > 57) return null;
    const value = Number(this.slice(start, this.endOf(field)));
    return Number.isSafeInteger(value) ? value : null;
  }

  private textOf(field: number): string | null {
    if (!this.isText(field)) return null;
    const raw = this.slice(this.startOf(field), this.endOf(field));
    if (!raw.includes('\\')) return raw.slice(1, -1);
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : '';
  }

  private slice(start: number, end: number): string {
    return this.isPlain ? this.text.slice(start, end) : this.json.textOf(start, end);
  }

  /** Bytes and UTF-16 units are the same. */
  private get isPlain(): boolean {
    return this.json.end === this.text.length;
  }
}

/** What is between each pair of places. */
function* parts(places: readonly number[], slice: (start: number, end: number) => string): Iterable<string> {
  for (let i = 0; i + 1 < places.length; i += 2) yield slice(places[i] ?? 0, places[i + 1] ?? 0);
}

/** Two hashes as one, with regard to their order. */
export function mixHashes(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first ^ (first >>> 16), 0x9e3779b1) + second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
