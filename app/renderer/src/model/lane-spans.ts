/** The rendered bars of one lane: positions in px, the shortest still visible, bars that would coincide merged. */
import type { LaneSpan } from '@openwop-inspector/run-log';

/** Minimum width of a bar, so that it can be seen and pressed. */
export const LEAST_SPAN_PX = 6;

/** Maps a span to pixels. Negative or beyond `widthPx` is not visible. */
export interface SpanPlaces {
  readonly widthPx: number;
  startX(span: LaneSpan): number;
  endX(span: LaneSpan): number;
}

/** One rendered bar. */
export interface DrawnSpan {
  /** Indexes of the first and last span of the lane that it represents; equal for a bar of its own. */
  readonly first: number;
  readonly last: number;
  readonly span: LaneSpan;
  readonly x: number;
  readonly width: number;
  /** The span continues beyond the visible range. */
  readonly cutLeft: boolean;
  readonly cutRight: boolean;
  /** Worst state and trust among the spans of a merged bar. */
  readonly state: LaneSpan['state'];
  readonly untrusted: boolean;
}

/** From mild to severe; a merged bar takes the worst. */
const SEVERITY: readonly LaneSpan['state'][] = [
  'completed',
  'skipped',
  'running',
  'cancelled',
  'suspended',
  'schemaRetry',
  'truncated',
  'failed',
];

/**
 * Bars of spans in order of start. Neighbours that are both too short to be distinguished become one bar, so a lane
 * never has more than about one bar per `LEAST_SPAN_PX` pixels. O(spans).
 */
export function drawnSpans(spans: readonly LaneSpan[], places: SpanPlaces): readonly DrawnSpan[] {
  const drawn: DrawnSpan[] = [];
  for (const [at, span] of spans.entries()) {
    const startX = places.startX(span);
    const endX = places.endX(span);
    if (endX < 0 || startX > places.widthPx) continue;
    const x = Math.min(Math.max(0, startX), Math.max(0, places.widthPx - LEAST_SPAN_PX));
    const width = Math.max(LEAST_SPAN_PX, Math.min(places.widthPx, endX) - x);
    const before = drawn.at(-1);
    if (before !== undefined && joins(before, x, width)) {
      drawn[drawn.length - 1] = joined(before, at, span, x + width);
      continue;
    }
    drawn.push({
      first: at,
      last: at,
      span,
      x,
      width,
      cutLeft: startX < 0,
      cutRight: endX > places.widthPx,
      state: span.state,
      untrusted: span.untrusted,
    });
  }
  return drawn;
}

function joins(before: DrawnSpan, x: number, width: number): boolean {
  const short = width <= LEAST_SPAN_PX && (before.first !== before.last || before.width <= LEAST_SPAN_PX);
  return short && x < before.x + before.width;
}

function joined(before: DrawnSpan, at: number, span: LaneSpan, endX: number): DrawnSpan {
  const worse = SEVERITY.indexOf(span.state) > SEVERITY.indexOf(before.state);
  return {
    ...before,
    last: at,
    width: Math.max(before.width, endX - before.x),
    state: worse ? span.state : before.state,
    untrusted: before.untrusted || span.untrusted,
  };
}
