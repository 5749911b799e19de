import { expect, test } from 'vitest';
import { indexAfter } from './list-controller.ts';

test.each([
  ['next', null, 10, 0],
  ['next', 9, 10, 9],
  ['previous', null, 10, 9],
  ['previous', 0, 10, 0],
  ['first', 5, 10, 0],
  ['last', 5, 10, 9],
  ['next', null, 0, null],
] as const)('a step to the %s from %s of %d leads to %s', (step, from, total, to) =>
  expect(indexAfter(step, from, total)).toBe(to),
);
