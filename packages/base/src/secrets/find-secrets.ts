/**
 * Finds credentials in text: tokens by the shapes of the table, values by their names, passwords in URLs, live tokens
 * in paths, private keys. One pass over the text, and one over the text without its escapes when it has any; rereading
 * is bounded, so that the cost is O(length) for any text.
 */
import { flattened, withoutTerminalCodes } from '../json/flattened.ts';
import { isRedacted } from '../mask/mark.ts';
import { alphabetNamed, BLANK, isEdge, isIn, runEnd, WORD } from './alphabets.ts';
import { codedRuns, isUserPair } from './coded-runs.ts';
import { isClearOfSecrets } from './fast-look.ts';
import {
  azureSecretAt,
  dottedTokenAt,
  keyBlockAt,
  mailchimpKeyAt,
  puttyKeyAt,
  telegramTokenAt,
} from './inner-shapes.ts';
import { isPlaceholder, looksLikeWords } from './looks-like-prose.ts';
import { tornSpansIn } from './many-texts.ts';
import { authTokenAt, endAt, keyParameterAt, namedValueAt, proseValueAt } from './named-values.ts';
import { netrcAt, optionAt } from './options.ts';
import { isSecretKey, isTokenKey } from './secret-names.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import { NAME_RULE, type SecretSpan } from './span.ts';
import { isWordAt, type ShapeReader, type TokenShapes, tokenShapes } from './token-shapes.ts';

const AUTHORITY_ENDS = new Set([...' \t\r\n/?#"\'`<>\\,;(){}|'].map((c) => c.charCodeAt(0)));

const SEGMENT_ENDS = new Set([...' \t\r\n/?#"\'`<>\\&,;)…'].map((c) => c.charCodeAt(0)));

/** Minimum length of a token alone before the `@`. */
const LONE_TOKEN = 16;

const NAME = alphabetNamed('word-dash-colon');

const MAX_TAG_LENGTH = 256;

/** Finds the secrets of a text, by place, not overlapping. O(length). Never throws. */
export type FindSecrets = (text: string) => readonly SecretSpan[];

/** Rule of a text that could not be scanned, and is masked completely. */
const UNREAD_RULE = 'not-read';

/** No shape is shorter: `pwd=` and four. */
const SHORTEST = 7;
const NONE: readonly SecretSpan[] = [];
const SHAPES = tokenShapes(SHAPE_ROWS);

const findShapes = finderWith(SHAPES);

/** Every secret in a text, and every piece of one (`torn-pieces.ts`), by place, not overlapping. O(length). */
export const secretsIn: FindSecrets = (text) => (isClearOfSecrets(text) ? NONE : searchSecrets(text));

/** The same without the quick scan before it. */
export const searchSecrets: FindSecrets = (text) => {
  const spans = findShapes(text);
  const torn = tornSpansIn(text);
  return torn.length === 0 ? spans : withoutOverlap(text, [...torn, ...spans]);
};

/** A finder that knows the given shapes. When any of it fails, the whole text counts as a secret. */
export function finderWith(shapes: TokenShapes): FindSecrets {
  return (text) => {
    if (text.length < SHORTEST) return NONE;
    try {
      const found = spansOf(withoutTerminalCodes(text), shapes);
      found.push(...codedIn(text, shapes));
      const flat = flattened(withoutTerminalCodes(text));
      if (flat !== null) {
        for (const span of spansOf(withoutTerminalCodes(flat.text), shapes))
          found.push({ ...span, start: flat.placeOf(span.start), end: flat.placeOf(span.end) });
      }
      return withoutOverlap(text, found);
    } catch {
      return wholeOf(text);
    }
  };
}

/** A text that could not be scanned counts as one secret. */
export function wholeOf(text: string): readonly SecretSpan[] {
  return [{ start: 0, end: text.length, kind: 'password', rule: UNREAD_RULE }];
}

/** Runs that show a secret once they are decoded, each as a whole. O(length). */
function codedIn(text: string, shapes: TokenShapes): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const { start, end, decoded } of codedRuns(text)) {
    const span = secretBehind(decoded, shapes);
    if (span !== undefined) found.push({ ...span, start, end });
  }
  return found;
}

function secretBehind(decoded: string, shapes: TokenShapes): SecretSpan | undefined {
  if (isUserPair(decoded)) return { start: 0, end: decoded.length, kind: 'basic', rule: 'basic' };
  const flat = flattened(decoded);
  // A path to an asset is not a secret that anyone encodes.
  return [...spansOf(decoded, shapes), ...(flat === null ? [] : spansOf(flat.text, shapes))].find(
    ({ start, end, rule }) => rule !== 'asset-token' && !isRedacted(decoded.slice(start, end)),
  );
}

