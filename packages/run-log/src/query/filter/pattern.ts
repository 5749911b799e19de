/**
 * Regular expressions of filters, in time linear to the text whatever the pattern. JavaScript cannot stop a pattern that
 * backtracks without end in its own thread, and to tell such patterns from others by their looks is guesswork; so they
 * are run by RE2, in its syntax and with the escapes `\u0041` of ECMAScript. The library is loaded with the first pattern.
 */
import { mayBeMasked } from '@openwop-inspector/base';
import type { RE2JS } from 're2js';
import type { Turns } from '../../next-turn.ts';
import type { RequiredTexts } from './search-plan.ts';
import { type FilterError, filterError, type Stretch, type Term } from './syntax.ts';

/** UTF-16 units of a pattern, and instructions that it is compiled to. */
const MAX_LENGTH = 2_000;
const MAX_INSTRUCTIONS = 2_000;

/** Longest text that is searched at once, in UTF-16 units: 0.2 s for the worst of patterns. */
const SHORT = 16_384;
/** Units of a longer text that are searched before a look at the clock: 0.3 s for the worst of patterns. */
const PIECE = 1024;

/** A compiled pattern. */
export class Pattern {
  readonly required: RequiredTexts;
  /** A match may contain a mark, which is in texts as they are displayed alone. */
  readonly isMark: boolean;
  private readonly re: RE2JS;

  constructor(re: RE2JS, required: RequiredTexts) {
    this.re = re;
    this.required = required;
    this.isMark = mayBeMasked(re.pattern().replaceAll('\\', ''));
  }

  /**
   * Whether a text has a match; a promise for a long one, which gives others their turn, and is false when it was cancelled
   * meanwhile. O(length), at worst × instructions of the pattern.
   */
  isIn(text: string, turns: Turns): boolean | Promise<boolean> {
    return text.length <= SHORT ? this.re.test(text) : this.isInLong(text, turns);
  }

  /** Where in a text the first match is; null without any. O(length), at worst × instructions of the pattern. */
  firstPlace(text: string): Stretch | null {
    const matcher = this.re.matcher(text);
    return matcher.find() ? { from: matcher.start(), to: matcher.end() } : null;
  }

  /** Steps through the automaton of the library, whose own loop cannot be interrupted. */
  private async isInLong(text: string, turns: Turns): Promise<boolean> {
    const { dfa } = this.re.re2();
    let state: State = dfa.start(TEXT_START, 0);
    const take = (runeClass: number, rune: number): void => {
      // Without memory for another state the automaton forgets those it has, and continues from this one.
      state =
        state.next?.[runeClass] ??
        dfa.step(state, runeClass, rune, UNANCHORED) ??
        dfa.step(dfa.resetCache(state), runeClass, rune, UNANCHORED);
    };
    for (let at = 0; at < text.length; ) {
      for (const end = Math.min(at + PIECE, text.length); at < end && !state.isMatch; ) {
        const rune = text.codePointAt(at) as number;
        take(dfa.runeClass(rune), rune);
        at += rune > 0xffff ? 2 : 1;
      }
      if (state.isMatch) return true;
      if (turns.areDue && !(await turns.rest())) return false;
    }
    take(dfa.numClasses, TEXT_END);
    return state.isMatch;
  }
}

/** A state of the library's automaton. */
interface State {
  readonly isMatch: boolean;
  /** What follows, by the class of a character; null where it was not met. */
  readonly next: readonly (State | null)[] | null;
}

/** Values of the library: where a search starts, that it may start anywhere, and what follows the last character. */
const TEXT_START = { context: () => 0b101 };
const UNANCHORED = 0;
const TEXT_END = -1;

type RegexTerm = Extract<Term, { kind: 'regex' }>;

