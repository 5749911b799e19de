/** A text by its lines. Lines are sliced on demand; only their offsets are stored. */

/** Line `at` counts from 0 and comes without its line end. */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Empty outside of the text. */
  readonly line: (at: number) => string;
  /** Where the line begins in the text, in UTF-16 units. */
  readonly start: (at: number) => number;
  /** Returns the line at an offset of the text. */
  readonly lineOf: (offset: number) => number;
}

/** Splits at line feeds, with or without a carriage return before; a last empty line does not count. O(length). */
export function textLines(text: string): TextLines {
  const starts = lineStarts(text);
  const count = starts.length;
  const start = (at: number) => starts[at] ?? text.length;
  const line = (at: number) =>
    at < 0 || at >= count ? '' : withoutEnd(text.slice(start(at), start(at + 1)));
  return { text, count, line, start, lineOf: (offset) => lineAt(starts, offset) };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0 && end + 1 < text.length; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

function withoutEnd(line: string): string {
  if (!line.endsWith('\n')) return line;
  return line.slice(0, line.endsWith('\r\n') ? -2 : -1);
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
