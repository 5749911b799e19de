// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, jobQuery } from '../../shared/job-query.ts';
import type { RowPages } from '../../shared/pages.ts';
import { madeRow } from '../../test/made.ts';
import type { ListedSelection } from '../filter/filter-selection.ts';
import { dropSessionRecords } from '../sessions/session-record.ts';
import { viewOf } from '../sessions/view-store.ts';
import { useListCursor } from './use-list-cursor.ts';

beforeEach(() => dropSessionRecords('s1'));

/** Nine events of a log that grows. */
const listed: ListedSelection = {
  filterId: null,
  total: 9,
  of: 9,
  narrows: false,
  error: null,
  isPending: false,
  search: null,
  stopped: null,
  fold: null,
  folded: 0,
  version: null,
  isSorted: false,
  orderFailure: null,
  failure: null,
  dimmedBy: null,
};

test('the last of several moves counts, whichever row is fetched last', async () => {
  const fetches: (() => void)[] = [];
  const pages: RowPages = {
    rowAt: () => null,
    isSettled: false,
    onRange: () => undefined,
    fetchRow: (index) => new Promise((resolve) => fetches.push(() => resolve(madeRow(index)))),
  };
  const list = { current: null };
  const client = createQueryClient();
  const { result } = renderHook(() => useListCursor('s1', null, listed, pages, list), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  act(() => {
    for (const index of [0, 1, 2]) result.current.moveTo(index);
  });
  for (const answer of fetches.reverse()) await act(async () => answer());
  expect(viewOf('s1').selected).toBe(2);
});

test.each([
  { moved: 'elsewhere', isMoved: false },
  { moved: 'in the list', isMoved: true },
])('a list that was empty is scrolled to what was selected $moved', ({ isMoved }) => {
  const list = {
    current: { reveal: vi.fn(), firstVisible: () => 0, shift: vi.fn(), focus: vi.fn() },
  };
  const pages: RowPages = {
    rowAt: madeRow,
    isSettled: true,
    onRange: () => undefined,
    fetchRow: async (index) => madeRow(index),
  };
  const client = createQueryClient();
  // The answer for every event has the same id each time.
  const [all, none] = [
    { ...listed, filterId: 0 },
    { ...listed, filterId: 4, total: 0 },
  ];
  for (const { filterId, position } of [
    { filterId: all.filterId, position: 7 },
    { filterId: none.filterId, position: -1 },
  ]) {
    const { queryKey } = jobQuery('position', { sessionId: 's1', filterId, ordinal: 7 }, 0);
    client.setQueryData(queryKey, { position, exact: position >= 0, foldedIn: null });
  }
  const { result, rerender } = renderHook(
    (selection: ListedSelection) =>
      useListCursor('s1', isMoved ? viewOf('s1').selected : 7, selection, pages, list),
    {
      initialProps: all,
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  if (isMoved) act(() => result.current.moveTo(7));
  rerender(all);
  list.current.reveal.mockClear();
  rerender(none);
  rerender(all);
  expect(list.current.reveal.mock.calls).toEqual([[7]]);
  rerender({ ...all });
  expect(list.current.reveal).toHaveBeenCalledOnce();
});
