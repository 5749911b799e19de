import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePieces } from './text-lines.ts';

test('a line is cut at colours and at matches', () => {
  const marks = [{ start: 2, end: 5, isCurrent: true }];
  expect(
    linePieces(
      'let x = 1',
      [
        [3, 4],
        [8, 0],
        [9, 3],
      ],
      marks,
    ),
  ).toEqual([
    { start: 0, text: 'le', role: 4, mark: 'none' },
    { start: 2, text: 't', role: 4, mark: 'current' },
    { start: 3, text: ' x', role: 0, mark: 'current' },
    { start: 5, text: ' = ', role: 0, mark: 'none' },
    { start: 8, text: '1', role: 3, mark: 'none' },
  ]);
});

test('colours and marks beyond the line are passed over', () => {
  const pieces = linePieces('ab', [[9, 2]], [{ start: 1, end: 40, isCurrent: false }]);
  expect(pieces.map(({ text, mark }) => [text, mark])).toEqual([
    ['a', 'none'],
    ['b', 'match'],
  ]);
});

test('the pieces put together are the line', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(30)), fc.array(fc.nat(30)), (text, colours, marks) => {
      const sorted = [...new Set(colours)].sort((a, b) => a - b);
      const pieces = linePieces(
        text,
        sorted.map((end) => [end, 1] as const),
        marks.map((start) => ({ start, end: start + 2, isCurrent: false })),
      );
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
