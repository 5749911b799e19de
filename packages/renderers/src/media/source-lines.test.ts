import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SOURCE_BYTES, sourceRows, sourceText } from './SourceView.tsx';

describe('a source is cut into rows', () => {
  test('at every kind of line end', () => {
    const text = 'a\r\nb\nc\rd';
    expect(sourceRows(text).map(({ line, from, to }) => [line, text.slice(from, to)])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ]);
  });

  test('an empty text is one empty line, and a last line end begins another', () => {
    expect(sourceRows('')).toEqual([{ line: 1, from: 0, to: 0 }]);
    expect(sourceRows('a\n')).toHaveLength(2);
  });

  test('a long line continues without a number, and no surrogate pair is split', () => {
    const text = `x${'😀'.repeat(500)}`;
    const rows = sourceRows(text);
    expect(rows.map(({ line }) => line)).toEqual([1, null, null]);
    expect(rows.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
    for (const { from, to } of rows)
      expect(text.slice(from, to)).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
  });

  test('rows hold every character but the line ends, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀', '\u202e'), maxLength: 900 }),
        (text) => {
          const rows = sourceRows(text);
          expect(rows.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text.replace(/[\r\n]/g, ''));
        },
      ),
    );
  });
});

describe('bytes become text', () => {
  test.each([
    ['UTF-8', [0xc3, 0xa4], 'ä'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16, little end first', [0xff, 0xfe, 0x61, 0x00], 'a'],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61], 'a'],
    ['bytes that are no text', [0xff, 0x61], '\ufffda'],
  ])('%s', (_, bytes, text) => expect(sourceText(Uint8Array.from(bytes)).text).toBe(text));

  test('of a huge source the first part is read, and it says so', () => {
    const { text, isCut } = sourceText(new Uint8Array(MAX_SOURCE_BYTES + 1).fill(0x61));
    expect(isCut).toBe(true);
    expect(text).toHaveLength(MAX_SOURCE_BYTES);
  });
});
