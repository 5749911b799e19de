/**
 * The lanes in sight, drawn. A large log has tens of thousands of lanes, so sorting, folding and laying out happen where
 * the lanes are (in the worker), and only what is on screen crosses to the window. Pure.
 */
import type { CriticalPath, NodeLanes } from '@openwop-inspector/run-log';
import type { TimeWindow } from './axis-labels.ts';
import { type DrawnPath, drawnPath } from './lane-path.ts';
import { type EventPlace, type LaneOrder, type LaneRow, rowOfEvent } from './lane-rows.ts';
import { type DrawnSpan, drawnSpans } from './lane-spans.ts';
import { laneTrack, orderRange, type TrackFacts } from './lane-track.ts';
import { countStates, type LaneHead, laneOrdinal, type StateCounts } from './lane-words.ts';

/** How lanes are to be shown. */
export interface LaneQuery {
  readonly foldIdleMs: number | null;
  readonly order: LaneOrder;
  /** Keys of folded lanes. */
  readonly folded: readonly string[];
  /** The stretch of time to show; null for all. */
  readonly window: TimeWindow | null;
  /** Width of the axis, px. */
  readonly widthPx: number;
  readonly offset: number;
  /** At most 400. */
  readonly limit: number;
  /** Events whose row is wanted, at most 100. */
  readonly events: readonly EventPlace[];
  /** Draws the critical path of the run of an event, or of the run that took longest (null); left out: none. */
  readonly pathOf?: number | null;
}

/** A row of the tree of lanes with its bars. */
export interface DrawnRow extends Omit<LaneRow, 'lane'> {
  readonly lane: LaneHead;
  /** The event to look at for the lane as a whole. */
  readonly main: number | null;
  readonly bars: readonly DrawnSpan[];
}

/** Some rows of the lanes, and what holds for all of them. */
export interface LaneWindow extends TrackFacts {
  readonly endMs: number | null;
  /** Rows in all. */
  readonly total: number;
  readonly counts: StateCounts;
  /** As asked, since an answer may be shown a moment longer than its question. */
  readonly widthPx: number;
  readonly window: TimeWindow | null;
  readonly offset: number;
  readonly rows: readonly DrawnRow[];
  /** Rows of the events asked for, without those that have none. */
  readonly places: readonly { readonly ordinal: number; readonly row: number }[];
  /** Null where none is asked for, and for a run without one. */
  readonly path: DrawnPath | null;
}

const MAX_ROWS = 400;
const MAX_EVENTS = 400;

/** The rows of a query. `rows` are those of all lanes in the query's order. O(bars of the rows asked for + events × rows). */
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
  const shown = rows.slice(offset, offset + Math.min(query.limit, MAX_ROWS));
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
    rows: shown.map(({ lane, ...place }): DrawnRow => {
      const { spans, ...head } = lane;
      return { ...place, lane: head, main: laneOrdinal(lane), bars: drawnSpans(spans, track.places) };
    }),
    places: places.filter(({ row }) => row !== -1),
    path: path === null ? null : drawnPath(path, rows, track),
  };
}
