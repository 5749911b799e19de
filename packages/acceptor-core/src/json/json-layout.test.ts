import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutJson } from './json-layout.ts';

test('is what JSON.stringify writes with two spaces, for every value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(layOutJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test.each([
  ['{ "n" : 12345678901234567890.10 }', '{\n  "n": 12345678901234567890.10\n}'],
  ['["\\u0061 , } \\" ]" ,1E5]', '[\n  "\\u0061 , } \\" ]",\n  1E5\n]'],
  ['{ "a" : [ ] , "b" : { } }', '{\n  "a": [],\n  "b": {}\n}'],
  [' "[" ', '"["'],
])('keeps digits and escapes: %s', (text, laidOut) => {
  expect(layOutJson(text)).toBe(laidOut);
});

test('20,000 components end, and so do 300,000: it is linear', () => {
  const surface = (components: number): string =>
    JSON.stringify({
      type: 'ui.a2ui-surface',
      payload: {
        components: Array.from({ length: components }, (_, at) => ({ id: `c${at}`, kind: 'text' })),
      },
    });
  for (const components of [20_000, 300_000]) {
    const text = surface(components);
    expect(layOutJson(text).split('\n')).toHaveLength(components * 4 + 7);
  }
});

test('a depth of 500,000 does not make lines as long as it is deep', () => {
  const depth = 500_000;
  const laidOut = layOutJson('['.repeat(depth) + ']'.repeat(depth));
  expect(laidOut.length).toBeLessThan(depth * 2 * 210);
});
