// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createQueryClient } from '../../shared/job-query.ts';
import {
  connectClient,
  type JobMessage,
  SessionClient,
  type WorkerLike,
  type WorkerMessage,
} from '../../worker/client.ts';
import { RunsScreen } from './RunsScreen.tsx';

afterEach(cleanup);

/** The run list over a worker that responds on request. */
function show() {
  let requested: number | null = null;
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, job } = message as JobMessage;
      if (job === 'runs') requested = id;
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RunsScreen sessionId="s1" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return (answer: { readonly result: unknown } | { readonly bug: string }) => {
    if (requested === null) throw new Error('the runs were not requested');
    worker.onmessage?.({ data: { id: requested, ...answer } } as MessageEvent<WorkerMessage>);
  };
}

describe('the run list', () => {
  test('has a placeholder while the runs are being read', async () => {
    const answer = show();
    expect(screen.getByRole('status').textContent).toBe('Runs are being read.');
    expect(screen.queryByText('No run has this text')).toBeNull();
    answer({ result: [] });
    await screen.findByText('No run has this text');
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('shows the error when they could not be read', async () => {
    const answer = show();
    answer({ bug: 'the file has changed' });
    await screen.findByText('Runs could not be read');
    screen.getByText('runs: the file has changed');
  });
});
