/**
 * Layout of the visible lanes. A large log has tens of thousands of lanes, so sorting, folding and layout happen in the
 * worker, and only the visible rows are sent to the window. Below it the horizontal side: from spans and events to pixels, by
 * time or, without times, by order. Pure.
 */
import { formatDuration, formatShare } from '@openwop-inspector/base';
import type {
  CriticalPath,
  EventRow,
  LaneSpan,
  NodeLane,
  NodeLanes,
  PathKind,
  PathStep,
  TimeSegment,
} from '@openwop-inspector/run-log';
import { clipSegments, layOutAxis, placeOf, type TimeWindow } from '../../shared/time-axis.ts';
import {
  countStates,
  type EventPlace,
  type LaneHead,
  type LaneOrder,
  type LaneRow,
  laneOrdinal,
  rowOfEvent,
  type StateCounts,
} from './lane-rows.ts';

/** Display options of the lanes. */
export interface LaneQuery {
  readonly foldIdleMs: number | null;
  readonly order: LaneOrder;
  /** Keys of folded lanes. */
  readonly folded: readonly string[];
  /** The range of time to display; null for all. */
  readonly window: TimeWindow | null;
  /** Width of the axis, px. */
  readonly widthPx: number;
  readonly offset: number;
  /** At most 400. */
  readonly limit: number;
  /** Events whose row is requested, at most 100. */
  readonly events: readonly EventPlace[];
  /** Includes the critical path of the run of an event, or of the longest run (null); undefined: none. */
  readonly pathOf?: number | null;
}

/** A row of the tree of lanes with its bars. */
export interface DrawnRow extends Omit<LaneRow, 'lane'> {
  readonly lane: LaneHead;
  /** Main event of the lane. */
  readonly main: number | null;
  readonly bars: readonly DrawnSpan[];
}

/** Some rows of the lanes, and facts about all of them. */
export interface LaneWindow extends TrackFacts {
  readonly endMs: number | null;
  /** Total number of rows. */
  readonly total: number;
  readonly counts: StateCounts;
  /** As requested, since a result may be displayed a moment longer than its query. */
  readonly widthPx: number;
  readonly window: TimeWindow | null;
  readonly offset: number;
  readonly rows: readonly DrawnRow[];
  /** Rows of the requested events, without those that have none. */
  readonly places: readonly { readonly ordinal: number; readonly row: number }[];
  /** Null when not requested, and for a run without one. */
  readonly path: DrawnPath | null;
}

const MAX_ROWS = 400;
const MAX_EVENTS = 400;

/** The rows of a query. `rows` are those of all lanes in its order. O(bars of the requested rows + events × rows). */
export function laneWindow(
  lanes: NodeLanes,
  rows: readonly LaneRow[],
  query: LaneQuery,
  path: CriticalPath | null = null,
): LaneWindow {
  const { segments, startMs, endMs } = lanes;
  const { widthPx, window, offset } = query;
  const orders = startMs === null ? orderRange(lanes.lanes) : null;
  const track = laneTrack({ segments, startMs, orders }, widthPx, window);
  const displayed = rows.slice(offset, offset + Math.min(query.limit, MAX_ROWS));
  const places = query.events.slice(0, MAX_EVENTS).map((event) => ({
    ordinal: event.ordinal,
    row: rowOfEvent(rows, event),
  }));
  return {
    segments,
    startMs,
    endMs,
    orders,
    total: rows.length,
    counts: countStates(lanes.lanes),
    widthPx,
    window,
    offset,
    rows: displayed.map(({ lane, ...place }): DrawnRow => {
      const { spans, ...head } = lane;
      return { ...place, lane: head, main: laneOrdinal(lane), bars: drawnSpans(spans, track.places) };
    }),
    places: places.filter(({ row }) => row !== -1),
    path: path === null ? null : drawnPath(path, rows, track),
  };
}

export type LaneTrack = ReturnType<typeof laneTrack>;

/** How far outside the track an event beyond the window is placed, so that arrows to it lead off the edge. */
const MARGIN_PX = 12;

