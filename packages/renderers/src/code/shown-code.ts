/** How much of a code is drawn, and in which way. */
import { type TextLines, textLines } from './highlight/text-lines.ts';

/** Above this the first lines stand alone until all are asked for. */
export const FOLD_LINES = 200;
/** Above this only the lines in sight are drawn. */
export const WINDOW_LINES = 2_000;
/** Above this, in UTF-8 bytes, code is plain. */
const MOST_COLOURED = 1_000_000;
/** Above this the rest is left to "Copy", in UTF-16 units and in lines: a browser cannot make a taller page. */
const MOST_UNITS = 8 * 1024 * 1024;
const MOST_LINES = 500_000;

/** A code as far as it is shown. */
export interface ShownCode {
  readonly lines: TextLines;
  readonly isColoured: boolean;
  /** The text goes on behind its last line. */
  readonly isCut: boolean;
}

export function shownCode(text: string): ShownCode {
  const lines = textLines(text.slice(0, MOST_UNITS));
  const isLong = lines.count > MOST_LINES;
  return {
    lines: isLong ? textLines(text.slice(0, lines.start(MOST_LINES))) : lines,
    isColoured: !isOver(text),
    isCut: isLong || text.length > MOST_UNITS,
  };
}

function isOver(text: string): boolean {
  if (text.length * 3 <= MOST_COLOURED) return false;
  return text.length > MOST_COLOURED || new TextEncoder().encode(text).length > MOST_COLOURED;
}
