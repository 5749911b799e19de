import { literal, masker } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane, SpanUse } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { type SlowOrder, type SlowTotal, type SpanFacts, type SpanGroup, slowTotals } from './slow-spans.ts';

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

const totalsOf = (
  group: SpanGroup | 'all',
  {
    by = 'duration',
    open = [],
    limit = 9,
    lanes = LANES,
    facts = NOTHING_KNOWN,
  }: Partial<{
    by: SlowOrder;
    open: readonly string[];
    limit: number;
    lanes: readonly NodeLane[];
    facts: SpanFacts;
  }> = {},
) => slowTotals(lanes, { group, by, open }, limit, facts);

const totalText = ({ key, count, totalMs, p95Ms, longestMs }: SlowTotal): string =>
  `${key}: ${count}, ${totalMs}, ${p95Ms}, ${longestMs}`;

test.each([
  [
    'all',
    [
      'wait n: 1, 500, 500, 500',
      'node n: 1, 400, 400, 400',
      'model mock-mini: 1, 270, 270, 270',
      'tool search: 2, 100, 50, 50',
      'model output: 1, 90, 90, 90',
    ],
  ],
  ['node', ['node n: 1, 400, 400, 400']],
  ['tool', ['tool search: 2, 100, 50, 50']],
  ['model', ['model mock-mini: 1, 270, 270, 270', 'model output: 1, 90, 90, 90']],
  ['wait', ['wait n: 1, 500, 500, 500']],
] as const)('%s: the largest total first, without runs, attempts and zero durations', (group, rows) =>
  expect(totalsOf(group).totals.map(totalText)).toEqual(rows),
);

test('95 of 100 spans took no longer than the 95th percentile', () => {
  const calls = Array.from({ length: 100 }, (_, at) => bar('toolCall', at, at + at + 1));
  const { totals } = totalsOf('tool', { lanes: [lane('search', 'tool', ...calls)] });
  expect(totals.map(totalText)).toEqual(['tool search: 100, 5050, 95, 100']);
});

test('the limit is respected, and all totals are counted', () => {
  const { totals, total } = totalsOf('all', { limit: 2 });
  expect(totals.map(({ key }) => key)).toEqual(['wait n', 'node n']);
  expect(total).toBe(5);
});

test('an open total alone has its spans, of equal ones the earlier first, as far as the limit', () => {
  const opened = (limit: number) =>
    totalsOf('all', { open: ['tool search'], limit }).totals.flatMap(({ key, spans }) =>
      spans.map(({ span }) => `${key} ${span.startMs}`),
    );
  expect(opened(9)).toEqual(['tool search 10', 'tool search 70']);
  expect(totalsOf('tool', { open: ['tool search'], limit: 1 }).totals[0]?.spans).toHaveLength(1);
});

test('each group is counted whichever is requested', () =>
  expect(totalsOf('wait').counts).toEqual({ all: 6, node: 1, model: 2, tool: 2, wait: 1 }));

test('a finished span without an end in the log adds no time and comes last, however long its trace', () => {
  const lost = lane('draft', 'node', { ...bar('ran', 0, 900_000), ended: false });
  const { totals } = totalsOf('node', { lanes: [lost, ...LANES], open: ['node n'] });
  expect(totals.map(totalText)).toEqual(['node n: 2, 400, 400, 400']);
  expect(totals[0]?.spans.map(({ span }) => span.endMs)).toEqual([400, 900_000]);
});

test('the duration measured by the host precedes events that are far apart because one between them is lost', () => {
  const [longest] = totalsOf('all').longest;
  const half = (longest?.tookMs ?? 0) / 2;
  const measured = (ms: number) => {
    const measuredMs = (span: LaneSpan) => (span === longest?.span ? ms : null);
    const { totals } = totalsOf('wait', { open: ['wait n'], facts: { ...NOTHING_KNOWN, measuredMs } });
    return totals[0]?.spans[0];
  };
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
  ['tokens', ['model mock-mini', 'node n', 'wait n']],
  ['cost', ['node n', 'wait n', 'model mock-mini']],
])('by %s the highest usage is first, and totals without any are sorted by their time', (by, keys) => {
  const usedBy = ({ kind }: LaneSpan) => USES.find(([of]) => of === kind)?.[1] ?? null;
  const { totals } = totalsOf('all', { by, limit: 3, facts: { ...NOTHING_KNOWN, usedBy } });
  expect(totals.map(({ key }) => key)).toEqual(keys);
});

test('the use of a total is the sum of its spans', () => {
  const usedBy = ({ startMs }: LaneSpan) => use(startMs, startMs === 10 ? 0.1 : null);
  const { totals } = totalsOf('tool', { facts: { ...NOTHING_KNOWN, usedBy } });
  expect(totals[0]?.use).toEqual({ inputTokens: 80, outputTokens: null, tokens: 80, costUsd: 0.1 });
});
