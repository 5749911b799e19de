/** A line cut at the ends of colours and of matches: pieces that are drawn in one way each. */
import type { LineColours } from './grammar.ts';

/** A match of a search within a line, in UTF-16 units of the line. */
export interface LineMark {
  readonly start: number;
  readonly end: number;
  /** True for the current match. */
  readonly isCurrent: boolean;
}

export interface LinePiece {
  /** Where it begins in the line. */
  readonly start: number;
  readonly text: string;
  /** Place in `CODE_ROLES`. */
  readonly role: number;
  readonly mark: 'none' | 'match' | 'current';
}

/** Pieces in order, put together the text. Colours and marks are sorted and do not overlap among themselves. */
export function linePieces(
  text: string,
  colours: LineColours,
  marks: readonly LineMark[],
): readonly LinePiece[] {
  const cuts = new Set([text.length]);
  for (const [end] of colours) cuts.add(end);
  for (const { start, end } of marks) cuts.add(start).add(end);
  const ends = [...cuts].filter((cut) => cut > 0 && cut <= text.length).sort((a, b) => a - b);
  const pieces: LinePiece[] = [];
  let start = 0;
  let colourAt = 0;
  for (const end of ends) {
    while ((colours[colourAt]?.[0] ?? Number.POSITIVE_INFINITY) <= start) colourAt++;
    const role = colours[colourAt]?.[1] ?? 0;
    pieces.push({ start, text: text.slice(start, end), role, mark: markAt(marks, start) });
    start = end;
  }
  return pieces;
}

function markAt(marks: readonly LineMark[], at: number): LinePiece['mark'] {
  const mark = marks.find(({ start, end }) => start <= at && at < end);
  if (mark === undefined) return 'none';
  return mark.isCurrent ? 'current' : 'match';
}
