/**
 * Reads the regular expressions that can be run in linear time: those of ECMAScript (without the flag u) but for what
 * looks around or back. Whatever is not understood is refused with its place, never taken for something else.
 */
import { storedIn, unreachable } from '@openwop-inspector/base';

export type RegexTree =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'row' | 'choice'; readonly parts: readonly RegexTree[] }
  | { readonly kind: 'repeat'; readonly part: RegexTree; readonly least: number; readonly most: number }
  | { readonly kind: 'assert'; readonly what: 'start' | 'end' | 'boundary' | 'noBoundary' };

/** `column` counts from the start of the pattern. */
export interface RegexError {
  readonly column: number;
  readonly message: string;
}

/** Deepest nesting of groups, and highest count of a quantifier. */
const MAX_DEPTH = 100;
const MAX_COUNT = 1000;

const LETTERS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
export function isRegexError(value: RegexTree | RegexError): value is RegexError {
  return 'message' in value;
}

/** Never throws. O(length), and 65,536 steps for each distinct set when case is ignored. */
export function regexTree(source: string, ignoresCase: boolean): RegexTree | RegexError {
  const reader = new RegexReader(source, ignoresCase);
  const tree = reader.choice();
  if (reader.wrong !== null) return reader.wrong;
  if (!reader.isAtEnd) return { column: reader.at, message: 'This parenthesis closes no group' };
  return tree;
}

class RegexReader {
  at = 0;
  wrong: RegexError | null = null;
  private readonly source: string;
  private readonly ignoresCase: boolean;
  private readonly cased = new Map<string, CharacterSet>();
  private depth = 0;

