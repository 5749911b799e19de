import { expect, test } from 'vitest';
import { flagLine, graphLine } from './soak-report.ts';

test.each<readonly [string, readonly (number | null)[], number, string]>([
  ['begins at 0 and ends at the largest', [0, 1, 4, 8], 10, '▁▁▄█'],
  ['shows the largest of values that share a column', [1, 8, 0, 0, 4, 2], 3, '█▁▄'],
  ['leaves what is not known blank', [null, 8, null, null], 2, '█ '],
  ['of nothing is flat', [0, 0, 0], 10, '▁▁▁'],
  ['of no values is empty', [], 10, ''],
])('a graph %s', (_, values, width, expected) => {
  expect(graphLine(values, width)).toBe(expected);
});

test('flags stand below the values they belong to', () => {
  const flags = [false, false, true, true, false, false];
  expect(flagLine(flags, 6, '-')).toBe('  -- '.padEnd(6));
  expect(flagLine(flags, 3, '-')).toBe(' - ');
});
