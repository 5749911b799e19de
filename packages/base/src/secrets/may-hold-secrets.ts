/**
 * A quick look at text as it is written, JSON included: false where nothing is to be masked, which is most events. It is
 * made of the same table as the finder, so that it is true wherever the masker would change anything.
 */
import { alphabetNamed, alphabetOf, HEX, isIn, WORD } from './alphabets.ts';
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
  ...[':aa', '&#', '-user', '://'],
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

/** A prefix of a shape or one of the words, which an escape between its `at` characters and the rest may hide. */
interface Join {
  readonly text: string;
  readonly at: number;
  readonly isAnyCase: boolean;
}

/**
 * By the two characters that stand side by side in a prefix of a shape or in one of the words: of an escape between any
 * two others nothing of that kind is left when it is taken out.
 */
const JOINS = new Map<number, Join[]>();

for (const { prefixes } of SHAPE_ROWS) for (const prefix of prefixes) addJoins(prefix, false);
for (const word of WORDS) addJoins(word, true);

function addJoins(text: string, isAnyCase: boolean): void {
  const cases = (letter = '') => (isAnyCase ? bothCases(letter) : [letter]);
  for (let at = 1; at < text.length; at++) {
    for (const first of cases(text[at - 1]))
      for (const second of cases(text[at])) {
        const pair = first.charCodeAt(0) * 128 + second.charCodeAt(0);
        JOINS.set(pair, [...(JOINS.get(pair) ?? []), { text, at, isAnyCase }]);
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
const DASH = 45;
const QUOTE = 34;
const SMALL_U = 117;
const SMALL_X = 120;
/** Letters of the escapes that stand for blanks and other signs of control: b, f, n, r, t. */
const CONTROLS = alphabetOf('bfnrt');
/** What an option for a user or a password may go on with, a hidden letter of it included. */
const OPTIONS = alphabetOf('uUpa\\');
const WORD_DASH = alphabetNamed('word-dash');
/** Characters that end a name, those of no word, are 1; signs that say something themselves are 3. */
const ENDS_WORD = new Uint8Array(128).fill(1);
for (let code = 0; code < 128; code++) if (/[\w]/.test(String.fromCharCode(code))) ENDS_WORD[code] = 0;
for (const sign of [BACKSLASH, PERCENT, AT_SIGN, DOT, DASH]) ENDS_WORD[sign] = 3;

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
  if (code === BACKSLASH) return text.charCodeAt(at - 1) !== BACKSLASH && isHiding(text, at, next);
  if (code === DASH) return next < 128 && OPTIONS[next] === 1 && isOptionStart(text, at);
  if (code === PERCENT) return isIn(HEX, text, at + 1) && isIn(HEX, text, at + 2);
  if (code === AT_SIGN) return text.includes('://');
  // A token with two dots of which one is looked for by its six characters between.
  return text.charCodeAt(at + 7) === DOT && isBehindToken(text, at);
}

/** True when 23 characters of a token, or backslashes that are passed over, stand before a place. */
function isBehindToken(text: string, end: number): boolean {
  let at = end - 1;
  while (end - at <= 23 && (text.charCodeAt(at) === BACKSLASH || isIn(WORD_DASH, text, at))) at--;
  return end - at > 23;
}

/** True for a dash with no word before it; the letter of an escape such as `\\t` belongs to none. */
function isOptionStart(text: string, at: number): boolean {
  if (!isIn(WORD, text, at - 1)) return text.charCodeAt(at - 1) !== DASH;
  return text.charCodeAt(at - 2) === BACKSLASH;
}

function hasWordAt(text: string, at: number, pair: number): boolean {
  return BY_PAIR.get(pair)?.some((word) => isWordAt(text, at, word)) === true;
}

/**
 * True for an escape, at the first of its backslashes, that may hide something: a letter of a name, the slash of a path,
 * a join of two characters that mean something side by side. Names are read over backslashes, and a shape that stops at
 * one counts (`mayBeAt`), so that a backslash in the text itself hides little else.
 */
function isHiding(text: string, at: number, next: number): boolean {
  if (next !== BACKSLASH) return next !== QUOTE && next !== 110 && next !== 114 && next !== 116;
  let end = at + 2;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const code = text.charCodeAt(end);
  if (code === QUOTE || end >= text.length) return false;
  if ((end - at) % 2 === 1) return code !== 110;
  if (code >= 128) return false;
  if (CONTROLS[code] === 1) return false;
  if ((code === SMALL_U || code === SMALL_X) && isIn(HEX, text, end + 1) && isIn(HEX, text, end + 2))
    return true;
  const before = at === 0 ? 0 : text.charCodeAt(at - 1);
  return before < 128 && (isJoin(text, at, end) || isBetweenDots(text, at, end));
}

/** True when the text reads as a prefix or a word once the escape from `start` to `end`, and others, are taken out. */
function isJoin(text: string, start: number, end: number): boolean {
  const joins = JOINS.get((text.charCodeAt(start - 1) << 7) | text.charCodeAt(end));
  return joins?.some((join) => isRead(text, start - 1, -1, join) && isRead(text, end, 1, join)) === true;
}

/** True when the characters of `join` on one side of it stand from a place on, backslashes passed over. */
function isRead(text: string, from: number, step: 1 | -1, join: Join): boolean {
  let at = from;
  for (let of = step === 1 ? join.at : join.at - 1; of >= 0 && of < join.text.length; of += step) {
    while (text.charCodeAt(at) === BACKSLASH) at += step;
    const letter = text[at] ?? '';
    if ((join.isAnyCase ? letter.toLowerCase() : letter) !== join.text[of]) return false;
    at += step;
  }
  return true;
}

/** True when a dot stands within seven characters before and behind an escape, backslashes not counted. */
function isBetweenDots(text: string, start: number, end: number): boolean {
  return hasDot(text, start - 1, -1) && hasDot(text, end, 1);
}

function hasDot(text: string, from: number, step: 1 | -1): boolean {
  let seen = 0;
  for (let at = from; at >= 0 && at < text.length && seen < 7; at += step) {
    const code = text.charCodeAt(at);
    if (code === DOT) return true;
    if (code !== BACKSLASH) {
      if (!isIn(WORD_DASH, text, at)) return false;
      seen++;
    }
  }
  return false;
}
