/**
 * Lines that go on with the paragraph of a quote or a list item without its mark. The parser takes up such a paragraph
 * anew at each of them, so that a long run costs the square of its length.
 */

/** Lines in a row; 4,000 of them are read in about half a second. */
const MAX_LAZY_LINES = 4_000;
const QUOTE = /^[ \t]{0,12}(?:>|\[\^)/;
const ITEM = /^[ \t]{0,12}(?:[-+*][ \t]|\d{1,9}[.)][ \t])/;
/** Lines of an item that stand below its text belong to it by their indent. */
const INDENTED = /^(?: {2}|\t)/;
const BLANK = /^[ \t]*$/;

/** Whether a run of lines behind the mark of a container, without a blank one, is too long to be read. O(length). */
export function hasTooManyLazyLines(source: string): boolean {
  let container: 'none' | 'quote' | 'item' = 'none';
  let lines = 0;
  for (const line of lineBeginnings(source)) {
    if (QUOTE.test(line)) container = 'quote';
    else if (ITEM.test(line)) container = 'item';
    else if (BLANK.test(line)) container = 'none';
    else if (container === 'quote' || (container === 'item' && !INDENTED.test(line))) {
      lines += 1;
      if (lines > MAX_LAZY_LINES) return true;
      continue;
    } else continue;
    lines = 0;
  }
  return false;
}

/** The first characters of each line, which tell what it is. */
function* lineBeginnings(source: string): Generator<string> {
  const length = 32;
  let from = 0;
  for (let at = 0; at <= source.length; at++) {
    const unit = at < source.length ? source.charCodeAt(at) : 10;
    if (unit !== 10 && unit !== 13) continue;
    yield source.slice(from, Math.min(at, from + length));
    if (unit === 13 && source.charCodeAt(at + 1) === 10) at += 1;
    from = at + 1;
  }
}
