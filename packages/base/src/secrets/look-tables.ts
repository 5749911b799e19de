/**
 * Tables of the quick scan for secrets, built from the table of secrets, as `assembly/secret-look.ts` reads them in the
 * memory of a WebAssembly module.
 */
import { addTo } from '../basics.ts';
import { HEX, WORD } from './alphabets.ts';
import { BASE64_BITS } from './coded-runs.ts';
import {
  ASCII,
  type Beginning,
  beginnings,
  CONTROLS,
  isControl,
  joinsByPair,
  LETTER,
  mediaBeginnings,
  NAME_PART,
  OPTIONS,
} from './encoded-forms.ts';
import { foldedLetter } from './fold-names.ts';
import {
  letterNumber,
  NAME_LETTERS,
  nameEndings,
  nameNodes,
  PAIR_NAMES,
  SECRET_NAME_TEXTS,
} from './secret-names.ts';

const PLACE = {
  heads: 0x10000,
  texts: 0x30000,
  folded: 0x40000,
  mayEndName: 0x50000,
  classes: 0x54000,
  windows: 0x54100,
  base64Bits: 0x54200,
  pairNames: 0x54400,
  bodies: 0x55000,
  names: 0x58000,
  joinHeads: 0x80000,
  joins: 0x88000,
  firstThree: 0x95000,
  lastThree: 0x97000,
  end: 0x98000,
} as const;

const encoder = new TextEncoder();
const PASSED_OVER = 0xff;
const NODE_BYTES = 80;
const KNOWN_AT = 72;
const ANY_CASE = 0x80;
const CUT = 0x40;
const LAST = 0xff;
/** Maximum number of characters inspected after a prefix. */
const MAX_FOLLOWING = 64;
/** Writes the tables to their places in the memory. A few milliseconds; throws when a table has outgrown its place. */
export function writeLookTables(memory: Uint8Array): void {
  const found = [...beginnings(), ...mediaBeginnings()];
  memory.set(nameEndings(), PLACE.mayEndName);
  memory.set(BASE64_BITS, PLACE.base64Bits);
  // Each with its length in front.
  const pairs = PAIR_NAMES.flatMap((name) => [name.length, ...encoder.encode(name)]);
  memory.set([...pairs, 0], PLACE.pairNames);
  writeCharacters(memory);
  writeNames(memory);
  writeTexts(memory, found);
  writeJoins(memory);
  writeWindows(memory, found);
  writeThrees(memory, found);
}

function writeCharacters(memory: Uint8Array): void {
  const folded = memory.subarray(PLACE.folded, PLACE.folded + 0x10000).fill(NAME_LETTERS);
  const fold = (code: number): void => {
    const letter = foldedLetter(code);
    if (letter >= 0) folded[code] = letter === 0 ? PASSED_OVER : letterNumber(letter);
  };
  // No character between them is one of a name, or passed over.
  for (let code = 0; code < 0x3200; code++) fold(code);
  for (let code = 0xfe00; code < 0x10000; code++) fold(code);
  const classes = [WORD, LETTER, CONTROLS, NAME_PART, HEX, OPTIONS];
  for (let code = 0; code < 128; code++) {
    let bits = 0;
    classes.forEach((characters, bit) => {
      if (characters[code] === 1) bits |= 1 << bit;
    });
    memory[PLACE.classes + code] = bits;
  }
}

function writeNames(memory: Uint8Array): void {
  const { next, knownAt } = nameNodes();
  if (PLACE.names + knownAt.length * NODE_BYTES > PLACE.joinHeads)
    throw new Error('The table of names is too large');
  const view = new DataView(memory.buffer, memory.byteOffset + PLACE.names, knownAt.length * NODE_BYTES);
  knownAt.forEach((known, node) => {
    for (let letter = 0; letter < NAME_LETTERS; letter++)
      view.setUint16(node * NODE_BYTES + 2 * letter, next[node * NAME_LETTERS + letter] ?? 0, true);
    view.setUint16(node * NODE_BYTES + KNOWN_AT, known, true);
  });
}

/** Bytes at or after a place of a beginning; after a word, all. */
function codesAt({ text, isWord, body }: Beginning, at: number): readonly number[] {
  const letter = text[at];
  if (letter === undefined) return isWord ? ALL : [...ALL.filter((code) => body[code] === 1), BACKSLASH];
  const cases = isWord ? new Set([letter, letter.toUpperCase()]) : [letter];
  return [...cases].map((one) => one.charCodeAt(0));
}

const BACKSLASH = 92;
const ALL: readonly number[] = Array.from({ length: 256 }, (_, code) => code);

function writeTexts(memory: Uint8Array, found: readonly Beginning[]): void {
  const heads = new DataView(memory.buffer, memory.byteOffset + PLACE.heads, 2 * 65_536);
  const byPair = new Map<number, Beginning[]>();
  for (const beginning of found) {
    for (const first of codesAt(beginning, 0))
      for (const second of codesAt(beginning, 1)) {
        const pair = first | (second << 8);
        addTo(byPair, pair, beginning);
      }
  }
  const bodies: string[] = [];
  // Place 0 means none.
  let place = PLACE.texts + 1;
  for (const [pair, beginnings] of byPair) {
    heads.setUint16(2 * pair, place - PLACE.texts, true);
    for (const one of beginnings) place = writeText(memory, place, one, bodies);
    memory[place++] = LAST;
  }
  if (place > PLACE.folded || PLACE.bodies + bodies.length * 128 > PLACE.names)
    throw new Error('The table of beginnings is too large');
}

