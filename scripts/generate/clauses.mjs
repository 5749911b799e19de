/** What can be cited of the protocol pages: their numbered sections, and the rows of their tables that have an id. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages in the order of their index. */
const pages = ['run-events', 'envelope', 'acceptor', 'bundles', 'agh', 'security'];

/**
 * The module `clause-index.ts`.
 *
 * @param {string} folder of the pages
 * @returns {Map<string, string>} file name to text
 */
export function clauseModules(folder) {
  const index = Object.fromEntries(
    pages.map((page) => [page, readPage(readFileSync(join(folder, `${page}.md`), 'utf8'))]),
  );
  const text = [
    '// Generated from docs/protocol by "npm run generate". Do not edit.',
    '',
    '/** What can be cited of a page of docs/protocol. */',
    'interface ClauseIndexPage {',
    '  readonly title: string;',
    '  /** Number (or letter) to title and anchor. */',
    '  readonly sections: Readonly<Record<string, readonly [title: string, anchor: string]>>;',
    '  /** Id of a row to the number of its section. */',
    '  readonly rows: Readonly<Record<string, string>>;',
    '}',
    '',
    `export const CLAUSE_INDEX: Readonly<Record<string, ClauseIndexPage>> = ${JSON.stringify(index, null, 1)};`,
    '',
  ];
  return new Map([['clause-index.ts', text.join('\n')]]);
}

/**
 * Reads one page. `sections` are number to title and anchor, `rows` id to the number of their section.
 *
 * @param {string} text
 */
export function readPage(text) {
  const sections = {};
  const rows = {};
  let title = '';
  let section = '';
  for (const line of text.split('\n')) {
    const heading = /^(#{1,4}) (.+)$/.exec(line);
    if (heading !== null) {
      const [, marks, words] = heading;
      if (marks === '#') title = words;
      const numbered = /^(\d+(?:\.\d+)*|[A-Z]) (.+)$/.exec(words);
      if (numbered === null) continue;
      section = numbered[1];
      sections[section] = [numbered[2].replaceAll('`', ''), anchorOf(words)];
    }
    for (const id of idsOf(line)) rows[id] ??= section;
  }
  return { title, sections, rows };
}

/** Ids in the first cell of a row: one such as S7, A2a, S-07, or names of invariants in code marks. */
function idsOf(line) {
  const cell = /^\| *([^|]+?) *\|/.exec(line)?.[1] ?? '';
  const id = /^\**([A-Z]{1,2}-?\d{1,2}[a-z]?)\**$/.exec(cell)?.[1];
  if (id !== undefined) return [id];
  return /^`[a-z0-9-]+`(, `[a-z0-9-]+`)*$/.test(cell)
    ? [...cell.matchAll(/`([a-z0-9]+(?:-[a-z0-9]+){2,})`/g)].map(([, name]) => name)
    : [];
}

/** The anchor that a heading gets where Markdown is shown on the web. */
function anchorOf(words) {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
