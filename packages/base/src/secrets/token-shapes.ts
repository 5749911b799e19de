/** Shapes of the table, prepared for the search: at each place of a text, those that begin with its two characters. */
import { type Alphabet, alphabetNamed, isEdge, runEnd } from './alphabets.ts';
import { isChanceCase, looksLikeWords } from './looks-like-prose.ts';
import { SHAPE_ROWS, type ShapeRow } from './secret-table.ts';
import type { SecretKind, SecretSpan } from './span.ts';

/** Rejects a text that only has the form. `body` is the text after the prefix, at most 4,096 characters. */
export type ShapeCheck = (body: string, prefix: string) => boolean;

const UPPER = /[A-Z]/;
const LOWER = /[a-z]/;
const DIGIT = /[0-9]/;

const isNoText: ShapeCheck = (body) => !looksLikeWords(body) || isChanceCase(body);

export const SHAPE_CHECKS: Readonly<Record<string, ShapeCheck>> = {
  'no-words': isNoText,
  // Of the documented length, letters alone are a key as well.
  aws: (body, prefix) => body.length === 16 || isNoText(body, prefix),
  random: (body) => UPPER.test(body) && LOWER.test(body) && DIGIT.test(body) && !looksLikeWords(body),
  mixed: (body) => UPPER.test(body) && LOWER.test(body) && DIGIT.test(body),
  // The version of a private key, 0, follows the length of the outer sequence.
  'private-der': (body) => body.slice(3, 6) === 'IBA',
  airtable: (body) => /^[A-Za-z0-9]{14}\.[0-9a-f]{55}/.test(body),
  jwt: (body) => {
    const dot = body.indexOf('.');
    return dot >= 6 && body.length - dot > 6 && body.slice(dot + 1, dot + 7).search(/[.]/) < 0;
  },
  canary: (body) => body.includes('NEVER-SECRET'),
};

const WORD_DASH = alphabetNamed('word-dash');
const CHECKED = 4096;
const KINDS: Readonly<Record<string, SecretKind>> = {
  jwt: 'jwt',
  canary: 'canary',
  openssh: 'privateKey',
  age: 'privateKey',
  'private-key': 'privateKey',
  'private-key-ec': 'privateKey',
};

interface Shape {
  readonly row: ShapeRow;
  readonly prefix: string;
  /** Third character of the prefix; most places that begin like it differ here. -1 when it has two only. */
  readonly third: number;
  readonly alphabet: Alphabet;
  /** Number of the alphabet, for what is remembered of a text. */
  readonly number: number;
  readonly check: ShapeCheck | null;
  readonly kind: SecretKind;
  /** It counts inside a word, too. */
  readonly isInside: boolean;
}

/** The shapes of a table. */
export interface TokenShapes {
  /**
   * For each pair of ASCII characters, at `first * 128 + second`, with which a prefix begins: 1 where it must begin at
   * an edge (`isEdge`), 9 where it may be inside a word.
   */
  readonly pairs: Uint8Array;
  /** For each such pair, which third characters may follow: one bit for each value of the lowest five. */
  readonly thirds: Int32Array;
  /** Reader of one text, from front to end. There is one for all texts: it is finished when the next is requested. */
  reader(text: string): ShapeReader;
}

const AT_EDGE = 1;
const AT_ANY_PLACE = 9;

