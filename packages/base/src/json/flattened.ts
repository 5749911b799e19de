/**
 * A text with every escape taken out, however deep: backslashes of JSON in any nesting, percent escapes (also doubled),
 * HTML entities. Only for looking: what is found in it is told by its place in the text as it is.
 */
import { EscapePlaces, type Unescaped } from './unescape.ts';

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

const BACKSLASH = 92;

/** Value of two to six hexadecimal digits at a place, -1 when they are none. */
function hexAt(text: string, from: number, digits: number): number {
  let value = 0;
  for (let i = 0; i < digits; i++) {
    const digit = hexDigit(text.charCodeAt(from + i));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** What an escape at a place stands for, and its length; null when there is none. */
interface Escape {
  readonly shown: string;
  readonly length: number;
}

function backslashAt(text: string, at: number): Escape | null {
  let end = at;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const length = end - at;
  const c = text[end];
  if (c === undefined) return { shown: '\\', length };
  if (c === 'u') {
    const unit = hexAt(text, end + 1, 4);
    if (unit >= 0) return { shown: String.fromCharCode(unit), length: length + 5 };
  }
  if (c === 'x') {
    const unit = hexAt(text, end + 1, 2);
    if (unit >= 0) return { shown: String.fromCharCode(unit), length: length + 3 };
  }
  return { shown: ESCAPES[c] ?? c, length: length + 1 };
}

function percentAt(text: string, at: number): Escape | null {
  let from = at + 1;
  while (text[from] === '2' && text[from + 1] === '5' && hexAt(text, from + 2, 2) >= 0) from += 2;
  const unit = hexAt(text, from, 2);
  return unit < 0 ? null : { shown: String.fromCharCode(unit), length: from + 2 - at };
}

function entityAt(text: string, at: number): Escape | null {
  let from = at + 1;
  while (text.startsWith('amp;', from)) from += 4;
  const end = text.slice(from, from + 9).indexOf(';');
  if (end < 0) return from > at + 1 ? { shown: '&', length: from - at } : null;
  const name = text.slice(from, from + end);
  const length = from + end + 1 - at;
  const named = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  if (named !== undefined) return { shown: named, length };
  const code = /^#x[0-9a-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#[0-9]{1,7}$/.test(name)
      ? Number.parseInt(name.slice(1), 10)
      : -1;
  return code >= 0 && code <= 0xffff ? { shown: String.fromCharCode(code), length } : null;
}

/** Readers of what an escape may begin with, in the order of the places below. */
const READERS = [
  { sign: '\\', read: backslashAt },
  { sign: '%', read: percentAt },
  { sign: '&', read: entityAt },
];

/** The text without its escapes, with the place of each unit; null when there are none. O(length). */
export function flattened(text: string): Unescaped | null {
  const next = [text.indexOf('\\'), text.indexOf('%'), text.indexOf('&')];
  if (nearest(next) < 0) return null;
  const places = new EscapePlaces(0);
  const parts: string[] = [];
  let units = 0;
  let from = 0;
  for (let which = nearest(next); which >= 0; which = nearest(next)) {
    const at = next[which] as number;
    const { sign, read } = READERS[which] as (typeof READERS)[number];
    const found = at < from ? null : read(text, at);
    if (found !== null) {
      parts.push(text.slice(from, at), found.shown);
      units += at - from + 1;
      from = at + found.length;
      places.goesOn(units, from);
    }
    next[which] = text.indexOf(sign, Math.max(at + 1, from));
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(from));
  return { text: parts.join(''), placeOf: (unit) => places.placeOf(unit) };
}

/** Which of the places comes first; -1 when none is left. */
function nearest(places: readonly number[]): number {
  let best = -1;
  for (let which = 0; which < places.length; which++) {
    const place = places[which] as number;
    if (place >= 0 && (best < 0 || place < (places[best] as number))) best = which;
  }
  return best;
}
