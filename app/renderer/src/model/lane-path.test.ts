import { words } from '@openwop-inspector/base';
import type { CriticalPath, NodeLane, PathStep } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { drawnPath, pathTextAt } from './lane-path.ts';
import type { LaneRow } from './lane-rows.ts';
import { laneTrack } from './lane-track.ts';

const lane = (kind: NodeLane['kind'], nodeId: NodeLane['nodeId']): LaneRow => ({
  lane: {
    key: `${kind} ${nodeId}`,
    runId: words`r1`,
    nodeId,
    name: nodeId ?? words`run`,
    kind,
    typeId: null,
    depth: 0,
    state: 'completed',
    startMs: 0,
    endMs: 9,
    tookMs: 9,
    caption: null,
    events: 1,
    firstOrdinal: 0,
    spans: [],
    children: 0,
  },
  level: 0,
  parent: -1,
  unfolded: null,
  posInSet: 1,
  setSize: 3,
});
const RUN = lane('run', null);
const A = lane('node', words`a`);
const B = lane('node', words`b`);

const step = (
  kind: PathStep['kind'],
  nodeId: PathStep['nodeId'],
  fromMs: number,
  toMs: number,
): PathStep => ({
  kind,
  nodeId,
  fromMs,
  toMs,
  state: null,
  link: null,
  ordinal: fromMs,
  endOrdinal: null,
});
const PATH: CriticalPath = {
  runId: words`r1`,
  startMs: 0,
  durationMs: 100,
  ended: true,
  total: 4,
  sums: { working: 90, waitingForPeople: 0, waitingForSystems: 0, queueing: 10 },
  links: { sameEvent: 0, cause: 0, time: 2 },
  steps: [
    step('working', words`a`, 0, 40),
    step('queueing', words`b`, 40, 50),
    step('working', words`b`, 50, 99),
    step('queueing', null, 99, 100),
  ],
};
const SEGMENTS = [{ fromMs: 0, toMs: 100, idle: false }];
const track = (window: { fromMs: number; toMs: number } | null = null) =>
  laneTrack({ segments: SEGMENTS, startMs: 0, orders: null }, 1000, window);
/** Pieces as `row kind x1-x2 <row before`. */
const pieces = (...requested: Parameters<typeof drawnPath>) =>
  drawnPath(...requested).pieces.map(
    ({ row, kind, x1, x2, fromRow }) => `${row} ${kind} ${Math.round(x1)}-${Math.round(x2)} <${fromRow}`,
  );

test('steps are rendered in the lanes of their nodes, each linked from the one before it', () =>
  expect(pieces(PATH, [RUN, A, B], track())).toEqual([
    '1 working 0-400 <null',
    '2 queueing 400-500 <1',
    '2 working 500-990 <2',
    '0 queueing 990-1000 <2',
  ]));

test('a step in a folded lane is rendered in the lane of its run', () =>
  expect(pieces(PATH, [RUN, B], track())[0]).toBe('0 working 0-400 <null'));

test('a window clips the steps at its edges, and no line leads in from outside', () =>
  expect(pieces(PATH, [RUN, A, B], track({ fromMs: 45, toMs: 60 }))).toEqual([
    '2 queueing 0-333 <null',
    '2 working 333-1000 <2',
  ]));

test('nothing leads to a step whose preceding step is omitted', () =>
  expect(pieces({ ...PATH, steps: PATH.steps.slice(2) }, [RUN, A, B], track())[0]).toBe(
    '2 working 500-990 <null',
  ));

test('lanes on the path have their working and waiting time on it', () => {
  const drawn = drawnPath(PATH, [RUN, A, B], track());
  expect([0, 1, 2].map((row) => pathTextAt(drawn, row))).toEqual([
    '',
    ', on the critical path for 40 ms, 40% of the run',
    ', on the critical path for 49 ms, 49% of the run',
  ]);
  expect(pathTextAt(null, 1)).toBe('');
});
