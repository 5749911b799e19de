/**
 * Secrets that look like those of real services and are none: documented prefixes with random characters behind them, and
 * random texts that only their place shows. Made again from a seed, so that nothing that looks like a key is in the
 * repository.
 */

/**
 * A planted secret. `known`: recognized by a documented prefix. `place`: random, recognized by the name or the words before
 * it. `tell` is a stretch of it that no mark shows: where it is found, the secret is in clear.
 */
interface PlantedSecret {
  readonly shape: string;
  readonly kind: 'known' | 'place';
  readonly tell: string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = `${LETTERS}0123456789`;
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Prefix, characters behind it, and their alphabet, by the documentation of the service. */
const KNOWN: readonly (readonly [shape: string, prefix: string, length: number, alphabet: string])[] = [
  ['github', 'ghp_', 36, ALPHANUMERIC],
  ['github', 'gho_', 36, ALPHANUMERIC],
  ['github', 'ghs_', 36, ALPHANUMERIC],
  ['github', 'github_pat_', 60, ALPHANUMERIC],
  ['gitlab', 'glpat-', 20, ALPHANUMERIC],
  ['slack', 'xoxb-', 44, ALPHANUMERIC],
  ['slack', 'xoxp-', 44, ALPHANUMERIC],
  ['stripe', 'sk_live_', 32, ALPHANUMERIC],
  ['stripe', 'rk_test_', 32, ALPHANUMERIC],
  ['stripe', 'whsec_', 32, ALPHANUMERIC],
  ['openai', 'sk-', 48, ALPHANUMERIC],
  ['openai', 'sk-proj-', 64, ALPHANUMERIC],
  ['anthropic', 'sk-ant-api03-', 80, ALPHANUMERIC],
  ['xai', 'xai-', 64, ALPHANUMERIC],
  ['groq', 'gsk_', 52, ALPHANUMERIC],
  ['hugging face', 'hf_', 34, LETTERS],
  ['npm', 'npm_', 36, ALPHANUMERIC],
  ['aws', 'AKIA', 16, UPPER],
  ['aws', 'ASIA', 16, UPPER],
  ['google', 'AIza', 35, ALPHANUMERIC],
  ['google', 'ya29.', 60, ALPHANUMERIC],
  ['sendgrid', 'SG.', 60, ALPHANUMERIC],
];

/** Numbers between 0 and 1 from a seed (mulberry32): the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes secrets one after the other, each of them once. */
export class SecretMaker {
  readonly made: PlantedSecret[] = [];
  private readonly random: () => number;
  private next = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  /** A secret of the next known shape. */
  known(): string {
    const [shape, prefix, length, alphabet] = KNOWN[this.next++ % KNOWN.length] as (typeof KNOWN)[number];
    return this.keep(shape, 'known', `${prefix}${this.characters(length, alphabet)}`);
  }

  /** A random text of high entropy, as passwords and keys without a prefix are. */
  random32(): string {
    return this.keep('random', 'place', this.characters(32, ALPHANUMERIC));
  }

  /** Digits, as card numbers and codes are; recognized by its name alone. */
  digits(): number {
    return Number(this.keep('digits', 'place', `4${this.characters(14, '123456789')}`));
  }

  private keep(shape: string, kind: PlantedSecret['kind'], text: string): string {
    this.made.push({ shape, kind, tell: text.slice(-12) });
    return text;
  }

  private characters(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet[Math.floor(this.random() * alphabet.length)]).join('');
  }
}
