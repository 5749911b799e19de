import { words } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { countStates, laneName, laneOrdinal, nodeCounts, spanText, spanTimes } from './lane-rows.ts';

const span: LaneSpan = {
  startMs: 119_905,
  endMs: 134_354,
  ended: true,
  kind: 'ran',
  state: 'failed',
  label: words`envelope_invalid`,
  untrusted: false,
  ordinal: 5,
  endOrdinal: 9,
};
const lane: NodeLane = {
  key: 'draft',
  runId: words`r1`,
  nodeId: words`draft`,
  name: words`draft`,
  kind: 'node',
  typeId: words`core.ai.structured`,
  depth: 0,
  state: 'failed',
  startMs: 119_905,
  endMs: 134_354,
  tookMs: 14_449,
  caption: null,
  events: 14,
  firstOrdinal: 4,
  spans: [span],
};

test.each([
  ['from start to end', {}, 0, '+1:59.905 to +2:14.354, 14.4 s'],
  ['a moment', { endMs: 119_905 }, 0, 'at +1:59.905'],
  ['cut off by the end of the log', { ended: false }, 0, 'from +1:59.905, its end is not in the log'],
  ['without times', {}, null, 'times not known'],
])('a bar says when it was: %s', (_, part, origin, words) => {
  expect(spanTimes({ ...span, ...part }, origin)).toBe(words);
});

test('a bar and a lane are named with their state', () => {
  expect(spanText(lane, { ...span, kind: 'toolCall', untrusted: true }, 0)).toBe(
    'draft, tool call, failed, envelope_invalid, untrusted result, +1:59.905 to +2:14.354, 14.4 s',
  );
  expect(laneName(lane, 0)).toBe('draft, 14.4 s, core.ai.structured, failed, from +1:59.905, 14 events');
});

test('a sub-lane has its caption and its length', () => {
  expect(
    laneName({ ...lane, depth: 1, typeId: null, caption: words`3 calls`, state: 'completed' }, null),
  ).toBe('draft, 3 calls, completed, took 14.4 s, 14 events');
});

test('nodes are counted by state', () => {
  const reached = { ...lane, state: 'completed' as const };
  expect(nodeCounts(countStates([lane, reached, reached, { ...lane, kind: 'tool' }]))).toBe(
    '3 nodes: 1 failed, 2 completed',
  );
  expect(nodeCounts(countStates([]))).toBe('no nodes');
  const others = [lane, lane].map((each) => ({ ...each, state: 'notReached' as const }));
  expect(nodeCounts(countStates([lane, ...others]))).toBe('1 node: 1 failed; 2 more not reached');
});

describe('a lane leads to its failure, else to its start', () => {
  test.each([
    ['failed', lane, 9],
    ['completed', { ...lane, spans: [{ ...span, state: 'completed' as const }] }, 5],
    ['without bars', { ...lane, spans: [] }, 4],
  ])('%s', (_, each, ordinal) => expect(laneOrdinal(each)).toBe(ordinal));
});
