import { describe, expect, test } from 'vitest';
import { differencesOf } from './match.ts';

const hostile: unknown = JSON.parse('{"__proto__":{"a":1}}');

describe('subset matching (vectors FORMAT 1)', () => {
  test.each([
    ['extra keys are ignored', { a: 1, b: 2 }, { a: 1 }, true],
    ['every expected key must match', { a: 1 }, { a: 1, b: 2 }, false],
    ['arrays have the same length', [1, 2], [1], false],
    ['items match in order', [1, 2], [2, 1], false],
    ['warnings are in any order', { warnings: ['b', 'a'] }, { warnings: ['a'] }, true],
    ['expected warnings must occur', { warnings: ['b'] }, { warnings: ['a'] }, false],
    [
      'findings match as subsets',
      { findings: [{ rule: 'D1', pointer: '/a' }] },
      { findings: [{ rule: 'D1' }] },
      true,
    ],
    ['scalars are equal strictly', { a: '1' }, { a: 1 }, false],
    ['minus zero is zero', { a: -0 }, { a: 0 }, true],
    ['null equals undefined', {}, { a: null }, true],
    ['null equals null', { a: null }, { a: null }, true],
    ['null is not zero', { a: 0 }, { a: null }, false],
    ['$nonEmpty takes a text', 'x', { $nonEmpty: true }, true],
    ['$nonEmpty refuses an empty array', [], { $nonEmpty: true }, false],
    ['$nonEmpty takes an object with keys', { a: 1 }, { $nonEmpty: true }, true],
    ['$nonEmpty refuses what is missing', undefined, { $nonEmpty: true }, false],
    ['$len counts an array', [1, 2], { $len: 2 }, true],
    ['$len counts a text', 'abc', { $len: 2 }, false],
    ['$re searches', 'xabcx', { $re: 'b.' }, true],
    ['$re refuses a number', 12, { $re: '1' }, false],
    ['$re with a broken pattern fails', 'x', { $re: '(' }, false],
    ['$exact refuses extra keys', { a: 1, b: 2 }, { $exact: { a: 1 } }, false],
    ['$exact ignores the order of keys', { b: 2, a: 1 }, { $exact: { a: 1, b: 2 } }, true],
    ['$not takes a text without it', 'abc', { $not: 'x' }, true],
    ['$not refuses a text with it', 'abc', { $not: 'b' }, false],
    ['$not refuses what is no text', 1, { $not: 'b' }, false],
    ['$absent takes a missing key', { a: 1 }, { a: 1, $absent: ['b'] }, true],
    ['$absent refuses a key', { a: 1, b: 1 }, { a: 1, $absent: ['b'] }, false],
    ['a prototype supplies nothing', {}, { toString: { $nonEmpty: true } }, false],
    ['__proto__ is a key as any other', hostile, hostile, true],
    ['__proto__ is not found on a prototype', {}, hostile, false],
    ['an unknown matcher is a key that must be there', 'abc', { $nonempty: true }, false],
  ])('%s', (_name, actual, expected, isMatch) => {
    expect(differencesOf(actual, expected).length === 0).toBe(isMatch);
  });

  test('a difference says where, what was expected and what was there', () => {
    expect(differencesOf({ a: [{ 'b/c': 1 }] }, { a: [{ 'b/c': 2 }] })).toEqual([
      { pointer: '/a/0/b~1c', expected: 2, actual: 1, message: 'The values differ.' },
    ]);
  });

  test('an expectation of any depth ends', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5000)}1${']'.repeat(5000)}`);
    expect(differencesOf(deep, deep)).toHaveLength(1);
    expect(differencesOf(deep, { $exact: deep })).toEqual([]);
  });
});
