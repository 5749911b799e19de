import type { MaskedText } from '@openwop-inspector/base';
import {
  type CriticalPath,
  criticalPath,
  measuredDuration,
  type NodeLanes,
  nodeLanes,
  type OneRun,
  type RunLog,
  spanUse,
} from '@openwop-inspector/run-log';
import { type LaneRow, laneRows } from '../features/nodes/lane-rows.ts';
import { type LaneQuery, type LaneWindow, laneWindow } from '../features/nodes/lane-window.ts';
import {
  type SlowQuery,
  type SlowSpan,
  type SlowTotal,
  type SlowTotals,
  slowTotals,
} from '../features/nodes/slow-spans.ts';
import { recentAnswers, visibleLog } from './sessions.ts';

/** Lanes of a growing log are cached for this many times the duration of their computation. */
const REST = 5;

/** The totals of spans, and the type of the event that each single span begins at, or a model call ends with. */
export interface SlowestAnswer extends Pick<SlowTotals, 'counts' | 'total'> {
  readonly totals: readonly (Omit<SlowTotal, 'spans'> & {
    readonly spans: readonly (SlowSpan & { readonly type: MaskedText })[];
  })[];
  readonly startMs: number | null;
  /** Bars beyond what a lane keeps; they are not among these. */
  readonly lost: number;
}

/** The lanes of a log and their rows, as last requested. */
interface CachedLanes {
  readonly foldIdleMs: number | null;
  /** Events there were when the lanes were made. */
  readonly events: number;
  /** True when the log had been read whole and put in order. */
  readonly isFinal: boolean;
  /** The order they were made of, and when that was; the time that it took, once it is known. */
  readonly order: RunLog['order'];
  readonly madeAt: number;
  tookMs: number | null;
  readonly lanes: Promise<NodeLanes>;
  /** The same without the names that are read from events; never there when none are to be read. */
  readonly unnamed: Promise<NodeLanes>;
  rows: { readonly key: string; readonly rows: readonly LaneRow[] } | null;
  /** What hosts measured, by the event that says it; null where it does not. */
  readonly measured: Map<number, number | null>;
}

/** While a log grows, its lanes are recomputed only when it has grown by this factor: they cost a pass over all events. */
const GROWTH = 1.5;

/** Every event that is read for a name is a request for a range of bytes; a large log has names for a few only. */
const READS = { small: 2_000, large: 200, largeFrom: 20_000 } as const;

const caches = new WeakMap<RunLog | OneRun, CachedLanes>();

/**
 * Rows of the lanes of a log. The lanes are cached, so that scrolling and zooming cost only the visible rows. `say` gets them
 * while the events that name what they show are read. Of a log that grows they may be a moment old; `onOld` is then called,
 * once the answer is made.
 */
export async function laneWindowOf(
  source: RunLog | OneRun,
  query: LaneQuery,
  onOld: () => void = () => undefined,
  say?: (part: LaneWindow) => void,
): Promise<LaneWindow> {
  const own = lanesOf(source, query.foldIdleMs);
  const { order, folded } = query;
  const rowsOf = ({ lanes }: NodeLanes) => laneRows(lanes, order, new Set(folded));
  let isNamed = false;
  void own.unnamed.then((lanes) => {
    if (!isNamed) say?.(laneWindow(lanes, rowsOf(lanes), query));
  });
  const lanes = await own.lanes;
  isNamed = true;
  const key = `${order} ${folded.join('\n')}`;
  if (own.rows?.key !== key) own.rows = { key, rows: rowsOf(lanes) };
  const { pathOf: ordinal } = query;
  const name = `${ordinal} of ${own.madeAt}`;
  const path = ordinal === undefined ? null : await recentPaths(source, name, () => pathOf(source, ordinal));
  if (own.isFinal && own.order !== visibleLog(source).order) onOld();
  return laneWindow(lanes, own.rows.rows, query, path);
}

/** The critical path that was requested last, by the event that names its run. */
const recentPaths = recentAnswers<CriticalPath | null>(1);

/** Maximum number of displayed steps of a critical path. */
const MOST_STEPS = 2_000;

