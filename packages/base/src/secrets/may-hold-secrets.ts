/**
 * A quick look at text as it is written, JSON included: false where nothing is to be masked, which is most events. It is
 * made of the same table as the finder, so that it is true wherever the masker would change anything.
 */
import { alphabetNamed, alphabetOf, HEX, isIn, WORD } from './alphabets.ts';
import { isUnseen } from './fold-names.ts';
import { MAY_END_NAME, mayBeNameBefore, mayEndName } from './secret-names.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import { isWordAt, type ShapeReader, tokenShapes } from './token-shapes.ts';

const SHAPES = tokenShapes(SHAPE_ROWS);

/** Texts that something else than the shapes begins with, or has inside; compared without case. */
const WORDS = [
  ...[
    'bearer',
    'basic',
    '/assets',
    'interrupts',
    '-----begin',
    '-----end',
    'putty-user',
    '.atlasv1.',
    '-us',
    'q~',
  ],
  ...[':aa', '&#', '-user', '://'],
];

/** What a pair of characters may be, as bits: the beginning of a shape, of a word, a sign, a dot, the end of a name. */
const SHAPE = 1;
const WORD_START = 2;
const SIGN = 4;
const DOT_SIGN = 8;
const NAME_END = 16;
const PAIRS = new Uint8Array(128 * 128);
/** For each pair that begins a shape or a word, which third characters may follow: one bit for the lowest five. */
const THIRDS = Int32Array.from(SHAPES.thirds);
const BY_PAIR = new Map<number, string[]>();

function mark(first: number, second: number, bit: number): void {
  const pair = (first << 7) | second;
  PAIRS[pair] = (PAIRS[pair] as number) | bit;
}

for (const [pair, isFirst] of SHAPES.pairs.entries()) if (isFirst !== 0) PAIRS[pair] = SHAPE;
for (const word of WORDS) {
  const third = word.length > 2 ? 1 << (word.charCodeAt(2) & 31) : -1;
  for (const first of bothCases(word[0] ?? '')) {
    for (const second of bothCases(word[1] ?? '')) {
      mark(first.charCodeAt(0), second.charCodeAt(0), WORD_START);
      const pair = (first.charCodeAt(0) << 7) | second.charCodeAt(0);
      THIRDS[pair] = (THIRDS[pair] as number) | third;
      BY_PAIR.set(pair, [...(BY_PAIR.get(pair) ?? []), word]);
    }
  }
}

/** A prefix of a shape or one of the words, which an escape between its `at` characters and the rest may hide. */
interface Join {
  readonly text: string;
  readonly at: number;
  readonly isAnyCase: boolean;
}

/**
 * By the two characters that stand side by side in a prefix of a shape or in one of the words: of an escape between any
 * two others nothing of that kind is left when it is taken out.
 */
const JOINS = new Map<number, Join[]>();

for (const { prefixes } of SHAPE_ROWS) for (const prefix of prefixes) addJoins(prefix, false);
for (const word of WORDS) addJoins(word, true);

function addJoins(text: string, isAnyCase: boolean): void {
  const cases = (letter = '') => (isAnyCase ? bothCases(letter) : [letter]);
  for (let at = 1; at < text.length; at++) {
    for (const first of cases(text[at - 1]))
      for (const second of cases(text[at])) {
        const pair = first.charCodeAt(0) * 128 + second.charCodeAt(0);
        JOINS.set(pair, [...(JOINS.get(pair) ?? []), { text, at, isAnyCase }]);
      }
  }
}

function bothCases(letter: string): readonly string[] {
  return [...new Set([letter, letter.toUpperCase()])];
}

const BACKSLASH = 92;
const PERCENT = 37;
const AT_SIGN = 64;
const DOT = 46;
const DASH = 45;
const QUOTE = 34;
const SMALL_N = 110;
const SMALL_R = 114;
const SMALL_T = 116;
const SMALL_U = 117;
const SMALL_X = 120;
/** Letters of the escapes that stand for blanks and other signs of control: b, f, n, r, t. */
const CONTROLS = alphabetOf('bfnrt');
/** What an option for a user or a password may go on with, a hidden letter of it included. */
const OPTIONS = alphabetOf('uUpa\\');
const WORD_DASH = alphabetNamed('word-dash');
for (let second = 0; second < 128; second++) {
  const isQuiet = second === QUOTE || second === SMALL_N || second === SMALL_R || second === SMALL_T;
  if (!isQuiet) mark(BACKSLASH, second, SIGN);
  if (OPTIONS[second] === 1) mark(DASH, second, SIGN);
  if (HEX[second] === 1) mark(PERCENT, second, SIGN);
  mark(AT_SIGN, second, SIGN);
  mark(DOT, second, DOT_SIGN);
  if (WORD[second] === 1) continue;
  for (let first = 0; first < 128; first++)
    if (WORD[first] === 1 && mayEndName(first)) mark(first, second, NAME_END);
}

