/**
 * Regular expressions in time linear to the text, whatever the pattern. JavaScript cannot stop a pattern that backtracks
 * without end in its own thread, and to tell such patterns from others by their looks is guesswork; so none is run by
 * the platform. A pattern becomes states that are followed side by side, and sets of states become rows of a table as
 * they are met, so that most characters cost one look. Nothing is made into code, which the content security policy
 * would forbid.
 */
import { storedIn, unreachable } from '@openwop-inspector/base';
import {
  type CharacterSet,
  isRegexError,
  type RegexError,
  type RegexTree,
  regexTree,
  requiredPieces,
  WORD,
} from './regex-syntax.ts';

/** States of a pattern, distinct sets in it, and entries of its table. */
const MAX_STATES = 2_000;
const MAX_SETS = 250;
const MAX_ENTRIES = 1 << 19;

/** One state: takes a unit of a set, continues to others without one, or ends. */
type Step =
  | { readonly kind: 'set'; readonly set: number; next: number }
  | { readonly kind: 'split'; readonly to: number[] }
  | { readonly kind: 'assert'; readonly what: Extract<RegexTree, { kind: 'assert' }>['what']; next: number }
  | { readonly kind: 'match' };

/** A search that goes through a text piece by piece. */
export interface TextSearch {
  /** Continues over the units of a text; true as soon as a match is known, and false for ever after it is not. */
  over(text: string, from: number, to: number): boolean;
  /** At the end of the text. */
  end(): boolean;
}

/** A pattern that can be searched for. */
export class Automaton {
  /** Texts that every match holds, the letters A to Z in either case. */
  readonly pieces: readonly string[];
  private readonly table: TransitionTable;

  constructor(table: TransitionTable, pieces: readonly string[]) {
    this.table = table;
    this.pieces = pieces;
  }

  /** Whether a text has a match. O(length), at worst × states of the pattern. */
  isIn(text: string): boolean {
    const search = this.search();
    return search.over(text, 0, text.length) || search.end();
  }

  /** Where in a text the match ends that ends first, in UTF-16 units; -1 for none. O(length). */
  firstEnd(text: string): number {
    return this.table.firstEnd(text);
  }

  search(): TextSearch {
    const { table } = this;
    let state = table.begin();
    return {
      over: (text, from, to) => {
        state = table.follow(state, text, from, to);
        return state.isMatched;
      },
      end: () => table.matchesAtEnd(state),
    };
  }
}

/** A pattern made ready, or what is wrong with it. Never throws. */
export function automatonOf(source: string, ignoresCase: boolean): Automaton | RegexError {
  const tree = regexTree(source, ignoresCase);
  if (isRegexError(tree)) return tree;
  try {
    // What the platform refuses is no pattern, whatever was made of it here. It is not run.
    new RegExp(source);
  } catch {
    return { column: 0, message: 'This is no regular expression' };
  }
  const program = new ProgramWriter();
  const start = program.write(tree, program.match);
  if (program.isTooLarge) return { column: 0, message: 'The pattern is too large' };
  return new Automaton(new TransitionTable(program.steps, program.sets, start), requiredPieces(tree));
}

class ProgramWriter {
  readonly steps: Step[] = [{ kind: 'match' }];
  readonly sets: CharacterSet[] = [];
  readonly match = 0;
  private readonly numbers = new Map<string, number>();

  get isTooLarge(): boolean {
    return this.steps.length > MAX_STATES || this.sets.length > MAX_SETS;
  }

  /** Writes the states of a tree behind which `next` follows; answers the first. */
  write(tree: RegexTree, next: number): number {
    if (this.isTooLarge) return next;
    switch (tree.kind) {
      case 'set':
        return this.add({ kind: 'set', set: this.numberOf(tree.set), next });
      case 'assert':
        return this.add({ kind: 'assert', what: tree.what, next });
      case 'row':
        return tree.parts.reduceRight((after, part) => this.write(part, after), next);
      case 'choice':
        return tree.parts.length === 1
          ? this.write(tree.parts[0] as RegexTree, next)
          : this.add({ kind: 'split', to: tree.parts.map((part) => this.write(part, next)) });
      case 'repeat':
        return this.repeat(tree, next);
      default:
        return unreachable(tree);
    }
  }

  private repeat({ part, least, most }: Extract<RegexTree, { kind: 'repeat' }>, next: number): number {
    let first = next;
    if (most === Infinity) {
      const loop: Step = { kind: 'split', to: [next] };
      first = this.add(loop);
      loop.to.push(this.write(part, first));
    } else {
      for (let i = least; i < most && !this.isTooLarge; i++)
        first = this.add({ kind: 'split', to: [next, this.write(part, first)] });
    }
    for (let i = 0; i < least && !this.isTooLarge; i++) first = this.write(part, first);
    return first;
  }

  private add(step: Step): number {
    this.steps.push(step);
    return this.steps.length - 1;
  }

  private numberOf(set: CharacterSet): number {
    return storedIn(this.numbers, JSON.stringify(set), () => this.sets.push(set) - 1);
  }
}

/** States that may be the present one at a place of a text. */
interface State {
  readonly places: readonly number[];
  readonly isAtStart: boolean;
  readonly isBehindWord: boolean;
  readonly isMatched: boolean;
  /** What follows, by the class of a unit; filled as it is met. */
  readonly next: (State | undefined)[];
}

