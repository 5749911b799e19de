import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { byteSize } from './grammar/options.ts';

test.each([
  ['1000', 1000],
  ['4GB', 4 * 2 ** 30],
  ['4 GiB', 4 * 2 ** 30],
  ['500mb', 500 * 2 ** 20],
  ['8k', 8 * 2 ** 10],
])('%s is a size', (text, bytes) => {
  expect(byteSize(text)).toBe(bytes);
});

test.each(['', 'much', '-1', '4 XB', '1.5GB', '9'.repeat(20)])('%j is none', (text) => {
  expect(() => byteSize(text)).toThrow(InvalidArgumentError);
});
