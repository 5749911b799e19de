/** Budgets around an attempt, changed inputs, and the rule that ended the retries (acceptor 4 and 5). */
import type { AcceptResult, ContextFromLog } from '@openwop-inspector/acceptor-core';
import { describe, expect, test } from 'vitest';
import type { InputChange } from '../../worker/attempt-jobs.ts';
import { budgetRows, endText, inputText } from './attempt-story.ts';

const log = (note: string, known = true): ContextFromLog => ({
  context: known ? { counters: { schemaRounds: 1 }, host: { limits: { schemaRounds: 2 } } } : {},
  provenance: [{ field: 'counters.schemaRounds', standing: known ? 'assumed' : 'unknown', note }],
  envelope: null,
  hostRecorded: null,
});

const result = (status: AcceptResult['status']): AcceptResult => ({
  status,
  step: 'payload',
  code: null,
  reasons: [],
  outcome: null,
  events: [],
  warnings: [],
  notes: [],
  counters: { schemaRounds: 2, clarificationRounds: 0, envelopesPerTurn: 1 },
  trace: [],
  replayed: false,
  recorded: null,
  lossyNumbers: [],
  drift: false,
  redactionCount: 0,
  recovery: null,
  span: null,
  capKind: null,
});

describe('a counter that the log does not determine is a bound, or not known', () => {
  test.each([
    ['counted', log('1: rounds'), result('invalid'), ['1', '2', '2']],
    ['counted in part', log('At least 1: rounds'), result('invalid'), ['at least 1', 'at least 2', '2']],
    ['of an attempt that was not judged', log('1: rounds'), null, ['1', 'not known', '2']],
    ['of one that was stopped', log('1: rounds'), result('stopped'), ['1', 'not known', '2']],
    ['not recorded', log('no node', false), result('invalid'), ['not known', 'not known', 'not known']],
  ])('%s', (_, context, judged, words) => {
    const [rounds, clarifications] = budgetRows(context, judged);
    expect([rounds?.before, rounds?.after, rounds?.limit]).toEqual(words);
    expect(clarifications?.before).toBe('not known');
  });
});

const input = (change: Partial<InputChange>): InputChange => ({
  sort: 'prompt',
  from: 7,
  to: 24,
  kind: 'changed',
  values: [],
  texts: [],
  isDigestAlone: false,
  ...change,
});

test.each([
  ['changed', input({}), 'changed, #7 and #24'],
  ['the same', input({ kind: 'same' }), 'the same, #7 and #24'],
  [
    'a digest alone',
    input({ isDigestAlone: true }),
    'changed, #7 and #24; the text is not recorded, it needs prompts.observability: full',
  ],
  [
    'not recorded of this one',
    input({ kind: 'missing', to: null }),
    'not known: the log has no prompt.composed of attempt 2',
  ],
  [
    'of neither',
    input({ kind: 'missing', from: null, to: null }),
    'not known: the log has no prompt.composed of attempt 1 and of attempt 2',
  ],
])('changed input: %s', (_, change, words) => {
  expect(inputText(change, 2)).toBe(words);
});

const last = (state: 'accepted' | 'invalid') => ({ number: 3, state });

test.each([
  ['accepted', last('accepted'), [], 'Attempt 3 was accepted', 'acceptor 5'],
  ['no retry is left', last('invalid'), ['envelope.retry.exhausted'], 'no retry is left', 'acceptor 5'],
  ['a limit', last('invalid'), ['cap.breached', 'node.failed'], 'a limit is used up', 'acceptor 4'],
  ['nothing says it', last('invalid'), [], 'is not known', ''],
] as const)('the end: %s', (_, attempt, recorded, words, clause) => {
  const end = endText(attempt, recorded, null);
  expect(end.words).toContain(words);
  expect(end.clause).toBe(clause);
});
