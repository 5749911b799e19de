/**
 * A quick look at text as it is written, JSON included: false where nothing is to be masked, which is most events. It is
 * made of the same table as the finder, so that it is true wherever the masker would change anything.
 *
 * The bytes are read two at a time, at even places alone. Each thing that is looked for therefore has a pair of
 * characters of its own for an even place and one for an odd place, those that are rarest in events.
 */
import { alphabetNamed, HEX, isIn, WORD } from './alphabets.ts';
import { haveCodedRun } from './coded-runs.ts';
import { type FastLook, fastLook } from './fast-look.ts';
import { isUnseen } from './fold-names.ts';
import {
  ASCII,
  BEGINNINGS,
  type Beginning,
  bothCases,
  CONTROLS,
  isControl,
  JOINS,
  type Join,
  LETTER,
  NAME_PART,
  OPTIONS,
} from './looked-for.ts';
import { MAY_END_NAME, mayBeNameBefore, mayBeNameInBytes, mayEndName } from './secret-names.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import { type ShapeReader, tokenShapes } from './token-shapes.ts';
import { mayHoldTorn } from './torn-pieces.ts';

const SHAPES = tokenShapes(SHAPE_ROWS);

const BACKSLASH = 92;
const PERCENT = 37;
const AT_SIGN = 64;
const DOT = 46;
const DASH = 45;
const LESS = 60;
const COLON = 58;
const EQUALS = 61;
const QUOTE = 34;
const SMALL_N = 110;
const SMALL_R = 114;
const SMALL_T = 116;
const SMALL_U = 117;
const SMALL_X = 120;
const WORD_DASH = alphabetNamed('word-dash');

/** What two bytes may be a part of, as bits. */
const BEGINNING = 1;
const NAME_END = 2;
const SIGN = 4;
const BEYOND = 8;
/** By the first byte and 256 times the second, as two bytes are read at once. */
const BY_BYTES = new Uint8Array(65_536);
/** Signs by `sign * 128 + next`, where the next character says that more may be there. */
const SIGNS = new Uint8Array(128 * 128);

/** A beginning of which the bytes of a pair are the ones at `at` and behind it. */
interface Sighting extends Beginning {
  readonly at: number;
}

const SIGHTINGS: (Sighting[] | undefined)[] = new Array(65_536).fill(undefined);
/** For such a pair, which bytes may follow: one bit for the lowest five. */
const THIRDS = new Int32Array(65_536);

/** ASCII characters as often as they are in events, the most frequent first; all others are rarer. */
const FREQUENT = '"e aitonrs,:dl-u0cm1h2p345.6789gfy_bwv{}kTZ/x\\qjz[]AEINSCROLDMPUFBGHWVY';

/** First bytes of soft hyphens, combining marks, joiners, direction marks, fillers, tags, selectors and wide letters. */
const UNSEEN_LEADS = [0xc2, 0xcc, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf3];
const CONTROL_BYTES = ASCII.filter(isControl);

addBeginnings();
addSigns();
addEndsOfNames();

function addBeginnings(): void {
  for (const beginning of BEGINNINGS) addBeginning(beginning);
  for (let byte = 0; byte < 256; byte++) {
    for (const lead of [...UNSEEN_LEADS, ...CONTROL_BYTES]) {
      markBytes(lead, byte, BEYOND);
      markBytes(byte, lead, BEYOND);
    }
  }
}

/** Marks the rarest pair at an even place of the text, and the rarest at an odd place. */
function addBeginning(beginning: Beginning): void {
  const { text } = beginning;
  for (const parity of [0, 1]) {
    let best = parity;
    for (let at = parity; at < text.length - 1; at += 2) if (rarity(text, at) > rarity(text, best)) best = at;
    for (const first of codesOf(beginning, best))
      for (const second of codesOf(beginning, best + 1))
        addSighting(first, second, { ...beginning, at: best });
  }
}

function addSighting(first: number, second: number, sighting: Sighting): void {
  markBytes(first, second, BEGINNING);
  const bytesAt = first | (second << 8);
  for (const third of codesOf(sighting, sighting.at + 2))
    THIRDS[bytesAt] = (THIRDS[bytesAt] as number) | (1 << (third & 31));
  const there = SIGHTINGS[bytesAt];
  if (there === undefined) SIGHTINGS[bytesAt] = [sighting];
  else there.push(sighting);
}

