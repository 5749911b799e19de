/** A difference of texts holds both: without what was added it is the one, without what was removed the other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDifference } from '../src/structural-difference.ts';

const reported = (before: string, after: string): string =>
  textDifference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

test.each([
  ['the same text', 'a b', 'a b', ''],
  ['a word', 'answer with prose', 'answer with JSON', 'answer with [-prose][+JSON]'],
  ['a line that came', 'one\ntwo\n', 'one\nand\ntwo\n', 'one\n[+and\n]two\n'],
  ['a line that went', 'one\nand\ntwo\n', 'one\ntwo\n', 'one\n[-and\n]two\n'],
  ['all of it', 'x', 'y', '[-x][+y]'],
  ['an empty text', '', 'y', '[+y]'],
])('%s', (_, before, after, difference) => {
  expect(reported(before, after)).toBe(difference);
});

test('of any two short texts both can be read back', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bb', ' ', '\n', '.', 'ü'), { maxLength: 40 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const pieces = textDifference(before, after);
      const without = (kind: string): string =>
        pieces.flatMap((one) => (one.kind === kind ? [] : [one.text])).join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
    { seed: 3 },
  );
});

test('what stays the same is displayed by its ends, with how much is left out', () => {
  const long = 'word '.repeat(200);
  const [first, ...rest] = textDifference(`${long}a`, `${long}b`);
  expect(first?.leftOut).toBeGreaterThan(900);
  expect(first?.text.endsWith('word ')).toBe(true);
  expect(rest.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
