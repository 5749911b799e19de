/** What is searched for in payloads: a text, upper and lower case alike, or a pattern as the filter takes it. */
import { mayBeMasked } from '@openwop-inspector/base';
import { isInText } from '../filter/byte-leaves.ts';
import { type Automaton, automatonOf } from '../filter/regex/automaton.ts';
import { planForMember, planForStrings, type SearchPlan } from '../filter/search-plan.ts';
import { type FilterError, filterError } from '../filter/syntax.ts';
import { patternOf } from '../filter/tokens.ts';
import type { Turns } from '../filter/turns.ts';
import { TextFinder, type TextStretch } from '../json/find-text.ts';
import { stringText } from '../json/json-strings.ts';

/** Looks for one thing in names and scalars. */
export interface PayloadFinder {
  /** What the bytes of an event hold in which it may be found; null: every event may. */
  readonly plan: SearchPlan | null;
  /** It may stand in a mark, which is in no event as it was recorded. */
  readonly isMark: boolean;
  /** Whether the bytes of a string, without quotes, or of another scalar hold it. */
  isInBytes(
    bytes: Uint8Array,
    stretch: TextStretch & { readonly hasEscapes: boolean },
    turns: Turns,
  ): boolean | Promise<boolean>;
  /** Where it stands in a text, from the first place on as far as `reach` units behind it; null where nobody looks. */
  placesIn(text: string, reach: number): readonly TextStretch[] | null;
}

/** Longest text or pattern, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Reads what a person typed; blanks around it do not count. Never throws. */
export function payloadFinder(typed: string): PayloadFinder | FilterError {
  const text = typed.trim();
  if (text === '') return filterError({ from: 0, to: 0 }, 'There is nothing to search for');
  if (text.length > MAX_TEXT)
    return filterError({ from: MAX_TEXT, to: text.length }, `A search has at most ${MAX_TEXT} characters`);
  const pattern = patternOf(text);
  if (pattern === null) return textFinder(text);
  if ('column' in pattern) return pattern;
  const { source, ignoresCase, at } = pattern;
  const automaton = automatonOf(source, ignoresCase);
  if ('message' in automaton)
    return filterError({ from: at.from + 1 + automaton.column, to: at.to }, automaton.message);
  return patternFinder(automaton, source, ignoresCase);
}

function textFinder(text: string): PayloadFinder {
  const finder = new TextFinder(text);
  const isMark = mayBeMasked(text);
  return {
    plan: isMark ? null : planForMember(text.toLowerCase()),
    isMark,
    isInBytes: (bytes, { from, to, hasEscapes }) => finder.isInBytes(bytes, from, to, hasEscapes),
    placesIn: (shown, reach) => finder.placesIn(shown, reach),
  };
}

function patternFinder(automaton: Automaton, source: string, ignoresCase: boolean): PayloadFinder {
  const isMark = mayBeMasked(source.replaceAll('\\', ''));
  const whole = automatonOf(`^(?:${source})$`, ignoresCase);
  return {
    plan: isMark ? null : planForStrings(automaton.pieces),
    isMark,
    isInBytes: (bytes, { from, to }, turns) => isInText(automaton, stringText(bytes, from, to), turns),
    placesIn: (shown) => ('message' in whole ? null : firstPlace(automaton, whole, shown)),
  };
}

/** Text in which the place of a pattern is looked for, and the longest that is, in UTF-16 units. */
const PLACED = 16_384;
const LONGEST = 200;

/** The first place of a pattern: of those that end first the one that begins first, as far as it goes. */
function firstPlace(automaton: Automaton, whole: Automaton, text: string): readonly TextStretch[] | null {
  const end = automaton.firstEnd(text.slice(0, PLACED));
  if (end < 0) return text.length > PLACED ? null : [];
  for (let from = Math.max(0, end - LONGEST); from < end; from++) {
    if (!whole.isIn(text.slice(from, end))) continue;
    let to = Math.min(text.length, from + LONGEST);
    while (to > end && !whole.isIn(text.slice(from, to))) to--;
    return [{ from, to }];
  }
  return null;
}
