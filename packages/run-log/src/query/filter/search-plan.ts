/**
 * What to look for in the bytes of events so that only those that can hold a text are decoded. A needle is found with the
 * letters A to Z in either case; the query itself is then applied to the decoded event, unless the needle is proof.
 *
 * A text is searched for in `decoded.toLowerCase()`. Lower-casing turns only two characters beyond ASCII into ASCII (the
 * Kelvin sign into k; İ into i and a dot of its own), and decoding none, so that a text of ASCII is found as its bytes or
 * next to one of the two. Of other texts a piece is taken, with every way to write it in upper and lower case.
 */
import { addTo } from '@openwop-inspector/base';

/** Bytes that occur in every event that can match the query. */
export interface Needle {
  /** Letters of ASCII in lower case. */
  readonly bytes: Uint8Array;
  /** The event matches the query where the needle is found. */
  readonly isProof: boolean;
}

/** An event in which none of the needles is found does not match the query. */
export type SearchPlan = readonly Needle[];

/** Longest needle; of a longer text the beginning is searched for. */
export const MAX_NEEDLE = 256;

const encoder = new TextEncoder();
const KELVIN = encoder.encode('\u212a');
const DOTTED_I = encoder.encode('\u0130');
const LONG_S = encoder.encode('\u017f');

/** How a text that is in lower case is found in `decoded.toLowerCase()`; null when every event has to be decoded. */
export function planForText(lower: string): SearchPlan | null {
  if (lower === '') return null;
  if (!/[^\0-\x7f]/.test(lower)) {
    const needles = [needle(lower, true)];
    if (lower.includes('k')) needles.push({ bytes: KELVIN, isProof: false });
    if (lower.endsWith('i')) needles.push({ bytes: DOTTED_I, isProof: false });
    return needles;
  }
  const { ways, isWhole } = waysToWrite(lower);
  // What a sigma is in lower case hangs on what is next to it.
  const isProof = isWhole && !/[\u03c2\u03c3]/.test(lower);
  return ways.length === 0 ? null : ways.map((way) => needle(way, isProof));
}

/** Texts of which a match contains all of one list; in ASCII, and in either case, where case is ignored. */
export interface RequiredTexts {
  readonly anyOf: readonly (readonly string[])[];
  readonly ignoresCase: boolean;
}

/** How a match of a pattern is found in the event as recorded; null when every event has to be decoded. */
export const planForPattern = (required: RequiredTexts): SearchPlan | null =>
  planForTexts(required, () => true);

/**
 * How a string in a JSON document is found, by the texts it is known to hold: as they are, or next to an escape by number,
 * which may represent anything. Null when every event has to be decoded.
 */
export function planForStrings(required: RequiredTexts): SearchPlan | null {
  const plan = planForTexts(required, isWrittenPlainly);
  return plan === null ? null : [...plan, ESCAPE];
}

/** By the longest piece of each list. */
function planForTexts({ anyOf, ignoresCase }: RequiredTexts, isPlain: (character: string) => boolean) {
  const pieces = anyOf.map((texts) => lowerAscii(longest(texts.flatMap((text) => piecesOf(text, isPlain)))));
  if (pieces.includes('') || pieces.length > MAX_WAYS) return null;
  const plan = pieces.map((piece) => needle(piece, false));
  // The two characters beyond ASCII that are letters of ASCII in another case.
  if (ignoresCase && pieces.some((piece) => piece.includes('k')))
    plan.push({ bytes: KELVIN, isProof: false });
  if (ignoresCase && pieces.some((piece) => piece.includes('s')))
    plan.push({ bytes: LONG_S, isProof: false });
  return plan;
}

/**
 * How a text that is in lower case is found in a name or a string of a JSON document, upper and lower case alike: by the
 * longest piece that is written plainly. Null when every event has to be decoded.
 */
