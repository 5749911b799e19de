import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readStartArguments } from './parts/run-desktop.mjs';

const folder = resolve('/runs');
const read = { kind: 'read', mode: 'any', mayOpen: true, files: [], addresses: [], tokenVariables: [] };

test.each([
  ['nothing', [], read],
  ['files', ['a.json', '/b.json'], { ...read, files: [resolve(folder, 'a.json'), resolve('/b.json')] }],
  ['a browser', ['--browser', 'a.json'], { ...read, mode: 'browser', files: [resolve(folder, 'a.json')] }],
  ['a desktop window', ['--desktop'], { ...read, mode: 'desktop' }],
  ['nothing to be opened', ['--no-open'], { ...read, mayOpen: false }],
  [
    'a file that looks like an option',
    ['--', '--browser'],
    { ...read, files: [resolve(folder, '--browser')] },
  ],
  [
    'the address of a run',
    ['http://127.0.0.1:8787/v1/runs/r1'],
    { ...read, addresses: ['http://127.0.0.1:8787/v1/runs/r1'] },
  ],
  [
    'variables that may become tokens',
    ['--token-env', 'A_TOKEN', 'a.json', '--token-env=B_TOKEN'],
    { ...read, files: [resolve(folder, 'a.json')], tokenVariables: ['A_TOKEN', 'B_TOKEN'] },
  ],
  ['no variable', ['--token-env'], { kind: 'wrong', why: '--token-env takes the name of a variable.' }],
  [
    'a token in place of a variable',
    ['--token-env', 'sk-1'],
    { kind: 'wrong', why: '--token-env takes the name of a variable.' },
  ],
  ['an unknown option', ['--fast'], { kind: 'wrong', why: 'There is no option --fast.' }],
  [
    'both shells',
    ['--browser', '--desktop'],
    { kind: 'wrong', why: 'Choose one of --browser and --desktop.' },
  ],
])('npm start with %s', (_what, args, expected) => {
  expect(readStartArguments(args, folder)).toEqual(expected);
});
