// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { madeRow } from '../../made-in-test.ts';
import { createQueryClient } from '../../shared/job-query.ts';
import type { RowPages } from '../../shared/pages.ts';
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
  const { result } = renderHook(() => useListCursor('s1', null, listed, pages, list), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  });
  act(() => {
    for (const index of [0, 1, 2]) result.current.moveTo(index);
  });
  for (const answer of fetches.reverse()) await act(async () => answer());
  expect(viewOf('s1').selected).toBe(2);
});
