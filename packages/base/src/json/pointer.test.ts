import { describe, expect, test } from 'vitest';
import { childAt, pointerOf, pointerTokens, strictPointerTokens, valueAt } from './pointer.ts';

describe('a pointer splits into its tokens', () => {
  test.each([
    ['', []],
    ['/', ['']],
    ['/a/0', ['a', '0']],
    ['/a~1b/m~0n', ['a/b', 'm~n']],
    ['/~01', ['~1']],
  ])('%j', (pointer, tokens) => {
    expect(pointerTokens(pointer)).toEqual(tokens);
  });
});

test('pointers are unescaped in the right order', () => {
  expect(pointerTokens('/a~1b/~01/')).toEqual(['a/b', '~1', '']);
});

test('a path makes the pointer that leads to it', () => {
  const path = ['a/b', 0, '~1', ''];
  expect(pointerOf(path)).toBe('/a~1b/0/~01/');
  expect(pointerTokens(pointerOf(path))).toEqual(path.map(String));
  expect(valueAt({ 'a/b': [{ '~1': { '': 7 } }] }, pointerOf(path))).toBe(7);
});

test.each(['a', 'a/b', '~'])('%j is no pointer', (text) => {
  expect(pointerTokens(text)).toBeNull();
  expect(valueAt({ a: 1 }, text)).toBeUndefined();
});

test('an escape that RFC 6901 does not define is rejected only in strict mode', () => {
  expect(strictPointerTokens('/a~2')).toBeNull();
  expect(strictPointerTokens('/a~0')).toEqual(['a~']);
  expect(pointerTokens('/a~2')).toEqual(['a~2']);
});

test.each([
  [{}, 'constructor'],
  [[1], 'length'],
  [[1], '-1'],
  [[1], '00'],
  ['text', '0'],
  [null, 'a'],
])('%j has no member %j of its own', (value, key) => {
  expect(childAt(value, key)).toBeUndefined();
});
