/** The bars of all lanes sorted by duration. Pure. */
import type { LaneSpan, NodeLane, SpanUse } from '@openwop-inspector/run-log';
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

interface SlowQuery {
  readonly group: SpanGroup | 'all';
  readonly by: SlowOrder;
  readonly limit: number;
}

/** Known facts about bars other than their ends. */
export interface SpanFacts {
  readonly usedBy: (span: LaneSpan) => SpanUse | null;
  /** Duration reported by the host, in ms; null or undefined when not known. */
  readonly measuredMs: (span: LaneSpan) => number | null | undefined;
}

/** Clocks of a host differ by less: a bar longer than its reported duration by this factor has a lost start or end. */
const FAR = 2;

/** The slowest bars, with the counts of each group and in total. */
export interface SlowSpans {
  readonly spans: readonly SlowSpan[];
  readonly counts: Readonly<Record<SpanGroup | 'all', number>>;
}

const GROUPS: Readonly<Partial<Record<LaneSpan['kind'], SpanGroup>>> = {
  modelCall: 'model',
  streamed: 'model',
  toolCall: 'tool',
};

const WEIGHTS: Readonly<Record<SlowOrder, (span: SlowSpan) => number>> = {
  duration: ({ tookMs }) => tookMs,
  tokens: ({ use }) => use?.tokens ?? -1,
  cost: ({ use }) => use?.costUsd ?? -1,
};

/**
 * The `limit` first bars of a group, or of all, in an order; of equal ones the longer, then the earlier is first, and
 * those without an end in a log with gaps come last. Bars of zero duration are omitted, and so are those of runs and
 * attempts, whose time is that of their content.
 */
export function slowSpans(
  lanes: readonly NodeLane[],
  { group: wanted, by, limit }: SlowQuery,
  { usedBy, measuredMs }: SpanFacts,
): SlowSpans {
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
  const weight = WEIGHTS[by];
  found.sort(
    (a, b) =>
      Number(isLost(a)) - Number(isLost(b)) ||
      weight(b) - weight(a) ||
      b.tookMs - a.tookMs ||
      a.span.startMs - b.span.startMs,
  );
  return { spans: found.slice(0, limit), counts };
}

/** It is finished, and its end is not in the log: the duration is unknown. */
const isLost = ({ span }: SlowSpan): boolean => !span.ended && span.state === 'completed';

function groupOf(lane: LaneHead, { kind }: LaneSpan): SpanGroup | null {
  if (kind === 'ran') return lane.kind === 'node' ? 'node' : null;
  // The wait of a node is repeated by the lane of what it waited for.
  if (kind === 'waited') return lane.kind === 'node' || lane.nodeId === null ? 'wait' : null;
  return GROUPS[kind] ?? null;
}
