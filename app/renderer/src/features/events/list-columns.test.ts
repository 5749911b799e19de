import { describe, expect, test } from 'vitest';
import { needsFigures, ORDERS, orderText, readLayout, visibleColumns, writeLayout } from './list-columns.ts';

test.each([
  ['the usual ones', {}, null, ['time', 'run', 'node', 'type']],
  ['without those that were hidden', { run: false, type: false }, null, ['time', 'node']],
  ['with the chosen ones', { cost: true }, null, ['time', 'run', 'node', 'type', 'cost']],
  [
    'with the one that the list is ordered by',
    {},
    { by: 'duration', isDescending: true },
    ['time', 'run', 'node', 'type', 'duration'],
  ],
  [
    'unless that was hidden',
    { clock: false },
    { by: 'time', isDescending: false },
    ['time', 'run', 'node', 'type'],
  ],
] as const)('columns: %s', (_, choices, order, displayed) => {
  expect([...visibleColumns(choices, order)]).toEqual(displayed);
});

test('only metrics of events need their events', () => {
  expect(needsFigures(visibleColumns({ clock: true }, null))).toBe(false);
  expect(needsFigures(visibleColumns({ tokens: true }, null))).toBe(true);
});

test('each order has a label, also the order of the log', () => {
  const words = [null, ...ORDERS.map(({ order }) => order)].map(orderText);
  expect(new Set(words).size).toBe(words.length);
});

describe('saved pane sizes', () => {
  test('a written layout is read back', () => {
    const layout = { columns: { list: 62, detail: 38 }, rows: { list: 50, detail: 50 } };
    expect(readLayout(writeLayout(layout))).toEqual(layout);
  });

  test('so is whether the bytes are next to the payload', () => {
    const layout = { bytesRows: { tree: 60, bytes: 40 }, bytesBeside: true };
    expect(readLayout(writeLayout(layout))).toEqual(layout);
    expect(readLayout('{"bytesBeside":"yes"}')).toEqual({});
  });

  test.each([
    ['nothing', ''],
    ['not JSON', '{'],
    ['a number', '3'],
    ['sizes that are not sizes', '{"columns":{"list":"62","detail":38}}'],
    ['sizes that do not add up', '{"columns":{"list":10,"detail":10}}'],
    ['a pane of no size', '{"columns":{"list":0,"detail":100}}'],
    ['a name of the prototype', '{"__proto__":{"columns":{"list":50,"detail":50}}}'],
  ])('%s counts as nothing saved', (_, text) => expect(readLayout(text)).toEqual({}));
});

test.each<[unknown, unknown]>([
  [{ listWidths: { node: 120, type: 9999, run: 1 } }, { listWidths: { node: 120, type: 480, run: 40 } }],
  [{ listWidths: { node: '120', other: 5 } }, {}],
  [{ listWidths: 7 }, {}],
])('widths of columns are clamped when read: %j', (stored, read) =>
  expect(readLayout(JSON.stringify(stored))).toEqual(read),
);
