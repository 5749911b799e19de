/**
 * The size of the source: npm run lines
 *
 * By package: lines and files, files of less than 40 lines that one file imports, and exports that one file imports.
 * Tests, generated code and data do not count. Exit status 1 when lines or files exceed the ceiling below, which is
 * lowered with every change that makes the source smaller.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { repositoryRoot } from './parts/run-command.mjs';
import { sourceFiles } from './parts/source-files.mjs';

const CEILING = { lines: 170_644, files: 1_094 };
const SMALL_LINES = 40;

const isCounted = (path) => /\.(ts|tsx|mjs|css)$/.test(path) && !/\.test\.|\/test\/|generated/.test(path);
const paths = sourceFiles().filter(isCounted);
const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));

/** By imported file: the files that import it; and by imported file and name: those that import the name. */
const importers = new Map();
for (const [path, text] of sources) {
  for (const [, names, target] of text.matchAll(/(?:import|export)\s([^;'"]*?)from '(\.[^']+)'/g)) {
    // A worker is a program of its own: it cannot be part of the file that starts it.
    if (target.includes('?worker')) continue;
    const file = join(dirname(path), target.replace(/\?.*$/, ''));
    add(file, path);
    for (const name of names.match(/\w+/g) ?? []) add(`${file} ${name}`, path);
  }
}

const table = new Map();
for (const [path, text] of sources) {
  const lines = text.split('\n').length - 1;
  const exported = [
    ...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm),
  ];
  const row = rowOf(path);
  row.lines += lines;
  row.files += 1;
  if (lines < SMALL_LINES && importers.get(path)?.size === 1) row['small, one importer'] += 1;
  row['exports of one user'] += exported.filter(
    ([, name]) => importers.get(`${path} ${name}`)?.size === 1,
  ).length;
}

const rows = [...table].sort(([, a], [, b]) => b.lines - a.lines);
const sum = (key) => rows.reduce((total, [, row]) => total + row[key], 0);
const total = Object.fromEntries(Object.keys(emptyRow()).map((key) => [key, sum(key)]));
console.table({ ...Object.fromEntries(rows), total });
for (const [what, most] of Object.entries(CEILING)) {
  if (total[what] <= most) continue;
  console.error(
    `${total[what]} ${what}: the ceiling is ${most}. Make the source smaller; the ceiling only goes down.`,
  );
  process.exitCode = 1;
}

function add(key, path) {
  const found = importers.get(key);
  if (found === undefined) importers.set(key, new Set([path]));
  else found.add(path);
}

function rowOf(path) {
  const [folder, name] = relative(repositoryRoot, path).split(sep);
  const key = folder === 'app' || folder === 'packages' ? `${folder}/${name}` : folder;
  if (!table.has(key)) table.set(key, emptyRow());
  return table.get(key);
}

function emptyRow() {
  return { lines: 0, files: 0, 'small, one importer': 0, 'exports of one user': 0 };
}
