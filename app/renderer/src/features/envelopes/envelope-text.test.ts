import { words } from '@openwop-inspector/base';
import type { EnvelopeAttempt, EnvelopeState, LogicalEnvelope } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import {
  attemptAt,
  attemptForm,
  envelopeForm,
  envelopeRowName,
  isReportedBy,
  retryText,
  storyText,
  totalText,
} from './envelope-text.ts';

type Attempt = readonly [EnvelopeState, ('truncation' | 'schema' | 'other') | null];

function envelope(reported: readonly Attempt[], change: Partial<LogicalEnvelope> = {}): LogicalEnvelope {
  const attempts = reported.map(
    ([state, reason], at): EnvelopeAttempt => ({
      number: at + 1,
      state,
      code: null,
      note: words``,
      pointer: null,
      ordinal: at * 10,
      sequence: at * 10,
      type: words`log.appended`,
      retry: reason === null ? null : { reason, note: words``, ordinal: at * 10 + 1, sequence: at * 10 + 1 },
    }),
  );
  return {
    key: 'c1',
    correlationId: words`corr`,
    envelopeType: words`ui.a2ui-surface`,
    nodeId: words`ask`,
    runId: words`r`,
    state: reported.at(-1)?.[0] ?? 'unknown',
    foundIn: 'event',
    untrusted: false,
    summary: words`5 components`,
    attempts,
    attemptsLeftOut: 0,
    ordinal: attempts.at(-1)?.ordinal ?? 0,
    ...change,
  };
}

const TRUNCATED: Attempt = ['truncated', 'truncation'];
const VIOLATED: Attempt = ['invalid', 'schema'];

describe('the attempts of an envelope: retries for truncation are distinguished from those for the schema', () => {
  test.each<readonly [string, readonly Attempt[]]>([
    ['accepted', [['accepted', null]]],
    [
      'accepted at attempt 3 of 3: one retry for truncation, one for schema',
      [TRUNCATED, VIOLATED, ['accepted', null]],
    ],
    ['accepted at attempt 3 of 3: two retries for schema', [VIOLATED, VIOLATED, ['accepted', null]]],
    [
      'refused after 3 attempts: one retry for truncation, one for schema',
      [TRUNCATED, VIOLATED, ['refused', null]],
    ],
    ['invalid', [['invalid', null]]],
    [
      'ended by a limit after 2 attempts: one retry for another reason',
      [
        ['gated', 'other'],
        ['breached', null],
      ],
    ],
    ['truncated and not tried again', [['truncated', null]]],
    ['outcome not recorded', [['unknown', null]]],
    ['buffered until its final fragment arrives', [['buffered', null]]],
  ])('%s', (words, reported) => expect(storyText(envelope(reported))).toBe(words));

  test('ten retries are a number', () =>
    expect(retryText(envelope(Array.from({ length: 10 }, () => VIOLATED)))).toBe('10 retries for schema'));

  test('attempts that are not listed are counted', () =>
    expect(storyText(envelope([['accepted', null]], { attemptsLeftOut: 70 }))).toBe(
      'accepted at attempt 71 of 71',
    ));
});

describe('forms', () => {
  test('a retried failure is a warning, a final one is an error', () => {
    const { attempts } = envelope([TRUNCATED, VIOLATED, ['invalid', null]]);
    expect(attempts.map(attemptForm).map(({ tone, word }) => `${tone} ${word}`)).toEqual([
      'warning Truncated',
      'warning Schema violation',
      'error Invalid',
    ]);
  });

  test.each([
    'accepted',
    'gated',
    'invalid',
    'breached',
    'refused',
    'truncated',
    'buffered',
    'unknown',
  ] as const)('%s has a glyph and a word', (state) =>
    expect(envelopeForm({ state })).toMatchObject({
      icon: expect.any(String),
      word: expect.stringMatching(/\w/),
    }),
  );

  test('the name of a row includes its glyphs', () =>
    expect(envelopeRowName(envelope([TRUNCATED, ['accepted', null]], { untrusted: true }))).toBe(
      'ui.a2ui-surface, ask, Accepted, Untrusted, 5 components, attempts Truncated, Accepted',
    ));

  test('totals', () => {
    expect(totalText({ total: 6, attempts: 10 })).toBe('6 logical envelopes from 10 attempts');
    expect(totalText({ total: 1, attempts: 1 })).toBe('1 logical envelope from 1 attempt');
  });
});

test('an event is its attempt, a retry belongs to the attempt before it, any other event shows the last', () => {
  const reported = envelope([TRUNCATED, VIOLATED, ['accepted', null]]);
  expect(attemptAt(reported, 10)?.number).toBe(2);
  expect(attemptAt(reported, 11)?.number).toBe(2);
  expect(attemptAt(reported, 999)?.number).toBe(3);
  expect([0, 1, 20, 999, null].map((ordinal) => isReportedBy(reported, ordinal))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
