/**
 * Layout of the visible lanes. A large log has tens of thousands of lanes, so sorting, folding and layout happen in the
 * worker, and only the visible rows are sent to the window. Pure.
 */
import type { CriticalPath, NodeLanes } from '@openwop-inspector/run-log';
import type { TimeWindow } from '../../shared/time-axis.ts';
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
import {
  type DrawnPath,
  type DrawnSpan,
  drawnPath,
  drawnSpans,
  laneTrack,
  orderRange,
  type TrackFacts,
} from './lane-track.ts';

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
