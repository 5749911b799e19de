import { masker, words } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laneRows, rowOfEvent } from './lane-rows.ts';

function lane(key: string, depth: 0 | 1 | 2, part: Partial<NodeLane> = {}): NodeLane {
  return {
    key,
    runId: words`r1`,
    nodeId: masker.text(key),
    name: masker.text(key),
    kind: depth === 0 ? 'node' : 'tool',
    typeId: null,
    depth,
    state: 'completed',
    startMs: 0,
    endMs: 0,
    tookMs: 0,
    caption: null,
    events: 1,
    firstOrdinal: 0,
    spans: [],
    ...part,
  };
}

const lanes = [
  lane('run', 0, { kind: 'run', nodeId: null, tookMs: 1 }),
  lane('late', 0, { startMs: 20, tookMs: 50 }),
  lane('call', 1, { startMs: 21 }),
  lane('never', 0, { state: 'notReached', startMs: null, tookMs: null, firstOrdinal: null }),
  lane('early', 0, { startMs: 10, tookMs: 5 }),
];

describe('lanes are ordered among their siblings', () => {
  test.each([
    ['start', ['run', 'early', 'late', 'call', 'never']],
    ['duration', ['run', 'late', 'call', 'early', 'never']],
  ] as const)('by %s', (order, keys) => {
    expect(laneRows(lanes, order, new Set()).map((row) => row.lane.key)).toEqual(keys);
  });
});

test('a folded lane hides the lanes below it', () => {
  const rows = laneRows(lanes, 'start', new Set(['late']));
  expect(rows.map((row) => [row.lane.key, row.unfolded])).toEqual([
    ['run', null],
    ['early', null],
    ['late', false],
    ['never', null],
  ]);
});

describe('an event is in the bar it begins or ends, else in its node, else in its run', () => {
  const span: LaneSpan = {
    startMs: 0,
    endMs: 1,
    ended: true,
    kind: 'toolCall',
    state: 'completed',
    label: words``,
    untrusted: false,
    ordinal: 7,
    endOrdinal: 8,
  };
  const changed = lanes.map((each) => (each.key === 'call' ? { ...each, spans: [span] } : each));
  test.each([
    ['the node', [], 1, 'late', 2],
    ['a bar below it', [], 8, 'late', 3],
    ['the node when the bar is folded away', ['late'], 8, 'late', 2],
    ['the run when the node is unknown', [], 1, 'gone', 0],
  ])('%s', (_, folded, ordinal, nodeId, row) => {
    const rows = laneRows(changed, 'start', new Set(folded));
    expect(rowOfEvent(rows, { ordinal, runId: 'r1', nodeId })).toBe(row);
  });

  test('an event of a run without a lane has no row', () => {
    const rows = laneRows(lanes, 'start', new Set());
    expect(rowOfEvent(rows, { ordinal: 1, runId: 'other', nodeId: 'late' })).toBe(-1);
  });
});

test('every lane has its position in the tree', () => {
  const anyLanes = fc
    .array(fc.constantFrom<0 | 1 | 2>(0, 1, 2), { maxLength: 40 })
    .map((depths) => depths.map((depth, at) => lane(`k${at}`, depth, { startMs: (at * 7) % 5 })));
  fc.assert(
    fc.property(anyLanes, (all) => {
      const rows = laneRows(all, 'start', new Set());
      expect(rows.map((row) => row.lane.key).sort()).toEqual(all.map((each) => each.key).sort());
      for (const [at, row] of rows.entries()) {
        expect(row.parent).toBeLessThan(at);
        expect(row.level).toBe(row.parent === -1 ? 0 : (rows[row.parent]?.level ?? 0) + 1);
        expect(row.posInSet).toBeLessThanOrEqual(row.setSize);
      }
    }),
  );
});
