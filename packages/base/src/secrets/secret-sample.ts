/**
 * A quick scan for known texts: false where none of them is, which is nearly every text. Each of them has eight
 * characters or more, so that every seventh place of the text shows a pair of their characters.
 */
import { alphabetOf, HEX, runEnd } from './alphabets.ts';

/** True when a text has to be scanned. */
export interface SecretSample {
  /** False when none of the sought texts is in this one, however it is escaped. O(length / 7). */
  mayBeIn(text: string): boolean;
}

/** Minimum length of a text that is searched like this. */
const SHORTEST = 8;
/** Pairs of characters in such a text; one of them is at each inspected place. */
const STEP = SHORTEST - 1;
/** Characters that no escape encodes, and that are not part of an escape themselves. */
const PLAIN = alphabetOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=:@-');

const BACKSLASH = 92;
/** What begins an entity after its ampersand: a number, `amp` or `apos`, `quot`, `lt`, `gt`. */
const ENTITY = /[#aqlg]/;
const EVERY_TEXT: SecretSample = { mayBeIn: () => true };

/** Creates the scan; every text is suspect when a searched one is short or resembles an escape. */
export function sampleOf(sought: readonly string[]): SecretSample {
  if (sought.some((text) => text.length < SHORTEST || runEnd(text, 0, PLAIN) < text.length))
    return EVERY_TEXT;
  const pairs = new Uint8Array(128 * 128);
  for (const text of sought)
    for (let at = 1; at < text.length; at++) pairs[(text.charCodeAt(at - 1) << 7) | text.charCodeAt(at)] = 1;
  // Digits of a hexadecimal form may be written in either case, and mixed.
  const digits = sought.filter((text) => runEnd(text, 0, HEX) === text.length);
  for (const text of digits) {
    for (let at = 1; at < text.length; at++) {
      for (const first of cases(text[at - 1] ?? ''))
        for (const second of cases(text[at] ?? ''))
          pairs[(first.charCodeAt(0) << 7) | second.charCodeAt(0)] = 1;
    }
  }
  return { mayBeIn: (text) => hasRow(text, pairs) || hasEscape(text, pairs) };
}

function cases(letter: string): readonly string[] {
  return [letter.toLowerCase(), letter.toUpperCase()];
}

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
