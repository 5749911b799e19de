// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../shared/job-query.ts';
import { connectClient, type JobMessage, SessionClient, type WorkerLike } from '../../worker/client.ts';
import { changeView } from '../sessions/view-store.ts';
import { type FilterSelection, useFilterSelection, useListedSelection } from './filter-selection.ts';

const fold = { id: 7, total: 20, folded: 10, made: 1, open: [] };
const selection: FilterSelection = {
  filterId: 3,
  total: 30,
  of: 90,
  narrows: true,
  error: null,
  failure: null,
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

/** A worker that answers a filter with its length as id, and one with `broken` in it with a bug until it is mended. */
function connectWorker() {
  const state = { isBroken: true };
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, job, input } = message as JobMessage<'filter'>;
      const { text } = input;
      const fails = job === 'filter' && text.includes('broken') && state.isBroken;
      const result = { id: text.length, text, total: 2, of: 9, done: 9, error: null, fold: null };
      const data = { id, ...(fails ? { bug: 'the file has changed' } : { result }) };
      queueMicrotask(() => worker.onmessage?.({ data } as MessageEvent));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  return state;
}

test('a search that fails says why, over the rows of the last one, and can be tried again', async () => {
  const worker = connectWorker();
  const client = createQueryClient();
  changeView('s2', { filterText: 'node:a' });
  const { result } = renderHook(() => useFilterSelection('s2'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.filterId).toBe(6));
  expect(result.current.failure).toBeNull();
  act(() => changeView('s2', { filterText: 'node:broken' }));
  await waitFor(() => expect(result.current.failure?.reason).toBe('filter: the file has changed'));
  expect(result.current).toMatchObject({ filterId: 6, total: 2, isPending: false, error: null });
  worker.isBroken = false;
  act(() => result.current.failure?.tryAgain());
  await waitFor(() => expect(result.current).toMatchObject({ filterId: 11, failure: null }));
});
