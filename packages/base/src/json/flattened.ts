/**
 * A text with every escape taken out, however deep: backslashes of JSON in any nesting, percent escapes (also doubled),
 * HTML entities. Characters that show nothing are removed, full-width forms become ASCII. For searching only: places in
 * it map back to the text as it is.
 */
import { HEX } from '../secrets/alphabets.ts';
import { BACKSLASH } from './json-scanner.ts';
import { ESCAPES, EscapePlaces, type Unescaped } from './unescape.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

const ESCAPE = '\u001b';
/** Controls (`isControl`), what shows nothing (`isUnseen`), and tags. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: combining marks are searched for one by one
  /\udb40[\udc00-\uddef]|[\0-\x08\x0b\x0c\x0e-\x18\x1b\x1c\x1e\x1f\x7f\xad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]/g;
/** Full-width forms, which count in a text with letters among them: alone they are punctuation of other scripts. */
const WIDE = /[\uff01-\uff5e]/g;
/** From a full-width form to its character in ASCII. */
const WIDE_TO_ASCII = 0xfee0;
const WIDE_LETTER = /[\uff21-\uff3a\uff41-\uff5a]/;
/** Codes by which a terminal colours text, moves or links it (ECMA-48), with their introducer alone for the last. */
const TERMINAL_CODES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
  /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,4}[@-~]|\x1b[ -/]{0,4}[0-~]/g;

/** Replaces terminal codes by blanks: a token after one begins a word. Places do not shift. O(length). */
export function withoutTerminalCodes(text: string): string {
  if (!text.includes(ESCAPE) && !text.includes('\u009b')) return text;
  return text.replace(TERMINAL_CODES, (code) => ' '.repeat(code.length));
}

/** The character that an escape writes, and the length of the escape. */
interface Escape {
  readonly plain: string;
  readonly length: number;
}

function hiddenAt(text: string, at: number): Escape {
  return { plain: '', length: text[at] === '\udb40' ? 2 : 1 };
}

function wideAt(text: string, at: number): Escape {
  return { plain: String.fromCharCode(text.charCodeAt(at) - WIDE_TO_ASCII), length: 1 };
}

/** The character that an escape writes; nothing for one that shows nothing. */
function written(unit: number): string {
  const displayed = String.fromCharCode(unit);
  if (displayed.search(WIDE) === 0) return String.fromCharCode(unit - WIDE_TO_ASCII);
  return displayed !== ESCAPE && displayed.search(HIDDEN) === 0 ? '' : displayed;
}

/** Value of two to six hexadecimal digits at a place, -1 when they are none. */
function hexAt(text: string, from: number, digits: number): number {
  for (let at = from; at < from + digits; at++) if (HEX[text.charCodeAt(at)] !== 1) return -1;
  return Number.parseInt(text.slice(from, from + digits), 16);
}

/** What begins with a backslash; null, as of the next two, where nothing is escaped. */
function backslashAt(text: string, at: number): Escape | null {
  let end = at;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const length = end - at;
  const c = text[end];
  if (c === undefined) return { plain: '\\', length };
  if (c === 'u') {
    const unit = hexAt(text, end + 1, 4);
    if (unit >= 0) return { plain: written(unit), length: length + 5 };
  }
  if (c === 'x') {
    const unit = hexAt(text, end + 1, 2);
    if (unit >= 0) return { plain: written(unit), length: length + 3 };
  }
  if (text.startsWith('e[', end)) return { plain: ESCAPE, length: length + 1 };
  if (text.startsWith('033[', end)) return { plain: ESCAPE, length: length + 3 };
  return { plain: ESCAPES[c] ?? c, length: length + 1 };
}

function percentAt(text: string, at: number): Escape | null {
  let from = at + 1;
  while (text[from] === '2' && text[from + 1] === '5' && hexAt(text, from + 2, 2) >= 0) from += 2;
  const unit = hexAt(text, from, 2);
  return unit < 0 ? null : { plain: written(unit), length: from + 2 - at };
}

function entityAt(text: string, at: number): Escape | null {
  let from = at + 1;
  while (text.startsWith('amp;', from)) from += 4;
  const end = text.slice(from, from + 9).indexOf(';');
  if (end < 0) return from > at + 1 ? { plain: '&', length: from - at } : null;
  const name = text.slice(from, from + end);
  const length = from + end + 1 - at;
  const named = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  if (named !== undefined) return { plain: named, length };
  const code = /^#x[0-9a-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#[0-9]{1,7}$/.test(name)
      ? Number.parseInt(name.slice(1), 10)
      : -1;
  return code >= 0 && code <= 0xffff ? { plain: written(code), length } : null;
}

const indexOf = (sign: string) => (text: string, from: number) => text.indexOf(sign, from);
const indexOfAny = (pattern: RegExp) => (text: string, from: number) => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
};

/** Readers of what is replaced, and where the next one may be, in the order of the places below. */
const READERS = [
  { next: indexOf('\\'), read: backslashAt },
  { next: indexOf('%'), read: percentAt },
  { next: indexOf('&'), read: entityAt },
  { next: indexOfAny(HIDDEN), read: hiddenAt },
];
const WITH_WIDE = [...READERS, { next: indexOfAny(WIDE), read: wideAt }];

/** The text without its escapes, with the place of each unit; null when there are none. O(length). */
export function flattened(text: string): Unescaped | null {
  const readers = WIDE_LETTER.test(text) ? WITH_WIDE : READERS;
  const next = readers.map((reader) => reader.next(text, 0));
  if (nearest(next) < 0) return null;
  const places = new EscapePlaces(0);
  const parts: string[] = [];
  let units = 0;
  let from = 0;
  for (let which = nearest(next); which >= 0; which = nearest(next)) {
    const at = next[which] as number;
    const reader = readers[which] as (typeof READERS)[number];
    const found = at < from ? null : reader.read(text, at);
    if (found !== null) {
      parts.push(text.slice(from, at), found.plain);
      units += at - from + found.plain.length;
      from = at + found.length;
      places.goesOn(units, from);
    }
    next[which] = reader.next(text, Math.max(at + 1, from));
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