function writeText(memory: Uint8Array, place: number, one: Beginning, bodies: string[]): number {
  const { text, min, isWord, isInside, body } = one;
  const key = body.join('');
  let number = bodies.indexOf(key);
  if (number < 0) {
    number = bodies.push(key) - 1;
    memory.set(body, PLACE.bodies + number * 128);
  }
  const following = Math.min(min, MAX_FOLLOWING);
  memory.set([text.length, following, number | (isWord ? ANY_CASE : isInside ? CUT : 0)], place);
  memory.set(encoder.encode(text), place + 4);
  return place + 4 + text.length;
}

function writeJoins(memory: Uint8Array): void {
  const heads = new DataView(memory.buffer, memory.byteOffset + PLACE.joinHeads, 2 * 128 * 128);
  // Place 0 means none.
  let place = PLACE.joins + 1;
  for (const [pair, joins] of joinsByPair()) {
    heads.setUint16(2 * pair, place - PLACE.joins, true);
    for (const { text, at, isAnyCase } of joins) {
      memory.set([text.length, at, isAnyCase ? 1 : 0, 0], place);
      memory.set(encoder.encode(text), place + 4);
      place += 4 + text.length;
    }
    memory[place++] = 0;
  }
  if (place > PLACE.firstThree) throw new Error('The table of joins is too large');
}

/** One bit for each three bytes that a beginning may have in front, and each three letters that a name may end with. */
function writeThrees(memory: Uint8Array, found: readonly Beginning[]): void {
  const set = (place: number, bit: number) => {
    memory[place + (bit >> 3)] = (memory[place + (bit >> 3)] ?? 0) | (1 << (bit & 7));
  };
  for (const beginning of found)
    for (const first of codesAt(beginning, 0))
      for (const second of codesAt(beginning, 1))
        for (const third of codesAt(beginning, 2))
          set(PLACE.firstThree, Math.imul(first | (second << 8) | (third << 16), THREES) >>> 16);
  for (const name of SECRET_NAME_TEXTS) {
    const [first = 0, second = 0, third = 0] = encoder.encode(name.slice(-3));
    set(PLACE.lastThree, ((first & 31) << 10) | ((second & 31) << 5) | (third & 31));
  }
}

/** Spreads three bytes over sixteen bits (the golden ratio). */
const THREES = 0x9e3779b1;

/** No token is shorter: the look passes over words that are. */
const SHORTEST_TOKEN = 11;

/** Returns the kind of window of a beginning, by where it may appear. */
function placeOf({ text, isWord, isInside, min }: Beginning): 'token' | 'word' | 'inside' | 'sign' | 'rare' {
  const first = text.charCodeAt(0);
  if (LETTER[first] !== 1) return RARE_SIGNS.includes(text[0] ?? '') ? 'rare' : 'sign';
  if (text.includes('~')) return 'rare';
  if (isWord) return 'word';
  if (isInside) return 'inside';
  if (text.length + min < SHORTEST_TOKEN) throw new Error(`The shape ${text} is too short for the look`);
  return 'token';
}

/** Signs that are inspected everywhere. */
const RARE_SIGNS = '%<~&';

/** Which bytes may be at each place of a window. */
type Window = readonly (readonly number[])[];

/**
 * Which bytes may be at each of the four places, by the halves of a byte; then what is known of a byte alone. A byte
 * passes a place of a group when its low and its high half do, so a group passes more than its windows.
 */
function writeWindows(memory: Uint8Array, found: readonly Beginning[]): void {
  const ofNames = SECRET_NAME_TEXTS.map((name) => [
    ...[...name.slice(-3)].map((letter) => [letter.charCodeAt(0), letter.toUpperCase().charCodeAt(0)]),
    ALL,
  ]);
  const windowsAt = (place: ReturnType<typeof placeOf>): Window[] =>
    found.filter((one) => placeOf(one) === place).map((one) => [0, 1, 2, 3].map((k) => codesAt(one, k)));
  const groups = [
    ...parted(ofNames, 2),
    ...parted(windowsAt('token'), 3),
    windowsAt('word'),
    windowsAt('inside'),
    windowsAt('sign'),
  ];
  groups.forEach((windows, bit) => {
    for (const window of windows)
      for (const [k, bytes] of window.entries()) writeHalves(memory, k, bytes, bit);
  });
  // Letters and digits in three parts, which the halves of a byte distinguish exactly; no blanks or quotes.
  const letters = [range(0x30, 0x39), [...range(0x41, 0x4f), ...range(0x61, 0x6f)]];
  const lastLetters = [...range(0x50, 0x5a), ...range(0x70, 0x7a)];
  const ends = ofNames.flatMap((window) => window[2] ?? []);
  const alone = [
    [ends, [32, 34], ...letters, lastLetters, [45], [92], [46]],
    [[37, 38], [60], [126], range(0xc2, 0xf3), ASCII.filter(isControl)],
  ];
  for (const [i, kinds] of alone.entries())
    for (const [bit, bytes] of kinds.entries()) writeHalves(memory, 4 + i, bytes, bit);
}

/** Windows in groups, those that begin alike together. */
function parted(windows: readonly Window[], count: number): readonly (readonly Window[])[] {
  const sorted = windows.toSorted((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0));
  const size = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, i) => sorted.slice(i * size, (i + 1) * size));
}

const range = (first: number, last: number): readonly number[] => ALL.slice(first, last + 1);

function writeHalves(memory: Uint8Array, place: number, bytes: readonly number[], bit: number): void {
  const from = PLACE.windows + place * 32;
  for (const byte of bytes)
    for (const at of [from + (byte & 15), from + 16 + (byte >> 4)])
      memory[at] = (memory[at] ?? 0) | (1 << bit);
}
