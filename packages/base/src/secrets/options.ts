/** Secrets on command lines and in netrc files: `--password x`, `curl -u name:x`, `mysql -px`, `login a password x`. */

import { closingQuote } from '../json/json-text.ts';
import { alphabetOf, BLANK, isIn, runEnd, WORD } from './alphabets.ts';
import { isPlaceholder, looksLikeWords, saysOfValue } from './looks-like-prose.ts';
import { isSecretKey, isTokenKey } from './secret-names.ts';
import { NAME_RULE, type SecretSpan } from './span.ts';

const NAME = alphabetOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.');
const QUOTES = alphabetOf('"\'');
/** Programs of which `-p` is a password. */
const WITH_PASSWORD =
  /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|docker|podman|helm|smbclient|az|twine|redis-cli|mongo|mongosh|sqlcmd|psql)\b/;
const MAX_BACK = 200;

interface Value {
  readonly start: number;
  readonly end: number;
}

/** The value at a place: quoted, or up to the next blank. O(the value). */
function valueAt(text: string, at: number): Value {
  if (isIn(QUOTES, text, at)) return { start: at + 1, end: closingQuote(text, at + 1, text[at] as string) };
  let end = at;
  while (end < text.length && !/[\s"'`\\…]/.test(text[end] as string)) end++;
  return { start: at, end };
}

/** The secret of an option that begins with the dash at a place. */
export function optionAt(text: string, at: number): SecretSpan | null {
  if (isIn(WORD, text, at - 1) || text[at - 1] === '-') return null;
  const isLong = text[at + 1] === '-';
  const from = at + (isLong ? 2 : 1);
  const nameEnd = from + runEnd(text.slice(from, from + 40), 0, NAME);
  const name = text.slice(from, nameEnd);
  if (name === '') return null;
  const gap = runEnd(text.slice(nameEnd, nameEnd + 9), 0, BLANK);
  if (!isLong) return shortOption(text, at, name, nameEnd, gap);
  if (/^(?:proxy-)?user$/.test(name)) return userPair(text, nameEnd + Math.max(gap, 1));
  if (gap === 0 || !isSecretKey(name)) return null;
  const { start, end } = valueAt(text, nameEnd + gap);
  const value = text.slice(start, Math.min(end, start + 512));
  if (!isOptionValue(text, value, end)) return null;
  return { start, end, kind: isTokenKey(name) ? 'token' : 'password', rule: NAME_RULE };
}

function isOptionValue(text: string, value: string, end: number): boolean {
  if (value === '' || /^[-[({]/.test(value) || isPlaceholder(value)) return false;
  if (saysOfValue(value) || /^[A-Z][A-Z_]{0,20}$/.test(value)) return false;
  return !looksLikeWords(value) || !/^[ \t]{1,9}[A-Za-z]/.test(text.slice(end, end + 10));
}

function shortOption(text: string, at: number, name: string, nameEnd: number, gap: number) {
  const before = text.slice(Math.max(0, at - MAX_BACK), at);
  if ((name === 'u' || name === 'U') && gap > 0) return userPair(text, nameEnd + gap);
  if (!name.startsWith('p') && !(name === 'a' && /\bredis-cli\b/.test(before))) return null;
  if (!WITH_PASSWORD.test(before)) return null;
  if (name.length > 1) {
    const attached = valueAt(text, at + 2);
    const isWord = looksLikeWords(text.slice(attached.start, attached.start + 40).split(/\s/)[0] ?? '');
    return isWord && !/\bmysql|\bmaria|\bsshpass/.test(before) ? null : found(attached);
  }
  if (gap === 0) return null;
  const value = valueAt(text, nameEnd + gap);
  const written = text.slice(value.start, Math.min(value.end, value.start + 512));
  return /^[0-9:/.-]{0,20}$|^\//.test(written) || isPlaceholder(written) ? null : found(value);
}

function found({ start, end }: Value): SecretSpan | null {
  return end > start ? { start, end, kind: 'password', rule: 'option' } : null;
}

/** The password of `name:password`. */
function userPair(text: string, at: number): SecretSpan | null {
  const { start, end } = valueAt(text, at);
  const colon = text.slice(start, Math.min(end, start + 256)).indexOf(':');
  if (colon < 1 || start + colon + 1 >= end) return null;
  const secret = text.slice(start + colon + 1, Math.min(end, start + 1024));
  if (/^[0-9]{1,10}$/.test(secret) || isPlaceholder(secret) || secret.startsWith('//')) return null;
  return { start: start + colon + 1, end, kind: 'password', rule: 'option' };
}

/** Returns the password after the word `password` of a netrc file that ends at a place. */
export function netrcAt(text: string, wordAt: number, wordEnd: number): SecretSpan | null {
  const gap = runEnd(text.slice(wordEnd, wordEnd + 9), 0, alphabetOf(' \t\n'));
  if (gap === 0) return null;
  const before = text.slice(Math.max(0, wordAt - 120), wordAt);
  if (!/\b(?:login|user|account)\s{1,4}\S{1,64}\s{1,8}$/.test(before)) return null;
  return found(valueAt(text, wordEnd + gap));
}