/** First and last ordinal among the bars, the axis of a log without times. */
interface OrderRange {
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
export function laneTrack(facts: TrackFacts, widthPx: number, window: TimeWindow | null) {
  const { startMs, segments, orders } = facts;
  const byTime = startMs !== null;
  const inWindow = window === null ? segments : clipSegments(segments, window.fromMs, window.toMs);
  const inOrder = orders === null ? [] : [{ fromMs: orders.first, toMs: orders.last, idle: false }];
  const axis = layOutAxis(byTime ? inWindow : inOrder, widthPx);
  const from = axis.pieces[0]?.fromMs ?? 0;
  const to = axis.pieces.at(-1)?.toMs ?? 0;
  const x = (at: number) => (at < from ? -1 : at > to ? widthPx + 1 : placeOf(axis, at));
  const startOf = (span: LaneSpan) => (byTime ? span.startMs : span.ordinal);
  const endOf = (span: LaneSpan) => (byTime ? span.endMs : (span.endOrdinal ?? span.ordinal));
  return {
    axis,
    /** Start of the axis, epoch ms; null when lanes are placed by order because no time is known. */
    originMs: startMs,
    places: {
      widthPx,
      startX: (span: LaneSpan) => x(startOf(span)),
      endX: (span: LaneSpan) => x(endOf(span)),
    },
    /** Pixel of a moment, outside the track when it is outside the window; null where no time is known. */
    xOfTime: (ms: number): number | null => (byTime && axis.pieces.length > 0 ? x(ms) : null),
    /** Pixel of an event, just outside the track when it is outside the window; null when its time is not known. */
    placeOfEvent: (row: EventRow): number | null => {
      const at = byTime ? row.timeMs : row.ordinal;
      if (at === null || axis.pieces.length === 0) return null;
      if (at < from) return -MARGIN_PX;
      return at > to ? widthPx + MARGIN_PX : placeOf(axis, at);
    },
  };
}

/** First and last ordinal that a bar begins or ends with; null without bars. O(bars). */
export function orderRange(lanes: readonly Pick<NodeLane, 'spans'>[]): OrderRange | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { ordinal, endOrdinal } of lanes.flatMap(({ spans }) => spans)) {
    first = Math.min(first, ordinal);
    last = Math.max(last, ordinal, endOrdinal ?? ordinal);
  }
  return first <= last ? { first, last } : null;
}

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

/** A segment of the path in one lane. */
interface PathPiece {
  readonly row: number;
  readonly kind: PathKind;
  /** Pixels of the track, `x1` no greater than `x2`. */
  readonly x1: number;
  readonly x2: number;
  /** The row of the preceding piece, which ends where this one begins; null where that is not rendered. */
  readonly fromRow: number | null;
}

export interface DrawnPath {
  readonly pieces: readonly PathPiece[];
  /** Rows on the path, with working and waiting time of each. */
  readonly rows: readonly { readonly row: number; readonly tookMs: number }[];
  /** Duration of the run. */
  readonly durationMs: number;
}

/** Pieces of one row and kind closer than this are merged, px. */
const JOINS = 2;

/** The pieces of a path in a track's window. A step in a folded lane is placed in its run's. O(rows + steps). */
export function drawnPath(path: CriticalPath, rows: readonly LaneRow[], track: LaneTrack): DrawnPath {
  const { widthPx } = track.places;
  const rowOf = rowsOfRun(rows, path.runId);
  const pieces: PathPiece[] = [];
  const tookMs = new Map<number, number>();
  let before: { readonly row: number; readonly toMs: number } | null = null;
  for (const step of path.steps) {
    const row = rowOf(step);
    if (row === null) continue;
    if (step.kind !== 'queueing') tookMs.set(row, (tookMs.get(row) ?? 0) + step.toMs - step.fromMs);
    const fromRow = before?.toMs === step.fromMs ? before.row : null;
    before = { row, toMs: step.toMs };
    const [startX, endX] = [track.xOfTime(step.fromMs), track.xOfTime(step.toMs)];
    if (startX === null || endX === null || endX < 0 || startX > widthPx) continue;
    const [x1, x2] = [Math.max(0, startX), Math.min(widthPx, endX)];
    const last = pieces.at(-1);
    if (last?.row === row && last.kind === step.kind && x1 - last.x2 < JOINS)
      pieces[pieces.length - 1] = { ...last, x2: Math.max(last.x2, x2) };
    else pieces.push({ row, kind: step.kind, x1, x2, fromRow: startX < 0 ? null : fromRow });
  }
  const { durationMs } = path;
  return { pieces, rows: [...tookMs].map(([row, ms]) => ({ row, tookMs: ms })), durationMs };
}

/** Rows by node; the run's own row for steps without a node, and for nodes that are folded. */
function rowsOfRun(rows: readonly LaneRow[], runId: string): (step: PathStep) => number | null {
  const nodes = new Map<string, number>();
  let run: number | null = null;
  for (const [at, { lane }] of rows.entries()) {
    if (lane.runId !== runId) continue;
    if (lane.kind === 'run') run ??= at;
    else if (lane.kind === 'node' && lane.nodeId !== null && !nodes.has(lane.nodeId))
      nodes.set(lane.nodeId, at);
  }
  return ({ nodeId }) => (nodeId === null ? run : (nodes.get(nodeId) ?? run));
}

/** Path time of a lane, appended to its accessible name; empty for one that is not on the path. */
export function pathTextAt(path: DrawnPath | null, row: number): string {
  const found = path?.rows.find((each) => each.row === row);
  if (path === null || found === undefined) return '';
  const { tookMs } = found;
  return `, on the critical path for ${formatDuration(tookMs)}, ${formatShare(tookMs, path.durationMs)} of the run`;
}
