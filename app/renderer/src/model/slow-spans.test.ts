import { literal, masker } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane, SpanUse } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { type SlowOrder, type SpanFacts, type SpanGroup, slowSpans } from './slow-spans.ts';

const NOTHING_KNOWN: SpanFacts = { usedBy: () => null, measuredMs: () => null };

const bar = (kind: LaneSpan['kind'], startMs: number, endMs: number): LaneSpan => ({
  kind,
  startMs,
  endMs,
  ended: true,
  state: 'completed',
  label: literal(''),
  untrusted: false,
  ordinal: startMs,
  endOrdinal: null,
});

const lane = (name: string, kind: NodeLane['kind'], ...spans: readonly LaneSpan[]): NodeLane => ({
  key: name,
  runId: masker.identity('r'),
  nodeId: masker.identity('n'),
  name: masker.text(name),
  kind,
  typeId: null,
  depth: 1,
  state: 'completed',
  startMs: 0,
  endMs: 9,
  tookMs: 9,
  caption: null,
  events: 1,
  firstOrdinal: 0,
  spans,
  children: 0,
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

const displayed = (...requested: readonly [SpanGroup | 'all', number?]) =>
  slowSpans(
    LANES,
    { group: requested[0], by: 'duration', limit: requested[1] ?? 9 },
    NOTHING_KNOWN,
  ).spans.map(({ lane: { name }, group, tookMs }) => `${group} ${name} ${tookMs}`);

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
] as const)('%s: slowest first, without runs, attempts and zero durations', (group, rows) =>
  expect(displayed(group)).toEqual(rows),
);

test('of equal ones the earlier is first, and the limit is respected', () =>
  expect(
    slowSpans(LANES, { group: 'tool', by: 'duration', limit: 1 }, NOTHING_KNOWN).spans.map(
      ({ span }) => span.startMs,
    ),
  ).toEqual([10]));

test('each group is counted whichever is requested', () =>
  expect(slowSpans(LANES, { group: 'wait', by: 'duration', limit: 1 }, NOTHING_KNOWN).counts).toEqual({
    all: 6,
    node: 1,
    model: 2,
    tool: 2,
    wait: 1,
  }));

test('a finished span without an end in the log comes last, however long its trace', () => {
  const lost: NodeLane = { ...(LANES[1] as NodeLane), spans: [{ ...bar('ran', 0, 900_000), ended: false }] };
  const { spans } = slowSpans([lost, ...LANES], { group: 'all', by: 'duration', limit: 99 }, NOTHING_KNOWN);
  expect(spans.findIndex(({ span }) => span === lost.spans[0])).toBe(spans.length - 1);
});

test('the duration measured by the host precedes events that are far apart because one between them is lost', () => {
  const all = { group: 'all', by: 'duration', limit: 9 } as const;
  const [longest] = slowSpans(LANES, all, NOTHING_KNOWN).spans;
  const half = (longest?.tookMs ?? 0) / 2;
  const measured = (ms: number) =>
    slowSpans(LANES, all, {
      ...NOTHING_KNOWN,
      measuredMs: (span) => (span === longest?.span ? ms : null),
    }).spans.find(({ span }) => span === longest?.span);
  expect(measured(half)).toMatchObject({ tookMs: longest?.tookMs, isMeasured: false });
  expect(measured(half / 2)).toMatchObject({ tookMs: half / 2, isMeasured: true });
});

const use = (tokens: number, costUsd: number | null): SpanUse => ({
  inputTokens: tokens,
  outputTokens: null,
  tokens,
  costUsd,
});
const USES: readonly (readonly [LaneSpan['kind'], SpanUse])[] = [
  ['ran', use(50, 0.1)],
  ['modelCall', use(80, null)],
];

test.each<[SlowOrder, readonly string[]]>([
  ['tokens', ['mock-mini', 'draft', 'draft']],
  ['cost', ['draft', 'draft', 'mock-mini']],
])('by %s the highest usage is first, and spans without any are sorted by their time', (by, names) => {
  const usedBy = ({ kind }: LaneSpan) => USES.find(([of]) => of === kind)?.[1] ?? null;
  const { spans } = slowSpans(LANES, { group: 'all', by, limit: 3 }, { ...NOTHING_KNOWN, usedBy });
  expect(spans.map(({ lane }) => lane.name)).toEqual(names);
});