export function planForMember(lower: string): SearchPlan | null {
  const plan = planForText(longest(piecesOf(lower, isWrittenPlainly)));
  return plan === null ? null : [...plan.map(({ bytes }) => ({ bytes, isProof: false })), ESCAPE];
}

/** How any of some names of ASCII is found in a JSON document, as above. */
export function planForNames(names: readonly string[]): SearchPlan {
  return [...names.map((name) => needle(lowerAscii(name), false)), ESCAPE];
}

/** False for what JSON writes with a backslash, or may. */
const isWrittenPlainly = (character: string): boolean => character >= ' ' && !'"\\/'.includes(character);

const ESCAPE: Needle = { bytes: encoder.encode('\\u'), isProof: false };
function needle(text: string, isProof: boolean): Needle {
  const bytes = encoder.encode(text);
  return { bytes: bytes.slice(0, MAX_NEEDLE), isProof: isProof && bytes.length <= MAX_NEEDLE };
}

const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The pieces of a text between the characters that cannot be searched for. */
function piecesOf(text: string, isPlain: (character: string) => boolean): readonly string[] {
  const pieces = [''];
  for (const character of text) {
    if (isText(character) && isPlain(character)) pieces[pieces.length - 1] += character;
    else pieces.push('');
  }
  return pieces;
}

/** Bytes that are no UTF-8 are decoded to U+FFFD, a mark of the byte order is left out, and half of a pair has no bytes. */
const isText = (character: string): boolean =>
  character !== '\ufffd' && character !== '\ufeff' && !/^[\ud800-\udfff]$/.test(character);

const longest = (pieces: readonly string[]): string =>
  pieces.reduce((a, b) => (encoder.encode(b).length > encoder.encode(a).length ? b : a), '');

/** Ways to write a text that are searched for one after the other. */
const MAX_WAYS = 8;

/** Every way to write the longest piece that has few: what lower-casing makes it of, but for A to Z; empty for none. */
function waysToWrite(lower: string): { readonly ways: readonly string[]; readonly isWhole: boolean } {
  let isWhole = false;
  let best: readonly string[] = [];
  let most = 0;
  const characters = [...lower];
  for (let from = 0; from < characters.length; from++) {
    let ways: readonly string[] = [''];
    for (let at = from; at < characters.length; at++) {
      const sources = sourcesOf(characters[at] as string);
      if (sources.length === 0 || ways.length * sources.length > MAX_WAYS) break;
      ways = ways.flatMap((way) => sources.map((source) => way + source));
      const bytes = Math.min(...ways.map((way) => encoder.encode(way).length));
      if (bytes <= most) continue;
      [best, most] = [ways, bytes];
      isWhole = from === 0 && at === characters.length - 1;
      if (bytes >= ENOUGH) return { ways: best, isWhole };
    }
  }
  return { ways: best, isWhole };
}

/** A piece of this number of bytes is rare. */
const ENOUGH = 12;

/** The characters that are a character of a text when they are in lower case; none for those that need a closer look. */
function sourcesOf(character: string): readonly string[] {
  if (!isText(character) || character === 'i' || character === DOT_ABOVE) return [];
  sources ??= sourcesByLower();
  const others = character === 'k' ? ['\u212a'] : (sources.get(character) ?? []);
  return [character, ...others];
}

/** What İ becomes in lower case is an i and this. */
const DOT_ABOVE = '\u0307';
let sources: ReadonlyMap<string, readonly string[]> | null = null;
/** Behind it no letter has a lower case of its own. */
const LAST_CASED = 0x1ffff;

/** Characters beyond ASCII by what they are in lower case. Made once, in some 20 ms. */
function sourcesByLower(): ReadonlyMap<string, readonly string[]> {
  // A sigma is written in two ways in lower case, by what is next to it.
  const found = new Map([['\u03c2', ['\u03a3']]]);
  for (let code = 0x80; code <= LAST_CASED; code++) {
    const character = String.fromCodePoint(code);
    const lower = character.toLowerCase();
    if (lower !== character) addTo(found, lower, character);
  }
  return found;
}
