import { expect, test } from 'vitest';
import { searchText } from './FilterBar.tsx';

test.each([
  [{ search: null, stopped: null }, '1,312 of 200,000'],
  [{ search: 0.439, stopped: null }, '1,312 found, searching … 43 %'],
  [{ search: 0, stopped: null }, '1,312 found, searching … 0 %'],
  [{ search: null, stopped: 0.999 }, '1,312 found, stopped at 99 %'],
])('a filter of which %o is known is "%s"', (stand, words) => {
  expect(searchText({ total: 1312, of: 200_000, ...stand })).toBe(words);
});
