import { expect, test } from 'vitest';
import { openString } from './opened-logs.ts';

/** Free text of every event: in a payload, a member that is no field, a timestamp, a line that is no JSON. */
const FREE_TEXT = 'words of a payload that nobody may repeat';

const whole = (sequence: number, over: object = {}) => ({
  eventId: `e${sequence}`,
  runId: 'r',
  type: 'node.completed',
  sequence,
  timestamp: '2026-05-18T10:00:00Z',
  payload: { outputs: FREE_TEXT },
  ...over,
});

const DOCUMENTS: readonly object[] = [
  whole(0, { type: 'run.started', payload: FREE_TEXT }),
  whole(1, { payload: { nodeId: 7, note: FREE_TEXT, contentTrust: FREE_TEXT } }),
  whole(1, { eventId: 'e1b', payload: { other: FREE_TEXT } }),
  whole(3, { timestamp: FREE_TEXT }),
  whole(4, { type: 'envelope.rejected', payload: { reason: FREE_TEXT, [FREE_TEXT]: 1 } }),
  whole(5, { payload: null, remark: FREE_TEXT }),
  whole(6, { causationId: 'nobody', payload: { apiKey: 'sk-proj-0123456789abcdefghij' } }),
  whole(2, { type: 'run.failed', payload: { error: { code: 'x', message: FREE_TEXT } } }),
];

test('problems hold codes, ids and counts, and no free text of the content (security S-22)', async () => {
  const lines = [...DOCUMENTS.map((document) => JSON.stringify(document)), FREE_TEXT, `{"${FREE_TEXT}`];
  const log = await openString(lines.join('\n'));
  await log.runChecks();
  const groups = log.problemGroups();
  const all = await log.allProblems();
  expect(groups.length).toBeGreaterThan(5);
  for (const { code } of groups) {
    const reported = JSON.stringify(all.filter((problem) => problem.code === code));
    expect(reported, code).not.toContain('nobody may repeat');
    expect(reported, code).not.toContain('0123456789');
  }
});

test('a problem names another event without a sequence by its byte', async () => {
  const end = JSON.stringify(
    whole(0, { type: 'run.completed', sequence: undefined, payload: { outputs: {} } }),
  );
  const log = await openString([end, JSON.stringify(whole(1))].join('\n'));
  expect(log.index.problems.list('event_after_terminal').map(({ entry }) => entry.message)).toEqual([
    'Follows the terminal event at byte 0',
  ]);
});

test.each([
  [
    1,
    '1 event names no run',
    '1 event with data instead of payload',
    '1 event without an eventId; ids were derived',
  ],
  [
    2,
    '2 events name no run',
    '2 events with data instead of payload',
    '2 events without an eventId; ids were derived',
  ],
])('of %i events a problem speaks in their number', async (count, ...expected) => {
  const bare = (sequence: number) => ({
    type: 'x.y',
    timestamp: '2026-05-18T10:00:00.000Z',
    sequence,
    data: {},
  });
  const log = await openString(Array.from({ length: count }, (_, i) => JSON.stringify(bare(i))).join('\n'));
  const said = (['run_id_missing', 'data_for_payload', 'event_id_derived'] as const).map(
    (code) => log.index.problems.list(code)[0]?.entry.message,
  );
  expect(said).toEqual(expected);
});
