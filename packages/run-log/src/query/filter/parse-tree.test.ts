import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterParts, filterTree } from './tokens.ts';

test.each<[string, readonly string[]]>([
  ['', []],
  ['  ', []],
  ['node:draft', ['node:draft']],
  ['node:draft  -is:stream', ['node:draft', '-is:stream']],
  ['a and not b', ['a', 'not b']],
  ['a or b', ['a or b']],
  ['(a or b) c', ['(a or b)', 'c']],
  ['-(a (b or c)) "d e" /f g/i', ['-(a (b or c))', '"d e"', '/f g/i']],
  ['a and (b) and c', ['a', '(b)', 'c']],
  ['--flag #12', ['--flag', '#12']],
  ['payload."my key".code:x', ['payload."my key".code:x']],
  ['is:', []],
  ['(a', []],
])('%j', (text, parts) =>
  expect(filterParts(text).map(({ from, to }) => text.slice(from, to))).toEqual(parts),
);

test('what is negated, and what is a group, is said', () => {
  expect(filterParts('-a not(b) (c) d').map(({ isNegated, isGroup }) => [isNegated, isGroup])).toEqual([
    [true, false],
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test('the parts side by side are the same filter, whatever is between them', () => {
  const word = fc.constantFrom(
    'a',
    '-a',
    'not a',
    'node:x',
    '"b c"',
    '(a or b)',
    '-(a b)',
    'and',
    'or',
    '#7',
    '--f',
    ')',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const text = words.join(' ');
      const tree = filterTree(text);
      if ('column' in tree) {
        expect(filterParts(text)).toEqual([]);
        return;
      }
      const again = filterParts(text)
        .map(({ from, to }) => text.slice(from, to))
        .join(' ');
      const shape = (value: unknown) => JSON.stringify(value, (key, one) => (key === 'at' ? undefined : one));
      expect(shape(filterTree(again))).toBe(shape(tree));
    }),
  );
});
