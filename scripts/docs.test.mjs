/** Checks the packages and files named in the documents against those that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';
import { sourceFiles } from './parts/source-files.mjs';

const read = (path) => readFileSync(join(repositoryRoot, path), 'utf8');
const SCOPE = '@openwop-inspector/';

/** Folder of each workspace to the packages its shipped code depends on. */
const packages = new Map(
  JSON.parse(read('package.json'))
    .workspaces.flatMap((pattern) => {
      const parent = dirname(pattern);
      return pattern.endsWith('/*')
        ? readdirSync(join(repositoryRoot, parent)).map((name) => `${parent}/${name}`)
        : [pattern];
    })
    .map((folder) => {
      const { dependencies = {} } = JSON.parse(read(`${folder}/package.json`));
      const ours = Object.keys(dependencies).filter((name) => name.startsWith(SCOPE));
      return [folder, ours.map((name) => name.slice(SCOPE.length)).sort()];
    }),
);

/** The lines under a heading, up to the next one. */
function section(text, heading) {
  const [, rest = ''] = text.split(`\n## ${heading}\n`);
  return rest.split('\n## ', 1)[0];
}

const pages = [
  'README.md',
  ...['docs', 'docs/adr', 'docs/guide'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    const lost = links.filter((link) => !existsSync(join(repositoryRoot, dirname(page), link)));
    expect(lost).toEqual([]);
  });

  test('names paths from the root that are there', () => {
    const paths = [...text.matchAll(/`((?:packages|app|testing|bench|e2e|scripts|docs)\/[\w./-]+)`/g)];
    expect(paths.map(([, path]) => path).filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual(
      [],
    );
  });
});

test('READMEs of folders name files that are there', () => {
  const files = sourceFiles();
  const names = new Set(files.map((file) => basename(file)));
  const readmes = files.filter((file) => basename(file) === 'README.md');
  expect(readmes.length).toBeGreaterThan(20);
  for (const readme of readmes) {
    const named = [...readFileSync(readme, 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css))`/g)];
    // NAME is for the reader to fill in; `meta.ts` is a member of an envelope.
    const lost = named.filter(([, path]) => !names.has(basename(path)) && !/NAME|^meta\.ts$/.test(path));
    expect(
      lost.map(([, path]) => path),
      readme,
    ).toEqual([]);
  }
});

test('every picture of the guide is linked, and taken by e2e/pictures', () => {
  const files = (folder) => readdirSync(join(repositoryRoot, folder));
  const linked = pages.flatMap((page) => [...read(page).matchAll(/pictures\/([\w.-]+)\.png\)/g)]);
  const taking = files('e2e/pictures').map((file) => read(`e2e/pictures/${file}`));
  const taken = taking.join().match(/(?<=')[\w-]+\.(light|dark)(?=')/g);
  const pictures = files('docs/guide/pictures').map((file) => file.replace(/\.png$/, ''));
  expect([...new Set(linked.map(([, name]) => name))].sort()).toEqual(pictures);
  expect([...taken].sort()).toEqual(pictures);
});

test('the table of packages in the README is complete', () => {
  const listed = [...section(read('README.md'), 'Packages').matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)];
  const folders = listed.map(([, name, link]) => {
    expect(link).toBe(`${name}/README.md`);
    return name;
  });
  const others = ['docs/protocol', 'samples', 'scripts', 'testing/vectors'];
  expect([...folders].sort()).toEqual([...packages.keys(), ...others].sort());
});

test('the imports in the architecture are those of each package.json', () => {
  const rows = section(read('docs/architecture.md'), 'Packages').matchAll(/^\| (`[^|]+`) \| ([^|]+) \|$/gm);
  const said = [...rows].flatMap(([, names, may]) => {
    const ours = [...may.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name).sort();
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, ours]);
  });
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(packages));
});

describe('the data paths', () => {
  const paths = section(read('docs/architecture.md'), 'Data paths').split('\n### ').slice(1);

  test('are four', () => expect(paths).toHaveLength(4));

  test.each(paths.map((path) => [path.split('\n', 1)[0], path]))(
    '%s: the number of hops is that of its title',
    (title, path) => {
      const numbers = [...path.matchAll(/^(\d+)\. `/gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      expect(title).toContain(`: ${numbers.length} hops`);
    },
  );
});
