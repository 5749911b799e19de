// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setExpanded } from '../../state/view-actions.ts';
import { dropView, viewOf } from '../../state/view-store.ts';
import { createSessionClient, type WorkerLike } from '../../worker/client.ts';
import { connectClient } from '../../worker/session-client.ts';
import type { WorkerMessage } from '../../worker/session-contract.ts';
import { useUnfoldSelected } from './unfold-selected.ts';

beforeEach(() => dropView('s1'));
afterEach(cleanup);

/** A worker that knows one way only. */
function answerWith(path: readonly string[]): void {
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id } = message as { readonly id: number };
      const data = { id, result: path };
      queueMicrotask(() => worker.onmessage?.({ data } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(createSessionClient(worker));
}

test('the way to the selected event is unfolded, also where effects run twice, and once only', async () => {
  answerWith(['a', 'b']);
  const { rerender } = renderHook(() => useUnfoldSelected('s1', 7), { wrapper: StrictMode });
  await waitFor(() => expect(viewOf('s1').expanded).toEqual(['a', 'b']));
  setExpanded('s1', ['a']);
  rerender();
  await Promise.resolve();
  expect(viewOf('s1').expanded).toEqual(['a']);
});
