import { words } from '@openwop-inspector/base';
import type { EventRow, LaneSpan, NodeLane } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { laneTrack, orderRange, type TrackFacts } from './lane-track.ts';

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
