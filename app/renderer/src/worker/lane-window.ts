import { type NodeLanes, nodeLanes, type RunLog } from '@openwop-inspector/run-log';
import { type LaneRow, laneRows } from '../model/lane-rows.ts';
import { type LaneQuery, type LaneWindow, laneWindow } from '../model/lane-window.ts';

/** The lanes of a log and their rows, as they were last asked for. */
interface HeldLanes {
  readonly foldIdleMs: number | null;
  /** Events there were when the lanes were made. */
  readonly events: number;
  /** True when the log had been read whole and put in order. */
  readonly isFinal: boolean;
  readonly lanes: Promise<NodeLanes>;
  rows: { readonly key: string; readonly rows: readonly LaneRow[] } | null;
}

/** While a log grows, its lanes are made anew only when it has grown by this factor: they cost a pass over all events. */
const GROWTH = 1.5;

/** Every event that is read for a name is a request for a range of bytes; a large log has names for a few only. */
const READS = { small: 2_000, large: 200, largeFrom: 20_000 } as const;

const held = new WeakMap<RunLog, HeldLanes>();

/** Rows of the lanes of a log. The lanes are kept, so that scrolling and zooming cost only the rows in sight. */
export async function laneWindowOf(log: RunLog, query: LaneQuery): Promise<LaneWindow> {
  const own = lanesOf(log, query.foldIdleMs);
  const lanes = await own.lanes;
  const key = `${query.order} ${query.folded.join('\n')}`;
  if (own.rows?.key !== key) {
    own.rows = { key, rows: laneRows(lanes.lanes, query.order, new Set(query.folded)) };
  }
  return laneWindow(lanes, own.rows.rows, query);
}

function lanesOf(log: RunLog, foldIdleMs: number | null): HeldLanes {
  const before = held.get(log);
  const events = log.order.length;
  const isFinal = log.graph !== null;
  const fits = before !== undefined && before.foldIdleMs === foldIdleMs;
  if (fits && (before.isFinal || (!isFinal && events < before.events * GROWTH))) return before;
  const reads = events < READS.largeFrom ? READS.small : READS.large;
  const lanes = nodeLanes(log, foldIdleMs, reads);
  const own: HeldLanes = { foldIdleMs, events, isFinal, lanes, rows: null };
  held.set(log, own);
  // A failure is told to whoever asked; the next question tries again.
  own.lanes.catch(() => held.delete(log));
  return own;
}
