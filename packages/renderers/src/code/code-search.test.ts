import { describe, expect, test } from 'vitest';
import { findInCode, MAX_MATCHES, marksByLine } from './CodeView.tsx';
import { textLines } from './highlight/text-lines.ts';

describe('search in code', () => {
  test.each([
    ['a.b a.b', 'A.B', [0, 4]],
    ['aXb a.b', 'a.b', [4]],
    ['(a)(a)', '(a)', [0, 3]],
    ['aaaa', 'aa', [0, 2]],
    ['x', '', []],
    ['[^$\\/{}|?*+]', '[^$\\/{}|?*+]', [0]],
  ])('%j holds %j at %j', (text, wanted, starts) => {
    expect(findInCode(text, wanted).matches.map(({ start }) => start)).toEqual(starts);
  });

  test('limits the number of matches', () => {
    const found = findInCode('a'.repeat(MAX_MATCHES + 5), 'a');
    expect([found.matches.length, found.isCut]).toEqual([MAX_MATCHES, true]);
  });

  test('matches become marks of their lines', () => {
    const lines = textLines('ab\nxab ab');
    const marks = marksByLine(lines, findInCode(lines.text, 'ab').matches, 2);
    expect(marks.get(1)).toEqual([
      { start: 1, end: 3, isCurrent: false },
      { start: 4, end: 6, isCurrent: true },
    ]);
  });
});
