import { literal, masker } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane, SpanUse } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { type SlowOrder, type SpanGroup, slowSpans } from './slow-spans.ts';

const bar = (kind: LaneSpan['kind'], startMs: number, endMs: number): LaneSpan => ({
  ...{ kind, startMs, endMs, ended: true, state: 'completed', label: literal(''), untrusted: false },
  ...{ ordinal: startMs, endOrdinal: null },
});

const lane = (name: string, kind: NodeLane['kind'], ...spans: readonly LaneSpan[]): NodeLane => ({
  ...{
    key: name,
    runId: masker.identity('r'),
    nodeId: masker.identity('n'),
    name: masker.text(name),
    kind,
    typeId: null,
  },
  ...{
    depth: 1,
    state: 'completed',
    startMs: 0,
    endMs: 9,
    tookMs: 9,
    caption: null,
    events: 1,
    firstOrdinal: 0,
  },
  ...{ spans, children: 0 },
});

const LANES: readonly NodeLane[] = [
  lane('run', 'run', bar('ran', 0, 1000)),
  lane('draft', 'node', bar('ran', 0, 400), bar('waited', 400, 900), bar('ran', 900, 900)),
  lane('search', 'tool', bar('toolCall', 10, 60), bar('toolCall', 70, 120)),
  lane('mock-mini', 'model', bar('modelCall', 120, 390)),
  lane('output', 'reasoning', bar('streamed', 300, 390)),
  lane('approval', 'interrupt', bar('waited', 401, 900)),
  lane('1', 'attempt', bar('attempt', 0, 400)),
  lane('child', 'childRun', bar('childRun', 0, 700)),
];

const shown = (...asked: readonly [SpanGroup | 'all', number?]) =>
  slowSpans(LANES, { group: asked[0], by: 'duration', limit: asked[1] ?? 9 }, () => null).spans.map(
    ({ lane: { name }, group, tookMs }) => `${group} ${name} ${tookMs}`,
  );

test.each([
  [
    'all',
    [
      'wait draft 500',
      'node draft 400',
      'model mock-mini 270',
      'model output 90',
      'tool search 50',
      'tool search 50',
    ],
  ],
  ['node', ['node draft 400']],
  ['tool', ['tool search 50', 'tool search 50']],
  ['model', ['model mock-mini 270', 'model output 90']],
  ['wait', ['wait draft 500']],
] as const)('%s: slowest first, without runs, attempts and what took no time', (group, rows) =>
  expect(shown(group)).toEqual(rows),
);

test('of equal ones the earlier is first, and no more than were asked for', () =>
  expect(
    slowSpans(LANES, { group: 'tool', by: 'duration', limit: 1 }, () => null).spans.map(
      ({ span }) => span.startMs,
    ),
  ).toEqual([10]));

test('each group is counted whichever is asked for', () =>
  expect(slowSpans(LANES, { group: 'wait', by: 'duration', limit: 1 }, () => null).counts).toEqual({
    all: 6,
    node: 1,
    model: 2,
    tool: 2,
    wait: 1,
  }));

const use = (tokens: number, costUsd: number | null): SpanUse => ({
  ...{ inputTokens: tokens, outputTokens: null, tokens, costUsd },
});
const USES: readonly (readonly [LaneSpan['kind'], SpanUse])[] = [
  ['ran', use(50, 0.1)],
  ['modelCall', use(80, null)],
];

test.each<[SlowOrder, readonly string[]]>([
  ['tokens', ['mock-mini', 'draft', 'draft']],
  ['cost', ['draft', 'draft', 'mock-mini']],
])('by %s what used most is first, and what used none comes by its time', (by, names) => {
  const usedBy = ({ kind }: LaneSpan) => USES.find(([of]) => of === kind)?.[1] ?? null;
  const { spans } = slowSpans(LANES, { group: 'all', by, limit: 3 }, usedBy);
  expect(spans.map(({ lane }) => lane.name)).toEqual(names);
});
