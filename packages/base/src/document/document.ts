/**
 * An answer as data: lines, paragraphs and tables below one another. What says something says what a piece of text is;
 * the writers next to this file decide how it is displayed, so that content cannot reach a terminal or a page unchecked.
 */
import { formatCount } from '../quantities/quantities.ts';

/** What a piece of text is. `error`, `warning` and `ok` always are next to a word: colour is never the only signal. */
export type Style = 'plain' | 'strong' | 'dim' | 'name' | 'error' | 'warning' | 'ok' | 'untrusted';

/** A stretch of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
  /** Path of a page that comes with the application, from its folder, where a terminal may link to it. */
  readonly link?: string;
  /** An id or a type as recorded, whatever its style; a `name` always is. */
  readonly isCode?: true;
  /** What replaces it in running text: in Markdown and HTML. */
  readonly inText?: string;
}

/** One line of output, without its line end. */
export type Line = readonly Span[];

/** A stretch of text; plain when it says no style. */
export type Text = string | Span;

/** Makes a line of texts. */
export function line(...parts: readonly Text[]): Line {
  return parts.map((part) => (typeof part === 'string' ? plain(part) : part));
}

const styled =
  (style: Style) =>
  (text: string): Span => ({ text, style });

export const plain = styled('plain');
export const strong = styled('strong');
export const dim = styled('dim');
/** A name as on the wire: an id, a type, a code. */
export const name = styled('name');
export const error = styled('error');
export const warning = styled('warning');
export const ok = styled('ok');

/** The space between two parts of a line: two columns of a terminal, these words in running text. */
export const gap = (inText = ' '): Span => ({ text: '  ', style: 'plain', inText });

/** Words of running text alone: a terminal shows the same by its columns. */
export const inText = (words: string): Span => ({ text: '', style: 'plain', inText: words });

/** An empty line. */
export const blank: Line = [];

/** Columns of the labels in front of the facts of a report. */
export const LABEL = 12;

/** A label, then what there is to say, on a line that stays whole. */
export function labelled(label: string, ...parts: readonly Text[]): Line {
  return [dim(label.padEnd(LABEL)), ...line(...parts)];
}

/** One column of a table. */
export interface Column {
  /** Heading; none is printed when every column's is empty. */
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Columns it takes at least, for rows that come later. */
  readonly min?: number;
  /** Columns it may take at most. */
  readonly max?: number;
  /** Gives way first when the table is too wide, down to this many columns; others keep their width. */
  readonly shrinksTo?: number;
}

/** Words on as many lines as they need; further lines begin with `indent` spaces. */
export interface Paragraph {
  readonly words: Line;
  readonly indent: number;
  /** It is broken as well where nobody says how wide the screen is. */
  readonly isSentence?: boolean;
}

/** A heading; in a terminal what it is about follows on its line. */
interface Heading {
  readonly level: 1 | 2 | 3;
  readonly heading: Line;
  readonly about: Line;
}

/** A label with what there is to say. Labels of consecutive facts are aligned. */
interface Fact {
  readonly label: string;
  readonly said: Line;
  /** One line in a terminal, however long. */
  readonly isCut: boolean;
}

/** Items below one another. */
interface List {
  readonly items: readonly ListItem[];
  /** They are steps, in this order. */
  readonly isOrdered?: boolean;
  /** An item takes several lines of a terminal where it has to; else it is cut. */
  readonly isWhole?: boolean;
}

export interface ListItem {
  /** A sign in front of the item in a terminal; else it is `depth` steps to the right. */
  readonly sign?: string;
  readonly depth?: number;
  readonly words: Line;
  /** How it leads to the next item. */
  readonly edge?: Line;
}

/** A recorded text as it is, under its title. */
interface Recorded {
  readonly title: Line;
  readonly recorded: string;
  /** Name of its language, for readers of Markdown. */
  readonly language?: string;
}

/** Aligned rows, the last columns cut where they are too wide. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Line[];
  /** What is below each row. */
  readonly below?: readonly (readonly Block[])[];
  /** Nothing is cut; where a row is too wide, the last column is left out of all. */
  readonly isWhole?: boolean;
  /** The row that the document is about. */
  readonly target?: number;
}

/** A part of a report. A bare line is printed as it is, however wide. */
export type Block = Line | Paragraph | { readonly cut: Line } | Heading | Fact | List | Recorded | Table;

export function paragraph(indent: number, ...parts: readonly Text[]): Paragraph {
  return { words: line(...parts), indent };
}

/** A paragraph that is easy to read in a file, too. */
export function sentence(indent: number, ...parts: readonly Text[]): Paragraph {
  return { words: line(...parts), indent, isSentence: true };
}

/** A label, then what there is to say, broken under its beginning. */
export function fact(label: string, ...parts: readonly Text[]): Fact {
  return { label, said: line(...parts), isCut: false };
}

/** A label, then what there is to say, cut where it is too wide. */
export function cutFact(label: string, ...parts: readonly Text[]): Fact {
  return { label, said: line(...parts), isCut: true };
}

export function heading(level: Heading['level'], ...parts: readonly Text[]): Heading {
  return { level, heading: line(...parts), about: [] };
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

/** The line that says how many are left out of a list; none when nothing is. `how`: what lists them, in a terminal. */
export function rest(left: number, words: string, how = ''): readonly Block[] {
  return left > 0 ? [line(dim(words), { ...dim(how), inText: '' })] : [];
}

/** Sections with an empty line between two; empty ones are left out. */
export function apart(sections: readonly (readonly Block[])[]): readonly Block[] {
  return sections
    .filter((section) => section.length > 0)
    .flatMap((section, i) => (i === 0 ? section : [blank, ...section]));
}
