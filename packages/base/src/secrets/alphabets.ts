/** Sets of ASCII characters as tables, and how far a text stays within one. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGIT = '0123456789';
const ALNUM = LOWER + UPPER + DIGIT;
const BASE64 = `${ALNUM}+/=`;

const SETS: Readonly<Record<string, string>> = {
  hex: `${DIGIT}abcdefABCDEF`,
  'hex-dash': `${DIGIT}abcdefABCDEF-`,
  'hex-colon-slash': `${DIGIT}abcdefABCDEF:/`,
  'upper-digit': UPPER + DIGIT,
  'lower-digit': LOWER + DIGIT,
  'lower-digit-dollar': `${LOWER + DIGIT}$_`,
  alnum: ALNUM,
  'alnum-dot': `${ALNUM}.`,
  word: `${ALNUM}_`,
  'word-dash': `${ALNUM}_-`,
  'word-dash-dot': `${ALNUM}_-.`,
  'word-dash-dot-percent': `${ALNUM}_-.%+/=`,
  'word-dash-equal': `${ALNUM}_-=`,
  'word-dash-colon': `${ALNUM}_-:`,
  path: `${ALNUM}_-./`,
  'path-at': `${ALNUM}_-./@`,
  base64: BASE64,
  'base64-wide': `${BASE64}_-,.`,
  'base64-lines': `${BASE64}\r\n`,
};

/** A set of characters by code. */
export type Alphabet = Uint8Array;

/** A table with 1 for each character of the text. */
export function alphabetOf(characters: string): Alphabet {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

/** The set of a name; throws for a name that is not there, which is a fault of the table. */
export function alphabetNamed(name: string): Alphabet {
  const characters = SETS[name];
  if (characters === undefined) throw new Error(`No alphabet ${name}`);
  return alphabetOf(characters);
}

/** Returns the position after the run of characters of the set that begins at `from`. O(result). */
export function runEnd(text: string, from: number, set: Alphabet): number {
  let at = from;
  while (at < text.length && set[text.charCodeAt(at)] === 1) at++;
  return at;
}

export const WORD = alphabetNamed('word');
export const ALPHANUMERIC = alphabetNamed('alnum');
export const HEX = alphabetNamed('hex');
export const BLANK = alphabetOf(' \t');
export const SPACE = alphabetOf(' \t\r\n');

/** True when the character at a place is in the set. */
export function isIn(set: Alphabet, text: string, at: number): boolean {
  return at >= 0 && at < text.length && set[text.charCodeAt(at)] === 1;
}

/**
 * True when a token may begin at a place: nothing before it belongs to the same word. The letter of an escape (`\n`),
 * of a percent escape (`%20`) and of `\u003d` does not.
 */
export function isEdge(text: string, at: number): boolean {
  if (!isIn(WORD, text, at - 1)) return true;
  if (text[at - 2] === '\\') return true;
  if (text[at - 3] === '%' && isIn(HEX, text, at - 2)) return isIn(HEX, text, at - 1);
  return text[at - 5] === 'u' && text[at - 6] === '\\';
}
