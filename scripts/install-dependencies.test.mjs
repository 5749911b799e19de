import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isNewEnough, whyInstall } from './parts/install-dependencies.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inspector-install-'));
mkdirSync(join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lock = {
  '': { name: 'root' },
  'packages/a': { version: '0.1.0' },
  'node_modules/b': { version: '1.0.0', resolved: 'b-1' },
  'node_modules/c-for-windows': { version: '1.0.0', resolved: 'c-1', optional: true },
};
const installed = { 'node_modules/b': { version: '1.0.0', resolved: 'b-1' } };

test.each([
  ['everything is there', lock, installed, null],
  ['a package is missing', lock, {}, 'node_modules/b is missing'],
  [
    'a package is of another version',
    lock,
    { 'node_modules/b': { version: '1.0.1', resolved: 'b-2' } },
    'node_modules/b is of another version',
  ],
  ['nothing was installed yet', lock, null, 'node_modules is not there'],
])('%s', (_what, wanted, found, why) => {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (found === null) rmSync(hidden, { force: true });
  else writeFileSync(hidden, JSON.stringify({ packages: found }));
  expect(whyInstall(folder)).toBe(why);
});

test.each([
  ['18.20.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['22.1.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});
