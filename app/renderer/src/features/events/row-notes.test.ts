import { words } from '@openwop-inspector/base';
import type { EventRow } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { beforeRow, rowBadges, runLabels } from './row-notes.ts';

const ROW = madeRow(7, {
  sequence: 1282,
  type: words`node.failed`,
  nodeId: words`draft`,
  timestamp: words`2026-01-01T00:00:00Z`,
  timeMs: 100_000,
  tone: 'failed',
  summary: words`envelope_invalid: title is required`,
  byteLength: 10,
});
const badges = (row: Partial<EventRow>, first = false) =>
  rowBadges({ ...ROW, ...row }, first).map(({ word }) => word);

describe('badges of a row', () => {
  test.each([
    ['a failure', {}, false, ['Failed']],
    ['the failure that ended the run', {}, true, ['Ended the run']],
    ['a truncation', { type: words`envelope.truncated`, tone: 'warning' }, false, ['Truncated']],
    ['an untrusted result', { tone: 'normal', contentTrust: 'untrusted' }, false, ['Untrusted']],
    [
      'what came after one',
      { tone: 'normal', contentTrust: 'untrusted', taintFrom: { ordinal: 3, sequence: 3 } },
      false,
      [],
    ],
    ['trusted content', { tone: 'normal', contentTrust: 'trusted' }, false, []],
    ['a note', { tone: 'normal', problem: 'note' }, false, []],
    [
      'a warning and untrusted',
      { tone: 'normal', problem: 'warning', contentTrust: 'untrusted' },
      false,
      ['Warning', 'Untrusted'],
    ],
    ['an error in the log', { tone: 'normal', problem: 'error' }, false, ['Problem']],
  ] as const)('%s', (_, row, first, expected) => expect(badges(row, first)).toEqual(expected));

  test('where the taint says it, the trust is not repeated', () =>
    expect(rowBadges({ ...ROW, tone: 'normal', contentTrust: 'untrusted' }, false, false, false)).toEqual(
      [],
    ));

  test('an open interrupt comes first', () =>
    expect(
      rowBadges({ ...ROW, tone: 'normal', problem: 'warning' }, false, true).map(({ word }) => word),
    ).toEqual(['Waiting', 'Warning']));

  test('trust is never a severity', () => {
    const [badge] = rowBadges({ ...ROW, tone: 'normal', contentTrust: 'untrusted' }, false);
    expect(badge?.tone).toBe('untrusted');
  });
});

describe('what precedes a row', () => {
  const previous = (change: Partial<EventRow>): EventRow => ({
    ...ROW,
    sequence: 1281,
    timeMs: 99_000,
    ...change,
  });
  const folded = (lastSequence: number): EventRow =>
    previous({
      sequence: 1200,
      timeMs: 0,
      stream: {
        head: 3,
        fold: { pieces: 9, bytes: 1, durationMs: 9, lastSequence, lastTimeMs: 99_000, text: words`` },
      },
    });
  test.each([
    ['its neighbour', previous({}), null],
    ['nothing, at the top', null, null],
    ['one missing', previous({ sequence: 1280 }), '1281 is missing'],
    ['several missing', previous({ sequence: 1250 }), '1251 to 1281 are missing'],
    ['another run', previous({ runId: words`r2`, sequence: 3 }), null],
    ['a wait', previous({ timeMs: 0 }), 'after 1 min 40 s idle'],
    ['unknown times', previous({ timeMs: null }), null],
    ['unknown numbers', previous({ sequence: null }), null],
    ['the last piece of a folded stream', folded(1281), null],
    ['numbers missing after a folded stream', folded(1279), '1280 to 1281 are missing'],
  ])('%s', (_, before, expected) => expect(beforeRow(before, ROW)?.words ?? null).toBe(expected));

  test('numbers of messages continue over all channels (agh 2)', () =>
    expect(beforeRow(previous({ sequence: 3, isMessage: true }), { ...ROW, isMessage: true })).toBeNull());
});

test.each([
  [
    ['markets-70c4', 'markets-70c4-north', 'markets-70c4-south'],
    ['markets-70c4', '…-north', '…-south'],
  ],
  [
    ['run-2f1a', 'run-2f9c'],
    ['run-2f1a', 'run-2f9c'],
  ],
  [
    ['3f9d-aa-1', '3f9d-aa-2'],
    ['…-1', '…-2'],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [['only-one-run'], ['only-one-run']],
  [[], []],
])('%j are labelled %j', (runIds, labels) => expect([...runLabels(runIds).values()]).toEqual(labels));
