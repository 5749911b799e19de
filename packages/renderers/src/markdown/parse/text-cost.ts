/** How long reading a text takes, guessed. Measured on Chromium: marks and line ends cost, letters hardly do. */

/** In microseconds. */
const A_LETTER = 1;
const A_MARK = 50;
const A_LINE = 100;

/** Guessed cost of the text of one line; in microseconds. */
export function textCost(line: string): number {
  let marks = 0;
  for (let i = 0; i < line.length; i++) if (isMark(line.charCodeAt(i))) marks += 1;
  return A_LINE + line.length * A_LETTER + marks * A_MARK;
}

const MARKS: ReadonlySet<number> = new Set(Array.from('*_~[]!<>&|@`:\\#$', (mark) => mark.charCodeAt(0)));

function isMark(unit: number): boolean {
  return unit < 0x80 && MARKS.has(unit);
}