const COLON = 58;
const EQUALS = 61;
const DASH = 45;
const SLASH = 47;
const DOT = 46;
const LESS = 60;
const CAPITAL_Q = 81;
const TILDE = 126;
const SMALL_A = 97;
const SMALL_U = 117;
const BLANK_CODE = 32;

/** What may begin at a pair of characters. */
const SHAPE = 1;
const SIGN = 2;
const WORD_OF_SECRET = 4;

/** By `first * 128 + second`: shapes to search at the signs of secrets, and at the first letters of their words. */
const BEGINNINGS = beginnings();

function beginnings(): Uint8Array {
  const table = new Uint8Array(128 * 128);
  for (const sign of [COLON, EQUALS, DASH, SLASH, DOT, LESS]) table.fill(SIGN, sign * 128, sign * 128 + 128);
  table[CAPITAL_Q * 128 + TILDE] = SIGN;
  for (const pair of ['be', 'ba', 'pa', 'pu', 'au', ' i', ' w'])
    for (const first of [pair[0], pair[0]?.toUpperCase()])
      for (const second of [pair[1], pair[1]?.toUpperCase()])
        table[`${first}`.charCodeAt(0) * 128 + `${second}`.charCodeAt(0)] = WORD_OF_SECRET;
  return table;
}

/** Returns the unit at a place, 0 past the end: the engine stores whole numbers only while there is no NaN. */
function unitAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
}

/** False inside a word: `isEdge` is false there too, but takes longer to say so. */
function mayBeEdge(text: string, at: number): boolean {
  if (at === 0 || WORD[text.charCodeAt(at - 1)] !== 1) return true;
  return (
    isBackslashOrPercent(text, at - 2) || isBackslashOrPercent(text, at - 3) || text.charCodeAt(at - 6) === 92
  );
}

function isBackslashOrPercent(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 92 || code === 37;
}

/** Looks at each place of a text once. Where nothing can begin, which is nearly everywhere, that is one look at a table. */
function spansOf(text: string, { pairs, thirds, reader }: TokenShapes): SecretSpan[] {
  const found: SecretSpan[] = [];
  let shapes: ShapeReader | null = null;
  const { length } = text;
  let floor = 0;
  let code = unitAt(text, 0);
  for (let at = 0; at < length; ) {
    const next = unitAt(text, at + 1);
    const pair = (code << 7) | (next & 127);
    const begins = code < 128 ? (pairs[pair] as number) | (BEGINNINGS[pair] as number) : 0;
    let span: SecretSpan | null = null;
    if (begins !== 0) {
      const isShape =
        (begins & SHAPE) !== 0 && ((thirds[pair] as number) & (1 << (unitAt(text, at + 2) & 31))) !== 0;
      if (isShape && (begins > SHAPE || mayBeEdge(text, at))) {
        shapes ??= reader(text);
        span = shapes.tokenAt(at);
      }
      if (span === null && (begins & SIGN) !== 0) span = signAt(text, at, code, floor);
      if (span === null && (begins & WORD_OF_SECRET) !== 0) span = wordAt(text, at);
    }
    if (span === null || span.end <= at) {
      at++;
      code = next;
    } else {
      found.push(span);
      at = span.end;
      floor = span.end;
      code = unitAt(text, at);
    }
  }
  return found;
}

function signAt(text: string, at: number, code: number, floor: number): SecretSpan | null {
  switch (code) {
    case COLON:
      return urlPasswordAt(text, at) ?? telegramTokenAt(text, at) ?? namedValueAt(text, at, floor);
    case EQUALS:
      return namedValueAt(text, at, floor) ?? keyParameterAt(text, at);
    case DASH:
      if (isInsideWord(text, at)) return null;
      return text[at + 1] === '-' && text[at + 2] === '-'
        ? keyBlockAt(text, at, floor)
        : (optionAt(text, at) ?? mailchimpKeyAt(text, at));
    case SLASH:
      return pathTokenAt(text, at);
    case DOT:
      return text.charCodeAt(at + 7) === DOT || text.charCodeAt(at + 1) === SMALL_A
        ? dottedTokenAt(text, at)
        : null;
    case LESS:
      return elementValueAt(text, at);
    default:
      return azureSecretAt(text, at);
  }
}

/** True for the dash of a compound word, after which neither an option nor a key begins. */
function isInsideWord(text: string, dash: number): boolean {
  const next = text.charCodeAt(dash + 1);
  return WORD[text.charCodeAt(dash - 1)] === 1 && next !== SMALL_U && next !== DASH;
}

const CREDENTIALS = alphabetNamed('word-dash-dot-percent');
const BASE64 = alphabetNamed('base64');

function wordAt(text: string, at: number): SecretSpan | null {
  if (text.charCodeAt(at) === BLANK_CODE) return proseValueAt(text, at);
  if (isWordAt(text, at, 'auth')) return isEdge(text, at) ? authTokenAt(text, at) : null;
  if (isWordAt(text, at, 'bearer')) return schemeAt(text, at, 6, 'bearer');
  if (isWordAt(text, at, 'basic')) return schemeAt(text, at, 5, 'basic');
  if (isWordAt(text, at, 'password')) return isEdge(text, at) ? netrcAt(text, at, at + 8) : null;
  return puttyKeyAt(text, at);
}