function rarity(text: string, at: number): number {
  return rank(text[at]) * rank(text[at + 1]);
}

function rank(letter = ''): number {
  const found = FREQUENT.indexOf(letter);
  return found < 0 ? FREQUENT.length : found + 1;
}

/** Characters at a place of a beginning, or behind it. */
function codesOf({ text, isWord, next }: Beginning, at: number): readonly number[] {
  const letter = text[at];
  if (letter === undefined) return at === text.length ? next : ASCII;
  return (isWord ? bothCases(letter) : [letter]).map((one) => one.charCodeAt(0));
}

function addSigns(): void {
  for (let next = 0; next < 128; next++) {
    const isQuiet = next === QUOTE || next === SMALL_N || next === SMALL_R || next === SMALL_T;
    if (!isQuiet) addSign(BACKSLASH, next);
    if (OPTIONS[next] === 1) addSign(DASH, next);
    if (HEX[next] === 1) addSign(PERCENT, next);
    if (NAME_PART[next] === 1) addSign(LESS, next);
    addSign(DOT, next);
  }
  for (let byte = 0; byte < 256; byte++) {
    for (const sign of [BACKSLASH, DASH, PERCENT, LESS, DOT]) markBytes(byte, sign, SIGN);
    markBytes(byte, AT_SIGN, SIGN);
    markBytes(AT_SIGN, byte, SIGN);
  }
}

function addSign(sign: number, next: number): void {
  SIGNS[(sign << 7) | next] = 1;
  markBytes(sign, next, SIGN);
}

/** A name of a secret stands before a colon or an equals sign, or in quotes. */
function addEndsOfNames(): void {
  for (let byte = 0; byte < 256; byte++) {
    const isWord = byte < 128 && WORD[byte] === 1;
    const mayEnd = byte >= 128 || !isWord || mayEndName(byte);
    for (const sign of [COLON, EQUALS]) {
      markBytes(sign, byte, NAME_END);
      if (mayEnd) markBytes(byte, sign, NAME_END);
    }
    if (!isWord) markBytes(QUOTE, byte, NAME_END);
    if (byte >= 128 || byte === BACKSLASH || (isWord && mayEnd)) markBytes(byte, QUOTE, NAME_END);
  }
}

function markBytes(first: number, second: number, bit: number): void {
  const bytesAt = first | (second << 8);
  BY_BYTES[bytesAt] = (BY_BYTES[bytesAt] as number) | bit;
}

/** Bytes of a text that are looked through at a time, and how many of them once more with the next ones. */
const PIECE = 16_384;
const OVERLAP = 64;
/** Characters that may be between a name and the sign behind it: of a key, of its end, and of the quotes around it. */
const MAX_BEHIND_NAME = 96;
/** Blanks behind the bytes of a text, so that nothing is looked for behind its end. */
const MARGIN = 64;
const bytes = new Uint8Array(PIECE + MARGIN);
const pairs = new Uint16Array(bytes.buffer);
const room = new Uint8Array(bytes.buffer, 0, PIECE);
const encoder = new TextEncoder();

/** Characters after which the look in WebAssembly pays, which takes some time to be made. */
const ENOUGH_FOR_FAST = 1024 * 1024;
/** Characters that are still looked at without it, and how many they were when it was allowed. */
let leftToPlain = Number.POSITIVE_INFINITY;
let allowedBehind = Number.POSITIVE_INFINITY;
/** The look in WebAssembly, once it is used. */
let fast: FastLook | null = null;

/** This process may compile code, and looks in WebAssembly first once it has looked at so many characters without. */
export function enableFastLook(behind = ENOUGH_FOR_FAST): void {
  leftToPlain = behind;
  allowedBehind = behind;
}

/** Characters after which a look or scan in WebAssembly pays; infinite where this process may not compile code. */
export function charactersBeforeFastLook(): number {
  return allowedBehind;
}

