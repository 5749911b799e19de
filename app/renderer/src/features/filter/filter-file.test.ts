import { describe, expect, test } from 'vitest';
import {
  type ColourRule,
  filterFile,
  freeMark,
  MARKS,
  MAX_FILTERS,
  moved,
  readFilterFile,
  readRules,
} from './filter-file.ts';

test('a written file is read back', () => {
  const filters = ['type:node.failed', 'node:"draft one" or is:failed'];
  const colours = [{ filter: 'is:failed', mark: 'B', isOn: false }] as const;
  expect(readFilterFile(filterFile(filters, colours))).toEqual({
    kind: 'filters',
    filters,
    leftOut: 0,
    colours,
  });
  expect(filterFile(filters, [])).not.toContain('colours');
});

test.each([
  ['[', 'not JSON'],
  ['[]', 'no list'],
  ['{"filters":"x","form":"openwop-inspector-filters/1"}', 'no list'],
  ['{"filters":[]}', 'form'],
  ['{"filters":[],"form":"openwop-inspector-filters/2"}', 'form'],
])('%s is reported', (text, words) =>
  expect(readFilterFile(text)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(words) }),
);

test('entries that are not filters are omitted and counted, and so are those beyond the limit', () => {
  const many = Array.from({ length: MAX_FILTERS + 5 }, (_, at) => `seq:${at}`);
  const document = JSON.stringify({
    form: 'openwop-inspector-filters/1',
    filters: ['a', 1, null, ' ', 'x'.repeat(3000), { text: 'b' }],
  });
  expect(readFilterFile(document)).toEqual({
    kind: 'filters',
    filters: ['a'],
    leftOut: 5,
    colours: [],
  });
  expect(readFilterFile(filterFile(many, []))).toMatchObject({ leftOut: 5 });
});

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
