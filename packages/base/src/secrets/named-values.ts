/** Values that stand behind a name in text: `password: x`, `API_TOKEN="x"`, `"secret":"x"`, `Authorization: Digest …`. */
import { closingQuote } from '../json/json-text.ts';
import { alphabetOf, BLANK, isIn, runEnd, SPACE } from './alphabets.ts';
import { foldedLetter, foldedName, MAX_NAME_LENGTH } from './fold-names.ts';
import { isPlaceholder, looksLikeWords, saysOfValue } from './looks-like-words.ts';
import { isSecretKey, isSecretNumber, isTokenKey, mayEndName } from './secret-names.ts';
import { NAME_RULE, type SecretSpan } from './span.ts';

const QUOTES = alphabetOf('"\'`');
/** What ends a value without quotes, besides blanks. */
const ENDS = new Set([...' \t\r\n&"\'`<>,;)]}\\…'].map((c) => c.charCodeAt(0)));
const LINE_ENDS = new Set([...'\r\n\\'].map((c) => c.charCodeAt(0)));

/** A name in a text. */
export interface NamePlace {
  readonly name: string;
  readonly start: number;
  /** The quote around it, empty when there is none. */
  readonly quote: string;
}

function isNameCode(code: number): boolean {
  if (code >= 128) return foldedLetter(code) >= 0;
  return foldedLetter(code) > 0 || code === 95 || code === 45 || code === 46 || code === 36;
}

/** The name that ends before `at`, with blanks and a quote between; null when no secret has such a name. O(1). */
export function secretNameBefore(text: string, at: number, floor: number): NamePlace | null {
  let end = at;
  while (end > floor && at - end < 9 && isIn(SPACE, text, end - 1)) end--;
  const quote = isIn(QUOTES, text, end - 1) && end > floor ? (text[end - 1] as string) : '';
  if (quote !== '') end--;
  while (end > floor && at - end < 20 && text[end - 1] === '\\') end--;
  if (!mayEndName(text.charCodeAt(end - 1))) return null;
  let start = end;
  while (start > floor && end - start < MAX_NAME_LENGTH && isNameCode(text.charCodeAt(start - 1))) start--;
  const name = text.slice(start, end);
  if (isSecretKey(name)) return { name, start, quote };
  return quote === '' ? spacedName(text, start, end, floor) : null;
}

/** `API key`, `secret access key`: two words that are one name. */
function spacedName(text: string, start: number, end: number, floor: number): NamePlace | null {
  const last = foldedName(text.slice(start, end));
  if (last !== 'key' && last !== 'phrase' && last !== 'code') return null;
  if (start <= floor || text[start - 1] !== ' ') return null;
  let from = start - 1;
  while (from > floor && end - from < MAX_NAME_LENGTH && isNameCode(text.charCodeAt(from - 1))) from--;
  const name = text.slice(from, end);
  return isSecretKey(name) ? { name, start: from, quote: '' } : null;
}

/** Place of the first unit of `ends` from a place on. */
function endAt(text: string, from: number, ends: ReadonlySet<number>): number {
  let at = from;
  while (at < text.length && !ends.has(text.charCodeAt(at))) at++;
  return at;
}

/** The secret that stands behind the sign `:` or `=` at a place; null when none does. O(the secret). */
export function namedValueAt(text: string, at: number, floor: number): SecretSpan | null {
  const named = secretNameBefore(text, at, floor);
  if (named === null) return null;
  let from = at + 1;
  for (let i = 0; i < 2 && /[=>~:]/.test(text[from] ?? ''); i++) from++;
  const blanks = runEnd(text.slice(from, from + 16), 0, named.quote === '' ? BLANK : SPACE);
  from += blanks;
  const isHeader = text[at] === ':';
  if (isIn(QUOTES, text, from)) return quotedValue(text, from, named.name);
  if (isHeader && /authorization$/.test(foldedName(named.name))) return authorization(text, from);
  if (isHeader && /cookie$/.test(foldedName(named.name))) return cookies(text, from, named);
  const end = endAt(text, from, ENDS);
  const value = text.slice(from, Math.min(end, from + 4096));
  const isSecret = isHeader ? isValueOf(text, value, named, end) : isAssigned(value, named.name);
  return isSecret ? named_(named.name, from, end) : null;
}

