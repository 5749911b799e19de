import { describe, expect, test } from 'vitest';
import { parseJsonText } from './parse-json-text.ts';

describe('the place where a text stops being JSON', () => {
  test.each([
    ['{"a":1', 1, 7, 6, 'closing brace'],
    ['{"a" 1}', 1, 6, 5, 'colon'],
    ['{"a":1,}', 1, 8, 7, 'property name'],
    ['[1,\n 2 3]', 2, 4, 7, 'comma'],
    ['{"a":"x\n"}', 1, 6, 5, 'string is not closed'],
    ['{"é": nope}', 1, 7, 7, 'no JSON value'],
    ['{} 2', 1, 4, 3, 'ended before this'],
    ['// note\n1', 1, 1, 0, 'no comments'],
    ['', 1, 1, 0, 'value is expected'],
    ['\ufeff{', 1, 3, 4, ''],
    ['["\\x"]', 1, 2, 1, 'escape'],
  ])('of %j is line %i, column %i, byte %i', (text, line, column, byteOffset, words) => {
    const parsed = parseJsonText(text);
    expect(parsed).toMatchObject({ ok: false, line, column, byteOffset });
    expect(parsed.ok ? '' : parsed.message).toContain(words);
  });

  test('a byte order mark is passed over', () => {
    expect(parseJsonText('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  test('a broken text of any depth ends', () => {
    expect(parseJsonText('['.repeat(200_000)).ok).toBe(false);
  });
});
