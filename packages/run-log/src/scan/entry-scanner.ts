/**
 * Reads one entry (an object of a log: event, envelope, message) without building it: finds the top-level fields that
 * the index needs and checks that the rest is JSON. It reads what the program in `assembly/` leaves: entries that are no
 * plain events, and events with something odd in them. Of an event it says what the program would.
 */

import {
  BAD,
  ByteScanner,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEED_MORE,
  OPEN_OBJECT,
  QUOTE,
  sameBytesAt,
} from '@openwop-inspector/base';
import { KEY, keyBit, keyBitOfText } from './event-keys.ts';
import { StringSpan } from './string-span.ts';

const textDecoder = new TextDecoder();
const textEncoder = new TextEncoder();

export class EntryScanner {
  readonly json = new ByteScanner();
  /** Which of the known keys the entry has, see `KEY`. */
  keys = 0;
  /** Known keys that occur twice; the last one counts, as in JSON.parse. */
  repeated = 0;
  readonly type = new StringSpan();
  readonly eventId = new StringSpan();
  readonly runId = new StringSpan();
  readonly nodeId = new StringSpan();
  readonly timestamp = new StringSpan();
  readonly causationId = new StringSpan();
  readonly correlationId = new StringSpan();
  readonly protocol = new StringSpan();
  /** Of a delta frame, the surface it changes. */
  readonly surfaceRef = new StringSpan();
  readonly contentTrust = new StringSpan();
  /** Of a line of a capture, what kind of control line it is. */
  readonly capture = new StringSpan();
  /** NaN when absent, null or not a number. */
  sequence = Number.NaN;
  seq = Number.NaN;
  /** Keys whose value is null. */
  nulls = 0;
  /** `payload` or, without it, `data`. */
  readonly payloadNodeId = new StringSpan();
  readonly payloadTrust = new StringSpan();
  /** Where a payload states its trust in v2: the value of `trust`, -1 for none, and whether an envelope's `meta` says `untrusted`. */
  statedTrust = -1;
  isMetaUntrusted = false;
  readonly payloadHostId = new StringSpan();
  /** Values of `payload.fields`, `payload.error` and `payload.kind`, which tell effects of envelopes; -1 when absent. */
  fieldsStart = -1;
  errorStart = -1;
  errorEnd = -1;
  kindStart = -1;
  kindEnd = -1;
  payloadStart = -1;
  dataStart = -1;
  /** Deepest nesting of any member, 0 for scalars. */
  depth = 0;
  /** Bit of the key that was read last. */
  private bit = 0;
  /** Fields whose value is a string, by their bit. */
  private readonly strings = new Map<number, StringSpan>([
    [KEY.type, this.type],
    [KEY.eventId, this.eventId],
    [KEY.runId, this.runId],
    [KEY.nodeId, this.nodeId],
    [KEY.timestamp, this.timestamp],
    [KEY.causationId, this.causationId],
    [KEY.correlationId, this.correlationId],
    [KEY.protocol, this.protocol],
    [KEY.surfaceRef, this.surfaceRef],
    [KEY.contentTrust, this.contentTrust],
    [KEY.capture, this.capture],
  ]);

  private clear(): void {
    this.keys = 0;
    this.repeated = 0;
    this.nulls = 0;
    for (const span of this.strings.values()) span.clear();
    this.payloadNodeId.clear();
    this.payloadTrust.clear();
    this.statedTrust = -1;
    this.isMetaUntrusted = false;
    this.payloadHostId.clear();
    this.sequence = Number.NaN;
    this.seq = Number.NaN;
    this.payloadStart = -1;
    this.dataStart = -1;
    this.fieldsStart = -1;
    this.errorStart = -1;
    this.errorEnd = -1;
    this.kindStart = -1;
    this.kindEnd = -1;
    this.depth = 0;
  }

  /**
   * Reads the object whose `{` is at `i`. Answers the place behind its `}`, NEED_MORE (fields found so far are set) or
   * BAD with `json.errorAt`. O(bytes); never throws.
   */
  scan(i: number): number {
    this.clear();
    const json = this.json;
    const bytes = json.bytes;
    i = json.skipSpace(i + 1);
    if (bytes[i] === CLOSE_OBJECT && i < json.end) return i + 1;
    for (;;) {
      i = this.readKey(i);
      if (i < 0) return i;
      i = this.bit === 0 ? this.skipMember(i) : this.readMember(this.bit, i);
      if (i < 0) return i;
      i = json.skipSpace(i);
      if (i >= json.end) return NEED_MORE;
      const c = bytes[i];
      if (c === CLOSE_OBJECT) return i + 1;
      if (c !== COMMA) return this.bad(i);
      i = json.skipSpace(i + 1);
    }
  }