function countPlain(length: number): void {
  leftToPlain -= length;
  if (leftToPlain >= 0) return;
  leftToPlain = Number.POSITIVE_INFINITY;
  fast = fastLook();
}

/** True for a text in which something may have to be masked. O(length), in less time than reading the text as JSON. */
export function mayHoldSecrets(text: string): boolean {
  if (mayHoldTorn(text)) return true;
  if (fast === null) countPlain(text.length);
  else return mayHoldSecretsOnceSeen(fast.isSuspect(text), text);
  return mayHoldSecretsPlainly(text);
}

/** The same for a text that a look in WebAssembly has seen already, and what it said. */
export function mayHoldSecretsOnceSeen(isSuspect: boolean, text: string): boolean {
  return (isSuspect || mayBeNameBefore(text, text.length)) && mayHoldSecretsPlainly(text);
}

/** The same without WebAssembly. */
export function mayHoldSecretsPlainly(text: string): boolean {
  const look = new Look(text);
  for (let from = 0; ; ) {
    const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), room);
    bytes.fill(32, written, written + MARGIN);
    if (look.piece(from, read, written)) return true;
    if (from + read >= text.length) return mayBeNameBefore(text, text.length);
    from += read - OVERLAP;
  }
}

/** A look at one text, of which the bytes come in pieces. */
class Look {
  private readonly text: string;
  private readonly shapes: ShapeReader;
  /** Place in the text of the first byte of the piece. */
  private from = 0;
  private isAscii = true;
  private withUrl: boolean | null = null;
  /** A byte of the piece, and its place in the text. */
  private mappedByte = 0;
  private mappedAt = 0;

  constructor(text: string) {
    this.text = text;
    this.shapes = SHAPES.reader(text);
  }

  /** True when something may be hidden in the first `written` of the bytes, which are `read` units from a place on. */
  piece(from: number, read: number, written: number): boolean {
    this.from = from;
    this.isAscii = read === written;
    this.mappedByte = 0;
    this.mappedAt = from;
    if (haveCodedRun(bytes, written)) return true;
    const end = (written + 1) >> 1;
    for (let i = 0; i < end; i++) {
      const pair = pairs[i] as number;
      const does = BY_BYTES[pair] as number;
      if (does === 0) continue;
      const third = 1 << ((bytes[2 * i + 2] as number) & 31);
      if (does === BEGINNING && ((THIRDS[pair] as number) & third) === 0) continue;
      if (this.isSuspect(does, 2 * i)) return true;
    }
    return false;
  }

  private isSuspect(does: number, at: number): boolean {
    if ((does & NAME_END) !== 0 && this.isName(at)) return true;
    if ((does & SIGN) !== 0 && (this.isSign(at) || this.isSign(at + 1))) return true;
    if ((does & BEGINNING) !== 0 && this.isBeginning(at)) return true;
    return (does & BEYOND) !== 0 && (isUnseenAt(at) || isUnseenAt(at + 1));
  }

  /** True when a name of a secret may end at one of two bytes. */
  private isName(at: number): boolean {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    if ((first === QUOTE || first === COLON || first === EQUALS) && this.isNameBefore(at)) return true;
    return (second === QUOTE || second === COLON || second === EQUALS) && this.isNameBefore(at + 1);
  }

  private isNameBefore(end: number): boolean {
    let at = end - 1;
    const sign = at < 0 ? 0 : bytes[at];
    // The sign before was asked about the same name.
    if (sign === COLON || sign === EQUALS) return false;
    if (sign === QUOTE && at > 0 && LETTER[bytes[at - 1] as number] === 1) return false;
    const first = Math.max(0, end - MAX_BEHIND_NAME);
    while (at >= first) {
      const code = bytes[at] as number;
      if (code >= 128) break;
      // The letter of an escape such as `\n` belongs to no name.
      if (at > 0 && bytes[at - 1] === BACKSLASH && CONTROLS[code] === 1) at--;
      else if (LETTER[code] === 1) break;
      at--;
    }
    // Before the first bytes of a later piece are those of the piece before it, which showed the name.
    if (at < first) return false;
    const last = bytes[at] as number;
    const before = at === 0 ? 32 : (bytes[at - 1] as number);
    if (last < 128 && before < 128 && MAY_END_NAME[(before << 7) | last] !== 1) return false;
    return mayBeNameInBytes(bytes, at + 1) && mayBeNameBefore(this.text, this.placeOf(at) + 1);
  }

