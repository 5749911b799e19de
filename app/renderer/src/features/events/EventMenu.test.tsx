// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { EventRow } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { eventActions, withTerm } from './EventMenu.tsx';

const actions = (row: EventRow, hasRuns: boolean, picked: string | null) =>
  eventActions('s1', row, hasRuns, picked);
const titles = (...given: Parameters<typeof actions>) => actions(...given).map(({ title }) => title);

describe('the actions of an event', () => {
  test('list its node alone where it has one, its run where there are several', () => {
    const row = madeRow(3, { nodeId: words`draft one` });
    expect(titles(row, true, null)).toEqual(
      expect.arrayContaining(['List node draft one alone', 'List run r1 alone', 'List node.started alone']),
    );
    expect(titles(madeRow(3), false, null).filter((title) => /node draft|List run/.test(title))).toEqual([]);
    expect(actions(row, true, null).map(({ id }) => id)).toContain('filter node:"draft one"');
  });

  test('name the event that was picked for comparison', () => {
    expect(titles(madeRow(3), false, null)).toContain('Pick to compare with another');
    expect(titles(madeRow(3), false, '12 node.failed')).toContain('Compare with 12 node.failed');
  });

  test('mark a derived eventId as derived', () => {
    const entry = actions(madeRow(3, { eventIdDerived: true }), false, null).find(
      ({ id }) => id === 'copy-id',
    );
    expect(entry?.note).toBe('derived');
  });
});

test.each([
  ['', 'a:1', 'a:1'],
  [' x ', 'a:1', 'x a:1'],
  ['x or y', 'a:1', '(x or y) a:1'],
])('%j with an additional term', (filter, term, expected) => expect(withTerm(filter, term)).toBe(expected));
