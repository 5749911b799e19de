/** The horizontal side of the nodes view: from spans and events to pixels, by time or, without times, by order. */
import type { EventRow, LaneSpan, NodeLane, TimeSegment } from '@openwop-inspector/run-log';
import type { TimeWindow } from './axis-labels.ts';
import type { SpanPlaces } from './lane-spans.ts';
import { clipSegments, layOutAxis, placeOf, type TimeAxis } from './time-axis.ts';

export interface LaneTrack {
  readonly axis: TimeAxis;
  readonly places: SpanPlaces;
  /** Start of the axis, epoch ms; null when lanes are placed by order because no time is known. */
  readonly originMs: number | null;
  /** Pixel of an event, just outside the track when it is outside the window; null when its time is not known. */
  placeOfEvent(row: EventRow): number | null;
  /** Pixel of a moment, outside the track when it is outside the window; null where no time is known. */
  xOfTime(ms: number): number | null;
}

/** How far outside the track an event beyond the window is placed, so that arrows to it lead off the edge. */
const BESIDE = 12;

/** First and last ordinal among the bars, the axis of a log without times. */
export interface OrderRange {
  readonly first: number;
  readonly last: number;
}

/** Input of an axis. */
export interface TrackFacts {
  readonly segments: readonly TimeSegment[];
  /** Null when no time is known. */
  readonly startMs: number | null;
  readonly orders: OrderRange | null;
}

/** Lays out an axis over `widthPx`. `window` is the range of time to display, null for all of it. */
export function laneTrack(facts: TrackFacts, widthPx: number, window: TimeWindow | null): LaneTrack {
  const byTime = facts.startMs !== null;
  const axis = layOutAxis(byTime ? timeSegments(facts, window) : orderSegments(facts), widthPx);
  const from = axis.pieces[0]?.fromMs ?? 0;
  const to = axis.pieces.at(-1)?.toMs ?? 0;
  const x = (at: number) => (at < from ? -1 : at > to ? widthPx + 1 : placeOf(axis, at));
  const startOf = (span: LaneSpan) => (byTime ? span.startMs : span.ordinal);
  const endOf = (span: LaneSpan) => (byTime ? span.endMs : (span.endOrdinal ?? span.ordinal));
  return {
    axis,
    originMs: facts.startMs,
    places: { widthPx, startX: (span) => x(startOf(span)), endX: (span) => x(endOf(span)) },
    xOfTime: (ms) => (byTime && axis.pieces.length > 0 ? x(ms) : null),
    placeOfEvent: (row) => {
      const at = byTime ? row.timeMs : row.ordinal;
      if (at === null || axis.pieces.length === 0) return null;
      if (at < from) return -BESIDE;
      return at > to ? widthPx + BESIDE : placeOf(axis, at);
    },
  };
}

function timeSegments({ segments }: TrackFacts, window: TimeWindow | null): readonly TimeSegment[] {
  return window === null ? segments : clipSegments(segments, window.fromMs, window.toMs);
}

function orderSegments({ orders }: TrackFacts): readonly TimeSegment[] {
  return orders === null ? [] : [{ fromMs: orders.first, toMs: orders.last, idle: false }];
}

/** First and last ordinal that a bar begins or ends with; null without bars. O(bars). */
export function orderRange(lanes: readonly Pick<NodeLane, 'spans'>[]): OrderRange | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const lane of lanes) {
    for (const { ordinal, endOrdinal } of lane.spans) {
      first = Math.min(first, ordinal);
      last = Math.max(last, ordinal, endOrdinal ?? ordinal);
    }
  }
  return first <= last ? { first, last } : null;
}
