/**
 * A quick look at text as it is written, JSON included: false where nothing is to be masked, which is most events. It is
 * made of the same table as the finder, so that it is true wherever the masker would change anything.
 */
import { HEX, isIn } from './alphabets.ts';
import { isUnseen } from './fold-names.ts';
import { mayBeNameBefore } from './secret-names.ts';
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

/** What is done at a pair of characters: 1 for shapes, 2 for words, 4 for the end of a name. */
const PAIRS = new Uint8Array(128 * 128);
const BY_PAIR = new Map<number, string[]>();

for (const [pair, isFirst] of SHAPES.pairs.entries()) if (isFirst === 1) PAIRS[pair] = 1;
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
/** Characters that end a name: those of no word. */
const ENDS_WORD = new Uint8Array(128).fill(1);
for (let code = 0; code < 128; code++) if (/[\w]/.test(String.fromCharCode(code))) ENDS_WORD[code] = 0;

/** True for a text in which something may have to be masked. O(length), in less time than reading the text as JSON. */
export function mayHoldSecrets(text: string): boolean {
  const { length } = text;
  const shapes = SHAPES.reader(text);
  let before = 32;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128) {
      if (isUnseen(code) || (code >= 0xff21 && code <= 0xff5a)) return true;
      before = code;
      continue;
    }
    const next = at + 1 < length ? text.charCodeAt(at + 1) : 32;
    const pair = next < 128 ? (PAIRS[code * 128 + next] as number) : 0;
    if (pair !== 0) {
      if ((pair & 1) !== 0 && shapes.mayBeAt(at)) return true;
      if ((pair & 2) !== 0 && hasWordAt(text, at, code * 128 + next)) return true;
    }
    if (ENDS_WORD[code] === 1) {
      if ((before >= 128 || ENDS_WORD[before] === 0) && mayBeNameBefore(text, at)) return true;
      if (code === BACKSLASH && isHiding(text, at, next)) return true;
      if (code === PERCENT && isIn(HEX, text, at + 1) && isIn(HEX, text, at + 2)) return true;
      if (code === AT_SIGN && text.includes('://')) return true;
      if (code === 46 && text[at + 7] === '.') return true;
    }
    before = code;
  }
  return mayBeNameBefore(text, length);
}

function hasWordAt(text: string, at: number, pair: number): boolean {
  return BY_PAIR.get(pair)?.some((word) => isWordAt(text, at, word)) === true;
}

/** True for an escape that may hide a letter of a name, or the slash of a path. */
function isHiding(text: string, at: number, next: number): boolean {
  if (next === BACKSLASH || next === 34 || next === 110) return false;
  // `\t` and `\r` stand for blanks; what else follows a backslash may be anything.
  return next !== 114 && next !== 116 ? true : text[at - 1] === '\\';
}
