import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { gatherPackages, packageFolder } from './parts/bundled-packages.mjs';
import { allowedLicences, noticesText, readNotices } from './parts/release-papers.mjs';

const root = mkdtempSync(join(tmpdir(), 'inspector-notices-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Plants a package, with the text of its licence unless it says null. */
function plant(name, { version = '1.0.0', license = 'MIT', text = `Copyright ${name}` } = {}) {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license, main: 'index.js' }));
  writeFileSync(join(folder, 'index.js'), `export const from = ${JSON.stringify(name)};`);
  writeFileSync(join(folder, 'style.css'), '.a { color: red }');
  if (text !== null) writeFileSync(join(folder, 'LICENSE.md'), text);
  return folder;
}

test('every package that is in a bundle is gathered, its style alone too, and what is dropped is not', async () => {
  for (const name of ['used', '@scope/used', 'styled', 'dropped']) plant(name);
  const entry = join(root, 'entry.js');
  writeFileSync(
    entry,
    "import { from } from 'used';\nimport { from as other } from '@scope/used';\nimport 'styled/style.css';\nconsole.log(from, other);\nif (false) import('dropped');\n",
  );
  const folders = new Set();
  const rolldownOptions = { input: entry };
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [gatherPackages(folders)],
    build: { write: false, rolldownOptions },
  });
  expect([...folders].sort()).toEqual(
    ['@scope/used', 'styled', 'used'].map((name) => join(root, 'node_modules', name)),
  );
});

test('a file of our own belongs to no package', () => {
  expect(packageFolder(join(root, 'entry.js'))).toBeNull();
});

test.each([['GPL-3.0-only'], ['SEE LICENSE IN LICENSE.md'], [undefined], [{ type: 'MIT' }]])(
  'a package under %s is named and fails the notices',
  (license) => {
    const read = readNotices([plant('fine'), plant('planted', { license: license ?? '' })]);
    expect(read).toEqual({ ok: false, why: [expect.stringMatching(/^planted 1\.0\.0 is under /)] });
  },
);

test('a package without the text of its licence is named', () => {
  const read = readNotices([plant('textless', { text: null })]);
  expect(read).toEqual({ ok: false, why: ['textless 1.0.0 comes without the text of its licence'] });
});

test.each(allowedLicences.map((id) => [id]))(
  'a package under %s is listed with version and text',
  (license) => {
    const read = readNotices([plant(`under-${license}`, { license, text: 'Copyright (c) Ann\n' })]);
    if (!read.ok) throw new Error(read.why.join('\n'));
    expect(read.notices).toEqual([
      { name: `under-${license}`, version: '1.0.0', licence: license, text: 'Copyright (c) Ann' },
    ]);
    const text = noticesText(read.notices);
    for (const word of [`under-${license} 1.0.0`, `Licence: ${license}`, 'Copyright (c) Ann']) {
      expect(text).toContain(word);
    }
  },
);

test('two versions of one package are both listed, in order, and one that two bundles have is listed once', () => {
  const old = plant('twice', { version: '1.0.0' });
  const inner = join(root, 'node_modules', 'fine', 'node_modules', 'twice');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'package.json'), '{"name":"twice","version":"2.0.0","license":"ISC"}');
  writeFileSync(join(inner, 'LICENSE'), 'Copyright twice');
  const read = readNotices([inner, old, old]);
  if (!read.ok) throw new Error(read.why.join('\n'));
  expect(read.notices.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0']);
});
