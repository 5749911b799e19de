/**
 * A quick look at text as it is written, JSON included: false where nothing is to be masked, which is most events. It is
 * made of the same table as the finder, so that it is true wherever the masker would change anything.
 */
import { alphabetNamed, HEX, isIn } from './alphabets.ts';
import { isUnseen } from './fold-names.ts';
import { MAY_END_NAME, mayBeNameBefore } from './secret-names.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import { isWordAt, tokenShapes } from './token-shapes.ts';

const SHAPES = tokenShapes(SHAPE_ROWS);

/** Texts that something else than the shapes begins with, or has inside; compared without case. */
const WORDS = [
  ...[
    'bearer',
    'basic',
    '/assets',
    'interrupts',
    '-----begin',
    '-----end',
    'putty-user',
    '.atlasv1.',
    '-us',
    'q~',
  ],
  ...[':aa', '&#', ' -p', ' -u', '"-u', "'-u", '"-p', "'-p", ' -a', '-user', 'n-u', 'n-p'],
];

/** What is done at a pair of characters: 1 for shapes, 2 for words. */
const PAIRS = new Uint8Array(128 * 128);
const BY_PAIR = new Map<number, string[]>();

for (const [pair, isFirst] of SHAPES.pairs.entries()) if (isFirst !== 0) PAIRS[pair] = 1;
for (const word of WORDS) {
  for (const first of bothCases(word[0] ?? '')) {
    for (const second of bothCases(word[1] ?? '')) {
      const pair = first.charCodeAt(0) * 128 + second.charCodeAt(0);
      PAIRS[pair] = (PAIRS[pair] ?? 0) | 2;
      BY_PAIR.set(pair, [...(BY_PAIR.get(pair) ?? []), word]);
    }
  }
}

function bothCases(letter: string): readonly string[] {
  return [...new Set([letter, letter.toUpperCase()])];
}

const BACKSLASH = 92;
const PERCENT = 37;
const AT_SIGN = 64;
const DOT = 46;
const WORD_DASH = alphabetNamed('word-dash');
/** Characters that end a name, those of no word, are 1; signs that say something themselves are 3. */
const ENDS_WORD = new Uint8Array(128).fill(1);
for (let code = 0; code < 128; code++) if (/[\w]/.test(String.fromCharCode(code))) ENDS_WORD[code] = 0;
for (const sign of [BACKSLASH, PERCENT, AT_SIGN, DOT]) ENDS_WORD[sign] = 3;

/** True for a text in which something may have to be masked. O(length), in less time than reading the text as JSON. */
export function mayHoldSecrets(text: string): boolean {
  const { length } = text;
  const shapes = SHAPES.reader(text);
  let before = 32;
  let code = 32;
  let next = length > 0 ? text.charCodeAt(0) : 32;
  for (let at = 0; at < length; at++) {
    const last = before;
    before = code;
    code = next;
    next = at + 1 < length ? text.charCodeAt(at + 1) : 32;
    if (code >= 128) {
      if (isUnseen(code) || (code >= 0xff21 && code <= 0xff5a)) return true;
      continue;
    }
    const pair = (code << 7) | next;
    const begins = next < 128 ? (PAIRS[pair] as number) : 0;
    if (begins !== 0) {
      if ((begins & 1) !== 0 && isThird(pair, text.charCodeAt(at + 2)) && shapes.mayBeAt(at)) return true;
      if ((begins & 2) !== 0 && hasWordAt(text, at, pair)) return true;
    }
    const ends = ENDS_WORD[code] as number;
    if (ends !== 0) {
      if (mayEndName(last, before) && mayBeNameBefore(text, at)) return true;
      if (ends === 3 && isSign(text, at, code, next)) return true;
    }
  }
  return mayBeNameBefore(text, length);
}

function isThird(pair: number, third: number): boolean {
  return ((SHAPES.thirds[pair] as number) & (1 << (third & 31))) !== 0;
}

/** A look at the two characters before the end of a word, which nearly always say that it is no name of a secret. */
function mayEndName(first: number, second: number): boolean {
  if (second >= 128) return true;
  return ENDS_WORD[second] === 0 && (first >= 128 || MAY_END_NAME[(first << 7) | second] === 1);
}

function isSign(text: string, at: number, code: number, next: number): boolean {
  if (code === BACKSLASH) return isHiding(text, at, next);
  if (code === PERCENT) return isIn(HEX, text, at + 1) && isIn(HEX, text, at + 2);
  if (code === AT_SIGN) return text.includes('://');
  // A token with two dots of which one is looked for by its six characters between; before the first stand 23 or more.
  return text.charCodeAt(at + 7) === DOT && [1, 12, 23].every((back) => isIn(WORD_DASH, text, at - back));
}

function hasWordAt(text: string, at: number, pair: number): boolean {
  return BY_PAIR.get(pair)?.some((word) => isWordAt(text, at, word)) === true;
}

/** True for an escape that may hide a letter of a name, or the slash of a path. */
function isHiding(text: string, at: number, next: number): boolean {
  if (next === BACKSLASH || next === 34 || next === 110) return false;
  // `\t` and `\r` stand for blanks; what else follows a backslash may be anything.
  return (next !== 114 && next !== 116) || text.charCodeAt(at - 1) === BACKSLASH;
}