  private isSign(at: number): boolean {
    const sign = bytes[at] as number;
    const next = bytes[at + 1] as number;
    if (sign === AT_SIGN) return this.isWithUrl();
    if (sign >= 128 || next >= 128 || SIGNS[(sign << 7) | next] !== 1) return false;
    if (sign === DOT) return bytes[at + 7] === DOT && isBehindToken(this.text, this.placeOf(at));
    const before = at === 0 ? this.text.charCodeAt(this.from - 1) : (bytes[at - 1] as number);
    if (sign === DASH && before === DASH) return false;
    if (sign === BACKSLASH && (before === BACKSLASH || (next === BACKSLASH && isEscapedQuote(at))))
      return false;
    // A dash inside of a word, which is that of a compound or an id.
    if (sign === DASH && before < 128 && WORD[before] === 1 && at > 1 && bytes[at - 2] !== BACKSLASH)
      return false;
    return isSign(this.text, this.placeOf(at), sign, next);
  }

  /** True for a text in which addresses may be, with a password before their at sign. */
  private isWithUrl(): boolean {
    this.withUrl ??= this.text.includes('://');
    return this.withUrl;
  }

  private isBeginning(at: number): boolean {
    const sightings = SIGHTINGS[pairs[at >> 1] as number];
    if (sightings === undefined) return false;
    for (let i = 0; i < sightings.length; i++) {
      const sighting = sightings[i] as Sighting;
      if (
        isWritten(sighting, at - sighting.at) &&
        (sighting.isAlone || this.shapes.mayBeAt(this.placeOf(at - sighting.at)))
      )
        return true;
    }
    return false;
  }

  /** Place in the text of a byte of the piece. */
  private placeOf(byte: number): number {
    if (this.isAscii) return this.from + byte;
    if (byte < this.mappedByte) {
      this.mappedByte = 0;
      this.mappedAt = this.from;
    }
    let at = this.mappedAt;
    for (let i = this.mappedByte; i < byte; i++) {
      const code = bytes[i] as number;
      if (code < 0x80 || code >= 0xc0) at += code >= 0xf0 ? 2 : 1;
    }
    this.mappedByte = byte;
    this.mappedAt = at;
    return at;
  }
}

/**
 * True when the bytes from a place on are those of a beginning, and enough of what follows it, or an escape in it, or a
 * quote that cuts it.
 */
function isWritten({ text, isWord, isInside, body, min }: Beginning, from: number): boolean {
  if (from < 0) return false;
  for (let i = 0; i < text.length; i++) {
    const byte = bytes[from + i] as number;
    if ((isWord && byte >= 65 && byte <= 90 ? byte + 32 : byte) !== text.charCodeAt(i)) return false;
  }
  const end = from + text.length + Math.min(min, OVERLAP / 2);
  for (let at = from + text.length; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH || (byte === QUOTE && isInside)) return true;
    if (byte >= 128 || body[byte] !== 1) return false;
  }
  return true;
}

/** True for backslashes before a quote, which is what JSON inside of JSON has most of. */
function isEscapedQuote(at: number): boolean {
  let end = at;
  while (bytes[end] === BACKSLASH) end++;
  return bytes[end] === QUOTE;
}

/** Characters that show nothing, and the wide forms of letters: names are compared without them. */
function isUnseenAt(at: number): boolean {
  const lead = bytes[at] as number;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 128) return isControl(lead);
  if (lead === 0xf3) return second === 0x20;
  if (lead >= 0xe0 && lead < 0xf0)
    return isHidingBeyond(((lead & 15) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f));
  return lead >= 0xc0 && lead < 0xe0 && isHidingBeyond(((lead & 31) << 6) | second);
}

function isHidingBeyond(code: number): boolean {
  return isUnseen(code) || (code >= 0xff21 && code <= 0xff5a);
}