  constructor(source: string, ignoresCase: boolean) {
    this.source = source;
    this.ignoresCase = ignoresCase;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(): RegexTree {
    const parts = [this.row()];
    while (this.takes('|')) parts.push(this.row());
    return { kind: 'choice', parts };
  }

  private row(): RegexTree {
    const parts: RegexTree[] = [];
    while (
      this.wrong === null &&
      !this.isAtEnd &&
      this.source[this.at] !== '|' &&
      this.source[this.at] !== ')'
    ) {
      const from = this.at;
      const part = this.atom();
      parts.push(this.quantified(part, from));
    }
    return { kind: 'row', parts };
  }

  private takes(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private fail(column: number, message: string): RegexTree {
    this.wrong ??= { column, message };
    return { kind: 'row', parts: [] };
  }

  private quantified(part: RegexTree, from: number): RegexTree {
    const match = /[*+?]|\{(\d{1,9})(?:(,)(\d{0,9}))?\}/y;
    match.lastIndex = this.at;
    const found = match.exec(this.source);
    if (found === null) return part;
    const [whole, low, comma, high] = found;
    const place = this.at;
    this.at += whole.length;
    // The shortest match or the longest: whether there is one is the same.
    this.takes('?');
    if (part.kind === 'assert') return this.fail(from, 'What precedes the quantifier cannot be repeated');
    const least = low === undefined ? (whole === '+' ? 1 : 0) : Number(low);
    const most = low === undefined ? (whole === '?' ? 1 : Infinity) : mostOf(least, comma, high);
    if (least > most) return this.fail(place, 'The numbers of the quantifier are out of order');
    if (least > MAX_COUNT || (most !== Infinity && most > MAX_COUNT))
      return this.fail(place, `A quantifier counts to ${MAX_COUNT} at most`);
    const again = /[*+?]|\{\d+(?:,\d*)?\}/y;
    again.lastIndex = this.at;
    if (again.test(this.source)) return this.fail(this.at, 'Nothing precedes the quantifier');
    return { kind: 'repeat', part, least, most };
  }

  private atom(): RegexTree {
    const from = this.at;
    const sign = this.source[this.at++] as string;
    switch (sign) {
      case '(':
        return this.group(from);
      case '[':
        return this.classOf(from);
      case '\\':
        return this.escape(from);
      case '.':
        return { kind: 'set', set: NO_BREAK };
      case '^':
        return { kind: 'assert', what: 'start' };
      case '$':
        return { kind: 'assert', what: 'end' };
      case '*':
      case '+':
      case '?':
        return this.fail(from, 'Nothing precedes the quantifier');
      case '{':
        return /^\{\d+(,\d*)?\}/.test(this.source.slice(from, from + 30))
          ? this.fail(from, 'Nothing precedes the quantifier')
          : this.unit(sign.charCodeAt(0));
      default:
        return this.unit(sign.charCodeAt(0));
    }
  }

  private unit(code: number): RegexTree {
    return { kind: 'set', set: this.inCase([[code, code]]) };
  }

  private inCase(set: CharacterSet): CharacterSet {
    if (!this.ignoresCase) return set;
    return storedIn(this.cased, JSON.stringify(set), () => inAnyCase(set));
  }

  private group(from: number): RegexTree {
    if (/^\?<?[=!]/.test(this.source.slice(this.at, this.at + 3)))
      return this.fail(from, 'A pattern cannot look ahead or back: that takes more than linear time');
    const named = /\?<[A-Za-z_$][\w$]*>|\?:/y;
    named.lastIndex = this.at;
    this.at += named.exec(this.source)?.[0].length ?? 0;
    if (this.source[this.at] === '?') return this.fail(this.at, 'This is no kind of group');
    if (++this.depth > MAX_DEPTH) return this.fail(from, `Groups nest at most ${MAX_DEPTH} deep`);
    const inner = this.choice();
    this.depth--;
    return this.takes(')') ? inner : this.fail(from, 'This group is not closed');
  }

  private escape(from: number): RegexTree {
    const next = this.source[this.at];
    if (next === 'b' || next === 'B') {
      this.at++;
      return { kind: 'assert', what: next === 'b' ? 'boundary' : 'noBoundary' };
    }
    const set = this.escapedSet(from);
    return set === null ? { kind: 'row', parts: [] } : { kind: 'set', set: this.inCase(set) };
  }

  /** The units of an escape, in a class or outside; null when it is refused. `at` is behind the backslash. */
  private escapedSet(from: number): CharacterSet | null {
    const next = this.source[this.at];
    if (next === undefined) return this.refuse(from, 'Nothing follows the backslash');
    this.at++;
    const known = Object.hasOwn(CLASSES, next) ? CLASSES[next] : undefined;
    if (known !== undefined) return known;
    const letter = Object.hasOwn(LETTERS, next) ? LETTERS[next] : undefined;
    if (letter !== undefined) return [[letter, letter]];
    const code = this.numbered(next);
    if (code !== null) return [[code, code]];
    if (/[1-9k]/.test(next))
      return this.refuse(from, 'A pattern cannot refer back: that takes more than linear time');
    if (/[A-Za-z0-9]/.test(next)) return this.refuse(from, `\\${next} is not known here`);
    return [[next.charCodeAt(0), next.charCodeAt(0)]];
  }

  /** `\x41`, `\u0041`, `\0`. */
  private numbered(next: string): number | null {
    if (next === '0') return /\d/.test(this.source[this.at] ?? '') ? null : 0;
    const digits = next === 'x' ? 2 : next === 'u' ? 4 : 0;
    const hex = this.source.slice(this.at, this.at + digits);
    if (digits === 0 || !/^[0-9A-Fa-f]+$/.test(hex) || hex.length < digits) return null;
    this.at += digits;
    return Number.parseInt(hex, 16);
  }

  private refuse(column: number, message: string): null {
    this.fail(column, message);
    return null;
  }

  private classOf(from: number): RegexTree {
    const isInverted = this.takes('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.takes(']')) {
      if (this.isAtEnd) return this.fail(from, 'This class is not closed');
      const place = this.at;
      const low = this.classUnits();
      if (low === null) return { kind: 'row', parts: [] };
      const isRange = this.source[this.at] === '-' && !['', ']'].includes(this.source[this.at + 1] ?? '');
      if (!isRange) {
        ranges.push(...low);
        continue;
      }
      this.at++;
      const high = this.classUnits();
      if (high === null) return { kind: 'row', parts: [] };
      const [first, last] = [singleOf(low), singleOf(high)];
      if (first === null || last === null)
        return this.fail(place, 'A range goes from one character to another');
      if (first > last) return this.fail(place, 'This range runs backwards');
      ranges.push([first, last]);
    }
    const set = this.inCase(setOf(ranges));
    return { kind: 'set', set: isInverted ? complement(set) : set };
  }

  private classUnits(): CharacterSet | null {
    const from = this.at;
    const code = this.source.charCodeAt(this.at++);
    if (code !== 0x5c) return [[code, code]];
    if (this.takes('b')) return [[8, 8]];
    if (this.source[this.at] === '-') {
      this.at++;
      return [[0x2d, 0x2d]];
    }
    return this.escapedSet(from);
  }
}

function mostOf(least: number, comma: string | undefined, high: string | undefined): number {
  if (comma === undefined) return least;
  return high === undefined || high === '' ? Infinity : Number(high);
}

function singleOf(set: CharacterSet): number | null {
  const [range] = set;
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : null;
}

/** Texts of which every match of a pattern holds each, in one piece; the letters A to Z match both cases. O(size). */
export function requiredPieces(tree: RegexTree): readonly string[] {
  const pieces = [''];
  gather(tree, pieces);
  return pieces.filter((piece) => piece !== '');
}

/** Adds what a part needs to the last piece, and begins another where something else may stand between. */
function gather(tree: RegexTree, pieces: string[]): void {
  switch (tree.kind) {
    case 'set': {
      const letter = letterOf(tree.set);
      if (letter === null) pieces.push('');
      else pieces[pieces.length - 1] += letter;
      return;
    }
    case 'row':
      for (const part of tree.parts) gather(part, pieces);
      return;
    case 'choice':
      if (tree.parts.length === 1 && tree.parts[0] !== undefined) gather(tree.parts[0], pieces);
      else pieces.push('');
      return;
    case 'repeat':
      if (tree.least > 0) gather(tree.part, pieces);
      pieces.push('');
      return;
    case 'assert':
      return;
    default:
      unreachable(tree);
  }
}

/** The one character of a set, or the letter of ASCII that it holds in both cases; null for any other set. */
function letterOf(set: CharacterSet): string | null {
  const units = set.flatMap(([low, high]) => (low === high ? [low] : [low, high]));
  const [first, second] = units;
  if (first === undefined || units.length > 2) return null;
  if (second === undefined) return String.fromCharCode(first);
  const isCased = set.length === 2 && second - first === 0x20 && first >= 0x41 && first <= 0x5a;
  return isCased ? String.fromCharCode(second) : null;
}

/** Inclusive ranges in ascending order that do not touch. */
export type CharacterSet = readonly (readonly [low: number, high: number])[];

const LAST = 0xffff;

/** The ranges in order, those that touch as one. */
function setOf(ranges: CharacterSet): CharacterSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}

