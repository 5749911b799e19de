/** Blocks at the edge of the page that end where they say so themselves: fences, math, HTML, tables. */
import { closesFence, endsTable, fenceOpening, htmlEnd, isBlank, isDelimiterRow } from './line-forms.ts';
import type { MarkdownBlock } from './markdown-block.ts';

/** A block, and the first line behind it. */
export interface Cut {
  readonly block: MarkdownBlock;
  readonly end: number;
}

type Lines = readonly string[];

/** A fenced code block goes on to its closing line, or to the end of the document. */
export function takeFence(lines: Lines, at: number): Cut | null {
  const opening = fenceOpening(lines[at] ?? '');
  if (opening === null) return null;
  const close = findFrom(lines, at + 1, (line) => closesFence(line, opening.fence)) ?? lines.length;
  const text = lines.slice(at + 1, close).map((line) => withoutIndent(line, opening.indent));
  return { block: { kind: 'fence', info: opening.info, text: text.join('\n') }, end: close + 1 };
}

function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && line[at] === ' ') at++;
  return line.slice(at);
}

/** Lines that a formula may have; without an end by then it is text. */
const MOST_MATH_LINES = 60;

/** `$$` at the beginning of a line up to `$$` at the end of one, without a blank line between. */
export function takeMath(lines: Lines, at: number): Cut | null {
  const first = /^ {0,3}\$\$(.*)$/.exec(lines[at] ?? '')?.[1];
  if (first === undefined) return null;
  const inOne = /^(.*\S)[ \t]*\$\$[ \t]*$/.exec(first)?.[1];
  if (inOne !== undefined) return { block: { kind: 'math', text: inOne.trim() }, end: at + 1 };
  const close = findFrom(lines, at + 1, endsMath, at + MOST_MATH_LINES);
  const closing = close === null ? '' : (lines[close] ?? '');
  if (close === null || isBlank(closing)) return null;
  const text = [first, ...lines.slice(at + 1, close), closing.replace(/\$\$[ \t]*$/, '')];
  return {
    block: { kind: 'math', text: text.filter((line) => !isBlank(line)).join('\n') },
    end: close + 1,
  };
}

const endsMath = (line: string): boolean => isBlank(line) || /\$\$[ \t]*$/.test(line);

/** Comments, scripts and the like go on over blank lines; other HTML is met in the flow. */
export function takeHtml(lines: Lines, at: number): Cut | null {
  const end = htmlEnd(lines[at] ?? '');
  if (end === null) return null;
  const last = findFrom(lines, at, (line) => end.test(line)) ?? lines.length - 1;
  return { block: { kind: 'html', text: lines.slice(at, last + 1).join('\n') }, end: last + 1 };
}

/** Tables with fewer rows are part of the flow. */
const FEW_ROWS = 20;

/** A table that is too long for one parse. */
export function takeTable(lines: Lines, at: number): Cut | null {
  const head = lines[at] ?? '';
  if (!head.includes('|') || endsTable(head) || !isDelimiterRow(lines[at + 1] ?? '')) return null;
  const end = findFrom(lines, at + 2, endsTable) ?? lines.length;
  if (end - at - 2 <= FEW_ROWS) return null;
  const rows = lines.slice(at + 2, end);
  return { block: { kind: 'table', head: `${head}\n${lines[at + 1] ?? ''}`, rows }, end };
}

function findFrom(
  lines: Lines,
  from: number,
  isIt: (line: string) => boolean,
  to = lines.length,
): number | null {
  const end = Math.min(to, lines.length);
  for (let at = from; at < end; at++) if (isIt(lines[at] ?? '')) return at;
  return null;
}
