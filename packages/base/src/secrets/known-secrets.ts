/**
 * Secrets that are known by their text: the token of a session, live interrupt tokens, the user's canaries. They are
 * found in every spelling in which a host may write them back: with the escapes of JSON, of URLs and of HTML, mixed and
 * in any nesting, and in base64 and hexadecimal digits.
 */
import { flattened } from '../json/flattened.ts';
import type { Unescaped } from '../json/unescape.ts';
import { maskMark } from '../mask/mark.ts';
import { alphabetOf, HEX, runEnd } from './alphabets.ts';
import { type FindSecrets, joined, wholeOf } from './find-secrets.ts';
import { type SecretSpan, withSpans } from './span.ts';

/** Known secrets of a session. They are added as they become known, and only ever leave it as places in a text. */
export interface KnownSecrets {
  /** `rule` is the text of the mark: `session-token`, `interrupt-token`, `canary`. */
  add(secret: string, rule: string): void;
  /** Places of known secrets in a text, in order, not overlapping. O(text) for each. */
  spansIn(text: string): readonly SecretSpan[];
}

/** Shorter secrets are common words: they are found only as separate words, and in no other spelling. */
const SHORTEST_ANYWHERE = 8;
/** Shorter texts are not secrets. */
const SHORTEST = 3;
/** Longer secrets are searched only literally and without escapes. */
const MAX_CODED_LENGTH = 4096;
/** Maximum number of stored secrets; a session has a few. The oldest is forgotten first. */
const MAX_KNOWN = 256;
const NONE: readonly SecretSpan[] = [];

interface Known {
  readonly rule: string;
  readonly secret: string;
  /** The secret, and what is left of it once escapes are taken out of the text, when it looks like one itself. */
  readonly spellings: readonly string[];
  /** Other spellings of it, each identified by its text alone. */
  readonly forms: readonly string[];
  /** Hexadecimal digits in lower case; empty for a short secret. */
  readonly hex: string;
}

/** Makes an empty book. */
export function createKnownSecrets(): KnownSecrets {
  const book = new Map<string, Known>();
  let mayBeIn: ReturnType<typeof sampleOf> | null = null;
  return {
    add(secret, rule) {
      if (secret.length < SHORTEST || book.has(secret)) return;
      book.set(secret, knownAs(secret, rule));
      const [oldest] = book.keys();
      if (book.size > MAX_KNOWN && oldest !== undefined) book.delete(oldest);
      mayBeIn = null;
    },
    spansIn(text) {
      if (book.size === 0) return NONE;
      mayBeIn ??= sampleOf([...book.values()].flatMap(soughtOf));
      return mayBeIn(text) ? spansOf(text, book) : NONE;
    },
  };
}

/** Every text to search. */
function soughtOf({ spellings, forms, hex }: Known): readonly string[] {
  return [...spellings, ...forms, ...(hex === '' ? [] : [hex, hex.toUpperCase()])];
}

function knownAs(secret: string, rule: string): Known {
  const spellings = [...new Set(viewsOf(secret).map(({ text }) => text))].filter(
    ({ length }) => length >= SHORTEST,
  );
  if (secret.length < SHORTEST_ANYWHERE || secret.length > MAX_CODED_LENGTH)
    return { rule, secret, spellings, forms: [], hex: '' };
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { rule, secret, spellings, forms: base64Forms(bytes), hex };
}

/** The characters of base64 that the bytes decide, at each of the three places in a group, in both alphabets. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  const forms = new Set<string>();
  for (const before of [0, 1, 2]) {
    const padded = String.fromCharCode(...new Uint8Array(before), ...bytes);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const form = btoa(padded).slice(from, to);
    forms.add(form);
    forms.add(form.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...forms].filter((form) => form.length >= SHORTEST_ANYWHERE);
}

/** Times that escapes are taken out: what is left may look like one again. */
const ROUNDS = 3;

/** The text, and the text without its escapes, until nothing changes any more. O(length). */
function viewsOf(text: string): readonly Unescaped[] {
  const views: Unescaped[] = [{ text, placeOf: (unit) => unit }];
  for (let round = 0; round < ROUNDS; round++) {
    const before = views.at(-1) as Unescaped;
    const flat = flattened(before.text);
    if (flat === null) break;
    views.push({ text: flat.text, placeOf: (unit) => before.placeOf(flat.placeOf(unit)) });
  }
  return views;
}

function spansOf(text: string, book: ReadonlyMap<string, Known>): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const { text: view, placeOf } of viewsOf(text)) {
    const digits = hexDigitsOf(view);
    for (const known of book.values())
      add(view, digits, known, (start, end) => found.push(spanOf(known, placeOf(start), placeOf(end))));
  }
  return found.length === 0 ? NONE : joined(found);
}

/** The text with its hexadecimal digits in lower case, places unchanged; empty when it has no row of them. */
function hexDigitsOf(text: string): string {
  // Eight bytes, the least length in this form, are sixteen digits.
  return /[0-9a-f]{16}/i.test(text) ? text.replace(/[A-F]/g, (digit) => digit.toLowerCase()) : '';
}

function spanOf({ rule }: Known, start: number, end: number): SecretSpan {
  return { start, end, kind: rule === 'interrupt-token' ? 'token' : 'password', rule };
}

function add(text: string, lower: string, known: Known, tell: (start: number, end: number) => void): void {
  const { secret, spellings, forms, hex } = known;
  const isShort = secret.length < SHORTEST_ANYWHERE;
  for (const spelling of spellings) {
    each(text, spelling, (at) => {
      const end = at + spelling.length;
      if (!isShort || isSeparate(text, at, end)) tell(at, end);
    });
  }
  for (const form of forms) each(text, form, (at) => tell(at, at + form.length));
  if (hex !== '') each(lower, hex, (at) => tell(at, at + hex.length));
}

