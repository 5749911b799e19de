/** Shapes of the table, made ready to be looked for: at each place of a text, those that begin with its two characters. */
import { type Alphabet, alphabetNamed, isEdge, runEnd } from './alphabets.ts';
import { looksLikeWords } from './looks-like-words.ts';
import type { ShapeRow } from './secret-table.ts';
import type { SecretKind, SecretSpan } from './span.ts';

/** Refuses what has the form and is none. `body` is what stands behind the prefix, at most 4,096 characters of it. */
export type ShapeCheck = (body: string, prefix: string) => boolean;

const UPPER = /[A-Z]/;
const LOWER = /[a-z]/;
const DIGIT = /[0-9]/;

export const SHAPE_CHECKS: Readonly<Record<string, ShapeCheck>> = {
  'no-words': (body) => !looksLikeWords(body),
  random: (body) => UPPER.test(body) && LOWER.test(body) && DIGIT.test(body) && !looksLikeWords(body),
  mixed: (body) => UPPER.test(body) && LOWER.test(body) && DIGIT.test(body),
  // The version of a private key, 0, stands behind the length of the outer sequence.
  'private-der': (body) => body.slice(3, 6) === 'IBA',
  airtable: (body) => /^[A-Za-z0-9]{14}\.[0-9a-f]{55}/.test(body),
  jwt: (body) => {
    const dot = body.indexOf('.');
    return dot >= 6 && body.length - dot > 6 && body.slice(dot + 1, dot + 7).search(/[.]/) < 0;
  },
  canary: (body) => body.includes('NEVER-SECRET'),
};

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
  readonly alphabet: Alphabet;
  /** Number of the alphabet, for what is remembered of a text. */
  readonly number: number;
  readonly check: ShapeCheck | null;
  readonly kind: SecretKind;
}

/** The shapes of a table. */
export interface TokenShapes {
  /** 1 for each pair of ASCII characters, at `first * 128 + second`, with which a prefix begins. */
  readonly pairs: Uint8Array;
  /** What looks at one text, from its front to its end. */
  reader(text: string): ShapeReader;
}

export interface ShapeReader {
  /** The token at a place, null when there is none. All calls together take O(length). */
  tokenAt(at: number): SecretSpan | null;
  /** True when a token may be there once escapes are taken out: its prefix and enough characters, nothing more. */
  mayBeAt(at: number): boolean;
}

/** Makes the shapes of rows ready. Throws for a row that names an alphabet or a check that is not there. */
export function tokenShapes(rows: readonly ShapeRow[], checks = SHAPE_CHECKS): TokenShapes {
  const alphabets = new Map<string, { readonly set: Alphabet; readonly number: number }>();
  const pairs = new Uint8Array(128 * 128);
  const byPair = new Map<number, Shape[]>();
  for (const row of rows) {
    const alphabet = alphabets.get(row.alphabet) ?? {
      set: alphabetNamed(row.alphabet),
      number: alphabets.size,
    };
    alphabets.set(row.alphabet, alphabet);
    const check = row.check === undefined ? null : checks[row.check];
    if (check === undefined) throw new Error(`No check ${row.check}`);
    for (const prefix of row.prefixes) {
      const shape = { row, prefix, alphabet: alphabet.set, number: alphabet.number, check };
      const pair = pairAt(prefix, 0);
      pairs[pair] = 1;
      const same = byPair.get(pair) ?? [];
      same.push({ ...shape, kind: KINDS[row.id] ?? 'apiKey' });
      byPair.set(pair, same);
    }
  }
  // A longer prefix says more.
  for (const same of byPair.values()) same.sort((a, b) => b.prefix.length - a.prefix.length);
  return { pairs, reader: (text) => readerOf(text, byPair, alphabets.size) };
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 128 + text.charCodeAt(at + 1);
}

function readerOf(text: string, byPair: ReadonlyMap<number, readonly Shape[]>, count: number): ShapeReader {
  // Where the run of each alphabet that was read last ends, so that no run is read twice.
  const ends = new Int32Array(count).fill(-1);
  const starts = new Int32Array(count).fill(-1);
  const endOf = ({ alphabet, number }: Shape, from: number): number => {
    const end = ends[number] as number;
    if (from >= (starts[number] as number) && from <= end) return end;
    starts[number] = from;
    ends[number] = runEnd(text, from, alphabet);
    return ends[number] as number;
  };
  const longEnough = (shape: Shape, at: number): number => {
    const { row, prefix } = shape;
    if (!text.startsWith(prefix, at)) return -1;
    const from = at + prefix.length;
    const end = endOf(shape, from);
    return end - from < row.min || (row.max !== undefined && end - from > row.max) ? -1 : end;
  };
  return {
    tokenAt(at) {
      for (const shape of byPair.get(pairAt(text, at)) ?? []) {
        const { row, prefix, check, kind } = shape;
        if (row.edge !== false && !isEdge(text, at)) continue;
        let end = longEnough(shape, at);
        if (end < 0) continue;
        while (isTrailing(text, end - 1)) end--;
        const from = at + prefix.length;
        if (check !== null && !check(text.slice(from, Math.min(end, from + CHECKED)), prefix)) continue;
        return { start: row.keeps === true ? from : at, end, kind, rule: row.id };
      }
      return null;
    },
    mayBeAt: (at) => (byPair.get(pairAt(text, at)) ?? []).some((shape) => longEnough(shape, at) >= 0),
  };
}

/** What ends a sentence or a line behind a token. */
function isTrailing(text: string, at: number): boolean {
  return text[at] === '.' || text[at] === ',' || text[at] === '\n' || text[at] === '\r';
}

/** True when an ASCII text, in any case, stands at a place. `lower` is in lower case. */
export function isWordAt(text: string, at: number, lower: string): boolean {
  for (let i = 0; i < lower.length; i++) {
    const code = text.charCodeAt(at + i);
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== lower.charCodeAt(i)) return false;
  }
  return true;
}
