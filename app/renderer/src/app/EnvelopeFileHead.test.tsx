// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { madeSummary } from '../test/made.ts';
import { EnvelopeFileHead, isForAcceptor } from './SessionPanel.tsx';

afterEach(cleanup);

function show(part: Partial<SessionSummary>) {
  const pressed: string[] = [];
  const press = (name: string) => () => void pressed.push(name);
  render(
    <EnvelopeFileHead
      summary={madeSummary({ name: words`some.ndjson`, events: 0, ...part })}
      problems={<p>Line 5: not an envelope</p>}
      onAcceptor={press('acceptor')}
      onPick={press('pick')}
      onClose={press('close')}
    />,
  );
  return pressed;
}

const noProblems = { error: 0, warning: 0, note: 0 };

test.each<readonly [string, Partial<SessionSummary>, string, string]>([
  ['one envelope', { envelopes: 1 }, 'Open in the acceptor', '1 envelope and no run, 100 bytes'],
  [
    'several, and entries that are none',
    { envelopes: 4, unreadable: 3 },
    'Open all in the acceptor',
    '4 envelopes and no run, 100 bytes, 3 entries not read',
  ],
])(
  'a file with %s shows its content and opens it in the acceptor (envelope 1)',
  async (_of, part, name, said) => {
    const pressed = show({ ...part, problemCounts: noProblems });
    expect(screen.getByText(said)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    expect(pressed).toEqual(['acceptor']);
    expect(screen.queryByRole('button', { name: /problem/ })).toBeNull();
  },
);

test('an entry that is not an envelope has its reason, when its problems are unfolded', async () => {
  show({ envelopes: 1, unreadable: 1, problemCounts: { ...noProblems, error: 1 } });
  expect(screen.queryByText(/not an envelope/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '1 problem' }));
  expect(screen.getByText('Line 5: not an envelope')).toBeDefined();
});

test('the reason why the rest of a file could not be read is displayed above its envelopes', () => {
  show({ envelopes: 1, error: masker.text('The gzip data ends early') });
  expect(screen.getByRole('alert').textContent).toBe('The gzip data ends early');
});

test.each<readonly [SessionSummary['format'], number, boolean]>([
  ['envelope', 1, true],
  ['ndjson', 16 * 1024 * 1024, true],
  ['ndjson', 16 * 1024 * 1024 + 1, false],
  ['debug-bundle', 1, false],
])('%s of %i bytes is for the acceptor: %s', (format, sizeBytes, is) => {
  expect(isForAcceptor(madeSummary({ format, sizeBytes }))).toBe(is);
});
