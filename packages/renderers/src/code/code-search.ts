/** Search in a text: where the wanted words stand, by line. */
import type { LineMark } from './highlight/line-pieces.ts';
import type { TextLines } from './highlight/text-lines.ts';

/** A match, in UTF-16 units of the text. */
export interface CodeMatch {
  readonly start: number;
  readonly end: number;
}

export interface CodeMatches {
  readonly matches: readonly CodeMatch[];
  /** There are more; the rest was not looked for. */
  readonly isCut: boolean;
}

/** Enough to walk through by hand, and to draw. */
export const MAX_MATCHES = 10_000;

/** Finds the words as they are, upper and lower case alike. One pass over the text. */
export function findInCode(text: string, wanted: string): CodeMatches {
  if (wanted === '') return { matches: [], isCut: false };
  const words = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const matches: CodeMatch[] = [];
  for (const { 0: found, index } of text.matchAll(words)) {
    if (matches.length === MAX_MATCHES) return { matches, isCut: true };
    matches.push({ start: index, end: index + found.length });
  }
  return { matches, isCut: false };
}

/** The matches as marks of their lines. A match never goes over the end of a line: the field has one line. */
export function marksByLine(
  lines: TextLines,
  matches: readonly CodeMatch[],
  current: number,
): ReadonlyMap<number, readonly LineMark[]> {
  const marks = new Map<number, LineMark[]>();
  matches.forEach(({ start, end }, at) => {
    const line = lines.lineOf(start);
    const from = lines.start(line);
    const mark = { start: start - from, end: end - from, isCurrent: at === current };
    const known = marks.get(line);
    if (known === undefined) marks.set(line, [mark]);
    else known.push(mark);
  });
  return marks;
}
