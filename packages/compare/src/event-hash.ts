/** What an event says, as a hash of its bytes: without what is masked, and whatever the order of its members. */
import { COLON, COMMA, QUOTE } from '@openwop-inspector/base';
import { type ByteHash, NumberHash, StringHash } from './byte-hash.ts';
import { type CompiledRules, isMaskedAt, NO_PLACES, type Places, placesBelow, STRUCTURAL } from './rules.ts';

/** How often values were masked, by what masked them. */
export interface MaskedCounts {
  names: number;
  pointers: number;
  shapes: number;
}

/** What distinguishes events of one type by what they are about: the kind of an envelope, a tool. */
const KIND_NAMES = ['envelopeType', 'envelopeKind', 'refusedType', 'toolName', 'toolId', 'kind'];
/** Nesting beyond which an event is not hashed. */
const MAX_DEPTH = 1000;

/** Where a member is: in the event itself, in its payload, in `payload.fields`, or below. */
const LEVEL = { event: 0, payload: 1, fields: 2, below: 3 } as const;
type Level = (typeof LEVEL)[keyof typeof LEVEL];

const TAG = { string: 1, number: 2, literal: 3, array: 4, object: 5, shape: 6 } as const;

/**
 * Hashes events one after the other; the results are fields, so that nothing is allocated for an event. It trusts that
 * the reader found JSON; of anything else `isKnown` is false. O(bytes). 53 bits of the hash are used (ADR 0005).
 */
export class EventHasher {
  /** Of all members but the structural ones. */
  readonly said: ByteHash = { a: 0, b: 0 };
  /** Of what the event is about; (0, 0) when nothing says so. */
  readonly kind: ByteHash = { a: 0, b: 0 };
  /** False when the last event could not be walked to its end. */
  isKnown = true;
  readonly masked: MaskedCounts = { names: 0, pointers: 0, shapes: 0 };
  private readonly places: Places;
  private readonly text: StringHash;
  private readonly key = new StringHash();
  private readonly number = new NumberHash();
  private readonly names: ReadonlySet<number>;
  private readonly structural = keysOf(STRUCTURAL);
  private readonly kinds = keysOf(KIND_NAMES);
  private readonly payloadKey = keyOfText('payload');
  private readonly dataKey = keyOfText('data');
  private readonly fieldsKey = keyOfText('fields');
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;
  private end = 0;
  /** Of the value that was read last. */
  private a = 0;
  private b = 0;
  private isEmpty = false;
  private isNull = false;

  constructor(rules: CompiledRules) {
    const { below, any } = rules.places;
    this.places = below.size === 0 && any === null ? NO_PLACES : [rules.places];
    this.names = keysOf(rules.names);
    this.text = new StringHash(rules.shapes, rules.runIds);
  }

  /** Hashes the event that is in the bytes. */
  take(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.end = bytes.length;
    this.isKnown = true;
    this.kind.a = this.kind.b = 0;
    this.skip();
    if (this.byte() === 0x7b) this.object(LEVEL.event, this.places, 0);
    else this.isKnown = false;
    this.said.a = this.a;
    this.said.b = this.b;
    this.bytes = EMPTY;
  }

  private byte(): number {
    return this.at < this.end ? (this.bytes[this.at] as number) : 0;
  }

  private skip(): void {
    while (this.at < this.end && (this.bytes[this.at] as number) <= 0x20) this.at++;
  }

