/**
 * A report as data: lines, paragraphs and tables below one another. A verb says what there is to read; `fitted` is the one
 * writer that makes lines of it for a width. Programs get the JSON document of a verb instead.
 */
import { formatCount } from '@openwop-inspector/base';
import {
  blank,
  cutLine,
  dim,
  LABEL,
  type Line,
  labelled,
  line,
  lineWidth,
  type Text,
  wrapLine,
} from './line.ts';
import { type Column, table } from './table.ts';

/** Sentences are broken at this width when nobody says how wide the screen is. */
const READING_WIDTH = 100;

/** Words on as many lines as they need; further lines begin with `indent` spaces. */
export interface Paragraph {
  readonly words: Line;
  readonly indent: number;
  /** It is broken as well where nobody says how wide the screen is. */
  readonly isSentence?: boolean;
}

/** One line, with an ellipsis where it is too wide. */
interface CutLine {
  readonly cut: Line;
}

/** Aligned rows, the last columns cut where they are too wide. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Line[];
  /** What is below each row. */
  readonly below?: readonly (readonly Block[])[];
  /** Nothing is cut; where a row is too wide, the last column is left out of all. */
  readonly isWhole?: boolean;
}

/** A part of a report. A bare line is printed as it is, however wide. */
export type Block = Line | Paragraph | CutLine | Table;

export function paragraph(indent: number, ...parts: readonly Text[]): Paragraph {
  return { words: line(...parts), indent };
}

/** A paragraph that is easy to read in a file, too. */
export function sentence(indent: number, ...parts: readonly Text[]): Paragraph {
  return { words: line(...parts), indent, isSentence: true };
}

/** A label, then what there is to say, broken under its beginning. */
export function fact(label: string, ...parts: readonly Text[]): Paragraph {
  return { words: labelled(label, ...parts), indent: LABEL };
}

/** A line that is cut where it is too wide. */
export function cut(...parts: readonly Text[]): Block {
  return { cut: line(...parts) };
}

/** A column with what it shows of an item. */
export interface CellColumn<T> extends Column {
  readonly cell: (item: T) => Text;
}

/** A table with a row an item. */
export function tableOf<T>(items: readonly T[], columns: readonly CellColumn<T>[]): Table {
  return { columns, rows: items.map((item) => line(...columns.map(({ cell }) => cell(item)))) };
}

/** A column of numbers. */
export function counts<T>(title: string, numberOf: (item: T) => number): CellColumn<T> {
  return { title, align: 'right', cell: (item) => formatCount(numberOf(item)) };
}

/** The line that says how many are left out of a list; none when nothing is. */
export function rest(left: number, words: string): readonly Block[] {
  return left > 0 ? [line(dim(words))] : [];
}

/** Sections with an empty line between two; empty ones are left out. */
export function apart(sections: readonly (readonly Block[])[]): readonly Block[] {
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, i) => (i === 0 ? section : [blank, ...section]));
}

/** The lines of a report at a width; null is no limit. O(length). */
export function fitted(report: readonly Block[], width: number | null): readonly Line[] {
  return report.flatMap((block) => {
    if ('words' in block)
      return wrapLine(block.words, width ?? (block.isSentence ? READING_WIDTH : null), block.indent);
    if ('cut' in block) return [cutLine(block.cut, width)];
    return 'rows' in block ? tableLines(block, width) : [block];
  });
}

function tableLines({ columns, rows, below = [], isWhole }: Table, width: number | null): readonly Line[] {
  if (!isWhole) {
    const lines = table(columns, rows, width);
    const headings = lines.length - rows.length;
    return lines.flatMap((one, i) => [one, ...fitted(below[i - headings] ?? [], width)]);
  }
  const lines = table(columns, rows, null);
  const isFitting = width === null || lines.every((one) => lineWidth(one) <= width);
  return isFitting ? lines : table(columns.slice(0, -1), rows, null);
}

/** The named members of a value, in this order: for the JSON documents. */
export function pick<T extends object, K extends keyof T>(
  value: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = value[name];
  return picked;
}
