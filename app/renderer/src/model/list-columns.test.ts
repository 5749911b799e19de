import { expect, test } from 'vitest';
import { needsFigures, ORDERS, orderText, visibleColumns } from './list-columns.ts';

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
