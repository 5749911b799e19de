/** Search texts of the quick scans: beginnings of secrets, and characters with a meaning next to them. */
import { addTo } from '../basics.ts';
import { alphabetNamed, alphabetOf, WORD } from './alphabets.ts';
import { SHAPE_ROWS } from './secret-table.ts';

/** Texts that something else than the shapes begins with, or has inside; compared without case. */
const WORDS = [
  'bearer',
  'basic',
  'password',
  '/assets',
  'interrupts',
  '-----begin',
  '-----end',
  'putty-user',
  '.atlasv1.',
  '-us',
  'q~',
  '&#',
  '-user',
  '://',
  'passphrase',
  'passcode',
  'passwd',
  ...['secret', 'token', 'key', 'pin'].flatMap((name) => [`${name} is `, `${name} was `]),
  'key=',
];

/** Letters of the escapes for blanks and other control characters: b, f, n, r, t. */
export const CONTROLS = alphabetOf('bfnrt');

/** Characters that may continue an option for a user or a password, a hidden letter of it included. */
export const OPTIONS = alphabetOf('uUpa\\-');

/** Names of options and of elements, with what may hide a letter of them. */
export const NAME_PART = alphabetOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:\\');

export const LETTER = alphabetNamed('alnum');

export const ASCII: readonly number[] = Array.from({ length: 128 }, (_, code) => code);

/** True for controls that no text needs, all but three: the halves of their bytes say so exactly. */
export function isControl(code: number): boolean {
  return code < 32 && ![9, 10, 13].includes(code & 15);
}

/** A prefix of a shape, or one of the words. */
export interface Beginning {
  readonly text: string;
  readonly isWord: boolean;
  /** It counts inside a word, too, and where a quote cuts it. */
  readonly isInside: boolean;
  /** Characters that may follow it, and the fewest that do. */
  readonly body: Uint8Array;
  readonly min: number;
}

/**
 * By what a token without a prefix of its own is found: the id of an account of Twilio near it, and the part of a token of
 * Telegram from its colon on.
 */
const PARTS = [shapeBeginning('AC', 'hex', 32, false), shapeBeginning(':A', 'word-dash', 32, false)];

/** All of them. */
export function beginnings(): readonly Beginning[] {
  const shapes = SHAPE_ROWS.flatMap(({ prefixes, alphabet, min, inside }) =>
    prefixes.map((text) => shapeBeginning(text, alphabet, min, inside?.includes(text) === true)),
  );
  return [...shapes, ...WORDS.map(wordBeginning), ...PARTS];
}

/**
 * Kinds of media, and what speaks: no secrets, but events that a rule of a log has to read. They are found by the look
 * since every event of a log passes it.
 */
export function mediaBeginnings(): readonly Beginning[] {
  return ['"media.', '"voice.synthesis_chunk'].map((text) => ({ ...wordBeginning(text), isWord: false }));
}

function shapeBeginning(text: string, alphabet: string, min: number, isInside: boolean): Beginning {
  return { text, isWord: false, isInside, body: alphabetNamed(alphabet), min };
}

function wordBeginning(text: string): Beginning {
  return { text, isWord: true, isInside: false, body: WORD, min: 0 };
}

/** A prefix of a shape or one of the words, which an escape between its `at` characters and the rest may hide. */
export interface Join {
  readonly text: string;
  readonly at: number;
  readonly isAnyCase: boolean;
}

/**
 * By two adjacent characters of a shape's prefix or of one of the words: removing an escape between any other two
 * cannot produce one of them.
 */
export function joinsByPair(): ReadonlyMap<number, readonly Join[]> {
  const joins = new Map<number, Join[]>();
  for (const { prefixes } of SHAPE_ROWS) for (const prefix of prefixes) addJoins(joins, prefix, false);
  for (const word of WORDS) addJoins(joins, word, true);
  for (const { text } of PARTS) addJoins(joins, text, false);
  return joins;
}

function addJoins(joins: Map<number, Join[]>, text: string, isAnyCase: boolean): void {
  const cases = (letter = '') => new Set(isAnyCase ? [letter, letter.toUpperCase()] : [letter]);
  for (let at = 1; at < text.length; at++) {
    for (const first of cases(text[at - 1]))
      for (const second of cases(text[at])) {
        const pair = first.charCodeAt(0) * 128 + second.charCodeAt(0);
        addTo(joins, pair, { text, at, isAnyCase });
      }
  }
}
