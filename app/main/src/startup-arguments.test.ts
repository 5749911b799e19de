import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readHandedOver, readStartupArguments } from './startup-arguments.ts';

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
    expect(readStartupArguments(argv, surroundings)).toEqual({
      files,
      addresses: [],
      tokenVariables: [],
      smokeTest,
    });
  });

  test('variables that may become tokens; what cannot be one is left out, and is no file', () => {
    const argv = [
      'inspector',
      '--token-env',
      'A_TOKEN',
      '--token-env=B_TOKEN',
      '--token-env',
      'sk-1',
      'a.json',
    ];
    const read = readStartupArguments([...argv, '--', '--token-env=C'], installed);
    expect(read.tokenVariables).toEqual(['A_TOKEN', 'B_TOKEN']);
    expect(read.files).toEqual([a, resolve(folder, '--token-env=C')]);
  });

  test.each([
    ['of a run', 'http://127.0.0.1:8787/v1/runs/r1'],
    ['of a host', 'HTTPS://host.example'],
    ['as a link', 'openwop-inspector://attach?host=http%3A%2F%2Fa&run=r1'],
  ])('an address %s, before and behind --', (_what, address) => {
    const argv = ['inspector', address, '--', 'a.json', address];
    const addresses = [address, address];
    expect(readStartupArguments(argv, installed)).toEqual({
      files: [a],
      addresses,
      tokenVariables: [],
      smokeTest: false,
    });
  });
});

test.each([
  ['absolute paths', { files: [a] }, { files: [a] }],
  ['anything among them', { files: [a, 'relative.json', 7] }, { files: [a] }],
  [
    'far too many',
    { files: Array.from({ length: 200 }, () => a) },
    { files: Array.from({ length: 100 }, () => a) },
  ],
  ['addresses', { addresses: ['http://a.example', 'file:///a', 7] }, { addresses: ['http://a.example'] }],
  ['no list', { files: a, addresses: 'http://a.example' }, {}],
  ['nothing in it', {}, {}],
  ['nothing', null, {}],
  ['text', 'x', {}],
])('a second start that hands over %s', (_what, handed, expected) => {
  expect(readHandedOver(handed)).toEqual({ files: [], addresses: [], ...expected });
});
