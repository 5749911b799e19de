import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringContent } from './value-text.ts';

describe('the content of a written string', () => {
  test('is what JSON says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(stringContent(JSON.stringify(text))).toBe(text);
      }),
    );
  });

  test.each([
    ['"abc', 'abc'],
    ['"abc\\', 'abc'],
    ['"abc\\u12', 'abc'],
    ['"abc\\u123', 'abc'],
    ['"', ''],
    ['12', '12'],
  ])('cut as %j it is %j', (written, content) => {
    expect(stringContent(written)).toBe(content);
  });
});
