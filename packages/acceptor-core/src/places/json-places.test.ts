import { describe, expect, test } from 'vitest';
import { offsetOfByte, syntaxProblemOf } from './json-places.ts';

describe('reports the syntax problem of a text, at its place', () => {
  test.each([
    ['{\n  "a" 1\n}', { line: 2, column: 7, byte: 8, message: 'A colon is expected here' }],
    ['{"é": tru}', { line: 1, column: 7, byte: 7, message: 'This is not a JSON value' }],
    ['{"a": 1,}', { line: 1, column: 9, byte: 8, message: 'A key in double quotes is expected here' }],
    ['{"a": 1', { line: 1, column: 8, byte: 7, message: 'A closing brace is expected here' }],
    [
      '{"a": 1} 2',
      { line: 1, column: 10, byte: 9, message: 'The value has ended; nothing more is expected here' },
    ],
    ['', { line: 1, column: 1, byte: 0, message: 'A value is expected here' }],
  ])('%j', (text, place) => expect(syntaxProblemOf(text)).toMatchObject(place));

  test('JSON has no problem, and a text too deep to look into gets none', () => {
    expect(syntaxProblemOf('{"a": [1e400, "\\ud800"]}')).toBeNull();
    expect(syntaxProblemOf('['.repeat(100_000))).toBeNull();
  });
});

test.each([
  ['aé🙂b', 0, 0],
  ['aé🙂b', 3, 2],
  ['aé🙂b', 7, 4],
  ['ab', 99, 2],
])('in %j byte %d is offset %d', (text, byte, offset) => expect(offsetOfByte(text, byte)).toBe(offset));