const MATCHED: State = { places: [], isAtStart: false, isBehindWord: false, isMatched: true, next: [] };

/** What surrounds a place of a text. */
interface Around {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly isBoundary: boolean;
}

class TransitionTable {
  private readonly steps: readonly Step[];
  private readonly start: number;
  /** Class of each unit: units of a class are in the same sets. */
  private readonly classOf = new Uint16Array(0x10000);
  private readonly classes: number;
  /** By set, whether it has the units of a class. */
  private readonly has: readonly Uint8Array[];
  private readonly states = new Map<string, State>();

  constructor(steps: readonly Step[], sets: readonly CharacterSet[], start: number) {
    this.steps = steps;
    this.start = start;
    const all = [...sets, WORD];
    let count = 1;
    for (const set of all) count = this.split(set, count);
    this.classes = count;
    this.has = all.map((set) => {
      const members = new Uint8Array(count);
      for (const [low, high] of set)
        for (let unit = low; unit <= high; unit++) members[this.classOf[unit] as number] = 1;
      return members;
    });
  }

  /** Units of one class of which some are in a set become two classes; answers how many there are then. */
  private split(set: CharacterSet, count: number): number {
    const inside = new Int32Array(count).fill(-1);
    const sizes = new Int32Array(count);
    const within = new Int32Array(count);
    for (const own of this.classOf) sizes[own] = (sizes[own] as number) + 1;
    const each = (visit: (unit: number, own: number) => void): void => {
      for (const [low, high] of set)
        for (let unit = low; unit <= high; unit++) visit(unit, this.classOf[unit] as number);
    };
    each((_, own) => {
      within[own] = (within[own] as number) + 1;
    });
    let next = count;
    for (let own = 0; own < count; own++)
      if ((within[own] as number) > 0 && within[own] !== sizes[own]) inside[own] = next++;
    each((unit, own) => {
      if (own < count && (inside[own] as number) >= 0) this.classOf[unit] = inside[own] as number;
    });
    return next;
  }

  begin(): State {
    return this.stateOf([this.start], true, false);
  }

  follow(state: State, text: string, from: number, to: number): State {
    let now = state;
    for (let at = from; at < to && !now.isMatched; at++) {
      const own = this.classOf[text.charCodeAt(at)] as number;
      now = now.next[own] ?? this.meet(now, own);
    }
    return now;
  }

  firstEnd(text: string): number {
    let now = this.begin();
    for (let at = 0; at < text.length; at++) {
      now = this.follow(now, text, at, at + 1);
      // What is known now was so before this unit.
      if (now.isMatched) return at;
    }
    return this.matchesAtEnd(now) ? text.length : -1;
  }

  matchesAtEnd(state: State): boolean {
    if (state.isMatched) return true;
    const { isAtStart, isBehindWord } = state;
    return this.reached(state.places, { isAtStart, isAtEnd: true, isBoundary: isBehindWord }) === null;
  }

  /** What follows a state by a unit of a class, for the first time. */
  private meet(state: State, own: number): State {
    const isWord = this.has.at(-1)?.[own] === 1;
    const { isAtStart, isBehindWord } = state;
    const around = { isAtStart, isAtEnd: false, isBoundary: isBehindWord !== isWord };
    const reached = this.reached(state.places, around);
    const next = reached === null ? MATCHED : this.stateOf(this.behind(reached, own), false, isWord);
    state.next[own] = next;
    return next;
  }

  /** The states behind those that take a unit of a class, and the start: a match may begin anywhere. */
  private behind(reached: readonly number[], own: number): readonly number[] {
    const next = new Set([this.start]);
    for (const place of reached) {
      const step = this.steps[place] as Step;
      if (step.kind === 'set' && this.has[step.set]?.[own] === 1) next.add(step.next);
    }
    return [...next].sort((a, b) => a - b);
  }

  /** The states that are reached without taking a unit; null when one of them is the match. */
  private reached(from: readonly number[], around: Around): readonly number[] | null {
    const seen = new Set(from);
    for (const place of seen) {
      const step = this.steps[place] as Step;
      if (step.kind === 'match') return null;
      if (step.kind === 'split') for (const to of step.to) seen.add(to);
      if (step.kind === 'assert' && holds(step.what, around)) seen.add(step.next);
    }
    return [...seen];
  }

  private stateOf(places: readonly number[], isAtStart: boolean, isBehindWord: boolean): State {
    const key = `${isAtStart ? 1 : 0}${isBehindWord ? 1 : 0} ${places.join(' ')}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    // Of a pattern with very many states the table is begun again; what is met again is made again.
    if (this.states.size * this.classes > MAX_ENTRIES) this.forget();
    const state: State = { places, isAtStart, isBehindWord, isMatched: false, next: new Array(this.classes) };
    this.states.set(key, state);
    return state;
  }

  private forget(): void {
    for (const { next } of this.states.values()) next.fill(undefined);
    this.states.clear();
  }
}

function holds(what: Extract<RegexTree, { kind: 'assert' }>['what'], around: Around): boolean {
  switch (what) {
    case 'start':
      return around.isAtStart;
    case 'end':
      return around.isAtEnd;
    case 'boundary':
      return around.isBoundary;
    case 'noBoundary':
      return !around.isBoundary;
    default:
      return unreachable(what);
  }
}