function isSign(text: string, at: number, code: number, next: number): boolean {
  if (code === BACKSLASH) return isHiding(text, at, next);
  if (code === DASH) return next === DASH ? isNameBehind(text, at + 2) : isOptionStart(text, at);
  if (code === LESS) return isNameBehind(text, at + 1);
  return isIn(HEX, text, at + 2);
}

/** True when the name of an option or an element that begins at a place may be one of a secret; an escape may end it. */
function isNameBehind(text: string, from: number): boolean {
  let end = from;
  for (; end - from < MAX_NAME && isIn(NAME_PART, text, end); end++)
    if (text.charCodeAt(end) === BACKSLASH && mayBeNameBefore(text, end)) return true;
  return end > from && mayBeNameBefore(text, end);
}

/** Longest name of an option or an element that is read. */
const MAX_NAME = 128;

/** True when 23 characters of a token, or backslashes that are passed over, stand before a place. */
function isBehindToken(text: string, end: number): boolean {
  let at = end - 1;
  while (end - at <= 23 && (text.charCodeAt(at) === BACKSLASH || isIn(WORD_DASH, text, at))) at--;
  return end - at > 23;
}

/** True for a dash with no word before it; the letter of an escape such as `\\t` belongs to none. */
function isOptionStart(text: string, at: number): boolean {
  if (!isIn(WORD, text, at - 1)) return text.charCodeAt(at - 1) !== DASH;
  return text.charCodeAt(at - 2) === BACKSLASH;
}

/**
 * True for an escape, at the first of its backslashes, that may hide something: a letter of a name, the slash of a path,
 * a join of two characters that mean something side by side. Names are read over backslashes, and a shape that stops at
 * one counts (`mayBeAt`), so that a backslash in the text itself hides little else.
 */
function isHiding(text: string, at: number, next: number): boolean {
  if (next !== BACKSLASH) return next !== QUOTE && next !== SMALL_N && next !== SMALL_R && next !== SMALL_T;
  let end = at + 2;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const code = text.charCodeAt(end);
  if (code === QUOTE || end >= text.length) return false;
  if ((end - at) % 2 === 1) return code !== SMALL_N;
  if (code >= 128) return false;
  if (CONTROLS[code] === 1) return false;
  if ((code === SMALL_U || code === SMALL_X) && isIn(HEX, text, end + 1) && isIn(HEX, text, end + 2))
    return true;
  if (text.startsWith('e[', end) || text.startsWith('033[', end)) return true;
  const before = at === 0 ? 0 : text.charCodeAt(at - 1);
  return before < 128 && (isJoin(text, at, end) || isBetweenDots(text, at, end));
}

/** True when the text reads as a prefix or a word once the escape from `start` to `end`, and others, are taken out. */
function isJoin(text: string, start: number, end: number): boolean {
  const joins = JOINS.get((text.charCodeAt(start - 1) << 7) | text.charCodeAt(end));
  return joins?.some((join) => isRead(text, start - 1, -1, join) && isRead(text, end, 1, join)) === true;
}

/** True when the characters of `join` on one side of it stand from a place on, backslashes passed over. */
function isRead(text: string, from: number, step: 1 | -1, join: Join): boolean {
  let at = from;
  for (let of = step === 1 ? join.at : join.at - 1; of >= 0 && of < join.text.length; of += step) {
    while (text.charCodeAt(at) === BACKSLASH) at += step;
    const letter = text[at] ?? '';
    if ((join.isAnyCase ? letter.toLowerCase() : letter) !== join.text[of]) return false;
    at += step;
  }
  return true;
}

/** True when a dot stands within seven characters before and behind an escape, backslashes not counted. */
function isBetweenDots(text: string, start: number, end: number): boolean {
  return hasDot(text, start - 1, -1) && hasDot(text, end, 1);
}

function hasDot(text: string, from: number, step: 1 | -1): boolean {
  let seen = 0;
  for (let at = from; at >= 0 && at < text.length && seen < 7; at += step) {
    const code = text.charCodeAt(at);
    if (code === DOT) return true;
    if (code !== BACKSLASH) {
      if (!isIn(WORD_DASH, text, at)) return false;
      seen++;
    }
  }
  return false;
}
