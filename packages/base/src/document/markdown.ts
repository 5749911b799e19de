/** The writer of documents as Markdown, to paste into an issue. What is not ours never becomes markup. */
import type { Block, Line, ListItem, Span, Table } from './document.ts';
import { safeText } from './safe-text.ts';

/** A document as Markdown that ends with a line end. O(length). */
export function markdownText(document: readonly Block[]): string {
  const parts: string[][] = [];
  let isInFacts = false;
  for (const block of document) {
    const rows = rowsOf(block);
    const isFact = 'label' in block;
    if (isFact && isInFacts) parts.at(-1)?.push(...rows);
    else if (rows.length > 0) parts.push([...rows]);
    isInFacts = isFact;
  }
  return `${parts.map((rows) => rows.join('\n')).join('\n\n')}\n`;
}

function rowsOf(block: Block): readonly string[] {
  if ('label' in block) {
    const said = markdownLine(block.said);
    return [
      block.label === ''
        ? `- ${said}`
        : `- ${markdownLine([{ text: block.label, style: 'plain' }])}: ${said}`,
    ];
  }
  if ('words' in block) return written(block.words);
  if ('cut' in block) return written(block.cut);
  if ('heading' in block) {
    const about = written(block.about);
    const head = `${'#'.repeat(block.level)} ${markdownLine(block.heading.map(unstyled))}`;
    return about.length === 0 ? [head] : [head, '', ...about];
  }
  if ('items' in block) return block.items.map((item, at) => itemRow(item, block.isOrdered ? at + 1 : null));
  if ('recorded' in block) return [...written(block.title), '', ...fenced(block.recorded, block.language)];
  return 'rows' in block ? tableRows(block) : written(block);
}

const unstyled = (span: Span): Span => (isCode(span) ? span : { ...span, style: 'plain' });

function itemRow({ words, edge = [], depth = 1 }: ListItem, number: number | null): string {
  const text = markdownLine([...words, ...edge]);
  return number === null ? `${'  '.repeat(depth - 1)}- ${text}` : `${number}. ${text}`;
}

function tableRows({ columns, rows, below = [] }: Table): readonly string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map(({ title }) => markdownLine([{ text: title.toLowerCase(), style: 'plain' }]))),
    row(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((cells) => row(columns.map((_, i) => markdownLine(cells.slice(i, i + 1))))),
    ...below.flatMap((blocks) => blocks.flatMap(rowsOf).map((one, i) => (i === 0 ? `\n${one}` : one))),
  ];
}

/** A recorded text in a block that it cannot end. */
function fenced(text: string, language = ''): readonly string[] {
  const fence = '`'.repeat(Math.max(2, longestTicks(text)) + 1);
  return [`${fence}${language}`, text, fence];
}

function written(words: Line): readonly string[] {
  const text = markdownLine(words);
  return text === '' ? [] : [text];
}

/** A line in running text. */
export function markdownLine(words: Line): string {
  return words.map(spanText).join('').replaceAll(/ {2,}/g, ' ').trim();
}

export const isCode = ({ style, isCode: isVerbatim }: Span): boolean =>
  style === 'name' || isVerbatim === true;

function spanText(span: Span): string {
  const text = safeText((span.inText ?? span.text).replaceAll(/\s+/g, ' '));
  const bare = text.trim();
  if (bare === '') return text;
  if (isCode(span)) return text.replace(bare, () => codeSpan(bare));
  const safe = bare.replaceAll(/[\\`*_{}[\]<>#|@~!]/g, '\\$&');
  return text.replace(bare, () => (span.style === 'strong' ? `**${safe}**` : safe));
}

/** A code span that its content cannot end. */
function codeSpan(text: string): string {
  const bare = text.replaceAll('|', '\\|');
  const longest = longestTicks(bare);
  const fence = '`'.repeat(longest + 1);
  const space = bare.startsWith('`') || bare.endsWith('`') ? ' ' : '';
  return `${fence}${space}${bare}${space}${fence}`;
}

/** Length of the longest row of backticks in a text. */
function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}
