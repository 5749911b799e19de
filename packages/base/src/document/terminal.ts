/** The writer of documents for terminals: lines of a width, columns, colours. */
import {
  type Block,
  type Column,
  dim,
  LABEL,
  type Line,
  type ListItem,
  plain,
  type Span,
  type Style,
  strong,
  type Table,
} from './document.ts';
import { cutToWidth, padToWidth, safeText, textWidth } from './safe-text.ts';

/** Sentences are broken at this width when nobody says how wide the screen is. */
const READING_WIDTH = 100;

/** Select Graphic Rendition codes; the eight basic colours, so that the person's own palette is used. */
const CODES: Readonly<Record<Style, string | null>> = {
  plain: null,
  strong: '1',
  dim: '2',
  name: '36',
  error: '1;31',
  warning: '33',
  ok: '32',
  untrusted: '35',
};

/** The lines of a document at a width; null is no limit. O(length). */
export function fitted(document: readonly Block[], width: number | null): readonly Line[] {
  const labels = labelWidths(document);
  return document.flatMap((block, i) => {
    if ('label' in block) {
      const columns = labels[i] ?? LABEL;
      const words = [dim(block.label.padEnd(columns)), ...block.said];
      return block.isCut ? [cutLine(words, width)] : wrapLine(words, width, columns);
    }
    if ('words' in block)
      return wrapLine(block.words, width ?? (block.isSentence ? READING_WIDTH : null), block.indent);
    if ('cut' in block) return [cutLine(block.cut, width)];
    if ('heading' in block) return headingLines(block.heading, block.about, width);
    if ('items' in block) return block.items.flatMap((item) => itemLines(item, width, block.isWhole));
    if ('recorded' in block) return [block.title, ...block.recorded.split('\n').map((row) => [plain(row)])];
    return 'rows' in block ? tableLines(block, width) : [block];
  });
}

/** Columns of the label of each fact, by its place: as many as the longest label of those around it needs. */
function labelWidths(document: readonly Block[]): readonly number[] {
  const widths: number[] = [];
  let from = 0;
  document.forEach((block, i) => {
    if (!('label' in block)) {
      from = i + 1;
      return;
    }
    const widest = Math.max(widths[i - 1] ?? LABEL, block.label.length + 2);
    widths.fill(widest, from, i);
    widths[i] = widest;
  });
  return widths;
}

/** Steps to the right beyond which an item is not moved further. */
const MAX_DEPTH = 16;

function itemLines({ sign, depth = 1, words, edge }: ListItem, width: number | null, isWhole = false) {
  const before = ' '.repeat(1 + 2 * Math.min(depth, MAX_DEPTH));
  const marked = sign === undefined ? plain(before) : strong(` ${sign} `);
  const lines: Line[] = [[marked, ...words], ...(edge === undefined ? [] : [[plain(before), ...edge]])];
  return lines.flatMap((one) => (isWhole ? wrapLine(one, width, before.length + 2) : [cutLine(one, width)]));
}

function headingLines(heading: Line, about: Line, width: number | null): readonly Line[] {
  if (about.length === 0) return [heading];
  return wrapLine([...heading, plain('  '), ...about], width ?? READING_WIDTH, lineWidth(heading) + 2);
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

/** Columns a line takes when displayed. */
export function lineWidth(spans: Line): number {
  return spans.reduce((sum, span) => sum + textWidth(safeText(span.text)), 0);
}

/** The line cut to a width, with an ellipsis where it is cut; null is no limit. */
export function cutLine(spans: Line, width: number | null): Line {
  if (width === null || lineWidth(spans) <= width) return spans;
  const out: Span[] = [];
  let left = width;
  for (const span of spans) {
    const text = safeText(span.text);
    const columns = textWidth(text);
    // Room for the ellipsis is reserved, since something follows or is cut.
    if (columns < left) {
      out.push({ ...span, text });
      left -= columns;
      continue;
    }
    const cut = columns === left ? cutToWidth(`${text} `, left) : cutToWidth(text, left);
    out.push({ ...span, text: cut });
    break;
  }
  return out;
}

/** Words of a line put on as many lines as they need; further lines begin with `indent` spaces. Null is no limit. */
export function wrapLine(spans: Line, width: number | null, indent = 0): readonly Line[] {
  if (width === null || lineWidth(spans) <= width) return [spans];
  const lines: Span[][] = [[]];
  let used = 0;
  for (const span of spans) {
    // A word keeps the space behind it, so that joined words read as before.
    for (const word of safeText(span.text).match(/\S+\s*|\s+/g) ?? []) {
      const columns = textWidth(word.trimEnd());
      if (used > indent && used + columns > width) {
        lines.push(indent > 0 ? [plain(' '.repeat(indent))] : []);
        used = indent;
      }
      const displayed = columns > width - used ? cutToWidth(word.trimEnd(), width - used) : word;
      lines.at(-1)?.push({ ...span, text: displayed });
      used += textWidth(displayed);
    }
  }
  return lines;
}

const GAP = '  ';

/** Widths of columns, fixed before the first row is printed, so that long tables can be printed while they are read. */
export interface Widths {
  readonly columns: readonly number[];
  /** False when nobody sees the table: then nothing is cut, and a row may be wider than the others. */
  readonly isLimited: boolean;
}

/** Widths that show the rows given, within `width` columns in all (null: no limit). */
export function fitColumns(columns: readonly Column[], rows: readonly Line[], width: number | null): Widths {
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
export function table(columns: readonly Column[], rows: readonly Line[], width: number | null) {
  const widths = fitColumns(columns, rows, width);
  const heading = columns.some((column) => column.title !== '') ? [headingLine(columns, widths)] : [];
  return [...heading, ...rows.map((row) => rowLine(columns, row, widths))].map((row) => cutLine(row, width));
}

/**
 * A line as it is written, with its line end. Hidden characters of the content are spelled out. `linkBase` is the address
 * that links begin with; null where the terminal takes none.
 */
export function paintLine(spans: Line, hasColour: boolean, linkBase: string | null = null): string {
  const displayed = spans.map(({ text, style, link }) => {
    const safe = safeText(text);
    const code = CODES[style];
    const painted = hasColour && code !== null && safe !== '' ? `\u001b[${code}m${safe}\u001b[0m` : safe;
    if (link === undefined || linkBase === null) return painted;
    // Operating system command 8, which terminals that know it show as a link and the others leave out.
    return `\u001b]8;;${linkBase}${link}\u001b\\${painted}\u001b]8;;\u001b\\`;
  });
  return `${displayed.join('').trimEnd()}\n`;
}
