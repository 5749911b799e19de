import { openRunLog, textSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import type { LaneQuery, LaneWindow } from '../features/nodes/lane-window.ts';
import { laneWindowOf } from './lane-window.ts';

const event = (sequence: number, type: string, nodeId: string, second: number) => ({
  eventId: `e${sequence}`,
  runId: 'r1',
  sequence,
  type,
  nodeId,
  payload: type === 'node.started' ? { typeId: 'core.ai' } : {},
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
});
const LOG = JSON.stringify([
  event(0, 'node.started', 'plan', 0),
  event(1, 'node.completed', 'plan', 2),
  event(2, 'node.started', 'draft', 2),
  event(3, 'node.failed', 'draft', 10),
]);
const query: LaneQuery = {
  foldIdleMs: 5_000,
  order: 'start',
  folded: [],
  window: null,
  widthPx: 400,
  offset: 0,
  limit: 10,
  events: [{ ordinal: 3, runId: 'r1', nodeId: 'draft' }],
};

test('the lanes of a log come sorted, with bars and the rows of events', async () => {
  const log = openRunLog(textSource('log.json', LOG), {});
  await log.loaded;
  const seen = await laneWindowOf(log, query);
  expect(seen.rows.map((row) => row.lane.name)).toEqual(['run', 'plan', 'draft']);
  expect(seen.rows[2]?.bars).toHaveLength(1);
  expect(seen.rows[2]?.main).toBe(3);
  expect(seen.places).toEqual([{ ordinal: 3, row: 2 }]);
});

test('another order, width or window of the same log needs no new lanes', async () => {
  const log = openRunLog(textSource('log.json', LOG), {});
  await log.loaded;
  const first = await laneWindowOf(log, query);
  const other = await laneWindowOf(log, { ...query, order: 'duration', widthPx: 800, offset: 1 });
  expect(other.rows.map((row) => row.lane.name)).toEqual(['draft', 'plan']);
  expect(other.segments).toBe(first.segments);
});

test('lanes come without the names that are read from events, then with them', async () => {
  const log = openRunLog(textSource('log.json', LOG), {});
  await log.loaded;
  const parts: LaneWindow[] = [];
  const seen = await laneWindowOf(log, query, undefined, (part) => parts.push(part));
  expect(parts.map(({ rows }) => rows.map(({ lane }) => [lane.name, lane.typeId]))).toEqual([
    seen.rows.map(({ lane }) => [lane.name, null]),
  ]);
  expect(seen.rows[2]?.lane.typeId).toBe('core.ai');
});
