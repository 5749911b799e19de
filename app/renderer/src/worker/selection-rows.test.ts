/** A row has the number of the first rule that selects it. */
import { textSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { colouredRows, filterFaults } from './selection-rows.ts';
import { Session } from './session.ts';

async function opened(): Promise<Session> {
  const event = (sequence: number, nodeId: string, message: string) =>
    JSON.stringify({
      eventId: `e${sequence}`,
      runId: 'r',
      sequence,
      type: 'log.appended',
      nodeId,
      payload: { message },
    });
  const lines = [event(0, 'a', 'one'), event(1, 'b', 'two'), event(2, 'a', 'two')];
  const session = new Session(textSource('run.ndjson', lines.join('\n')), {});
  await session.log.loaded;
  return session;
}

test.each<[readonly string[], readonly (number | undefined)[]]>([
  [['node:a'], [0, undefined, 0]],
  [
    ['two', 'node:a'],
    [1, 0, 0],
  ],
  [
    ['node:a', 'two'],
    [0, 1, 0],
  ],
  [
    ['is:nothing', 'seq:2'],
    [undefined, undefined, 1],
  ],
  [['node:a -node:a'], [undefined, undefined, undefined]],
  [['is:noted or node:b'], [undefined, 0, undefined]],
])('%j', async (rules, colours) => {
  const session = await opened();
  const rows = await session.log.rows([0, 1, 2]);
  const answer = await colouredRows(session, rows, rules);
  expect(answer.map(({ colour }) => colour)).toEqual(colours);
  // Changed rules are recompiled, others reused.
  const { rules: held } = session;
  await colouredRows(session, rows, rules);
  expect(session.rules).toBe(held);
  await session.close();
});

test('the error of a filter is reported in its place', async () => {
  const session = await opened();
  expect(filterFaults(session, ['node:a', 'is:nothing', '('])).toEqual([
    null,
    expect.any(String),
    expect.any(String),
  ]);
  await session.close();
});
