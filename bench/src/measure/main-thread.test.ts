import { expect, test } from 'vitest';
import { longTasksOf } from './main-thread.ts';

test('a task of exactly 50 ms is not long, and the longest is told even when none is', () => {
  expect(longTasksOf([3, 50, 12])).toEqual({ count: 0, longestMs: 50 });
  expect(longTasksOf([51, 50.5, 4])).toEqual({ count: 2, longestMs: 51 });
  expect(longTasksOf([])).toEqual({ count: 0, longestMs: 0 });
});