/** Makes the shapes of rows ready. Throws for a row that names an alphabet or a check that is not there. */
export function tokenShapes(rows: readonly ShapeRow[], checks = SHAPE_CHECKS): TokenShapes {
  const alphabets = new Map<string, { readonly set: Alphabet; readonly number: number }>();
  const pairs = new Uint8Array(128 * 128);
  const thirds = new Int32Array(128 * 128);
  const byPair = new Array<Shape[] | undefined>(128 * 128).fill(undefined);
  for (const row of rows) {
    const known = alphabets.get(row.alphabet);
    const { set, number } = known ?? { set: alphabetNamed(row.alphabet), number: alphabets.size };
    alphabets.set(row.alphabet, { set, number });
    const check = row.check === undefined ? null : checks[row.check];
    if (check === undefined) throw new Error(`No check ${row.check}`);
    for (const prefix of row.prefixes) {
      const pair = pairAt(prefix, 0);
      const isInside = row.inside?.includes(prefix) === true;
      pairs[pair] = (pairs[pair] ?? 0) | (isInside ? AT_ANY_PLACE : AT_EDGE);
      const same = byPair[pair] ?? [];
      const third = prefix.length > 2 ? prefix.charCodeAt(2) : -1;
      thirds[pair] = (thirds[pair] ?? 0) | (third < 0 ? -1 : 1 << (third & 31));
      const kind = KINDS[row.id] ?? 'apiKey';
      same.push({ row, prefix, third, alphabet: set, number, check, kind, isInside });
      byPair[pair] = same;
    }
  }
  // A longer prefix says more.
  for (const same of byPair) same?.sort((a, b) => b.prefix.length - a.prefix.length);
  const reader = new ShapeReader(byPair, alphabets.size);
  return { pairs, thirds, reader: (text) => reader.begin(text) };
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 128 + text.charCodeAt(at + 1);

export class ShapeReader {
  private text = '';
  /** Where the run of each alphabet that was read last begins and ends, so that no run is read twice. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private isUsed = false;
  private readonly byPair: readonly (readonly Shape[] | undefined)[];

  constructor(byPair: readonly (readonly Shape[] | undefined)[], alphabets: number) {
    this.byPair = byPair;
    this.starts = new Int32Array(alphabets).fill(-1);
    this.ends = new Int32Array(alphabets).fill(-1);
  }

  begin(text: string): this {
    this.text = text;
    if (this.isUsed) this.ends.fill(-1);
    this.isUsed = false;
    return this;
  }

  /** The token at a place, null when there is none. All calls together take O(length). */
  tokenAt(at: number): SecretSpan | null {
    const shapes = this.byPair[pairAt(this.text, at)];
    if (shapes === undefined) return null;
    const third = this.text.charCodeAt(at + 2);
    for (let i = 0; i < shapes.length; i++) {
      const shape = shapes[i] as Shape;
      if (shape.third !== third && shape.third >= 0) continue;
      const token = this.tokenOf(shape, at);
      if (token !== null) return token;
    }
    return null;
  }

  private tokenOf(shape: Shape, at: number): SecretSpan | null {
    const { row, prefix, check, kind, isInside } = shape;
    const { text } = this;
    let end = this.longEnough(shape, at);
    if (end < 0 || (!isInside && !isEdge(text, at))) return null;
    while (isTrailing(text, end - 1)) end--;
    const from = at + prefix.length;
    if (check !== null && !check(text.slice(from, Math.min(end, from + CHECKED)), prefix)) return null;
    return { start: row.keeps === true ? from : at, end, kind, rule: row.id };
  }

  /** Where the token ends that may begin at a place; -1 when it has another prefix or length. */
  private longEnough({ row, prefix, alphabet, number }: Shape, at: number): number {
    if (!this.text.startsWith(prefix, at)) return -1;
    const from = at + prefix.length;
    const length = this.endOf(alphabet, number, from) - from;
    return length < row.min || (row.max !== undefined && length > row.max) ? -1 : from + length;
  }

  private endOf(alphabet: Alphabet, number: number, from: number): number {
    const known = this.ends[number] as number;
    if (from >= (this.starts[number] as number) && from <= known) return known;
    this.isUsed = true;
    const end = runEnd(this.text, from, alphabet);
    this.starts[number] = from;
    this.ends[number] = end;
    return end;
  }
}

/** Longest part of a token that is joined with the next text, and fewest characters of that. */
const JOINED = 100;
const FEWEST_OF_REST = 4;
const CUT_TOKENS = SHAPE_ROWS.flatMap(({ id, inside = [], alphabet, full = 64 }) =>
  inside.map((prefix) => ({ rule: id, prefix, full, alphabet: alphabetNamed(alphabet) })),
);

/** A token that a text ends inside of. */
export interface CutToken {
  readonly start: number;
  /** Characters of it that may follow, at most. */
  readonly missing: number;
  readonly kind: SecretKind;
  readonly rule: string;
  /** True when the present part is not a word. */
  readonly isPlain: boolean;
}

/** A token that a text may end inside of, by the prefixes that no word has; null for a whole one. O(1). */
export function cutTokenOf(text: string): CutToken | null {
  const from = Math.max(0, text.length - JOINED);
  const tail = text.slice(from);
  for (const { rule, prefix, full, alphabet } of CUT_TOKENS) {
    const at = tail.lastIndexOf(prefix);
    const body = at + prefix.length;
    if (at < 0 || runEnd(tail, body, alphabet) < tail.length) continue;
    const missing = full - (tail.length - body);
    const isPlain = tail.length - body >= FEWEST_OF_REST && !looksLikeWords(tail.slice(body));
    return missing > 0 ? { start: from + at, missing, kind: KINDS[rule] ?? 'apiKey', rule, isPlain } : null;
  }
  return null;
}

/** Returns how far a text continues a token cut before it: 0 for words, and for no part of one. O(1). */
export function restOfToken(text: string, missing: number): number {
  const head = text.slice(0, JOINED);
  const run = runEnd(head, 0, WORD_DASH);
  const end = Math.min(run, missing);
  if (end < FEWEST_OF_REST) return 0;
  const rest = head.slice(0, end);
  // Capitals alone are the rest of a key when they are as many as are missing.
  const isExact = run === missing && /^[A-Z0-9]{6,100}$/.test(rest);
  return looksLikeWords(rest) && !isExact ? 0 : end;
}

/** The end of a sentence or a line after a token. */
function isTrailing(text: string, at: number): boolean {
  return text[at] === '.' || text[at] === ',' || text[at] === '\n' || text[at] === '\r';
}

/** True when an ASCII text, in any case, is at a place. `lower` is in lower case. */
export function isWordAt(text: string, at: number, lower: string): boolean {
  for (let i = 0; i < lower.length; i++) {
    const code = text.charCodeAt(at + i);
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== lower.charCodeAt(i)) return false;
  }
  return true;
}
