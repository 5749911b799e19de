/**
 * Finds credentials in text: tokens by the shapes of the table, values by the name they stand behind, passwords in
 * addresses, live tokens in paths, private keys. One pass over the text, and one over the text without its escapes when
 * it has any; what is read twice is bounded, so that the cost is O(length) for any text.
 */
import { flattened } from '../json/flattened.ts';
import { isRedacted } from '../mask/mark.ts';
import { pathTokenAt, urlPasswordAt } from './address-secrets.ts';
import { alphabetNamed, BLANK, isEdge, isIn, runEnd } from './alphabets.ts';
import { azureSecretAt, dottedTokenAt, mailchimpKeyAt, telegramTokenAt } from './inner-shapes.ts';
import { keyBlockAt, puttyKeyAt } from './key-blocks.ts';
import { looksLikeWords } from './looks-like-words.ts';
import { elementValueAt } from './markup-values.ts';
import { namedValueAt } from './named-values.ts';
import { netrcAt, optionAt } from './options.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import type { SecretKind, SecretSpan } from './span.ts';
import { isWordAt, type ShapeReader, type TokenShapes, tokenShapes } from './token-shapes.ts';

/** Finds the secrets of a text, by place, not overlapping. O(length). Never throws. */
export type FindSecrets = (text: string) => readonly SecretSpan[];

/** Rule of a text that could not be looked through, and is masked whole. */
const UNREAD_RULE = 'not-read';

/** No shape is shorter: `pwd=` and four. */
const SHORTEST = 7;
const NONE: readonly SecretSpan[] = [];
const SHAPES = tokenShapes(SHAPE_ROWS);

/** Every secret in a text, by place, not overlapping. O(length). */
export const secretsIn: FindSecrets = finderWith(SHAPES);

/** A finder that knows the given shapes. When any of it fails, the whole text counts as a secret. */
export function finderWith(shapes: TokenShapes): FindSecrets {
  return (text) => {
    if (text.length < SHORTEST) return NONE;
    try {
      const found = spansOf(text, shapes);
      const flat = flattened(text);
      if (flat !== null) {
        for (const span of spansOf(flat.text, shapes))
          found.push({ ...span, start: flat.placeOf(span.start), end: flat.placeOf(span.end) });
      }
      return withoutOverlap(text, found);
    } catch {
      return wholeOf(text);
    }
  };
}

/** A text that could not be looked through counts as one secret. */
export function wholeOf(text: string): readonly SecretSpan[] {
  return [{ start: 0, end: text.length, kind: 'password', rule: UNREAD_RULE }];
}

const COLON = 58;
const EQUALS = 61;
const DASH = 45;
const SLASH = 47;
const DOT = 46;
const LESS = 60;
const CAPITAL_Q = 81;

const SIGNS = new Uint8Array(128);
for (const code of [COLON, EQUALS, DASH, SLASH, DOT, LESS, CAPITAL_Q]) SIGNS[code] = 1;
const WORDS = new Uint8Array(128);
for (const letter of 'bBpP') WORDS[letter.charCodeAt(0)] = 1;

function spansOf(text: string, { pairs, reader }: TokenShapes): SecretSpan[] {
  const found: SecretSpan[] = [];
  const shapes = reader(text);
  let floor = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const span = code < 128 ? spanAt(text, at, code, floor, pairs, shapes) : null;
    if (span === null || span.end <= at) at++;
    else {
      found.push(span);
      at = span.end;
      floor = span.end;
    }
  }
  return found;
}

function spanAt(
  text: string,
  at: number,
  code: number,
  floor: number,
  pairs: Uint8Array,
  shapes: ShapeReader,
): SecretSpan | null {
  if (pairs[code * 128 + (text.charCodeAt(at + 1) & 127)] === 1) {
    const token = shapes.tokenAt(at);
    if (token !== null) return token;
  }
  if (SIGNS[code] === 1) return signAt(text, at, code, floor);
  return WORDS[code] === 1 ? wordAt(text, at) : null;
}

function signAt(text: string, at: number, code: number, floor: number): SecretSpan | null {
  switch (code) {
    case COLON:
      return urlPasswordAt(text, at) ?? telegramTokenAt(text, at) ?? namedValueAt(text, at, floor);
    case EQUALS:
      return namedValueAt(text, at, floor);
    case DASH:
      return text[at + 1] === '-' && text[at + 2] === '-'
        ? keyBlockAt(text, at, floor)
        : (optionAt(text, at) ?? mailchimpKeyAt(text, at));
    case SLASH:
      return pathTokenAt(text, at);
    case DOT:
      return dottedTokenAt(text, at);
    case LESS:
      return elementValueAt(text, at);
    default:
      return azureSecretAt(text, at);
  }
}

const CREDENTIALS = alphabetNamed('word-dash-dot-percent');
const BASE64 = alphabetNamed('base64');

function wordAt(text: string, at: number): SecretSpan | null {
  if (isWordAt(text, at, 'bearer')) return schemeAt(text, at, 6, 'bearer');
  if (isWordAt(text, at, 'basic')) return schemeAt(text, at, 5, 'basic');
  if (isWordAt(text, at, 'password')) return isEdge(text, at) ? netrcAt(text, at, at + 8) : null;
  return puttyKeyAt(text, at);
}

/** `Bearer …` and `Basic …` wherever they stand. */
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
  if (found.length === 0) return NONE;
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: SecretSpan[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) spans[spans.length - 1] = { ...last, end: span.end };
    } else spans.push(span);
  }
  return spans.filter((span) => !isMarked(text, span));
}

/** True for a marker, and for the first characters of one when the finder stopped at its dots. */
function isMarked(text: string, { start, end }: SecretSpan): boolean {
  if (isRedacted(text.slice(start, Math.min(end, start + 300)))) return true;
  if (text[end] !== '…' || end - start > 40) return false;
  const length = text.slice(end, end + 64).indexOf(']');
  return length > 0 && isRedacted(text.slice(start, end + length + 1));
}

/** What the first secret in a text is, or null. */
export function looksSecret(text: string): SecretKind | null {
  return secretsIn(text)[0]?.kind ?? null;
}
export { NAME_RULE, type SecretKind, type SecretSpan } from './span.ts';