/** `Bearer …` and `Basic …` anywhere. */
function schemeAt(text: string, at: number, length: number, kind: 'bearer' | 'basic'): SecretSpan | null {
  if (!isEdge(text, at)) return null;
  const gap = runEnd(text.slice(at + length, at + length + 9), 0, BLANK);
  if (gap === 0) return null;
  const start = at + length + gap;
  let end = runEnd(text, start, kind === 'bearer' ? CREDENTIALS : BASE64);
  while (end > start && text[end - 1] === '.') end--;
  if (end - start < 8 || looksLikeWords(text.slice(start, Math.min(end, start + 200)))) return null;
  return isIn(BLANK, text, start) ? null : { start, end, kind, rule: kind };
}

function withoutOverlap(text: string, found: SecretSpan[]): readonly SecretSpan[] {
  return found.length === 0 ? NONE : joined(found).filter((span) => !isMarked(text, span));
}

/** Spans in order; of two that overlap, one over both. */
export function joined<S extends Pick<SecretSpan, 'start' | 'end'>>(found: S[]): readonly S[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: S[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) spans[spans.length - 1] = { ...last, end: span.end };
    } else spans.push(span);
  }
  return spans;
}

/** True for a marker, and for the first characters of one when the finder stopped at its dots. */
function isMarked(text: string, { start, end }: SecretSpan): boolean {
  if (isRedacted(text.slice(start, Math.min(end, start + 300)))) return true;
  if (text[end] !== '…' || end - start > 40) return false;
  const length = text.slice(end, end + 64).indexOf(']');
  return length > 0 && isRedacted(text.slice(start, end + length + 1));
}

export { NAME_RULE, type SecretKind, type SecretSpan } from './span.ts';

/** The content of the element whose tag begins at a place; null when its name says nothing. O(the content). */
function elementValueAt(text: string, at: number): SecretSpan | null {
  const from = at + 1;
  const nameEnd = from + runEnd(text.slice(from, from + 64), 0, NAME);
  if (nameEnd === from) return null;
  const name = text.slice(from, nameEnd).split(':').at(-1) ?? '';
  if (!isSecretKey(name)) return null;
  const tag = text.slice(nameEnd, nameEnd + MAX_TAG_LENGTH).indexOf('>');
  if (tag < 0 || text[nameEnd + tag - 1] === '/') return null;
  let start = nameEnd + tag + 1;
  if (text.startsWith('<![CDATA[', start)) start += 9;
  const next = text.indexOf('<', start);
  const end = next < 0 ? text.length : next;
  const value = text.slice(start, Math.min(end, start + 300)).trim();
  if (value === '' || isPlaceholder(value)) return null;
  return { start, end, kind: isTokenKey(name) ? 'token' : 'password', rule: NAME_RULE };
}

/** The password in an address whose `://` begins at a place. A password may hold `@`: the last one ends it. O(host). */
function urlPasswordAt(text: string, at: number): SecretSpan | null {
  if (text[at + 1] !== '/' || text[at + 2] !== '/') return null;
  const from = at + 3;
  const end = endAt(text, from, AUTHORITY_ENDS);
  let sign = end - 1;
  while (sign >= from && text[sign] !== '@') sign--;
  if (sign < from) return null;
  const user = text.slice(from, sign);
  if (isRedacted(user)) return null;
  const colon = user.indexOf(':');
  const kind = 'password';
  if (colon < 0)
    return user.length >= LONE_TOKEN && !looksLikeWords(user)
      ? { start: from, end: sign, kind, rule: 'url-password' }
      : null;
  const password = user.slice(colon + 1, colon + 300);
  if (password === '' || isPlaceholder(password)) return null;
  return { start: from + colon + 1, end: sign, kind, rule: 'url-password' };
}

/** Returns the live token after the path that begins with the slash at a place. O(the token). */
function pathTokenAt(text: string, at: number): SecretSpan | null {
  if (isWordAt(text, at, '/v1/interrupts/')) return tokenIn(text, at + 15, 'interrupt-token');
  return isWordAt(text, at, '/assets/') ? tokenIn(text, at + 8, 'asset-token') : null;
}

/** Whatever its form: hosts give assets names such as `welcome-41d7.ogg`, and the name opens them (security S-20). */
function tokenIn(text: string, from: number, rule: string): SecretSpan | null {
  const end = endAt(text, from, SEGMENT_ENDS);
  const token = text.slice(from, Math.min(end, from + 300));
  if (token === '' || /^[{:<$%]/.test(token) || isPlaceholder(token)) return null;
  return { start: from, end, kind: 'token', rule };
}
