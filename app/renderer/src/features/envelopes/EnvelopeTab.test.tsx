// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { AttemptStrip } from './EnvelopeTab.tsx';

afterEach(cleanup);

const attempt = (number: number, part: Partial<EnvelopeAttempt>): EnvelopeAttempt => ({
  number,
  state: 'accepted',
  code: null,
  note: words``,
  pointer: null,
  ordinal: number * 10,
  sequence: 1200 + number,
  type: words`log.appended`,
  retry: null,
  ...part,
});

const STORY: LogicalEnvelope = {
  key: 'c1',
  correlationId: words`5f2c:ask:2:77e0`,
  envelopeType: words`ui.a2ui-surface`,
  nodeId: words`ask`,
  runId: words`r`,
  state: 'accepted',
  foundIn: 'event',
  untrusted: true,
  summary: words``,
  attempts: [
    attempt(1, {
      state: 'truncated',
      type: words`envelope.truncated`,
      note: words`max_tokens at 512, JSON left open`,
      retry: { reason: 'truncation', note: words`budget 512 → 1,024`, ordinal: 11, sequence: 1217 },
    }),
    attempt(2, {
      state: 'invalid',
      code: words`envelope_invalid`,
      note: words`/surface/components/3 is an iframe`,
      retry: { reason: 'schema', note: words``, ordinal: null, sequence: null },
    }),
    attempt(3, {}),
  ],
  attemptsLeftOut: 0,
  ordinal: 30,
};

function show(envelope: LogicalEnvelope = STORY) {
  const selected: number[] = [];
  const retried: number[] = [];
  render(
    <AttemptStrip
      envelope={envelope}
      chosen={3}
      onSelect={({ number }) => selected.push(number)}
      onRetry={(ordinal) => retried.push(ordinal)}
    />,
  );
  return { selected, retried, list: screen.getByRole('list', { name: 'Attempts' }) };
}

describe('the attempts of one logical envelope', () => {
  test('each is a button with its outcome and its event', async () => {
    const { selected, list } = show();
    const buttons = within(list).getAllByRole('button', { name: /^Attempt/ });
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Attempt 1Truncatedmax_tokens at 512, JSON left open#1201 envelope.truncated',
      'Attempt 2Schema violation/surface/components/3 is an iframe#1202 log.appended, envelope_invalid',
      'Attempt 3Acceptednothing more was recorded#1203 log.appended',
    ]);
    expect(buttons.map((button) => button.getAttribute('aria-current'))).toEqual([null, null, 'true']);
    await userEvent.click(screen.getByRole('button', { name: /^Attempt 2/ }));
    expect(selected).toEqual([2]);
  });

  test('the reason of each retry is between them, truncation apart from schema, with its event', async () => {
    const { retried, list } = show();
    expect(list.textContent).toContain('retry for truncationbudget 512 → 1,024recorded by #1217');
    expect(list.textContent).toContain('retry for schemarecorded by the next attempt');
    await userEvent.click(screen.getByRole('button', { name: 'recorded by #1217' }));
    expect(retried).toEqual([11]);
  });

  test('attempts that are not listed are counted', () => {
    show({ ...STORY, attemptsLeftOut: 12 });
    expect(screen.getByText('12 more attempts before these.')).toBeDefined();
  });

  test('characters that hide or reverse text are displayed as codes', () => {
    const { list } = show({ ...STORY, attempts: [attempt(1, { note: words`a‮b` })] });
    expect(list.textContent).not.toContain('\u202e');
  });
});
