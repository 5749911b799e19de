import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLAUSE_PAGES, clausePlace, clauseText, splitClause } from '../packages/protocol/src/index.ts';
import { repositoryRoot } from './parts/run-command.mjs';

const pages = new Map(
  CLAUSE_PAGES.map((page) => [page, readFileSync(join(repositoryRoot, `docs/protocol/${page}.md`), 'utf8')]),
);

/** Sources of our own: what a screen, a report or a comment of them cites must be there. */
const sources = ['packages', 'app', 'e2e', 'bench'].flatMap((room) =>
  readdirSync(join(repositoryRoot, room), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|generated|\.test\./.test(file))
    .map((file) => ({
      file: `${room}/${file}`,
      text: readFileSync(join(repositoryRoot, room, file), 'utf8'),
    })),
);
const citedIn = (pattern) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, citation]) => `${citation} in ${file}`),
  );

/** What is left of a citation when everything that resolves is taken out. */
function unresolved(citation) {
  const pieces = splitClause(citation);
  const gone = pieces.filter(
    ({ target }) => target !== null && clauseText(pages.get(target.page), target) === null,
  );
  const rest = pieces.filter(({ target }) => target === null).map(({ text }) => text);
  return [...gone.map(({ text }) => text), rest.join('').replace(/[, ]+/g, '')].join('');
}

test('every clause that the code returns is in a page', () => {
  const cited = citedIn(/clause: '([^']+)'/g).concat(
    citedIn(/'((?:run-events|envelope|acceptor|bundles|agh|security|design) [\dA-Z][^']*)'/g),
  );
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter((entry) => unresolved(entry.split(' in ', 1)[0]) !== '')).toEqual([]);
});

test('every section with a point and every row that a comment names is in a page', () => {
  const cited = citedIn(
    /\b((?:run-events|envelope|acceptor|bundles|agh|security) (?:\d+\.[\d.]*\d|[A-Z]{1,2}-?\d+[a-z]?))\b/g,
  );
  expect(cited.length).toBeGreaterThan(400);
  expect(cited.filter((entry) => unresolved(entry.split(' in ', 1)[0]) !== '')).toEqual([]);
});

test('every clause of a vector that names one is in a page', () => {
  const cited = readdirSync(join(repositoryRoot, 'testing/vectors'), { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const { vectors } = JSON.parse(readFileSync(join(repositoryRoot, 'testing/vectors', file), 'utf8'));
      return (vectors ?? []).map(({ id, clause }) => ({ id, clause }));
    })
    .filter(({ clause }) => /^(run-events|envelope|acceptor|bundles|agh|security) /.test(clause));
  expect(cited.length).toBeGreaterThan(700);
  // Words may say which part is meant; a number or an id that is left over was not found.
  expect(cited.filter(({ clause }) => /[\d§]/.test(unresolved(clause)))).toEqual([]);
});

test('every section and row that can be cited has its text in the page', () => {
  for (const [page, text] of pages) {
    const { sections, rows } = JSON.parse(JSON.stringify(indexOf(page)));
    for (const ref of [...sections, ...rows]) {
      expect([page, ref, clauseText(text, { page, ref, item: null })]).toEqual([
        page,
        ref,
        expect.stringMatching(/\w/),
      ]);
      expect(clausePlace({ page, ref, item: null })?.link).toMatch(
        /^docs\/protocol\/[a-z-]+\.md#[\p{L}\d_-]+$/u,
      );
    }
  }
});

function indexOf(page) {
  const text = pages.get(page);
  const sections = [...text.matchAll(/^#{2,4} (\d+(?:\.\d+)*|[A-Z]) /gm)].map(([, number]) => number);
  const rows = [...text.matchAll(/^\| \**([A-Z]{1,2}-?\d{1,2}[a-z]?)\** \|/gm)].map(([, id]) => id);
  return { sections, rows };
}
