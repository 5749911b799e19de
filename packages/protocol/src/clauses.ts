/** Citations of the protocol pages, such as `acceptor S7, 3.2`: their targets and places. */
import { dim, type Span } from '@openwop-inspector/base/document';
import { CLAUSE_INDEX } from './generated/clause-index.ts';

/** A place in a page: a section or a row, and of a numbered list in that section one item, counted from 1. */
export interface ClauseTarget {
  /** Name of the page, without its ending. */
  readonly page: string;
  /** Number of a section or id of a row; empty for the page as a whole. */
  readonly ref: string;
  readonly item: number | null;
}

/** A stretch of a citation; `target` is null for the text between and after its clauses. */
export interface ClausePiece {
  readonly text: string;
  readonly target: ClauseTarget | null;
}

/** Names of the pages, in the order of their index. */
export const CLAUSE_PAGES: readonly string[] = Object.keys(CLAUSE_INDEX);

/** Everything quantified is bounded: citations of vectors come from files of others. */
const CLAUSE =
  /(?:\b(run-events|envelope|acceptor|bundles|agh|security) )?(?<![\w.-])§?(\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z]{1,2}-?\d{1,2}[a-z]?|[A-Z]|[a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){2,12})(?![\w-]|\.\d)(?: \((\d{1,2})\))?/g;

/**
 * Splits a citation. The texts of the pieces are the citation again. A clause without the name of a page is of the page
 * named before it; a clause that no page has gets no target.
 */
export function splitClause(citation: string): readonly ClausePiece[] {
  const pieces: ClausePiece[] = [];
  let page = '';
  let end = 0;
  for (const match of citation.matchAll(CLAUSE)) {
    const [text, named, ref = '', item] = match;
    page = named ?? page;
    const target = { page, ref, item: item === undefined ? null : Number(item) };
    if (clausePlace(target) === null) continue;
    if (match.index > end) pieces.push({ text: citation.slice(end, match.index), target: null });
    pieces.push({ text, target });
    end = match.index + text.length;
  }
  if (end < citation.length) pieces.push({ text: citation.slice(end), target: null });
  return pieces;
}

/** Place of a clause, as text and as a link. */
export interface ClausePlace {
  readonly pageTitle: string;
  /** Number of the section; for a row that of its section; empty for the page as a whole. */
  readonly section: string;
  readonly title: string;
  /** Path from the repository's root, with the anchor of the section. */
  readonly link: string;
}

/** The place of a clause; null when no page has it. */
export function clausePlace({ page, ref }: ClauseTarget): ClausePlace | null {
  const entry = own(CLAUSE_INDEX, page);
  if (entry === undefined) return null;
  const file = `docs/protocol/${page}.md`;
  if (ref === '') return { pageTitle: entry.title, section: '', title: entry.title, link: file };
  const section = own(entry.sections, ref) === undefined ? own(entry.rows, ref) : ref;
  const head = section === undefined ? undefined : own(entry.sections, section);
  if (section === undefined || head === undefined) return null;
  return { pageTitle: entry.title, section, title: head[0], link: `${file}#${head[1]}` };
}

/** Returns the target of a link in a page, when that is a page or a section of one; else null. */
export function clauseOfLink(from: string, address: string): ClauseTarget | null {
  const [file = '', anchor = ''] = address.split('#', 2);
  const page = file === '' ? from : file.replace(/\.md$/, '');
  const entry = own(CLAUSE_INDEX, page);
  if (entry === undefined) return null;
  const section = Object.keys(entry.sections).find((number) => own(entry.sections, number)?.[1] === anchor);
  return { page, ref: section ?? '', item: null };
}

/** The citation for a text in Markdown: every clause that a page has is a link to it. */
export function clauseAsMarkdown(citation: string): string {
  return splitClause(citation)
    .map(({ text, target }) => {
      const link = target === null ? undefined : clausePlace(target)?.link;
      return link === undefined ? text : `[${text}](${link})`;
    })
    .join('');
}

/** A citation in a document, linked to the first place it names. */
export function cited(clause: string): Span {
  const target = splitClause(clause).find((piece) => piece.target !== null)?.target ?? null;
  const link = target === null ? undefined : clausePlace(target)?.link;
  return link === undefined ? dim(clause) : { ...dim(clause), link };
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

// The text of a clause: its stretch of the page.

/**
 * The Markdown of a clause from the text of its page: a section with what is below it, or a row with the head of its
 * table. Null when the text does not hold it. Linear in the page.
 */
export function clauseText(pageText: string, target: ClauseTarget): string | null {
  const place = clausePlace(target);
  if (place === null) return null;
  if (target.ref === '') return pageText.trim();
  const lines = pageText.split('\n');
  return target.ref === place.section ? sectionText(lines, target.ref) : rowText(lines, target.ref);
}

function sectionText(lines: readonly string[], number: string): string | null {
  const level = (line: string): number => /^#{1,6}(?= )/.exec(line)?.[0].length ?? 0;
  const start = lines.findIndex(
    (line) => level(line) > 1 && line.slice(level(line) + 1).startsWith(`${number} `),
  );
  if (start === -1) return null;
  const depth = level(lines[start] ?? '');
  const length = lines.slice(start + 1).findIndex((line) => level(line) > 0 && level(line) <= depth);
  return lines
    .slice(start, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim();
}

function rowText(lines: readonly string[], id: string): string | null {
  const at = lines.findIndex((line) => line.startsWith('|') && firstCellNames(line, id));
  const row = lines[at];
  if (row === undefined) return null;
  let head = at;
  while (lines[head - 1]?.startsWith('|') === true) head -= 1;
  return [lines[head], lines[head + 1], row].join('\n');
}

function firstCellNames(row: string, id: string): boolean {
  const cell = row.split('|', 2)[1] ?? '';
  return cell.split(',').some((name) => name.replace(/[*`\s]/g, '') === id);
}
