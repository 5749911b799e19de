/**
 * A small seeded source of randomness: xoshiro128** (32-bit words), its state filled by splitmix32.
 *
 * Not for secrets. The same seed gives the same numbers on every machine, so a generated log can be named by its seed
 * and size alone, and a hash of its bytes can be asserted.
 */
export class Prng {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed any integer; only its low 32 bits count. */
  constructor(seed: number) {
    const word = splitmix32(seed);
    this.#a = word();
    this.#b = word();
    this.#c = word();
    this.#d = word() | 1; // the all-zero state would stay zero
  }

  /** The next 32 random bits as an unsigned integer. */
  bits(): number {
    const product = Math.imul(this.#b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** A fraction in [0, 1). */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** An integer in [low, high], both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** An integer in [low, high] that is mostly near `low`, as sizes and waits are. `bend` 3 puts half of all in the lowest eighth. */
  skewed(low: number, high: number, bend = 3): number {
    return low + Math.floor(this.fraction() ** bend * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One item of a list that is not empty; an empty one is a bug of the caller. */
  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.fraction() * list.length)];
    if (item === undefined) throw new RangeError('pick from an empty list');
    return item;
  }

  /** Lower-case hexadecimal digits. */
  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += HEX_BYTES[this.bits() & 255];
    return text.slice(0, digits);
  }

  /** An id in the form of a random UUID (version 4). */
  uuid(): string {
    const [a, b, c, d] = [this.bits(), this.bits(), this.bits(), this.bits()];
    const version = (b & 0xffff0fff) | 0x4000;
    const variant = (c & 0x3fffffff) | 0x80000000;
    const [first, second, third] = [hexWord(a), hexWord(version), hexWord(variant)];
    return `${first}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hexWord(d)}`;
  }
}

const HEX_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

function hexWord(word: number): string {
  const [a, b, c, d] = [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
  return `${HEX_BYTES[a]}${HEX_BYTES[b]}${HEX_BYTES[c]}${HEX_BYTES[d]}`;
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}
