import { describe, expect, test } from 'vitest';
import { type ColourRule, freeMark, MARKS, moved, readRules } from './colour-rules.ts';

const rule = (filter: string, mark: ColourRule['mark'], isOn = true): ColourRule => ({ filter, mark, isOn });

describe('rules from a document', () => {
  test.each<[unknown, readonly ColourRule[]]>([
    [null, []],
    [{}, []],
    [[{ filter: ' a ', mark: 'A' }], [rule('a', 'A')]],
    [[{ filter: 'a', mark: 'B', isOn: false }], [rule('a', 'B', false)]],
    [
      [
        { filter: 'a', mark: 'Z' },
        { filter: '', mark: 'A' },
        { mark: 'A' },
        7,
        { filter: 'x'.repeat(2001), mark: 'A' },
      ],
      [],
    ],
  ])('%j', (value, rules) => expect(readRules(value)).toEqual(rules));

  test('are limited to twelve', () => {
    expect(readRules(Array.from({ length: 20 }, () => ({ filter: 'a', mark: 'A' })))).toHaveLength(12);
  });
});

test('a new rule has a mark of its own while there is one', () => {
  expect(freeMark([])).toBe('A');
  expect(freeMark([rule('a', 'A'), rule('b', 'C')])).toBe('B');
  expect(MARKS).toContain(freeMark(MARKS.map((mark) => rule('a', mark))));
});

test('a rule is moved up or down, at the end of the list nowhere', () => {
  const rules = [rule('a', 'A'), rule('b', 'B'), rule('c', 'C')];
  expect(moved(rules, 2, -1).map(({ mark }) => mark)).toEqual(['A', 'C', 'B']);
  expect(moved(rules, 0, 1).map(({ mark }) => mark)).toEqual(['B', 'A', 'C']);
  expect(moved(rules, 0, -1)).toBe(rules);
  expect(moved(rules, 2, 1)).toBe(rules);
  expect(moved(rules, 9, -1)).toBe(rules);
});
