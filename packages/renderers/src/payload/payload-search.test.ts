import { describe, expect, test } from 'vitest';
import { isAtOrBelow, pathText, pointersBelow } from './payload-search.ts';

describe('the way down from a root names every step', () => {
  test.each([
    ['', '/a/b', ['/a', '/a/b']],
    ['/a', '/a/b/0', ['/a/b', '/a/b/0']],
    ['/a', '/a', []],
    ['/a', '/ab', null],
    ['/a', '/b', null],
    ['', '/', ['/']],
    ['', '//x', ['/', '//x']],
  ])('%j to %j', (root, pointer, steps) => {
    expect(pointersBelow(root, pointer)).toEqual(steps);
    expect(isAtOrBelow(root, pointer)).toBe(steps !== null);
  });
});

describe('a path is written as the filter reads it', () => {
  test.each([
    [[], ''],
    [['payload', 'error', 'code'], 'payload.error.code'],
    [['violations', 0, 'message'], 'violations[0].message'],
    [['a b', '', '0'], '["a b"][""]["0"]'],
    [['x-y', 'q"q'], 'x-y["q\\"q"]'],
  ])('%j', (keys, path) => {
    expect(pathText(keys)).toBe(path);
  });
});
