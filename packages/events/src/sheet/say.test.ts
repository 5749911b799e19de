import { formatDuration } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import { called, own, say } from './members.ts';

test.each([
  [0, '0 ms'],
  [930, '930 ms'],
  [1_500, '1.5 s'],
  [59_999, '1 min'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [90_000_000, '1 day 1 h'],
  [-1, '−1 ms'],
])('%d ms is %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test('a name put into a sentence is foreign unless it is said to be ours', () => {
  expect(say`Node ${'n'} has ${1_000} of ${own('them')}.`).toEqual([
    'Node ',
    { foreign: 'n' },
    ' has ',
    '1,000',
    ' of ',
    'them',
    '.',
  ]);
});

test('a long name is cut in a sentence', () => {
  expect(say`${'x'.repeat(500)}`).toEqual([{ foreign: `${'x'.repeat(80)}…` }]);
});

test('nobody says which', () => {
  expect(called('Node', 'A node', null)).toEqual(['A node']);
});