  /** Reads the key at `i` and its colon; answers the start of the value, and leaves the key's bit in `bit`. */
  private readKey(i: number): number {
    const { json } = this;
    const { bytes } = json;
    if (i >= json.end) return NEED_MORE;
    if (bytes[i] !== QUOTE) return this.bad(i);
    const start = i;
    json.sawEscape = false;
    i = json.skipString(start + 1);
    if (i < 0) return i;
    this.bit = json.sawEscape ? keyBitOfText(this.unescape(start, i)) : keyBit(bytes, start + 1, i - 1);
    i = json.skipSpace(i);
    if (i >= json.end) return NEED_MORE;
    if (bytes[i] !== COLON) return this.bad(i);
    return json.skipSpace(i + 1);
  }

  private skipMember(i: number): number {
    const next = this.json.skipValue(i);
    if (next >= 0 && this.json.depth > this.depth) this.depth = this.json.depth;
    return next;
  }

  private readMember(bit: number, i: number): number {
    const json = this.json;
    json.sawEscape = false;
    if (bit === KEY.payload || bit === KEY.data) return this.readPayload(bit, i);
    const next = this.skipMember(i);
    if (next < 0) return next;
    const first = json.bytes[i] as number;
    this.note(bit, first);
    const span = this.strings.get(bit);
    if (span !== undefined) {
      if (first === QUOTE) this.setString(span, i, next);
      else span.clear();
    } else if (bit === KEY.sequence) this.sequence = this.integer(first, i, next);
    else if (bit === KEY.seq) this.seq = this.integer(first, i, next);
    return next;
  }

  private note(bit: number, first: number): void {
    if ((this.keys & bit) !== 0) this.repeated |= bit;
    this.keys |= bit;
    this.nulls = first === 0x6e ? this.nulls | bit : this.nulls & ~bit;
  }

  private setString(span: StringSpan, i: number, next: number): void {
    if (!this.json.sawEscape) {
      span.set(this.json.bytes, i + 1, next - 1);
      return;
    }
    const plain = textEncoder.encode(this.unescape(i, next));
    span.set(plain, 0, plain.length);
  }

  /** A non-negative safe integer, NaN for anything else. */
  private integer(first: number, i: number, next: number): number {
    if (first < 0x30 || first > 0x39) return Number.NaN;
    const bytes = this.json.bytes;
    let value = 0;
    for (let k = i; k < next; k++) {
      const c = (bytes[k] as number) - 0x30;
      if (c < 0 || c > 9) {
        const exact = Number(textDecoder.decode(bytes.subarray(i, next)));
        return Number.isSafeInteger(exact) ? exact : Number.NaN;
      }
      value = value * 10 + c;
    }
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }

  /** A payload is stepped over like any value, but three of its own members are inspected on the way. */
  private readPayload(bit: number, i: number): number {
    const json = this.json;
    const first = json.bytes[i] as number;
    const next = first === OPEN_OBJECT && i < json.end ? this.scanPayloadObject(i) : this.skipMember(i);
    if (next < 0) return next;
    this.note(bit, first);
    if (bit === KEY.payload) this.payloadStart = i;
    else this.dataStart = i;
    return next;
  }

  private scanPayloadObject(i: number): number {
    const json = this.json;
    const bytes = json.bytes;
    if (this.depth < 1) this.depth = 1;
    i = json.skipSpace(i + 1);
    if (bytes[i] === CLOSE_OBJECT && i < json.end) return i + 1;
    for (;;) {
      if (i >= json.end) return NEED_MORE;
      if (bytes[i] !== QUOTE) return this.bad(i);
      const keyStart = i + 1;
      i = json.skipString(keyStart);
      if (i < 0) return i;
      const keyEnd = i - 1;
      i = json.skipSpace(i);
      if (i >= json.end) return NEED_MORE;
      if (bytes[i] !== COLON) return this.bad(i);
      i = json.skipSpace(i + 1);
      const valueStart = i;
      json.sawEscape = false;
      i = json.skipValue(i);
      if (i < 0) return i;
      if (json.depth >= this.depth) this.depth = json.depth + 1;
      this.notePayloadMember(keyStart, keyEnd, valueStart, i);
      i = json.skipSpace(i);
      if (i >= json.end) return NEED_MORE;
      const c = bytes[i];
      if (c === CLOSE_OBJECT) return i + 1;
      if (c !== COMMA) return this.bad(i);
      i = json.skipSpace(i + 1);
    }
  }

