/** Tokens that are identified by something inside of them: the text before a sign and the text after it. */
import {
  ALPHANUMERIC,
  type Alphabet,
  alphabetNamed,
  alphabetOf,
  HEX,
  isIn,
  runEnd,
  WORD,
} from './alphabets.ts';
import type { SecretSpan } from './span.ts';

const DIGITS = alphabetOf('0123456789');
const WORD_DASH = alphabetNamed('word-dash');
const WORD_MORE = alphabetNamed('word-dash-dot');

function runBefore(text: string, at: number, set: Alphabet, most: number): number {
  let start = at;
  while (at - start < most && isIn(set, text, start - 1)) start--;
  return at - start;
}

const key = (start: number, end: number, rule: string): SecretSpan => ({ start, end, kind: 'apiKey', rule });

/** `123456789:AA…` of Telegram, by its colon. */
export function telegramTokenAt(text: string, colon: number): SecretSpan | null {
  if (text[colon + 1] !== 'A') return null;
  const digits = runBefore(text, colon, DIGITS, 12);
  if (digits < 8 || digits > 10 || isIn(WORD, text, colon - digits - 1)) return null;
  const end = runEnd(text, colon + 1, WORD_DASH);
  return end - colon - 1 >= 33 ? key(colon - digits, end, 'telegram') : null;
}

/** `….XXXXXX.…` of Discord's bots and `….atlasv1.…` of Terraform, by their first dot. */
export function dottedTokenAt(text: string, dot: number): SecretSpan | null {
  if (text[dot + 7] === '.') {
    const before = runBefore(text, dot, WORD_DASH, 30);
    const first = text[dot - before] ?? '';
    if (before < 23 || before > 28 || !/[MNO]/.test(first)) return null;
    const end = runEnd(text, dot + 8, WORD_DASH);
    return end - dot - 8 >= 25 && runEnd(text, dot + 1, WORD_DASH) === dot + 7
      ? key(dot - before, end, 'discord')
      : null;
  }
  if (!text.startsWith('.atlasv1.', dot)) return null;
  const before = runBefore(text, dot, ALPHANUMERIC, 20);
  const end = runEnd(text, dot + 9, WORD_MORE);
  return before >= 10 && end - dot - 9 >= 30 ? key(dot - before, end, 'terraform') : null;
}

/** `…-us12` of Mailchimp, by its dash. */
export function mailchimpKeyAt(text: string, dash: number): SecretSpan | null {
  if (text[dash + 1] !== 'u' || text[dash + 2] !== 's' || !isIn(DIGITS, text, dash + 3)) return null;
  const before = runBefore(text, dash, HEX, 33);
  if (before !== 32) return null;
  return key(dash - 32, dash + 3 + runEnd(text.slice(dash + 3, dash + 5), 0, DIGITS), 'mailchimp');
}

/** `…8Q~…` of Azure's applications, by the letter before the sign. */
export function azureSecretAt(text: string, letter: number): SecretSpan | null {
  if (text[letter + 1] !== '~' || !isIn(DIGITS, text, letter - 1)) return null;
  const before = runBefore(text, letter, WORD_MORE, 5);
  if (before !== 4) return null;
  const end = runEnd(text, letter + 2, AZURE);
  return end - letter - 2 >= 30 ? key(letter - before, end, 'azure') : null;
}

const AZURE = alphabetOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_~.-');

// Private keys as blocks of lines, also where their first line or their last one is missing.

const DASHES = '-----';
const BODY = alphabetNamed('base64-lines');
/** Longest label of a block. */
const LABEL = 64;
const PUTTY = 'PuTTY-User-Key-File-';

function keySpan(start: number, end: number): SecretSpan {
  return { start, end, kind: 'privateKey', rule: 'private-key' };
}

/** Label of a line `-----BEGIN label-----` at a place, null when there is none. */
function labelAt(text: string, at: number, word: string) {
  if (!text.startsWith(`${DASHES}${word} `, at)) return null;
  const from = at + DASHES.length + word.length + 1;
  const length = text.slice(from, from + LABEL).indexOf(DASHES);
  return length < 0 ? null : { label: text.slice(from, from + length), end: from + length + DASHES.length };
}

const isPrivate = (label: string): boolean => label.includes('KEY') && !label.includes('PUBLIC');

/** The key whose first line, or only last line, begins with the dashes at a place. O(the key). */
export function keyBlockAt(text: string, at: number, floor: number): SecretSpan | null {
  const begin = labelAt(text, at, 'BEGIN');
  if (begin !== null) return isPrivate(begin.label) ? keySpan(at, endOfBlock(text, begin.end)) : null;
  const end = labelAt(text, at, 'END');
  if (end === null || !isPrivate(end.label)) return null;
  let start = at;
  while (start > floor && isIn(BODY, text, start - 1)) start--;
  return start < at ? keySpan(start, end.end) : null;
}

function endOfBlock(text: string, from: number): number {
  const last = text.indexOf(`${DASHES}END `, from);
  if (last < 0) return text.length;
  const closed = text.slice(last + 9, last + 9 + LABEL).indexOf(DASHES);
  return closed < 0 ? last + 9 : last + 9 + closed + DASHES.length;
}

/** A key in the form of PuTTY that begins at a place, to the end of its code of authentication. */
export function puttyKeyAt(text: string, at: number): SecretSpan | null {
  if (!text.startsWith(PUTTY, at)) return null;
  const lines = text.indexOf('Private-Lines', at);
  if (lines < 0) return null;
  const code = text.indexOf('Private-MAC', lines);
  const end = code < 0 ? text.length : text.indexOf('\n', code);
  return keySpan(lines, end < 0 ? text.length : end);
}
