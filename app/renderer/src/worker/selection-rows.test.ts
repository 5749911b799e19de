/** A row has the number of the first rule that selects it. */
import { textSource } from '@openwop-inspector/run-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colouredRows,
  dimmedRows,
  filterFaults,
  filterRows,
  foldRows,
  rowHolding,
  sortRows,
  streamsOf,
} from './selection-rows.ts';
import { Session } from './sessions.ts';

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
  const { rules: before } = session;
  await colouredRows(session, rows, rules);
  expect(session.rules).toBe(before);
  await session.close();
});

test('the error of a filter is reported in its place', async () => {
  const session = await opened();
  expect(await filterFaults(session, ['node:a', 'is:nothing', '('])).toEqual([
    null,
    expect.any(String),
    expect.any(String),
  ]);
  await session.close();
});

/** A node starts, writes three pieces, and ends; twice. */
const TYPES = ['node.started', 'output.chunk', 'output.chunk', 'output.chunk', 'node.completed'];
const lines = [...TYPES, ...TYPES].map((type, sequence) =>
  JSON.stringify({ runId: 'r', sequence, type, nodeId: 'n', payload: { chunk: `${sequence} ` } }),
);
const session = new Session(textSource('log.ndjson', lines.join('\n')), {});
beforeAll(() => session.log.loaded);
afterAll(() => session.close());

const stored = (id: number) => {
  const fold = session.fold(id);
  if (fold === null) throw new Error('the folded selection is not cached');
  return fold;
};

test('the streams of all events fold, and the rows have the number of their pieces', async () => {
  const answer = foldRows(session, { filterId: 0, open: [] });
  expect(answer).toMatchObject({ total: 6, folded: 4 });
  const streams = await streamsOf(session, stored(answer.id), 0, 6);
  expect(streams.map((stream) => stream?.fold?.text ?? null)).toEqual([
    null,
    '1 2 3 ',
    null,
    null,
    '6 7 8 ',
    null,
  ]);
});

test('the same question keeps its id, another has another', () => {
  const first = foldRows(session, { filterId: 0, open: [] });
  expect(foldRows(session, { filterId: 0, open: [] }).id).toBe(first.id);
  const opened = foldRows(session, { filterId: 0, open: [1] });
  expect(opened.id).not.toBe(first.id);
  expect(opened).toMatchObject({ total: 8, folded: 2 });
});

test('an event inside of a folded stream is found at its row, with the first piece; others at theirs', () => {
  const fold = stored(foldRows(session, { filterId: 0, open: [] }).id);
  expect([0, 1, 2, 3, 4].map((place) => rowHolding(fold, place))).toEqual([
    { position: 0, head: null },
    { position: 1, head: 1 },
    { position: 1, head: 1 },
    { position: 1, head: 1 },
    { position: 2, head: null },
  ]);
});

test('the selection of a filter is folded by its adjacent events', async () => {
  const { id } = await filterRows(session, 'is:stream');
  const answer = foldRows(session, { filterId: id, open: [] });
  expect(answer).toMatchObject({ total: 2, folded: 4 });
  const [, second] = await streamsOf(session, stored(answer.id), 0, 2);
  expect(second).toMatchObject({ head: 6, fold: { pieces: 3, lastSequence: 8 } });
});

test('rows of all events say which the filter leaves out; a folded stream is left out when all its pieces are', async () => {
  const { id } = await filterRows(session, 'type:node.started or seq:7');
  const fold = stored(foldRows(session, { filterId: 0, open: [] }).id);
  const rows = await session.log.rows([...fold.rows]);
  expect(dimmedRows(session, rows, id, fold, 0).map(({ isDimmed }) => isDimmed ?? false)).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('a selection in another order is one of its own, in which no stream is folded', async () => {
  const { id } = await filterRows(session, 'is:stream');
  const answer = await sortRows(session, { filterId: id, order: { by: 'time', isDescending: false } });
  expect(answer).toMatchObject({ total: 6, folded: 0 });
  expect(session.fold(answer?.id ?? -1)).toMatchObject({ isSorted: true, of: id });
});
