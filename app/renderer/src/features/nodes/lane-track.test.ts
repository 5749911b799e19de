import { words } from '@openwop-inspector/base';
import type { CriticalPath, EventRow, LaneSpan, NodeLane, PathStep } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import type { LaneRow } from './lane-rows.ts';
import { drawnPath, laneTrack, orderRange, pathTextAt, type TrackFacts } from './lane-window.ts';

function span(startMs: number, endMs: number, ordinal: number, endOrdinal: number | null): LaneSpan {
  const reported = { label: words``, untrusted: false, ended: true };
  return { startMs, endMs, ordinal, endOrdinal, kind: 'ran', state: 'completed', ...reported };
}

function factsOf(startMs: number | null, endMs: number | null): TrackFacts {
  const segments = startMs === null || endMs === null ? [] : [{ fromMs: startMs, toMs: endMs, idle: false }];
  return { segments, startMs, orders: null };
}

function event(ordinal: number, timeMs: number | null): EventRow {
  const ids = { sequence: ordinal, eventId: words`e${ordinal}`, eventIdDerived: false, causationId: null };
  const reported = {
    type: words`node.started`,
    runId: words`r1`,
    nodeId: words`a`,
    timestamp: null,
    contentTrust: null,
    taintFrom: null,
    summary: words``,
  };
  return {
    ordinal,
    index: ordinal,
    timeMs,
    tone: 'normal',
    problem: null,
    byteOffset: 0,
    byteLength: 0,
    ...ids,
    ...reported,
  };
}
const timed = span(200, 400, 3, 5);

describe('spans and events are placed by time', () => {
  const track = laneTrack(factsOf(0, 1_000), 500, null);
  test('in the complete axis', () => {
    expect([track.places.startX(timed), track.places.endX(timed)]).toEqual([100, 200]);
    expect(track.placeOfEvent(event(0, 1_000))).toBe(500);
    expect(track.placeOfEvent(event(0, null))).toBeNull();
  });
  test('in a window', () => {
    const near = laneTrack(factsOf(0, 1_000), 500, { fromMs: 300, toMs: 800 });
    expect(near.places.startX(timed)).toBeLessThan(0);
    expect(near.places.endX(timed)).toBeCloseTo(100);
    expect(near.placeOfEvent(event(0, 100))).toBeLessThan(0);
    expect(near.placeOfEvent(event(0, 900))).toBeGreaterThan(500);
  });
});

test('everything at one time has one finite position', () => {
  const moment = span(5, 5, 0, 9);
  const track = laneTrack(factsOf(5, 5), 500, null);
  expect(track.places.startX(moment)).toBe(250);
  expect(track.placeOfEvent(event(3, 5))).toBe(250);
});

test('without any time, lanes are placed by order', () => {
  const lane: Pick<NodeLane, 'spans'> = { spans: [timed, span(0, 0, 13, null)] };
  const orders = orderRange([lane]);
  expect(orders).toEqual({ first: 3, last: 13 });
  const track = laneTrack({ ...factsOf(null, null), orders }, 500, null);
  expect(track.originMs).toBeNull();
  expect([track.places.startX(timed), track.places.endX(timed)]).toEqual([0, 100]);
  expect(track.placeOfEvent(event(13, null))).toBe(500);
});

test('no input gives an empty axis', () => {
  const track = laneTrack(factsOf(null, null), 500, null);
  expect(track.axis.pieces).toEqual([]);
  expect(orderRange([])).toBeNull();
});

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
  link: null,
  ordinal: fromMs,
});
const PATH: CriticalPath = {
  runId: words`r1`,
  startMs: 0,
  durationMs: 100,
  ended: true,
  contributors: [],
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
