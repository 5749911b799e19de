/** Rows of events that are too large to be parsed for the list tell their own members all the same (run-events 1.1). */
import { expect, test } from 'vitest';
import { openRunLog } from '../src/index.ts';
import { textSource } from '../src/source/byte-source.ts';

const TEXT = 'text and more of it '.repeat(100_000);
const OWN = {
  eventId: 'ev-"1"\u00e9',
  runId: 'r',
  type: 'log.appended',
  sequence: 1,
  timestamp: '2026-03-02T09:00:01Z',
  causationId: 'ev-0',
};
const { eventId, ...others } = OWN;
const payload = {
  level: 'info',
  message: TEXT,
  eventId: 'none of its own',
  timestamp: 'no',
  causationId: 'no',
};

test.each([
  ['in front of the payload', { ...OWN, payload }],
  ['behind it', { payload, ...OWN }],
  ['on both sides', { eventId, payload, ...others }],
])('members %s', async (_, event) => {
  const first = { eventId: 'ev-0', runId: 'r', type: 'run.started', sequence: 0, payload: {} };
  const log = openRunLog(textSource('x', `${JSON.stringify(first)}\n${JSON.stringify(event)}`));
  await log.loaded;
  const [row] = await log.rows([1]);
  expect(row).toMatchObject({
    eventId,
    eventIdDerived: false,
    timestamp: OWN.timestamp,
    causationId: 'ev-0',
    summary: '2.0 MB',
  });
});

test('an event without them has none, and its id is derived', async () => {
  const event = { runId: 'r', type: 'log.appended', sequence: 4, payload };
  const log = openRunLog(textSource('x', JSON.stringify(event)));
  await log.loaded;
  const [row] = await log.rows([0]);
  expect(row).toMatchObject({ eventId: 'evt-r-4', eventIdDerived: true, timestamp: null, causationId: null });
});
