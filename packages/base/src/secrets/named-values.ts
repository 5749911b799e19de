/** Values after a name in text: `password: x`, `API_TOKEN="x"`, `"secret":"x"`, `Authorization: Digest …`. */
import { closingQuote } from '../json/json-text.ts';
import { alphabetOf, BLANK, isIn, runEnd, SPACE } from './alphabets.ts';
import { foldedLetter, foldedName, MAX_NAME_LENGTH } from './fold-names.ts';
import { isPlaceholder, looksLikeWords, saysOfValue } from './looks-like-prose.ts';
import { isNumberKey, isSecretKey, isSecretNumber, isTokenKey, mayEndName } from './secret-names.ts';
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
  if (isSecretKey(name) || isNumberKey(name)) return { name, start, quote };
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
export function endAt(text: string, from: number, ends: ReadonlySet<number>): number {
  let at = from;
  while (at < text.length && !ends.has(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the secret after the sign `:` or `=` at a place, or null. O(the secret). */
export function namedValueAt(text: string, at: number, floor: number): SecretSpan | null {
  const named = secretNameBefore(text, at, floor);
  if (named === null) return null;
  let from = at + 1;
  for (let i = 0; i < 2 && /[=>~:]/.test(text[from] ?? ''); i++) from++;
  const blanks = runEnd(text.slice(from, from + 16), 0, named.quote === '' ? BLANK : SPACE);
  from += blanks;
  const isHeader = text[at] === ':';
  if (isNumberKey(named.name)) return pinAt(text, from, named.name);
  if (isIn(QUOTES, text, from)) return quotedValue(text, from, named.name);
  if (isHeader && /authorization$/.test(foldedName(named.name))) return authorization(text, from);
  if (isHeader && /cookie$/.test(foldedName(named.name))) return cookies(text, from, named);
  const end = endAt(text, from, ENDS);
  const value = text.slice(from, Math.min(end, from + 4096));
  const isSecret = isHeader ? isValueOf(text, value, named, end) : isAssigned(value, named.name);
  return isSecret ? named_(named.name, from, end) : null;
}

/** The digits under the name of a number, in quotes or bare. */
function pinAt(text: string, from: number, name: string): SecretSpan | null {
  const start = isIn(QUOTES, text, from) ? from + 1 : from;
  const digits = /^[0-9]{3,12}(?![\w.])/.exec(text.slice(start, start + 14))?.[0] ?? '';
  return isSecretNumber(name, digits) ? named_(name, start, start + digits.length) : null;
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

/** `name: value`: in headers, YAML, prose. Words are taken only where nothing but a value can appear. */
function isValueOf(text: string, value: string, { name, start, quote }: NamePlace, end: number): boolean {
  if (value.length < 3 || isPlaceholder(value) || saysOfValue(value)) return false;
  if (/^[0-9.]{1,20}$/.test(value)) return isSecretNumber(name, value.replaceAll('.', ''));
  if (/^[{[(|>&*!]/.test(value)) return false;
  if (quote !== '')
    return !/^(?:true|false|null)$/.test(value) && !/^[-0-9]/.test(value) ? false : value.length > 4;
  if (!looksLikeWords(value)) return value.length >= 5;
  if (IS_PASSWORD.test(foldedName(name)) && isLikePassword(value)) return true;
  const before = text.slice(Math.max(0, start - 24), start);
  const isLine = /(?:^|[\r\n])[ \t]{0,20}(?:- {1,3})?$/.test(before) || before === '';
  const isWhole = end >= text.length || LINE_ENDS.has(text.charCodeAt(end));
  return isLine && isWhole && start + name.length < end && value.length >= 4 && text.includes('\n');
}

/** Folded names of what people choose themselves, words and digits included. */
const IS_PASSWORD = /(?:password|passphrase|passcode|passwd|pwd)$/;
/** Ends of words that describe a password. */
const DESCRIBES = /(?:ed|able|bits?|bytes?|chars?|characters|digits?|long|only|based)$/i;

/** True for words that no sentence has after a password: letters with digits, or three joined by dashes. */
function isLikePassword(value: string): boolean {
  if (DESCRIBES.test(value)) return false;
  return (
    value.length >= 7 && ((/[A-Za-z]/.test(value) && /[0-9]/.test(value)) || value.split('-').length > 2)
  );
}

const SAID =
  /(?:^|[^A-Za-z0-9])((?:[A-Za-z]{2,12}[ _-])?(?:password|passphrase|passcode|passwd|secret|token|key|pin))(?: (?:for|of|to) [^:=,;.\n]{1,32})?["'`]?$/i;
const SAYS = /^ (?:is|was) (?:now |still |set to )?:? {0,3}/i;
/** Longest name that is read before ` is `. */
const SAID_LENGTH = 80;

/** The value of `the password is X`, `the API key for the test host was X`, by the blank before the verb. O(the value). */
export function proseValueAt(text: string, at: number): SecretSpan | null {
  const verb = SAYS.exec(text.slice(at, at + 24));
  const said = verb === null ? null : SAID.exec(text.slice(Math.max(0, at - SAID_LENGTH), at));
  if (verb === null || said === null) return null;
  const name = said[1] as string;
  const folded = foldedName(name);
  const isPin = folded.endsWith('pin');
  if (!isPin && !isSecretKey(name)) return null;
  // After other names a sentence may continue: they count directly before the verb alone.
  if (!IS_PASSWORD.test(folded) && !/(?:secret|token|key|pin)["'`]?$/i.test(said[0])) return null;
  const from = at + verb[0].length;
  if (isIn(QUOTES, text, from)) return isPin ? null : quotedValue(text, from, name);
  let end = endAt(text, from, ENDS);
  while (end > from && /[.!?:]/.test(text[end - 1] as string)) end--;
  const value = text.slice(from, Math.min(end, from + 4096));
  if (value.length < 4 || isPlaceholder(value) || saysOfValue(value)) return null;
  if (/^[0-9]{1,20}$/.test(value)) return isPin || IS_PASSWORD.test(folded) ? named_(name, from, end) : null;
  if (isPin || /^[{[(<|>&*]/.test(value)) return null;
  const isSaid = looksLikeWords(value)
    ? IS_PASSWORD.test(folded) && isLikePassword(value)
    : value.length >= 6 && /[0-9A-Z]/.test(value);
  return isSaid ? named_(name, from, end) : null;
}

/** The random value of `?key=…`, by its equals sign. O(the value). */
export function keyParameterAt(text: string, at: number): SecretSpan | null {
  if (!/(?:^|[?&;\s])key$/i.test(text.slice(Math.max(0, at - 4), at))) return null;
  const end = endAt(text, at + 1, ENDS);
  const value = text.slice(at + 1, Math.min(end, at + 513));
  const isRandom = /^[A-Za-z0-9_-]{20,512}$/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
  if (!isRandom || looksLikeWords(value) || UUID.test(value)) return null;
  return { start: at + 1, end, kind: 'apiKey', rule: NAME_RULE };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const TWILIO_ID = /(?:^|[^A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/;
/** Characters on either side of a token in which the id of its account may be. */
const MAX_DISTANCE = 160;

/** The token of `auth <32 digits>` with the id of an account or a key of Twilio near it, by the word. O(1). */
export function authTokenAt(text: string, at: number): SecretSpan | null {
  const found =
    /^auth(?:[ _-]?token)?["'`]?[ \t]{0,3}[:= ]?[ \t]{0,3}["'`]?([0-9a-f]{32})(?![A-Za-z0-9])/i.exec(
      text.slice(at, at + 64),
    );
  if (found === null) return null;
  const end = at + found[0].length;
  const isNamed =
    TWILIO_ID.test(text.slice(Math.max(0, at - MAX_DISTANCE), at)) ||
    TWILIO_ID.test(text.slice(end, end + MAX_DISTANCE));
  return isNamed ? { start: end - 32, end, kind: 'apiKey', rule: 'twilio' } : null;
}

/** Schemes of which the rest of the line belongs to the credential. */
const LISTS = /^(?:digest|aws4-hmac-sha256|hawk|oauth|signature|hmac-sha256|scram-sha-256|mutual|gnap)$/i;
const SCHEME = /^([A-Za-z][A-Za-z0-9-]{2,19})[ \t]{1,9}/;

/** The value of `Authorization:`, including the scheme. */
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

/** All cookies of a header, to the end of its line, or of the quotes around the header. */
function cookies(text: string, from: number, { start }: NamePlace): SecretSpan | null {
  const quote = isIn(QUOTES, text, start - 1) ? text.charCodeAt(start - 1) : -1;
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== quote && !LINE_ENDS.has(text.charCodeAt(end))) end++;
  const first = text.slice(from, Math.min(end, from + 200));
  const sign = first.indexOf('=');
  if (sign < 1 || /\s/.test(first.slice(0, sign)) || end - from - sign < 4) return null;
  return { start: from, end, kind: 'password', rule: 'cookie' };
}