  private value(level: Level, places: Places, depth: number): void {
    this.skip();
    this.isEmpty = this.isNull = false;
    const first = this.byte();
    if (first === QUOTE) this.string();
    else if (first === 0x7b) this.object(level, places, depth);
    else if (first === 0x5b) this.array(places, depth);
    else if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
      this.at = this.number.take(this.bytes, this.at, this.end);
      this.set(TAG.number, this.number.a, this.number.b);
    } else this.literal(first);
  }

  private literal(first: number): void {
    if (first !== 0x74 && first !== 0x66 && first !== 0x6e) {
      this.isKnown = false;
      this.at = this.end;
      return;
    }
    this.at += first === 0x66 ? 5 : 4;
    this.isNull = first === 0x6e;
    this.set(TAG.literal, first, first);
  }

  private string(): void {
    this.at = this.text.take(this.bytes, this.at, this.end);
    if (this.text.shape === 0) this.set(TAG.string, this.text.a, this.text.b);
    else {
      this.masked.shapes++;
      this.set(TAG.shape, this.text.shape, this.text.shape);
    }
  }

  private set(tag: number, a: number, b: number): void {
    this.a = mixed(tag, a);
    this.b = mixed(tag + 0x51, b);
  }

  private array(places: Places, depth: number): void {
    let [a, b, items] = [0, 0, 0];
    this.at++;
    this.skip();
    if (depth > MAX_DEPTH) this.giveUp();
    while (this.at < this.end && this.byte() !== 0x5d) {
      const below = placesBelow(places, String(items++));
      this.value(LEVEL.below, below, depth + 1);
      if (isMaskedAt(below)) {
        this.masked.pointers++;
        this.a = this.b = 0;
      }
      a = Math.imul(a ^ this.a, 0x01000193) + 0x2f;
      b = Math.imul(b ^ this.b, 0x5bd1e995) + 0x35;
      this.skip();
      if (this.byte() === COMMA) this.at++;
      this.skip();
    }
    this.at++;
    this.isEmpty = this.isNull = false;
    this.set(TAG.array, a, b);
  }

  private object(level: Level, places: Places, depth: number): void {
    let [a, b, count] = [0, 0, 0];
    this.at++;
    this.skip();
    if (depth > MAX_DEPTH) this.giveUp();
    // Of the payload under its two names, `payload` goes first (run-events 1.2).
    let hasPayload = false;
    let [dataA, dataB] = [0, 0];
    while (this.at < this.end && this.byte() === QUOTE) {
      this.at = this.key.take(this.bytes, this.at, this.end);
      const { a: keyA, b: keyB } = this.key;
      const key = keyNumber(keyA, keyB);
      const isPayload = level === LEVEL.event && (key === this.payloadKey || key === this.dataKey);
      const below =
        places.length === 0 ? NO_PLACES : placesBelow(places, isPayload ? 'payload' : this.key.asText());
      this.skip();
      if (this.byte() === COLON) this.at++;
      else this.giveUp();
      count++;
      if (this.isLeftOut(level, key, below)) {
        this.pass(depth);
        hasPayload ||= key === this.payloadKey && isPayload;
      } else {
        this.value(this.levelBelow(level, key, isPayload), below, depth + 1);
        // What says nothing some channels leave out.
        const saysNothing = level === LEVEL.event && (this.isNull || (isPayload && this.isEmpty));
        const ofA = saysNothing ? 0 : mixed(isPayload ? 0x70 : keyA, this.a);
        const ofB = saysNothing ? 0 : mixed(isPayload ? 0x70 : keyB, this.b);
        if (isPayload && key === this.dataKey) [dataA, dataB] = [ofA, ofB];
        else {
          hasPayload ||= isPayload;
          a = (a + ofA) | 0;
          b = (b + ofB) | 0;
        }
        this.takeKind(level, key, ofA, ofB);
      }
      this.skip();
      if (this.byte() === COMMA) this.at++;
      this.skip();
    }
    if (this.byte() !== 0x7d) this.giveUp();
    this.at++;
    if (!hasPayload) [a, b] = [(a + dataA) | 0, (b + dataB) | 0];
    this.set(TAG.object, a, b);
    this.isEmpty = count === 0;
    this.isNull = false;
  }

  private levelBelow(level: Level, key: number, isPayload: boolean): Level {
    if (isPayload) return LEVEL.payload;
    return level === LEVEL.payload && key === this.fieldsKey ? LEVEL.fields : LEVEL.below;
  }

  /** Whether the member whose value comes next is not compared; counts what is masked. */
  private isLeftOut(level: Level, key: number, places: Places): boolean {
    if (level === LEVEL.event && this.structural.has(key)) return true;
    if (this.names.has(key)) {
      this.masked.names++;
      return true;
    }
    if (places.length === 0 || !isMaskedAt(places)) return false;
    this.masked.pointers++;
    return true;
  }

  /** Goes over a value that is not compared: a text, as most are, in one go. */
  private pass(depth: number): void {
    this.skip();
    if (this.byte() === QUOTE) {
      for (this.at++; this.at < this.end && this.byte() !== QUOTE; this.at++)
        if (this.byte() === 0x5c) this.at++;
      this.at++;
      return;
    }
    const { shapes, names, pointers } = this.masked;
    this.value(LEVEL.below, NO_PLACES, depth + 1);
    Object.assign(this.masked, { shapes, names, pointers });
  }

  private takeKind(level: Level, key: number, a: number, b: number): void {
    if ((level !== LEVEL.payload && level !== LEVEL.fields) || !this.kinds.has(key)) return;
    this.kind.a = (this.kind.a + a) | 0;
    this.kind.b = (this.kind.b + b) | 0;
  }

  private giveUp(): void {
    this.isKnown = false;
    this.at = this.end;
  }
}

const EMPTY = new Uint8Array(0);

/** Two halves of a hash as one number of 53 bits. */
export function keyNumber(a: number, b: number): number {
  return (a >>> 0) * 0x200000 + (b >>> 11);
}

function mixed(key: number, value: number): number {
  let x = Math.imul(key ^ Math.imul(value, 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15) ^ value, 0xc2b2ae35);
  return x ^ (x >>> 13);
}

function keyOfText(text: string): number {
  const hash = new StringHash();
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  hash.take(bytes, 0, bytes.length);
  return keyNumber(hash.a, hash.b);
}

function keysOf(texts: Iterable<string>): ReadonlySet<number> {
  return new Set([...texts].map(keyOfText));
}