  private notePayloadMember(start: number, end: number, valueStart: number, valueEnd: number): void {
    const isName = (name: Uint8Array): boolean =>
      name.length === end - start && sameBytesAt(this.json.bytes, start, name);
    if (isName(NODE_ID)) this.payloadString(this.payloadNodeId, valueStart, valueEnd);
    else if (isName(CONTENT_TRUST)) this.payloadString(this.payloadTrust, valueStart, valueEnd);
    else if (isName(META)) this.noteMeta(valueStart);
    else if (isName(ENVELOPE)) this.noteMeta(this.valueOf(valueStart, META_KEY));
    else if (isName(TRUST)) this.statedTrust = valueStart;
    else if (isName(CAUSATION_HOST_ID)) this.payloadString(this.payloadHostId, valueStart, valueEnd);
    else if (isName(FIELDS)) this.fieldsStart = valueStart;
    else if (isName(ERROR)) {
      this.errorStart = valueStart;
      this.errorEnd = valueEnd;
    } else if (isName(KIND)) {
      this.kindStart = valueStart;
      this.kindEnd = valueEnd;
    }
  }

  private noteMeta(start: number): void {
    if (this.isAt(this.valueOf(start, CONTENT_TRUST_KEY), UNTRUSTED)) this.isMetaUntrusted = true;
  }

  private payloadString(span: StringSpan, start: number, end: number): void {
    if (this.json.bytes[start] === QUOTE) this.setString(span, start, end);
  }

  /** Whether the object at `start`, which `scan` has found to be sound, has a key that starts with `prefix`. */
  hasKeyLike(start: number, prefix: Uint8Array): boolean {
    return this.valueOf(start, prefix) >= 0;
  }

  /** Start of the value of the first key that starts with `prefix` in the object at `start`; -1 for none. */
  valueOf(start: number, prefix: Uint8Array): number {
    const json = this.json;
    const bytes = json.bytes;
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let i = json.skipSpace(start + 1);
    while (bytes[i] === QUOTE) {
      const isIt = sameBytesAt(bytes, i + 1, prefix);
      i = json.skipSpace(json.skipSpace(json.skipString(i + 1)) + 1);
      if (isIt) return i;
      i = json.skipSpace(json.skipValue(i));
      if (bytes[i] !== COMMA) return -1;
      i = json.skipSpace(i + 1);
    }
    return -1;
  }

  /** True when the string literal `word`, quotes included, is at `start`. */
  isAt(start: number, word: Uint8Array): boolean {
    return start >= 0 && sameBytesAt(this.json.bytes, start, word);
  }

  /** The value of a span found by `scan`, parsed; for small values only. */
  parse(start: number, end: number): unknown {
    return JSON.parse(textDecoder.decode(this.json.bytes.subarray(start, end)));
  }

  /** Text of the string literal in `[start, end)`, quotes included, which the scanner has found to be sound. */
  private unescape(start: number, end: number): string {
    const text: unknown = JSON.parse(textDecoder.decode(this.json.bytes.subarray(start, end)));
    return typeof text === 'string' ? text : '';
  }

  private bad(i: number): number {
    this.json.errorAt = i;
    return BAD;
  }
}

const NODE_ID = textEncoder.encode('nodeId');
const CONTENT_TRUST = textEncoder.encode('contentTrust');
const CONTENT_TRUST_KEY = textEncoder.encode('contentTrust"');
const META = textEncoder.encode('meta');
const META_KEY = textEncoder.encode('meta"');
const ENVELOPE = textEncoder.encode('envelope');
const TRUST = textEncoder.encode('trust');
const UNTRUSTED = textEncoder.encode('"untrusted"');
const FIELDS = textEncoder.encode('fields');
const ERROR = textEncoder.encode('error');
const KIND = textEncoder.encode('kind');
const CAUSATION_HOST_ID = textEncoder.encode('causationHostId');
