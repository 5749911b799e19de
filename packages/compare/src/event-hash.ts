/** What an event says: without what is masked, and whatever the order of its members. As a value, and as a hash of it. */
import {
  decimalOf,
  isRecord,
  type JsonObject,
  member,
  parseExactly,
  WrittenNumber,
} from '@openwop-inspector/base';
import { type EventDocument, isEmptyPayload, readEventDocument } from '@openwop-inspector/run-log';
import { type CompiledRules, isMaskedAt, type Places, placesBelow, STRUCTURAL, shapeOf } from './rules.ts';

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

export const isObject = (value: unknown): value is JsonObject =>
  isRecord(value) && !(value instanceof WrittenNumber);

/** An event with its payload under one name, and without what the alignment compares or what says nothing. */
export function comparedMembers({ recorded, payload }: EventDocument): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const key in recorded) {
    const value = recorded[key];
    if (key !== 'payload' && key !== 'data' && value !== null && !STRUCTURAL.has(key)) out[key] = value;
  }
  if (!isEmptyPayload(payload)) out.payload = payload;
  return out;
}

/** A scalar as it counts: a text of a masked form and the ids of the runs are replaced, and zero has no sign. */
export const asCompared = (value: unknown, rules: CompiledRules): unknown =>
  typeof value === 'string' ? textAsCompared(value, rules) : value === 0 ? 0 : value;

function textAsCompared(text: string, { shapes, runIds }: CompiledRules): string {
  const shape = shapeOf(text, shapes);
  return shape !== null ? `\u0000${shape}` : runIds.reduce((left, id) => left.replaceAll(id, '\u0000'), text);
}

/**
 * Hashes events one after the other; the results are fields, so that nothing is allocated for a value. 53 bits of the
 * hash are used (ADR 0005).
 */
export class EventHasher {
  /** Of all members but the structural ones. */
  said = 0;
  /** Of what the event is about; 0 when nothing says so. */
  kind = 0;
  readonly masked: MaskedCounts = { names: 0, pointers: 0, shapes: 0 };
  private readonly rules: CompiledRules;
  /** Of the value that was hashed last. */
  private a = 0;
  private b = 0;
  private isTooDeep = false;

  constructor(rules: CompiledRules) {
    this.rules = rules;
  }

  /** Hashes the event that is in the bytes; false when they are no JSON object or nest too deeply. O(bytes). */
  take(bytes: Uint8Array): boolean {
    const document = readEventDocument(bytes, parseExactly);
    if (document === null) return false;
    this.isTooDeep = false;
    this.value(comparedMembers(document), this.rules.places, 0);
    this.said = keyNumber(this.a, this.b);
    const about = this.aboutOf(document.payload) + this.aboutOf(member(document.payload, 'fields'));
    this.text(about);
    this.kind = about === '' ? 0 : keyNumber(this.a, this.b);
    return !this.isTooDeep;
  }

  private value(value: unknown, places: Places, depth: number): void {
    if (depth > MAX_DEPTH) this.isTooDeep = true;
    else if (Array.isArray(value)) this.items(value, places, depth);
    else if (isObject(value)) this.members(value, places, depth);
    else if (typeof value === 'string') {
      if (shapeOf(value, this.rules.shapes) !== null) this.masked.shapes++;
      this.text(`"${textAsCompared(value, this.rules)}`);
    } else if (value instanceof WrittenNumber) this.text(digitsOf(value));
    else this.text(value === 0 ? '0' : JSON.stringify(value));
  }

  private items(items: readonly unknown[], places: Places, depth: number): void {
    let [a, b] = [1, 1];
    for (let index = 0; index < items.length; index++) {
      const below = places.length === 0 ? places : placesBelow(places, String(index));
      this.value(items[index], below, depth + 1);
      if (isMaskedAt(below)) {
        this.masked.pointers++;
        this.a = this.b = 0;
      }
      a = mixed(a, this.a);
      b = mixed(b, this.b);
    }
    this.a = a;
    this.b = b;
  }

  /** The sum of the members, whose order does not count. */
  private members(object: JsonObject, places: Places, depth: number): void {
    let [a, b] = [2, 2];
    for (const key in object) {
      const below = placesBelow(places, key);
      if (this.rules.names.has(key)) this.masked.names++;
      else if (isMaskedAt(below)) this.masked.pointers++;
      else {
        this.value(object[key], below, depth + 1);
        const { a: ofA, b: ofB } = this;
        this.text(key);
        a += mixed(this.a, ofA);
        b += mixed(this.b, ofB);
      }
    }
    this.a = a | 0;
    this.b = b | 0;
  }

  private text(text: string): void {
    let [a, b] = [0x811c9dc5, 0x3c6ef372];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b + code, 0x5bd1e995);
    }
    this.a = a;
    this.b = b;
  }

  private aboutOf(holder: unknown): string {
    let about = '';
    for (const name of KIND_NAMES) {
      const text = member(holder, name);
      if (typeof text === 'string' && !this.rules.names.has(name))
        about += `${name} ${textAsCompared(text, this.rules)} `;
    }
    return about;
  }
}

/** The same text for every way to write a number. */
function digitsOf({ text }: WrittenNumber): string {
  const decimal = decimalOf(text);
  return decimal === null ? text : `${decimal.isNegative}${decimal.digits}e${decimal.point}`;
}

/** Two halves of a hash as one number of 53 bits. */
export const keyNumber = (a: number, b: number): number => (a >>> 0) * 0x200000 + (b >>> 11);

function mixed(key: number, value: number): number {
  let x = Math.imul(key ^ Math.imul(value, 0x9e3779b1), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15) ^ value, 0xc2b2ae35);
  return x ^ (x >>> 13);
}
