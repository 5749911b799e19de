import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

describe('a text by its lines', () => {
  test.each([
    ['', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['a\r\nb\rc\n', ['a', 'b\rc']],
    ['\n\n', ['', '']],
  ])('%j has the lines %j', (text, expected) => {
    const lines = textLines(text);
    expect(Array.from({ length: lines.count }, (_, at) => lines.line(at))).toEqual(expected);
  });

  test('outside of the text lines are empty', () => {
    const lines = textLines('a\nb');
    expect([lines.line(-1), lines.line(2), lines.start(9)]).toEqual(['', '', 3]);
  });

  test('finds the line of every place of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r') }), fc.nat(), (text, place) => {
        const lines = textLines(text);
        const offset = text === '' ? 0 : place % text.length;
        const line = lines.lineOf(offset);
        expect(lines.start(line)).toBeLessThanOrEqual(offset);
        if (line + 1 < lines.count) expect(lines.start(line + 1)).toBeGreaterThan(offset);
      }),
    );
  });
});
