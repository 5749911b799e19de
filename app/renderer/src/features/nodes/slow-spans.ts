/** The bars of all lanes, summed by node, model and tool. Pure. */
import { addTo, type MaskedText } from '@openwop-inspector/base';
import { addUse, type LaneSpan, NO_USE, type NodeLane, type SpanUse } from '@openwop-inspector/run-log';
import type { LaneHead } from './lane-rows.ts';

/** Group of a bar: a node at work, a call of a model or its stream, a call of a tool, a wait for the user. */
export type SpanGroup = 'node' | 'model' | 'tool' | 'wait';

/** A bar with its lane. */
export interface SlowSpan {
  readonly lane: LaneHead;
  readonly span: LaneSpan;
  readonly group: SpanGroup;
  readonly tookMs: number;
  /** The host measured much less than the time between the two events: one between them is not in the log. */
  readonly isMeasured: boolean;
  /** Tokens and cost; null where the host recorded none, and for tools and waits. */
  readonly use: SpanUse | null;
}

/** Sort key: the longest, the most tokens, or the highest cost. */
export type SlowOrder = 'duration' | 'tokens' | 'cost';

export interface SlowQuery {
  readonly group: SpanGroup | 'all';
  readonly by: SlowOrder;
  /** Keys of the totals whose single bars are wanted too. */
  readonly open: readonly string[];
}

/** Known facts about bars other than their ends. */
export interface SpanFacts {
  readonly usedBy: (span: LaneSpan) => SpanUse | null;
  /** Duration reported by the host, in ms; null or undefined when not known. */
  readonly measuredMs: (span: LaneSpan) => number | null | undefined;
}

/** Clocks of a host differ by less: a bar longer than its reported duration by this factor has a lost start or end. */
const FAR = 2;

/** All bars of one node, model or tool, or all waits of one node. Bars of unknown duration are counted, and add no time. */
export interface SlowTotal {
  readonly key: string;
  readonly group: SpanGroup;
  readonly name: MaskedText;
  readonly count: number;
  readonly totalMs: number;
  /** 95 of 100 bars took no longer, by nearest rank. */
  readonly p95Ms: number;
  readonly longestMs: number;
  /** Sum of what its bars used. */
  readonly use: SpanUse | null;
  /** Its first bars; empty unless it is open. */
  readonly spans: readonly SlowSpan[];
}

/** The largest totals, with the number of bars of each group and in total. */
export interface SlowTotals {
  readonly totals: readonly SlowTotal[];
  /** Number of all totals of the requested group. */
  readonly total: number;
  /** The longest bars of all, whose durations decide the totals. */
  readonly longest: readonly SlowSpan[];
  readonly counts: Readonly<Record<SpanGroup | 'all', number>>;
}

const GROUPS: Readonly<Partial<Record<LaneSpan['kind'], SpanGroup>>> = {
  modelCall: 'model',
  streamed: 'model',
  toolCall: 'tool',
};

/** Figure that totals and bars are sorted by. */
const weightOf = (by: SlowOrder, ms: number, use: SpanUse | null): number =>
  by === 'duration' ? ms : ((by === 'tokens' ? use?.tokens : use?.costUsd) ?? -1);

/**
 * The `limit` largest totals of a group, or of all, in an order, and of the open ones the `limit` first bars; of equal ones
 * the longer, then the earlier is first, and bars without an end in a log with gaps come last. Bars of zero duration are
 * omitted, and so are those of runs and attempts, whose time is that of their content. O(bars · log).
 */
export function slowTotals(
  lanes: readonly NodeLane[],
  { group: wanted, by, open }: SlowQuery,
  limit: number,
  { usedBy, measuredMs }: SpanFacts,
): SlowTotals {
  const counts = { all: 0, node: 0, model: 0, tool: 0, wait: 0 };
  const found: SlowSpan[] = [];
  for (const { spans, ...lane } of lanes) {
    for (const span of spans) {
      const group = groupOf(lane, span);
      const betweenMs = span.endMs - span.startMs;
      const ownMs = measuredMs(span) ?? Number.POSITIVE_INFINITY;
      const isMeasured = ownMs * FAR < betweenMs;
      const tookMs = isMeasured ? ownMs : betweenMs;
      if (group === null || tookMs <= 0) continue;
      counts.all++;
      counts[group]++;
      if (wanted === 'all' || wanted === group)
        found.push({ lane, span, group, tookMs, isMeasured, use: isMeasured ? null : usedBy(span) });
    }
  }
  found.sort((a, b) => lostLast(a, b) || b.tookMs - a.tookMs || a.span.startMs - b.span.startMs);
  const byKey = new Map<string, SlowSpan[]>();
  for (const slow of found) addTo(byKey, `${slow.group} ${nameOf(slow)}`, slow);
  const totals = [...byKey].map(([key, spans]) => totalOf(key, spans));
  totals.sort(
    (a, b) => weightOf(by, b.totalMs, b.use) - weightOf(by, a.totalMs, a.use) || b.totalMs - a.totalMs,
  );
  const first = (key: string): readonly SlowSpan[] =>
    (byKey.get(key) ?? [])
      .toSorted((a, b) => lostLast(a, b) || weightOf(by, b.tookMs, b.use) - weightOf(by, a.tookMs, a.use))
      .slice(0, limit);
  const listed = totals
    .slice(0, limit)
    .map((total) => (open.includes(total.key) ? { ...total, spans: first(total.key) } : total));
  return { totals: listed, total: totals.length, longest: found.slice(0, limit), counts };
}

const nameOf = ({ lane, group }: SlowSpan): MaskedText =>
  group === 'node' || group === 'wait' ? (lane.nodeId ?? lane.name) : lane.name;

/** The sums over bars of one key, the longest first. */
function totalOf(key: string, spans: readonly SlowSpan[]): SlowTotal {
  const [first] = spans as readonly [SlowSpan, ...SlowSpan[]];
  const known = spans.filter((span) => !isLost(span)).map(({ tookMs }) => tookMs);
  return {
    key,
    group: first.group,
    name: nameOf(first),
    count: spans.length,
    totalMs: known.reduce((sum, ms) => sum + ms, 0),
    p95Ms: known[known.length - Math.ceil(0.95 * known.length)] ?? 0,
    longestMs: known[0] ?? 0,
    use: spans.reduce<SpanUse | null>(
      (sum, { use }) => (use === null ? sum : addUse(sum ?? NO_USE, use)),
      null,
    ),
    spans: [],
  };
}

/** It is finished, and its end is not in the log: the duration is unknown. */
const isLost = ({ span }: SlowSpan): boolean => !span.ended && span.state === 'completed';

const lostLast = (a: SlowSpan, b: SlowSpan): number => Number(isLost(a)) - Number(isLost(b));

function groupOf(lane: LaneHead, { kind }: LaneSpan): SpanGroup | null {
  if (kind === 'ran') return lane.kind === 'node' ? 'node' : null;
  // The wait of a node is repeated by the lane of what it waited for.
  if (kind === 'waited') return lane.kind === 'node' || lane.nodeId === null ? 'wait' : null;
  return GROUPS[kind] ?? null;
}
