import { expect, test } from 'vitest';
import { scalarText } from './scalar-text.ts';

const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));

test.each([
  ['a', 'a'],
  ['', ''],
  [1.5, '1.5'],
  [-0, '0'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'a list'],
  [deep, 'a list'],
  [{}, 'an object'],
  [{ toString: 1 }, 'an object'],
  [{ toString: null, valueOf: null }, 'an object'],
  [Object.create(null), 'an object'],
])('%# a value is text without being asked for it', (value, text) => {
  expect(scalarText(value)).toBe(text);
});