function named_(name: string, start: number, end: number): SecretSpan {
  return { start, end, kind: isTokenKey(name) ? 'token' : 'password', rule: NAME_RULE };
}

/** A value in quotes; that of JSON inside a text, of code, of settings. */
function quotedValue(text: string, quoteAt: number, name: string): SecretSpan | null {
  const end = closingQuote(text, quoteAt + 1, text[quoteAt] as string);
  const value = text.slice(quoteAt + 1, Math.min(end, quoteAt + 4096));
  if (value === '' || isPlaceholder(value)) return null;
  return named_(name, quoteAt + 1, end);
}

const ACCESS = /^(?:process\.env|os\.environ|import\.meta|env|self|this|config|settings|secrets|vars)\b[.[]/;

/** `name=value`: in addresses, settings, code. */
function isAssigned(value: string, name: string): boolean {
  if (value.length < 4 || isPlaceholder(value) || saysOfValue(value)) return false;
  if (/^[0-9]{1,20}$/.test(value)) return isSecretNumber(name, value);
  if (value.length < 6 && looksLikeWords(value)) return false;
  return !/[([]/.test(value) && !ACCESS.test(value);
}

/** `name: value`: in headers, YAML, prose. Words are taken only where nothing but a value can stand. */
function isValueOf(text: string, value: string, { name, start, quote }: NamePlace, end: number): boolean {
  if (value.length < 3 || isPlaceholder(value) || saysOfValue(value)) return false;
  if (/^[0-9.]{1,20}$/.test(value)) return isSecretNumber(name, value.replaceAll('.', ''));
  if (/^[{[(|>&*!]/.test(value)) return false;
  if (quote !== '')
    return !/^(?:true|false|null)$/.test(value) && !/^[-0-9]/.test(value) ? false : value.length > 4;
  if (!looksLikeWords(value)) return value.length >= 5;
  const before = text.slice(Math.max(0, start - 24), start);
  const isLine = /(?:^|[\r\n])[ \t]{0,20}(?:- {1,3})?$/.test(before) || before === '';
  const isWhole = end >= text.length || LINE_ENDS.has(text.charCodeAt(end));
  return isLine && isWhole && start + name.length < end && value.length >= 4 && text.includes('\n');
}

/** Schemes of which the rest of the line belongs to the credential. */
const LISTS = /^(?:digest|aws4-hmac-sha256|hawk|oauth|signature|hmac-sha256|scram-sha-256|mutual|gnap)$/i;
const SCHEME = /^([A-Za-z][A-Za-z0-9-]{2,19})[ \t]{1,9}/;

/** What stands behind `Authorization:`, scheme and all. */
function authorization(text: string, from: number): SecretSpan | null {
  const scheme = SCHEME.exec(text.slice(from, from + 40));
  const behind = from + (scheme?.[0].length ?? 0);
  const word = (scheme?.[1] ?? '').toLowerCase();
  const end = LISTS.test(word) ? endAt(text, behind, LINE_ENDS) : endAt(text, behind, ENDS);
  const value = text.slice(behind, Math.min(end, behind + 200));
  if (value.length < 4 || isPlaceholder(value) || saysOfValue(value)) return null;
  const isList = LISTS.test(word) && value.includes('=');
  if (!isList && looksLikeWords(value) && !(/^(?:bearer|basic)$/.test(word) && value.length >= 16))
    return null;
  const kind = word === 'bearer' ? 'bearer' : word === 'basic' ? 'basic' : 'password';
  return { start: from, end, kind, rule: 'authorization' };
}

/** All cookies of a header, to the end of its line, or of the quotes that the header stands in. */
function cookies(text: string, from: number, { start }: NamePlace): SecretSpan | null {
  const quote = isIn(QUOTES, text, start - 1) ? text.charCodeAt(start - 1) : -1;
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== quote && !LINE_ENDS.has(text.charCodeAt(end))) end++;
  const first = text.slice(from, Math.min(end, from + 200));
  const sign = first.indexOf('=');
  if (sign < 1 || /\s/.test(first.slice(0, sign)) || end - from - sign < 4) return null;
  return { start: from, end, kind: 'password', rule: 'cookie' };
}
