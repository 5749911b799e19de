/** Hashes of strings and numbers of JSON, taken from their bytes as they would be from their values. */
import { BACKSLASH, decimalOf, QUOTE } from '@openwop-inspector/base';
import { MAX_SHAPED, MIN_SHAPED, shapeOf, type ValueShape } from './rules.ts';

/** The two halves of a hash. */
export interface ByteHash {
  a: number;
  b: number;
}

const SEED_A = 0x811c9dc5 | 0;
const SEED_B = 0x3c6ef372;
const FACTOR_A = 0x01000193;
const FACTOR_B = 0x5bd1e995;
/** Replaces the id of the own run; no byte has this value. */
const RUN_MARK = 0x1ff;
/** Numbers of the forms, from 1. */
const SHAPE_NUMBERS: Readonly<Record<ValueShape, number>> = {
  uuid: 1,
  'iso-time': 2,
  'hex-id': 3,
  'run-id': 4,
};
const NO_SHAPES: ReadonlySet<ValueShape> = new Set();
/** What means itself after a backslash is left out. */
const SIMPLE_ESCAPES: Readonly<Record<number, number>> = {
  98: 8,
  102: 12,
  110: 10,
  114: 13,
  116: 9,
};
const decoder = new TextDecoder();

/** Hashes strings by what they represent, escapes undone. */
export class StringHash implements ByteHash {
  a = 0;
  b = 0;
  /** Number of the form of the string, which is masked; 0 for none. */
  shape = 0;
  private readonly shapes: ReadonlySet<ValueShape>;
  private readonly runIds: readonly Uint8Array[];
  /** 1 for the first bytes of them. */
  private readonly firsts = new Uint8Array(256);
  private bytes: Uint8Array = new Uint8Array(0);
  private from = 0;
  private to = 0;

  /** `runIds` are replaced by a mark wherever they stand, the first that fits. */
  constructor(shapes: ReadonlySet<ValueShape> = NO_SHAPES, runIds: readonly string[] = []) {
    this.shapes = shapes;
    this.runIds = runIds.map((id) => new TextEncoder().encode(id));
    for (const id of this.runIds) this.firsts[id[0] as number] = 1;
  }

  /** Takes the string whose quote is at `start`; answers the place behind it. */
  take(bytes: Uint8Array, start: number, end: number): number {
    let [a, b, at] = [SEED_A, SEED_B, start + 1];
    const { firsts } = this;
    for (; at < end; at++) {
      let byte = bytes[at] as number;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        this.a = a;
        this.b = b;
        at = this.escape(bytes, at + 1);
        a = this.a;
        b = this.b;
        continue;
      }
      const hidden = firsts[byte] === 1 ? this.runIdAt(bytes, at) : 0;
      if (hidden > 0) {
        at += hidden - 1;
        byte = RUN_MARK;
      }
      a = Math.imul(a ^ byte, FACTOR_A);
      b = Math.imul(b + byte, FACTOR_B);
    }
    this.a = a;
    this.b = b;
    this.bytes = bytes;
    this.from = start;
    this.to = at + 1;
    this.shape = this.shapeAt(bytes, start + 1, at);
    return at + 1;
  }

  /** The string that was taken last. */
  asText(): string {
    const raw = decoder.decode(this.bytes.subarray(this.from, this.to));
    try {
      const text: unknown = JSON.parse(raw);
      return typeof text === 'string' ? text : raw;
    } catch {
      return raw;
    }
  }

  /** Bytes of the run id that is there; 0 for none. */
  private runIdAt(bytes: Uint8Array, at: number): number {
    return this.runIds.find((id) => id.every((byte, i) => bytes[at + i] === byte))?.length ?? 0;
  }

  /** Takes what is behind a backslash; answers the place of its last byte. */
  private escape(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] as number;
    if (byte !== 0x75) {
      this.add(SIMPLE_ESCAPES[byte] ?? byte);
      return at;
    }
    let code = hexAt(bytes, at + 1);
    let last = at + 4;
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh && bytes[last + 1] === BACKSLASH && bytes[last + 2] === 0x75) {
      const low = hexAt(bytes, last + 3);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        last += 6;
      }
    }
    this.addCode(code);
    return last;
  }

  /** As UTF-8 has it. */
  private addCode(code: number): void {
    if (code < 0x80) this.add(code);
    else if (code < 0x800) this.addAll(0xc0 | (code >> 6), code, 1);
    else if (code < 0x10000) this.addAll(0xe0 | (code >> 12), code, 2);
    else this.addAll(0xf0 | (code >> 18), code, 3);
  }

  private addAll(first: number, code: number, more: number): void {
    this.add(first);
    for (let i = more - 1; i >= 0; i--) this.add(0x80 | ((code >> (6 * i)) & 0x3f));
  }

  private add(byte: number): void {
    this.a = Math.imul(this.a ^ byte, FACTOR_A);
    this.b = Math.imul(this.b + byte, FACTOR_B);
  }

  private shapeAt(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (this.shapes.size === 0 || length < MIN_SHAPED || length > MAX_SHAPED) return 0;
    if (length === 36 && bytes[from + 8] === DASH && this.shapes.has('uuid') && isUuid(bytes, from))
      return SHAPE_NUMBERS.uuid;
    // Anything else is inspected as text, when its first bytes may be those of a time or of digits.
    const mayBe = bytes[from + 10] === 0x54 || (this.shapes.has('hex-id') && (length & 15) === 0);
    if (!mayBe) return 0;
    let text = '';
    for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i] as number);
    const shape = shapeOf(text, this.shapes);
    return shape === null ? 0 : SHAPE_NUMBERS[shape];
  }
}

