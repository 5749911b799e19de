import { expect, test } from 'vitest';
import { tableColumns } from './card-renderer.tsx';

const wide = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`k${at}`, at]));

test.each([
  [
    'the same fields',
    [
      { a: 1, b: 2 },
      { b: 1, a: 2 },
    ],
    ['a', 'b'],
  ],
  ['a field that one item lacks', [{ a: 1, b: 2 }, { a: 1 }], ['a', 'b']],
  ['a field that most items lack', [{ a: 1, b: 2 }, { a: 1 }, { a: 1 }], null],
  ['one item', [{ a: 1 }], null],
  ['no item', [], null],
  ['texts', ['a', 'b'], null],
  ['an object and a text', [{ a: 1 }, 'b'], null],
  ['arrays', [[1], [2]], null],
  ['empty objects', [{}, {}], null],
  ['too many fields', [wide, wide], null],
  ['a key of a prototype', [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": 2}')], ['__proto__']],
])('%s', (_, items: readonly unknown[], columns) => {
  expect(tableColumns(items)).toEqual(columns);
});
