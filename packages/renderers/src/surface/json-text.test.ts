import { parseAsWritten } from '@openwop-inspector/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonString, prettyJson } from './RequestText.tsx';
import { firstDifference } from './use-delta-playback.ts';

test('JSON with escapes reads back as what it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(jsonString(text))).toBe(text);
    }),
  );
  expect(jsonString('\u{e0041}')).toBe(String.raw`"\udb40\udc41"`);
});

test('a value is written out, or said to be too much', () => {
  expect(prettyJson({ a: ['\u202e'] })).toBe(String.raw`{
  "a": [
    "\u202e"
  ]
}`);
  expect(prettyJson(parseAsWritten('[107505301260286111,1e400,1.10]'))).toBe(
    '[\n  107505301260286111,\n  1e400,\n  1.10\n]',
  );
  let deep: unknown = 1;
  for (let i = 0; i < 10_000; i++) deep = [deep];
  expect(prettyJson(deep)).toBe('Too large or too deep to be written out here.');
  expect(prettyJson(undefined)).toBe('nothing');
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, null],
  [{ a: 1 }, { a: 1, b: null }, '/b'],
  [[1, 2], [2, 1], '/0'],
  [[1], [1, 2], '/1'],
  [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, '/a~1b/~0'],
  [[], {}, ''],
  [null, undefined, ''],
])('%j and %j differ at %j', (one, other, pointer) => {
  expect(firstDifference(one, other)).toBe(pointer);
});