/** Bytes of a text that are looked through at a time. */
const PIECE = 16_384;
const bytes = new Uint8Array(PIECE);
const encoder = new TextEncoder();

/** True for a text in which something may have to be masked. O(length), in less time than reading the text as JSON. */
export function mayHoldSecrets(text: string): boolean {
  const look = new Look(text);
  // A place in an array is found sooner than one in a text that is part of another.
  for (let from = 0; from < text.length; ) {
    const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), bytes);
    if (look.piece(bytes, written)) return true;
    from += read;
  }
  return look.end();
}

/** A look at one text, of which the bytes come in pieces. */
class Look {
  private readonly text: string;
  private readonly shapes: ShapeReader;
  /** The two characters before the next byte; of one beyond ASCII, some value above it. */
  private before = 32;
  private code = 32;
  /** Place of `code` in the text. */
  private at = -1;

  constructor(text: string) {
    this.text = text;
    this.shapes = SHAPES.reader(text);
  }

  /** True when something may be hidden before the last of these bytes. */
  piece(piece: Uint8Array, length: number): boolean {
    let { before, code, at } = this;
    for (let i = 0; i < length; i++) {
      const next = piece[i] as number;
      if (code < 128) {
        if (next < 128) {
          const does = PAIRS[(code << 7) | next] as number;
          if (does !== 0) {
            if ((does & (SHAPE | WORD_START)) !== 0) {
              const third = i + 1 < length ? (piece[i + 1] as number) : this.text.charCodeAt(at + 2);
              if (
                ((THIRDS[(code << 7) | next] as number) & (1 << (third & 31))) !== 0 &&
                this.begins(at, code, next, does)
              )
                return true;
            }
            if ((does & NAME_END) !== 0 && mayEnd(before, code) && mayBeNameBefore(this.text, at + 1))
              return true;
            if ((does & SIGN) !== 0 && isSign(this.text, at, code, next)) return true;
            if (
              (does & DOT_SIGN) !== 0 &&
              (i + 6 >= length || piece[i + 6] === DOT) &&
              isDotted(this.text, at)
            )
              return true;
          }
        } else if (code === AT_SIGN && isSign(this.text, at, code, next)) return true;
        at++;
      } else {
        // Bytes that go on with a character.
        if ((next & 0xc0) === 0x80) continue;
        if (isHidingBeyond(this.text.charCodeAt(at))) return true;
        at += code >= 0xf0 ? 2 : 1;
        if (next < 128 && WORD[next] !== 1 && mayBeNameBefore(this.text, at)) return true;
      }
      before = code;
      code = next;
    }
    this.before = before;
    this.code = code;
    this.at = at;
    return false;
  }

  /** The same for the last character. */
  end(): boolean {
    return this.piece(BLANK_BYTE, 1) || mayBeNameBefore(this.text, this.text.length);
  }

  private begins(at: number, code: number, next: number, does: number): boolean {
    if ((does & SHAPE) !== 0 && this.shapes.mayBeAt(at)) return true;
    return (does & WORD_START) !== 0 && hasWordAt(this.text, at, (code << 7) | next);
  }
}

/** What stands behind a text. */
const BLANK_BYTE = Uint8Array.of(32);

/** Characters that show nothing, and the wide forms of letters: names are compared without them. */
function isHidingBeyond(code: number): boolean {
  return isUnseen(code) || (code >= 0xff21 && code <= 0xff5a);
}

/** A look at the two characters before the end of a word, which nearly always say that it is no name of a secret. */
function mayEnd(first: number, second: number): boolean {
  return first >= 128 || MAY_END_NAME[(first << 7) | second] === 1;
}

function isSign(text: string, at: number, code: number, next: number): boolean {
  if (code === BACKSLASH) return text.charCodeAt(at - 1) !== BACKSLASH && isHiding(text, at, next);
  if (code === DASH) return next < 128 && OPTIONS[next] === 1 && isOptionStart(text, at);
  if (code === PERCENT) return isIn(HEX, text, at + 1) && isIn(HEX, text, at + 2);
  return text.includes('://');
}

/** A token with two dots, of which one kind is looked for by the six characters between them. */
function isDotted(text: string, at: number): boolean {
  return text.charCodeAt(at + 7) === DOT && isBehindToken(text, at);
}

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

function hasWordAt(text: string, at: number, pair: number): boolean {
  return BY_PAIR.get(pair)?.some((word) => isWordAt(text, at, word)) === true;
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
