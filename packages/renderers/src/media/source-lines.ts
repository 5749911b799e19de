/** Foreign source cut into rows of equal height, none of them long, for a window over them. */

/** Bytes of a source that are read at most. */
export const MAX_SOURCE_BYTES = 1024 * 1024;
/** A line longer than this goes on in the next row, so that one row is quickly drawn. In UTF-16 units. */
const MAX_ROW_UNITS = 400;

export interface SourceText {
  readonly text: string;
  /** There is more than what is read here. */
  readonly isCut: boolean;
}

/** Decodes the beginning of a source as UTF-8, or as UTF-16 with a byte order mark. Bad bytes become U+FFFD. */
export function sourceText(bytes: Uint8Array): SourceText {
  const isCut = bytes.length > MAX_SOURCE_BYTES;
  const head = isCut ? bytes.subarray(0, MAX_SOURCE_BYTES) : bytes;
  const text = new TextDecoder(encodingOf(head)).decode(head, { stream: isCut });
  return { text, isCut };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** One row: a line, or a part of a long one. */
export interface SourceRow {
  /** From 1; null for a row that goes on with the line before it. */
  readonly line: number | null;
  /** UTF-16 offsets of the text, without the line's end. */
  readonly from: number;
  readonly to: number;
}

/** Rows of a text, by offsets; LF, CR LF and CR end a line. O(length), no copy of the text. */
export function sourceRows(text: string): readonly SourceRow[] {
  const rows: SourceRow[] = [];
  let line = 1;
  let start = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    addLine(rows, text, line++, start, end.index);
    start = end.index + end[0].length;
  }
  addLine(rows, text, line, start, text.length);
  return rows;
}

function addLine(rows: SourceRow[], text: string, line: number, start: number, end: number): void {
  let from = start;
  do {
    const to = cutBefore(text, from, end);
    rows.push({ line: from === start ? line : null, from, to });
    from = to;
  } while (from < end);
}

/** Where the row that begins at `from` ends; never inside a pair of surrogates. */
function cutBefore(text: string, from: number, end: number): number {
  const to = Math.min(from + MAX_ROW_UNITS, end);
  const isHigh = to < end && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return isHigh ? to - 1 : to;
}
