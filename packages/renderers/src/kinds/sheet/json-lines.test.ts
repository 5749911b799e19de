import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonLimits, jsonLines } from './json-lines.ts';

function written(value: unknown, room: Partial<JsonLimits> = {}): string {
  return jsonLines(value, { units: 100_000, ...room })
    .pieces.map((piece) => piece.text)
    .join('');
}

test('what is written is the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
      expect(JSON.parse(written(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a small container is on one line, a large one is not', () => {
  expect(written({ a: [], b: 1 })).toBe('{ "a": [], "b": 1 }');
  expect(written({ a: { b: 1 } })).toBe('{\n  "a": { "b": 1 }\n}');
});

test('a number has the digits that were written', () => {
  const numbers = new Map([
    ['/payload/a/1', '1.10'],
    ['/payload/b', '1e400'],
  ]);
  const room = { pointer: '/payload', numbers };
  expect(written({ a: [1.1, 1.1], b: Number.POSITIVE_INFINITY }, room)).toContain('[1.1, 1.10]');
  expect(written({ b: Number.POSITIVE_INFINITY }, room)).toBe('{ "b": 1e400 }');
});

describe('there is never more than the room', () => {
  test.each([
    ['a million items', Array.from({ length: 1_000_000 }, () => 0)],
    ['wide and deep', Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => ['a', ['b']]))],
  ])('%s', (_name, value) => {
    const { pieces, cut } = jsonLines(value, { units: 1_000 });
    expect(cut).toBe(true);
    expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(2_500);
    expect(pieces.filter((piece) => piece.role === 'note')).toHaveLength(1);
  });

  test('10,000 levels end at 64', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = { deep };
    expect(written(deep)).toContain('nested deeper than 64 levels');
  });
});

test('cuts a long string and shows its length', () => {
  expect(written({ text: 'x'.repeat(5_000) })).toContain('… (5,000 characters)');
});

test('distinguishes an omitted string from an empty one', () => {
  const leftOut = new Map([['/outcome/a~1b/0', 70_000]]);
  const text = written({ 'a/b': [''], c: '' }, { pointer: '/outcome', leftOut });
  expect(text).toContain('(70,000 characters, not read yet)');
  expect(text).toContain('"c": ""');
});

test('masks live tokens by their names and paths (security S-20)', () => {
  const value = {
    interruptToken: 'tok_secret_0123456789',
    url: 'https://h.example/v1/host/app/assets/secret0123456789?x=1',
    list: [{ streamToken: 'another_secret_000' }],
    ordinary: 'tokens are counted',
  };
  const text = written(value);
  expect(text).not.toContain('secret');
  expect(text).toContain('tokens are counted');
});