/** The critical path of the run of an event, or of the run that took longest (null). */
export function pathOf(source: RunLog | OneRun, ordinal: number | null): Promise<CriticalPath | null> {
  return criticalPath(visibleLog(source), ordinal, MOST_STEPS);
}

/** Totals that are listed, and spans of each. */
const MOST_SLOW = 200;

/** Which totals are wanted. */
export type SlowestQuery = SlowQuery & { readonly foldIdleMs: number | null };

/**
 * The totals of the spans of the lanes. Costs a sort of all spans, and of each event that records use one read, once; others
 * come in between. Until it is read, or where that is stopped, no use is reported.
 */
export async function slowestOf(
  source: RunLog | OneRun,
  { foldIdleMs, ...query }: SlowestQuery,
  isStopped: () => boolean,
): Promise<SlowestAnswer> {
  const { measured, lanes: made } = lanesOf(source, foldIdleMs);
  const { lanes, startMs, lost } = await made;
  const log = visibleLog(source);
  const uses = await spanUse(log, isStopped);
  const { totals, total, counts } = await settledSlow(log, measured, isStopped, () =>
    slowTotals(lanes, query, MOST_SLOW, {
      usedBy: (span) => uses?.of(span) ?? null,
      measuredMs: ({ endOrdinal }) => (endOrdinal === null ? null : measured.get(endOrdinal)),
    }),
  );
  const found = totals.map(({ spans, ...rest }) => ({
    ...rest,
    spans: spans.map((slow) => ({ ...slow, type: log.index.typeLabelOf(slow.span.ordinal) })),
  }));
  return { totals: found, total, counts, startMs, lost };
}

/** Spans whose own measure is read, of each log; of shorter ones it would change nothing that people look for. */
const MOST_MEASURED = 2_000;
const LEAST_MS = 1_000;

/** The slowest spans by what the host measured of them: those that turn out to be shorter are replaced by others. */
async function settledSlow(
  log: Parameters<typeof measuredDuration>[0],
  measured: Map<number, number | null>,
  isStopped: () => boolean,
  choose: () => SlowTotals,
): Promise<SlowTotals> {
  for (;;) {
    const chosen = choose();
    const spans = [...chosen.longest, ...chosen.totals.flatMap((total) => total.spans)];
    const unread = spans.flatMap(({ span: { kind, endOrdinal }, tookMs }) => {
      const isOwn = (kind === 'ran' || kind === 'toolCall') && tookMs >= LEAST_MS;
      return isOwn && endOrdinal !== null && !measured.has(endOrdinal) ? [endOrdinal] : [];
    });
    if (unread.length === 0 || measured.size >= MOST_MEASURED) return chosen;
    for (const ordinal of unread) {
      if (isStopped()) return chosen;
      measured.set(ordinal, await measuredDuration(log, ordinal));
    }
  }
}

function lanesOf(source: RunLog | OneRun, foldIdleMs: number | null): CachedLanes {
  const before = caches.get(source);
  const log = visibleLog(source);
  const events = log.order.length;
  const isFinal = log.graph !== null;
  if (before?.foldIdleMs === foldIdleMs) {
    const { order, madeAt, tookMs } = before;
    // Lanes of a log that was read once are good enough when they are all there is, or were made a moment ago.
    const isFresh =
      order === log.order || tookMs === null || performance.now() < madeAt + tookMs * (1 + REST);
    if (before.isFinal ? isFresh : !isFinal && events < before.events * GROWTH) return before;
  }
  const reads = events < READS.largeFrom ? READS.small : READS.large;
  const madeAt = performance.now();
  let onUnnamed: (lanes: NodeLanes) => void = () => undefined;
  const unnamed = new Promise<NodeLanes>((resolve) => {
    onUnnamed = resolve;
  });
  const lanes = nodeLanes(log, foldIdleMs, { reads, onUnnamed });
  const own: CachedLanes = {
    foldIdleMs,
    events,
    isFinal,
    order: log.order,
    madeAt,
    tookMs: null,
    lanes,
    unnamed,
    rows: null,
    measured: new Map(),
  };
  caches.set(source, own);
  own.lanes.then(
    () => {
      own.tookMs = performance.now() - madeAt;
    },
    // A failure reaches the caller; the next request tries again.
    () => caches.delete(source),
  );
  return own;
}
