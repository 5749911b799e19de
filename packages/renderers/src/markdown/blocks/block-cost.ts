/** How long a parse takes, guessed from the text. Measured on Chromium: marks and line ends cost, letters hardly do. */

/** In microseconds. */
const A_LETTER = 3;
const A_MARK = 50;
const A_LINE = 100;

/** One part that is parsed at a time: about half a frame. */
export const SLICE_COST = 8_000;
/** What cannot be taken apart and costs more is shown as source. */
export const MOST_COST = 40_000;

/** Guessed cost of a line with its line end. */
export function lineCost(line: string): number {
  let marks = 0;
  for (let i = 0; i < line.length; i++) if (isMark(line.charCodeAt(i))) marks += 1;
  return A_LINE + line.length * A_LETTER + marks * A_MARK;
}

const MARKS: ReadonlySet<number> = new Set(Array.from('*_~[]!<>&|@`:\\#$', (mark) => mark.charCodeAt(0)));

function isMark(unit: number): boolean {
  return unit < 0x80 && MARKS.has(unit);
}
