/** The text of a clause: its stretch of the page. */
import { type ClauseTarget, clausePlace } from './clauses.ts';

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
