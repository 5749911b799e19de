/**
 * 64-bit hashes of ids, as two 32-bit lanes. The seeds are drawn once a process, so that nobody can write a log whose
 * ids collide on purpose; an index therefore never leaves the process that made it. Two different ids of ten million
 * share a hash with a chance of about 3 in a million; duplicates are compared byte by byte before they are dropped.
 */

function randomSeed(): number {
  const word = new Int32Array(1);
  crypto.getRandomValues(word);
  return word[0] as number;
}

/** Drawn once a process. */
export const SEED_A = randomSeed();
export const SEED_B = randomSeed();
const encoder = new TextEncoder();

/** Hash of a byte string; `a` and `b` hold the result after `finish`. */
export class IdHash {
  a = 0;
  b = 0;
  private bytes: Uint8Array = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);

  start(): this {
    this.a = SEED_A;
    this.b = SEED_B;
    return this;
  }

  /** Takes eight bytes at a step. The result depends on how a string is split over several calls. */
  add(bytes: Uint8Array, start: number, end: number): this {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const view = this.view;
    let a = this.a;
    let b = this.b;
    let i = start;
    for (; i + 8 <= end; i += 8) {
      a = Math.imul(a ^ view.getInt32(i, true), 0x01000193) ^ (b >>> 15);
      b = Math.imul(b ^ view.getInt32(i + 4, true) ^ (a >>> 17), 0x2c1b3c6d);
    }
    for (; i < end; i++) {
      const c = bytes[i] as number;
      a = Math.imul(a ^ c, 0x01000193) ^ (b >>> 15);
      b = Math.imul(b + c, 0x2c1b3c6d) ^ (a >>> 17);
    }
    this.a = a;
    this.b = b;
    return this;
  }

  addText(text: string): this {
    const bytes = encoder.encode(text);
    return this.add(bytes, 0, bytes.length);
  }

  /** Mixes both lanes. (0, 0) means "no id" and is never a result. */
  finish(): this {
    let a = this.a ^ (this.b >>> 7);
    let b = this.b ^ (this.a >>> 11);
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
    b = Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    this.a = (a ^ (a >>> 13)) | 0;
    this.b = (b ^ (b >>> 16)) | 0;
    if (this.a === 0 && this.b === 0) this.a = 1;
    return this;
  }
}

/** Hash of a text, for look-ups. */
export function hashText(text: string): { readonly a: number; readonly b: number } {
  const hash = new IdHash().start().addText(text).finish();
  return { a: hash.a, b: hash.b };
}
