import { expect, test } from 'vitest';
import { changedLines } from './bench-origin.ts';

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['a\nb\nc', 'a\nx\nc', 1],
  ['a\nc', 'a\nb\nc', 1],
  ['a\nb\nc', 'c', 2],
  ['', 'a\nb', 2],
])('from %j to %j %d lines differ', (before, after, lines) =>
  expect(changedLines(before, after)).toBe(lines),
);