function complement(set: CharacterSet): CharacterSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) out.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST) out.push([next, LAST]);
  return out;
}

const unitsOf = (characters: string): CharacterSet =>
  setOf(Array.from(characters, (c) => [c.charCodeAt(0), c.charCodeAt(0)] as const));

const DIGITS: CharacterSet = [[0x30, 0x39]];
export const WORD: CharacterSet = setOf([...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);
const SPACES: CharacterSet = setOf([
  ...unitsOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
  [0x2000, 0x200a],
]);
/** What a dot matches. */
const NO_BREAK: CharacterSet = complement(unitsOf('\n\r\u2028\u2029'));

let canonical: Uint16Array | null = null;

/** The one unit for all units that differ only in case. */
function canonicalUnits(): Uint16Array {
  if (canonical !== null) return canonical;
  const table = new Uint16Array(LAST + 1);
  for (let unit = 0; unit <= LAST; unit++) {
    const upper = String.fromCharCode(unit).toUpperCase();
    const code = upper.charCodeAt(0);
    // Nothing beyond ASCII is alike to a character of it.
    table[unit] = upper.length === 1 && (unit < 128 || code >= 128) ? code : unit;
  }
  canonical = table;
  return table;
}

/** The set with all that is alike to its units but for their case. O(65,536). */
function inAnyCase(set: CharacterSet): CharacterSet {
  const table = canonicalUnits();
  const wanted = new Uint8Array(LAST + 1);
  for (const [low, high] of set) for (let unit = low; unit <= high; unit++) wanted[table[unit] as number] = 1;
  const out: [number, number][] = [];
  for (let unit = 0; unit <= LAST; unit++) {
    if (wanted[table[unit] as number] === 0) continue;
    const last = out.at(-1);
    if (last !== undefined && last[1] === unit - 1) last[1] = unit;
    else out.push([unit, unit]);
  }
  return out;
}

const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACES,
  S: complement(SPACES),
};
