/** A folded selection is one of its own: its rows, the places of events in it, and its id while it grows. */
import { textSource } from '@openwop-inspector/run-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterRows } from './filter-rows.ts';
import { dimmedRows, foldRows, rowHolding, sortRows, streamsOf } from './fold-rows.ts';
import { Session } from './session.ts';

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
  if (fold === null) throw new Error('the folded selection is not kept');
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
