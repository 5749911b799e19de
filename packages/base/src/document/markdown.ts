/**
 * The writers of documents as Markdown, to paste into an issue, and as one HTML page that runs and loads nothing. What
 * is not ours never becomes markup: it is text.
 */

import type { Block, Line, ListItem, Span, Style, Table } from './document.ts';
import { HIDDEN_CHARACTERS, safeText } from './safe-text.ts';

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
  return runningText(words, spanText);
}

/** Spans as they are written, with one blank for each row of them: columns are for terminals. */
function runningText(words: Line, write: (span: Span) => string): string {
  return words.map(write).join('').replaceAll(/ {2,}/g, ' ').trim();
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

/** A document as a page with a title. O(length). */
export function htmlPage(title: string, document: readonly Block[]): string {
  const parts: string[] = [];
  document.forEach((block, i) => {
    const [before, after] = [document[i - 1], document[i + 1]];
    const isFact = 'label' in block;
    if (isFact && !(before !== undefined && 'label' in before)) parts.push('<dl>');
    parts.push(blockHtml(block));
    if (isFact && !(after !== undefined && 'label' in after)) parts.push('</dl>');
  });
  return `${INERT_PAGE_HEAD}<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${parts.filter((part) => part !== '').join('\n')}
</body>
</html>
`;
}

function blockHtml(block: Block): string {
  if ('label' in block)
    return `<dt>${escaped(block.label.toLowerCase())}</dt><dd>${lineHtml(block.said)}</dd>`;
  if ('words' in block) return paragraphHtml(block.words);
  if ('cut' in block) return paragraphHtml(block.cut);
  if ('heading' in block) {
    const tag = `h${block.level}`;
    return `<${tag}>${lineHtml(block.heading)}</${tag}>\n${paragraphHtml(block.about)}`;
  }
  if ('items' in block) {
    const items = block.items
      .map(({ words, edge = [] }) => `<li>${lineHtml([...words, ...edge])}</li>`)
      .join('');
    return block.isOrdered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
  }
  if ('recorded' in block) {
    const title = `<summary>${lineHtml(block.title)}</summary>`;
    return `<details>${title}<pre>${escaped(block.recorded)}</pre></details>`;
  }
  return 'rows' in block ? tableHtml(block) : paragraphHtml(block);
}

const paragraphHtml = (words: Line): string => (words.length === 0 ? '' : `<p>${lineHtml(words)}</p>`);

function tableHtml({ columns, rows, below = [], target }: Table): string {
  const heads = columns.map(({ title }) => `<th>${escaped(title.toLowerCase())}</th>`);
  const written = rows.map((cells, row) => {
    const own = columns.map(({ align }, i) => {
      const cell = lineHtml(cells.slice(i, i + 1));
      return align === 'right' ? `<td class="n">${cell}</td>` : `<td>${cell}</td>`;
    });
    const more = (below[row] ?? []).map(blockHtml).join('');
    const under = more === '' ? '' : `<tr><td colspan="${columns.length}">${more}</td></tr>`;
    return `<tr${row === target ? ' class="target"' : ''}>${own.join('')}</tr>${under}`;
  });
  return `<table><tr>${heads.join('')}</tr>${written.join('')}</table>`;
}

const CLASSES: Readonly<Partial<Record<Style, string>>> = {
  dim: 'quiet',
  error: 'failed',
  warning: 'warn',
  ok: 'ok',
  untrusted: 'untrusted',
};

const lineHtml = (words: Line): string => runningText(words, spanHtml);

function spanHtml(span: Span): string {
  const text = escaped(span.inText ?? span.text);
  if (text === '') return '';
  if (span.style === 'strong') return `<strong>${text}</strong>`;
  const style = CLASSES[span.style];
  const tag = isCode(span) ? 'code' : 'span';
  if (style === undefined) return tag === 'code' ? `<code>${text}</code>` : text;
  return `<${tag} class="${style}">${text}</${tag}>`;
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as text, hidden characters spelled out. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => MARKUP[character] ?? '')
    .replace(HIDDEN_CHARACTERS, (character) => (/[\n\t]/.test(character) ? character : safeText(character)));
}

/** How a report looks, in light, in dark and on paper. Nothing is loaded. */
const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --quiet: #60646c; --line: #d9d9e0; --ground: #fff; --mark: #f0f0f3;
  --error: #b42318; --ok: #18794e; --warn: #915930; --untrusted: #7a1fa2; }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --quiet: #b0b4ba; --line: #363a3f; --ground: #111113;
  --mark: #212225; --error: #ff9592; --ok: #3dd68c; --warn: #ffca16; --untrusted: #d19dff; } }
body { margin: 0 auto; max-width: 1100px; padding: 24px; background: var(--ground); color: var(--text);
  font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 28px 0 8px; }
code, pre, .n { font: 12px/1.5 ui-monospace, monospace; }
.quiet { color: var(--quiet); } .failed { color: var(--error); } .ok { color: var(--ok); } .warn { color: var(--warn); } .untrusted { color: var(--untrusted); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0;
  border-bottom: 1px solid var(--line); } th { font-weight: 500; color: var(--quiet); white-space: nowrap; }
td { min-width: 60px; } .n { min-width: 0; white-space: nowrap; text-align: right; } tr.target { background: var(--mark); }
pre { margin: 6px 0; padding: 8px 10px; background: var(--mark); border-radius: 4px; white-space: pre-wrap; }
ol { padding-left: 22px; } li { margin: 2px 0; } summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 8px 0; } dt { color: var(--quiet); } dd { margin: 0; }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } tr { break-inside: avoid; } }
`;

/**
 * The beginning of every HTML page that this program writes to a file. Under this policy nothing in a page runs or
 * loads anything, whatever follows: a shell saves a page only when it begins so (security.md S-09).
 */
export const INERT_PAGE_HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
`;
