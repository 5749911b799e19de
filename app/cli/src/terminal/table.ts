/** Aligned columns. */
import { cutLine, type Line, plain, type Span } from './line.ts';
import { cutToWidth, padToWidth, safeText, textWidth } from './safe-text.ts';

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

const GAP = '  ';

/** Widths of columns, fixed before the first row is printed, so that long tables can be printed while they are read. */
export interface Widths {
  readonly columns: readonly number[];
  /** False when nobody sees the table: then nothing is cut, and a row may be wider than the others. */
  readonly isLimited: boolean;
}

/** Widths that show the rows given, within `width` columns in all (null: no limit). */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly Span[])[],
  width: number | null,
): Widths {
  const widths = columns.map((column, i) => {
    const cells = rows.map((row) => textWidth(safeText(row[i]?.text ?? '')));
    const own = cells.reduce(
      (most, one) => Math.max(most, one),
      Math.max(column.min ?? 0, textWidth(column.title)),
    );
    return width === null ? own : Math.min(own, column.max ?? own);
  });
  if (width === null) return { columns: widths, isLimited: false };
  let excess = widths.reduce((sum, one) => sum + one, GAP.length * (columns.length - 1)) - width;
  // From the last column on, since what matters most is first.
  for (let i = columns.length - 1; i >= 0 && excess > 0; i--) {
    const least = columns[i]?.shrinksTo;
    const own = widths[i] ?? 0;
    if (least === undefined || own <= least) continue;
    const taken = Math.min(excess, own - least);
    widths[i] = own - taken;
    excess -= taken;
  }
  return { columns: widths, isLimited: true };
}

/** The heading of a table. */
export function headingLine(columns: readonly Column[], widths: Widths): Line {
  return rowLine(
    columns,
    columns.map((column) => ({ text: column.title, style: 'dim' })),
    widths,
  );
}

/** One row. A cell wider than its column is cut when the column may shrink, else it pushes the others aside. */
export function rowLine(columns: readonly Column[], cells: readonly Span[], widths: Widths): Line {
  const out: Span[] = [];
  columns.forEach((column, i) => {
    const cell = cells[i] ?? plain('');
    const width = widths.columns[i] ?? 0;
    if (i > 0) out.push(plain(GAP));
    const safe = safeText(cell.text);
    const text = widths.isLimited && column.shrinksTo !== undefined ? cutToWidth(safe, width) : safe;
    // Nothing is behind the last column, so it is not filled up.
    const isLast = i === columns.length - 1 && column.align !== 'right';
    const filled = isLast ? text : padToWidth(text, width, column.align);
    if (cell.link === undefined) out.push({ text: filled, style: cell.style });
    else out.push({ ...cell, text }, plain(filled.slice(text.length)));
  });
  return out;
}

/** A whole table at once; where even the least widths are too wide, its rows are cut. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Span[])[],
  width: number | null,
): readonly Line[] {
  const widths = fitColumns(columns, rows, width);
  const heading = columns.some((column) => column.title !== '') ? [headingLine(columns, widths)] : [];
  return [...heading, ...rows.map((row) => rowLine(columns, row, widths))].map((row) => cutLine(row, width));
}
