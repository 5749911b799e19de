import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readHandedFiles, readStartupArguments } from './startup-arguments.ts';

const folder = resolve('/runs');
const installed = { runsFromPath: false, workingDirectory: folder };
const fromPath = { runsFromPath: true, workingDirectory: folder };
const a = resolve(folder, 'a.json');

describe('readStartupArguments', () => {
  test.each([
    ['no argument', ['inspector'], installed, [], false],
    ['a relative path', ['inspector', 'a.json'], installed, [a], false],
    ['an address, as file managers pass it', ['inspector', pathToFileURL(a).href], installed, [a], false],
    ['switches of Chromium', ['inspector', '--no-sandbox', 'a.json', '--x=y'], installed, [a], false],
    [
      'a name that begins with a dash',
      ['inspector', '--', '-a.json'],
      installed,
      [resolve(folder, '-a.json')],
      false,
    ],
    ['the smoke test', ['inspector', '--smoke-test'], installed, [], true],
    [
      'the smoke test as a file',
      ['inspector', '--', '--smoke-test'],
      installed,
      [resolve(folder, '--smoke-test')],
      false,
    ],
    ['the path of the application', ['electron', '--inspect=0', 'dist', 'a.json'], fromPath, [a], false],
    ['an address that is none', ['inspector', 'file:%zz'], installed, [resolve(folder, 'file:%zz')], false],
  ])('%s', (_what, argv, surroundings, files, smokeTest) => {
    expect(readStartupArguments(argv, surroundings)).toEqual({ files, smokeTest });
  });
});

test.each([
  ['absolute paths', { files: [a] }, [a]],
  ['anything among them', { files: [a, 'relative.json', 7] }, [a]],
  ['far too many', { files: Array.from({ length: 200 }, () => a) }, Array.from({ length: 100 }, () => a)],
  ['no list', { files: a }, []],
  ['no files', {}, []],
  ['nothing', null, []],
  ['text', 'x', []],
])('a second start that hands over %s', (_what, handed, files) => {
  expect(readHandedFiles(handed)).toEqual(files);
});
