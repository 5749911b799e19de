import { words } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { effectiveFilter, inTyped } from './filter-selection.ts';

const brush = { fromMs: 11_000, toMs: 12_500 };

describe('the brush narrows the complete typed filter', () => {
  test.each([
    ['', 'time:1..2.5'],
    ['node:a', '(node:a) time:1..2.5'],
    ['node:a or node:b', '(node:a or node:b) time:1..2.5'],
  ])('%s', (typed, filter) => expect(effectiveFilter(typed, brush, 10_000)).toBe(filter));

  test('without a brush or a start it stays as it is', () => {
    expect(effectiveFilter('a or b', null, 10_000)).toBe('a or b');
    expect(effectiveFilter('a or b', brush, null)).toBe('a or b');
  });
});

test('the position of an error refers to the typed text', () => {
  const typed = 'node:a typ:b';
  const error = { column: 8, end: 13, message: words`x`, suggestion: null };
  const shifted = inTyped(error, typed, effectiveFilter(typed, brush, 10_000));
  expect(typed.slice(shifted?.column, shifted?.end)).toBe('typ:b');
  expect(inTyped(error, typed, typed)).toBe(error);
});
