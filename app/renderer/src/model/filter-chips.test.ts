import { describe, expect, test } from 'vitest';
import { chipsOf, withNegated, withoutChip } from './filter-chips.ts';

test('a filter has a chip for each required part', () => {
  expect(chipsOf('node:draft (a or b) -is:stream').map(({ text }) => text)).toEqual([
    'node:draft',
    '(a or b)',
    '-is:stream',
  ]);
  expect(chipsOf('is:')).toEqual([]);
});

test('a chip knows its term without the negation', () => {
  expect(chipsOf('a -is:stream not(b c) --flag').map(({ term }) => term)).toEqual([
    'a',
    'is:stream',
    '(b c)',
    '-flag',
  ]);
});

describe('a chip', () => {
  test.each<[string, number, string]>([
    ['a b c', 1, 'a c'],
    ['a and b', 0, 'b'],
    ['a or b', 0, ''],
    ['a (b or c)', 1, 'a'],
    ['a', 7, 'a'],
  ])('of %j, the one at %i, is removed', (text, at, rest) => expect(withoutChip(text, at)).toBe(rest));

  test.each<[string, number, string]>([
    ['a b', 1, 'a -b'],
    ['a -b', 1, 'a b'],
    ['a not b', 1, 'a b'],
    ['not(a b) c', 0, '(a b) c'],
    ['a or b', 0, '-(a or b)'],
    ['(a or b) c', 0, '-(a or b) c'],
    ['--flag', 0, '"-flag"'],
    ['is:', 0, 'is:'],
  ])('of %j, the one at %i, is negated, and back', (text, at, other) => {
    expect(withNegated(text, at)).toBe(other);
  });
});