function each(text: string, sought: string, tell: (at: number) => void): void {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) tell(at);
}

function isSeparate(text: string, start: number, end: number): boolean {
  return !/[\w-]/.test(text[start - 1] ?? '') && !/[\w-]/.test(text[end] ?? '');
}

/**
 * Replaces each known secret in a text, JSON or not, by a mark without its characters. JSON stays valid, except for a
 * number that is a secret. When the text cannot be scanned, one mark replaces all of it. O(text) for each.
 */
export function withoutKnown(known: KnownSecrets, text: string): string {
  try {
    const spans = known.spansIn(text);
    if (spans.length === 0) return text;
    return withSpans(
      text,
      spans.map((span) => outsideOfEscapes(text, span)),
      (_, rule) => maskMark(rule),
    );
  } catch {
    return maskMark('not-read');
  }
}

/** A secret may begin with the letter of an escape such as `\\n`; its backslash goes with it. */
function outsideOfEscapes(text: string, span: SecretSpan): SecretSpan {
  let slashes = 0;
  while (text[span.start - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1 ? { ...span, start: span.start - 1 } : span;
}

/** A finder that also finds known secrets. */
export function findingKnown(known: KnownSecrets, find: FindSecrets): FindSecrets {
  return (text) => {
    try {
      const spans = known.spansIn(text);
      return spans.length === 0 ? find(text) : joined([...spans, ...find(text)]);
    } catch {
      return wholeOf(text);
    }
  };
}

/** Creates a finder for the rest of a document in which these texts were values of secret names. */
export function repeatedIn(texts: ReadonlySet<string>, find: FindSecrets): FindSecrets {
  const known = createKnownSecrets();
  for (const text of texts) known.add(text, REPEATED_RULE);
  return findingKnown(known, find);
}

/** Rule of a value that has the name of a secret elsewhere in the document. */
const REPEATED_RULE = 'repeated';

// A quick scan for known texts: false where none of them is, which is nearly every text. Each of them has eight
// characters or more, so that every seventh place of the text shows a pair of their characters.

/** Minimum length of a text that is searched like this. */
const SHORTEST_SAMPLED = 8;
/** Pairs of characters in such a text; one of them is at each inspected place. */
const STEP = SHORTEST_SAMPLED - 1;
/** Characters that no escape encodes, and that are not part of an escape themselves. */
const PLAIN = alphabetOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=:@-');

const BACKSLASH = 92;
/** What begins an entity after its ampersand: a number, `amp` or `apos`, `quot`, `lt`, `gt`. */
const ENTITY = /[#aqlg]/;

/**
 * Creates the scan: false when none of the sought texts is in a text, however it is escaped. Every text is suspect when
 * a searched one is short or resembles an escape. O(length / 7).
 */
export function sampleOf(sought: readonly string[]): (text: string) => boolean {
  if (sought.some((text) => text.length < SHORTEST_SAMPLED || runEnd(text, 0, PLAIN) < text.length))
    return () => true;
  const pairs = new Uint8Array(128 * 128);
  for (const text of sought) {
    // Digits of a hexadecimal form may be written in either case, and mixed.
    const casesOf = runEnd(text, 0, HEX) === text.length ? bothCases : (letter: string) => [letter];
    for (let at = 1; at < text.length; at++)
      for (const first of casesOf(text[at - 1] ?? ''))
        for (const second of casesOf(text[at] ?? ''))
          pairs[(first.charCodeAt(0) << 7) | second.charCodeAt(0)] = 1;
  }
  return (text) => hasRow(text, pairs) || hasEscape(text, pairs);
}

const bothCases = (letter: string): readonly string[] => [letter.toLowerCase(), letter.toUpperCase()];

/** True when seven pairs in a row are those of sought texts. */
function hasRow(text: string, pairs: Uint8Array): boolean {
  const { length } = text;
  for (let at = STEP; at < length; at += STEP) {
    const first = text.charCodeAt(at - 1);
    const second = text.charCodeAt(at);
    if ((first | second) > 127 || pairs[(first << 7) | second] === 0) continue;
    let start = at;
    while (at - start < STEP && isPair(text, start - 1, pairs)) start--;
    let end = at;
    while (end - start < STEP && isPair(text, end + 1, pairs)) end++;
    if (end - start + 1 >= STEP) return true;
  }
  return false;
}

/** True when the character before a place and the one at it are adjacent in a searched text. */
function isPair(text: string, at: number, pairs: Uint8Array): boolean {
  if (at < 1 || at >= text.length) return false;
  const first = text.charCodeAt(at - 1);
  const second = text.charCodeAt(at);
  return first < 128 && second < 128 && pairs[(first << 7) | second] === 1;
}

/**
 * True for an escape that may encode a character of a searched text, or that splits one. Every other escape leaves a
 * sign that no searched text has, or removes backslashes between two characters that are adjacent in none.
 */
function hasEscape(text: string, pairs: Uint8Array): boolean {
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const start = at;
    while (text.charCodeAt(at) === BACKSLASH) at++;
    const isCode = text[at] === 'u' || text[at] === 'x';
    if (isCode && HEX[text.charCodeAt(at + 1)] === 1) return true;
    const [before, behind] = [text.charCodeAt(start - 1), text.charCodeAt(at)];
    if (before < 128 && behind < 128 && pairs[(before << 7) | behind] === 1) return true;
    // The end of a percent escape or an entity that a backslash splits.
    if (text[start - 1] === '%' || text[start - 1] === '&') return true;
  }
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1))
    if (HEX[text.charCodeAt(at + 1)] === 1) return true;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (ENTITY.test(text[at + 1] ?? '')) return true;
  return false;
}