const DASH = 0x2d;
/** 1 for the digits of a hexadecimal number, in either case. */
const IS_HEX = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-f]/i.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The 36 bytes from `from` on have the form of a UUID. */
function isUuid(bytes: Uint8Array, from: number): boolean {
  for (let i = 0; i < 36; i++) {
    const byte = bytes[from + i] as number;
    const isDash = i === 8 || i === 13 || i === 18 || i === 23;
    if (isDash ? byte !== DASH : IS_HEX[byte] !== 1) return false;
  }
  return true;
}

function hexAt(bytes: Uint8Array, at: number): number {
  let code = 0;
  for (let i = at; i < at + 4; i++) {
    const byte = bytes[i] as number;
    code = code * 16 + (byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57);
  }
  return code;
}

/** Hashes numbers by the value that is written, by all its digits. */
export class NumberHash implements ByteHash {
  a = 0;
  b = 0;

  /** Takes the number that begins at `start`; answers the place behind it. */
  take(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let isPlain = true;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte >= 0x30 && byte <= 0x39) continue;
      const isPart = byte === 0x2e || byte === 0x45 || byte === 0x65 || byte === 0x2b || byte === 0x2d;
      if (!isPart) break;
      if (byte !== 0x2d || at > start || bytes[at + 1] === 0x30) isPlain = false;
    }
    this.a = SEED_A;
    this.b = SEED_B;
    if (isPlain) this.plain(bytes, start, at);
    else this.decimal(decoder.decode(bytes.subarray(start, at)));
    return at;
  }

  /** An integer without an exponent, hashed as `decimal` does, without a text. */
  private plain(bytes: Uint8Array, start: number, end: number): void {
    let last = end;
    while (last > start && bytes[last - 1] === 0x30) last--;
    for (let i = start; i < last; i++) this.add(bytes[i] as number);
    this.add(last === start ? 0 : end - start - (bytes[start] === 0x2d ? 1 : 0));
  }

  private decimal(text: string): void {
    const { isNegative, digits, point } = decimalOf(text) ?? { isNegative: false, digits: text, point: 0 };
    if (isNegative) this.add(0x2d);
    for (let i = 0; i < digits.length; i++) this.add(digits.charCodeAt(i));
    this.add(point);
  }

  private add(byte: number): void {
    this.a = Math.imul(this.a ^ byte, FACTOR_A);
    this.b = Math.imul(this.b + byte, FACTOR_B);
  }
}
