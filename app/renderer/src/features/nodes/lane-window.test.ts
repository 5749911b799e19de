import { masker, words } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane, NodeLanes } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { laneRows } from './lane-rows.ts';
import { type LaneQuery, laneWindow } from './lane-window.ts';

function span(startMs: number, endMs: number, ordinal: number): LaneSpan {
  const reported = { label: words``, untrusted: false, ended: true, endOrdinal: ordinal + 1 };
  return { startMs, endMs, ordinal, kind: 'ran', state: 'completed', ...reported };
}

function lane(number: number): NodeLane {
  return {
    key: `k${number}`,
    runId: words`r1`,
    nodeId: masker.text(`n${number}`),
    name: masker.text(`n${number}`),
    kind: 'node',
    typeId: null,
    depth: 0,
    state: number % 10 === 0 ? 'failed' : 'completed',
    startMs: number,
    endMs: number + 10,
    tookMs: 10,
    caption: null,
    events: 2,
    firstOrdinal: number * 2,
    spans: [span(number, number + 10, number * 2)],
  };
}

const all: NodeLanes = {
  segments: [{ fromMs: 0, toMs: 1_000, idle: false }],
  lost: 0,
  isNamed: true,
  startMs: 0,
  endMs: 1_000,
  lanes: Array.from({ length: 900 }, (_, number) => lane(number)),
};
const rows = laneRows(all.lanes, 'start', new Set());
const query: LaneQuery = {
  foldIdleMs: 5_000,
  order: 'start',
  folded: [],
  window: null,
  widthPx: 500,
  offset: 100,
  limit: 20,
  events: [],
};

describe('a window over the lanes', () => {
  test('has the requested rows with their bars, and counts all', () => {
    const seen = laneWindow(all, rows, query);
    expect(seen.total).toBe(900);
    expect(seen.counts).toEqual([
      ['failed', 90],
      ['completed', 810],
    ]);
    expect(seen.rows.map((row) => row.lane.key)).toEqual(rows.slice(100, 120).map((row) => row.lane.key));
    expect(seen.rows[0]?.bars[0]).toMatchObject({ x: 50, width: 6 });
    expect(seen.rows[0]).toMatchObject({ main: 200, posInSet: 101, setSize: 900 });
  });

  test('never has more rows than a few screens', () => {
    expect(laneWindow(all, rows, { ...query, offset: 0, limit: 100_000 }).rows).toHaveLength(400);
  });

  test('returns the rows of events, visible or not', () => {
    const events = [
      { ordinal: 1_700, runId: 'r1', nodeId: 'n850' },
      { ordinal: 3, runId: 'r2', nodeId: 'n1' },
    ];
    expect(laneWindow(all, rows, { ...query, events }).places).toEqual([{ ordinal: 1_700, row: 850 }]);
  });

  test('lays out the requested range of time', () => {
    const near = laneWindow(all, rows, { ...query, window: { fromMs: 100, toMs: 200 } });
    expect(near.rows[0]?.bars[0]).toMatchObject({ x: 0, width: 50 });
    expect(near.rows[0]?.bars).toHaveLength(1);
    expect(laneWindow(all, rows, { ...query, window: { fromMs: 0, toMs: 50 } }).rows[0]?.bars).toEqual([]);
  });
});
