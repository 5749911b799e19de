// @vitest-environment jsdom
import type { Ledger } from '@openwop-inspector/host-client';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { madeLedger } from '../../test/made.ts';
import { LedgerView, type LedgerViewProps } from './CompletenessLedger.tsx';

afterEach(cleanup);

const GAPPED = madeLedger({
  verdict: 'missing',
  spans: [
    { first: 1, last: 1037, via: 'sse' },
    { first: 1038, last: 1044, via: 'missing' },
    { first: 1045, last: 1260, via: 'poll' },
  ],
  firstSequence: 1,
  lastSequence: 1260,
  events: 1253,
  missing: 7,
  duplicates: 3,
});

function show(change: Partial<LedgerViewProps> = {}) {
  const onFetch = vi.fn();
  render(
    <LedgerView
      ledger={GAPPED}
      command={null}
      isReading={false}
      hasEnded={false}
      onFetch={onFetch}
      {...change}
    />,
  );
  return onFetch;
}

describe('the completeness ledger', () => {
  test('has its gaps in words, visible and for screen readers', () => {
    show();
    const region = screen.getByRole('region', { name: 'Completeness' });
    expect(region.textContent).toContain('1 gap: 1–1037 complete, 1038–1044 missing, 1045–1260 complete');
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      '1–1037 streamed, 1038–1044 missing, 1045–1260 backfilled by poll',
    );
  });

  test('offers the fetch of what is missing', async () => {
    const onFetch = show();
    await userEvent.click(screen.getByRole('button', { name: 'Fetch 7 missing' }));
    expect(onFetch).toHaveBeenCalledOnce();
  });

  test('a run that has ended without a gap can be checked again', async () => {
    const ledger: Ledger = { ...GAPPED, verdict: 'complete', missing: 0 };
    const onFetch = show({ ledger, hasEnded: true });
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(onFetch).toHaveBeenCalledOnce();
    cleanup();
    show({ ledger, hasEnded: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test.each<[string, Partial<LedgerViewProps>, string]>([
    ['requested', { command: { name: 'fetch', state: 'busy', words: '' } }, 'Fetching 7'],
    ['read anyway', { isReading: true }, 'Fetching 7'],
  ])('is disabled while the log is %s', (_, change, name) => {
    show(change);
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  });

  test('reports the result of the fetch next to its button', () => {
    show({ command: { name: 'fetch', state: 'failed', words: 'The host does not answer.' } });
    expect(screen.getByText('The host does not answer.')).toBeTruthy();
  });

  test('offers nothing when nothing is missing', () => {
    show({ ledger: { ...GAPPED, verdict: 'complete', missing: 0 } });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/Complete, 1 to 1,260/)).toBeTruthy();
  });
});