/** Compiles the pattern of a term, or says where in the filter it is wrong. Rejects when the library cannot be loaded. */
export async function compilePattern({ source, ignoresCase, at }: RegexTerm): Promise<Pattern | FilterError> {
  const { RE2JS, RE2JSSyntaxException } = await import('re2js');
  const compiled = (text: string): RE2JS | Objection => {
    if (text.length > MAX_LENGTH) return { reason: TOO_LARGE, found: text };
    try {
      const re = RE2JS.compile(withCodes(text));
      return re.programSize() > MAX_INSTRUCTIONS ? { reason: TOO_LARGE, found: text } : re;
    } catch (error) {
      if (error instanceof RE2JSSyntaxException) return { reason: error.error, found: error.input ?? '' };
      throw error;
    }
  };
  const exact = compiled(source);
  if ('reason' in exact) {
    const from = at.from + 1 + columnOf(source, exact, compiled);
    return filterError({ from, to: at.to }, messageOf(exact));
  }
  const texts = requiredTexts(exact.re2().prefilter);
  if (!ignoresCase) return new Pattern(exact, { anyOf: texts, ignoresCase });
  // The library knows required texts only where case matters.
  const re = RE2JS.compile(withCodes(source), RE2JS.CASE_INSENSITIVE);
  return new Pattern(re, {
    anyOf: texts.map((all) => all.flatMap((text) => text.split(BEYOND_ASCII))),
    ignoresCase,
  });
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** What the library knows to be in every match: a text, or all or one of several things. */
interface Prefilter {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}
const EXACT = 1;
const ALL_OF = 2;

function requiredTexts(filter: Prefilter | null): RequiredTexts['anyOf'] {
  if (filter === null) return [[]];
  if (filter.type === EXACT) return [[filter.str]];
  if (filter.type !== ALL_OF) return filter.subs.flatMap(requiredTexts);
  const texts = filter.subs.flatMap(({ type, str }) => (type === EXACT ? [str] : []));
  return texts.length > 0 ? [texts] : requiredTexts(filter.subs[0] ?? null);
}

/** `\u0041` as the library writes it. */
const withCodes = (source: string): string =>
  source.replace(/\\(?:u([0-9A-Fa-f]{4})|.)/gs, (all, code?: string) =>
    code === undefined ? all : `\\x{${code}}`,
  );

/** Why the library refuses a pattern, and the piece of it that it was at. */
interface Objection {
  readonly reason: string;
  readonly found: string;
}

const TOO_LARGE = 'expression too large';
const UNCLOSED = 'missing closing )';
const UNOPENED = 'unexpected )';
const REPEATED_TWICE = 'invalid nested repetition operator';

const MESSAGES: Readonly<Record<string, string>> = {
  [UNCLOSED]: 'This group is not closed',
  [UNOPENED]: 'This parenthesis closes no group',
  [REPEATED_TWICE]: 'Nothing precedes the quantifier',
  'missing argument to repetition operator': 'Nothing precedes the quantifier',
  'missing closing ]': 'This class is not closed',
  'trailing backslash at end of expression': 'Nothing follows the backslash',
  'expression nests too deeply': 'Groups nest too deep',
  [TOO_LARGE]: 'The pattern is too large',
};

/** Longest piece of a pattern in a message, in UTF-16 units. */
const MAX_NAMED = 40;

function messageOf({ reason, found }: Objection): string {
  if (/^\\[1-9k]/.test(found)) return 'A pattern cannot refer back: that takes more than linear time';
  if (/^\(\?<?[=!]/.test(found))
    return 'A pattern cannot look ahead or back: that takes more than linear time';
  if (reason === 'invalid repeat count') {
    const [least = 0, most = least] = (found.match(/\d+/g) ?? []).map(Number);
    if (least > most) return 'The numbers of the quantifier are out of order';
    return 'A quantifier counts to 1000 at most, together with those around it';
  }
  if (reason === 'invalid character class range' && !/^(?:\\p|\[:)/i.test(found))
    return 'This range runs backwards';
  const named = found.length > MAX_NAMED ? `${found.slice(0, MAX_NAMED)}…` : found;
  return (
    MESSAGES[reason] ?? (named === '' ? `The pattern is wrong: ${reason}` : `${named} is not known here`)
  );
}

/**
 * Where a pattern is wrong. The library names the piece and not its place; it reads from the front, so the shortest
 * beginning with the same fault ends with that piece. O(length × log length).
 */
function columnOf(
  source: string,
  { reason, found }: Objection,
  compiled: (text: string) => RE2JS | Objection,
): number {
  if (reason === UNCLOSED || reason === UNOPENED) return unpairedIn(source);
  let [fine, wrong] = [0, source.length];
  while (wrong - fine > 1) {
    const half = (fine + wrong) >> 1;
    const part = compiled(source.slice(0, half));
    if ('reason' in part && part.reason === reason && part.found === found) wrong = half;
    else fine = half;
  }
  return Math.max(0, wrong - (reason === REPEATED_TWICE ? 1 : found.length));
}

/** Where the parenthesis is that has no other. */
function unpairedIn(source: string): number {
  const open: number[] = [];
  for (const { 0: sign, index } of source.matchAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()]/gs)) {
    if (sign === '(') open.push(index);
    if (sign === ')' && open.pop() === undefined) return index;
  }
  return open.at(-1) ?? 0;
}
