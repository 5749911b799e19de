import { expect, test } from 'vitest';
import { closingBrace, closingQuote, jsonDepth, parsedJson } from './json-text.ts';

/** Unit by unit, as the grammar says it. */
function quoteByGrammar(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

test('nesting is counted outside of strings', () => {
  expect(jsonDepth('{"a": ["[[[", {"b\\"": []}]}')).toBe(4);
});

test('the end of a string is where the grammar ends it, however its escapes lie', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const signs = ['\\', '"', 'x', '\\"', 'xxxxxxxxxxxxxxxxxxxx'];
    const text = Array.from({ length: next(40) }, () => signs[next(signs.length)]).join('');
    for (let from = 0; from <= text.length; from++) {
      expect([text, from, closingQuote(text, from)]).toEqual([text, from, quoteByGrammar(text, from)]);
    }
  }
});

test.each([
  ['{}', 0, 1],
  ['x {"a": "}"} }', 2, 11],
  ['{"a": {"b": 1}}', 0, 14],
  ['{"a": "\\"}"}', 0, 11],
  ['{"a": [', 0, -1],
])('the object in %j from %i on ends at %i', (text, start, end) => {
  expect(closingBrace(text, start)).toBe(end);
});

test('returns undefined for invalid or too deep JSON', () => {
  expect(parsedJson('{')).toBeUndefined();
  expect(parsedJson('[[1]]', 1)).toBeUndefined();
  expect(parsedJson('[[1]]', 2)).toEqual([[1]]);
});
