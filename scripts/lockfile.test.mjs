import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isNewEnough } from './parts/install-dependencies.mjs';
import { repositoryRoot } from './parts/run-command.mjs';

const packages = (folder) =>
  Object.entries(
    JSON.parse(readFileSync(join(repositoryRoot, folder, 'package-lock.json'), 'utf8')).packages,
  );

/** The oldest Node that each alternative of a range such as `^20.19.0 || >=22.12.0` takes, as the range writes it. */
const lowerBounds = (range) => range.split('||').map((part) => /\d+(\.\d+)?(\.\d+)?/.exec(part)?.[0] ?? '0');

const takesOldestNode = (range) =>
  lowerBounds(range).some((bound) => !isNewEnough(bound) || /^20\.19(\.0)?$/.test(bound));

test('every package that npm ci installs takes the oldest Node we name', () => {
  const tooNew = packages('').filter(([, { engines }]) => !takesOldestNode(engines?.node ?? '*'));
  expect(tooNew.map(([path]) => path)).toEqual([]);
});

test('a package that asks for a newer Node is found', () => {
  expect(['>= 22.12.0', '^20.20.0 || >=24', '>=18', '^20.19.0 || >=22', '*'].map(takesOldestNode)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('no package that npm ci installs has an install script; among the tools of the desktop it is declared', () => {
  const scripted = (folder) =>
    packages(folder)
      .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
      .map(([path]) => path);
  expect(scripted('')).toEqual([]);
  const { allowScripts } = JSON.parse(
    readFileSync(join(repositoryRoot, 'scripts/desktop/package.json'), 'utf8'),
  );
  expect(scripted('scripts/desktop')).toEqual(
    Object.keys(allowScripts).map((name) => `node_modules/${name}`),
  );
});
