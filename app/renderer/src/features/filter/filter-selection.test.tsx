// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../shared/job-query.ts';
import { changeView } from '../sessions/view-store.ts';
import { type FilterSelection, useListedSelection } from './filter-selection.ts';

const fold = { id: 7, total: 20, folded: 10, made: 1, open: [] };
const selection: FilterSelection = {
  filterId: 3,
  total: 30,
  of: 90,
  narrows: true,
  error: null,
  isPending: false,
  search: null,
  stopped: null,
  fold,
};

test.each([
  { view: {}, given: fold, rows: { filterId: 7, total: 20, dimmedBy: null, isPending: false } },
  { view: { unfolded: [4] }, given: fold, rows: { filterId: 7, total: 20, dimmedBy: null, isPending: true } },
  { view: { unfolded: [4] }, given: null, rows: { filterId: 3, total: 30, dimmedBy: null, isPending: true } },
  { view: { dims: true }, given: fold, rows: { filterId: 7, total: 20, dimmedBy: null, isPending: true } },
  { view: { dims: true }, given: null, rows: { filterId: 0, total: 90, dimmedBy: 3, isPending: true } },
])('a list has rows until the ones of $view arrive', ({ view, given, rows }) => {
  changeView('s1', { unfolded: [], dims: false, ...view });
  const client = createQueryClient();
  const { result } = renderHook(() => useListedSelection('s1', { ...selection, fold: given }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toMatchObject(rows);
});
