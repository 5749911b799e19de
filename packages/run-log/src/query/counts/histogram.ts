/** Counts of events along the folded time axis, for the minimap. */
import { firstThat } from '@openwop-inspector/base';
import { FLAG } from '../../index/event-columns.ts';
import { isPart, type LoadedLog } from '../loaded-log.ts';
import { failedRows } from '../rows/rows.ts';

export interface HistogramQuery {
  /** Bars wanted; a stretch of activity gets at least one, so there may be a few more. At most 10,000. */
  readonly buckets: number;
  readonly foldIdleMs: number | null;
  /** Ordinals of the events that match a filter, in any order; null when all do. */
  readonly matching: ArrayLike<number> | null;
}

const MAX_BUCKETS = 10_000;

/** Counts of events a bucket of the folded axis, for the minimap. */
export type Histogram = ReturnType<typeof histogram>;

/**
 * Events, matching events and failures a bucket. Buckets are of about one length of active time and never reach over a
 * fold; an event between two of them belongs to the later. Events without time are in none. O(events), some 20 ns each.
 */
export function histogram(log: LoadedLog, query: HistogramQuery) {
  const segments = timeSegments(timeRange(log, query.foldIdleMs));
  const grid = bucketGrid(segments, Math.max(1, Math.min(MAX_BUCKETS, Math.floor(query.buckets))));
  const isFailed = failedRows(log);
  const events = new Uint32Array(grid.size);
  const failed = new Uint32Array(grid.size);
  const { length, time, flags } = log.index.columns;
  const count = (row: number): void => {
    const at = grid.at(time[row] as number);
    if (at < 0 || ((flags[row] as number) & FLAG.dropped) !== 0) return;
    events[at] = (events[at] as number) + 1;
    if (isFailed(row)) failed[at] = (failed[at] as number) + 1;
  };
  // A log that grows holds rows that are not displayed yet, and one run those of others.
  if (log.order.lineage === undefined && !isPart(log)) for (let row = 0; row < length; row++) count(row);
  else for (let i = 0; i < log.order.length; i++) count(log.order.ordinalAt(i));
  const matching = query.matching === null ? events : countRows(query.matching, time, grid);
  return {
    segments,
    /** One entry a bucket, spread evenly over the folded axis; idle segments take no bucket but their drawn width. */
    buckets: grid.buckets().map((bucket, i) => ({
      ...bucket,
      events: events[i] as number,
      matching: matching[i] as number,
      failed: failed[i] as number,
    })),
    max: events.reduce((most, count) => Math.max(most, count), 0),
  };
}

function countRows(rows: ArrayLike<number>, time: Float64Array, grid: BucketGrid): Uint32Array {
  const counts = new Uint32Array(grid.size);
  for (let i = 0; i < rows.length; i++) {
    const at = grid.at(time[rows[i] as number] as number);
    if (at >= 0) counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

type BucketGrid = ReturnType<typeof bucketGrid>;

/** Buckets over the active stretches of an axis. */
function bucketGrid(segments: readonly TimeSegment[], wanted: number) {
  const active = segments.filter((segment) => !segment.idle);
  const total = active.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs), 0);
  let size = 0;
  const stretches = active.map(({ fromMs, toMs }) => {
    const share = total > 0 ? Math.round((wanted * (toMs - fromMs)) / total) : 1;
    const stretch = { fromMs, toMs, first: size, count: toMs > fromMs ? Math.max(1, share) : 1 };
    size += stretch.count;
    return stretch;
  });
  const fromOf = (at: number): number => stretches[at]?.fromMs ?? 0;
  /** The stretch of the last look-up; neighbouring events mostly share it. */
  let [last] = stretches;
  return {
    size,
    /** Bucket of a time, -1 for one that is unknown. */
    at(time: number): number {
      if (Number.isNaN(time) || last === undefined) return -1;
      if (time < last.fromMs || time > last.toMs)
        last = stretches[Math.max(0, firstThat(stretches.length, (at) => fromOf(at) > time) - 1)] ?? last;
      const length = last.toMs - last.fromMs;
      if (length <= 0) return last.first;
      const place = Math.floor(((time - last.fromMs) / length) * last.count);
      return last.first + Math.max(0, Math.min(last.count - 1, place));
    },
    buckets: () =>
      stretches.flatMap(({ fromMs, toMs, count }) => {
        const edge = (i: number): number => (i === count ? toMs : fromMs + ((toMs - fromMs) * i) / count);
        return Array.from({ length: count }, (_, i) => ({ fromMs: edge(i), toMs: edge(i + 1) }));
      }),
  };
}

/* The folded time axis of a log: stretches of activity and the idle ones between them. */

/** Folds that an axis may hold; of more only the longest are folded. */
const MAX_FOLDS = 200;

/**
 * First and last time, and the gaps of at least `foldIdleMs` in which no event of any run is; null folds nothing.
 * Equal and decreasing times are normal, unknown ones are left out. Null when no time is known. O(events), and
 * O(events log events) where times decrease.
 */
export function timeRange(log: LoadedLog, foldIdleMs: number | null) {
  const times = displayedTimes(log).filter((ms) => !Number.isNaN(ms));
  if (!times.every((ms, at) => at === 0 || ms >= (times[at - 1] as number))) times.sort();
  const [firstMs, lastMs] = [times[0], times.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return null;
  const fold = foldIdleMs !== null && foldIdleMs > 0 ? foldIdleMs : Number.POSITIVE_INFINITY;
  const gaps: number[] = [];
  for (let i = 1; i < times.length; i++) {
    const [before, ms] = [times[i - 1] as number, times[i] as number];
    if (ms - before >= fold) gaps.push(before, ms);
  }
  return {
    firstMs,
    lastMs,
    /** Ends of the gaps that are at least as long as the fold, from early to late: flat pairs (from, to). */
    gaps,
  };
}

/** Times of the events that a log shows, in the order of the source where it is whole; NaN for unknown ones. */
function displayedTimes(log: LoadedLog): Float64Array {
  const { columns } = log.index;
  const { length, time } = columns;
  if (isPart(log)) {
    const own = new Float64Array(log.order.length);
    for (let i = 0; i < own.length; i++) own[i] = time[log.order.ordinalAt(i)] as number;
    return own;
  }
  const times = time.subarray(0, length);
  const isDisplayed = (_: number, row: number): boolean => !columns.has(row, FLAG.dropped);
  return log.index.dropped === 0 ? times : times.filter(isDisplayed);
}

/** A stretch of the folded time axis. Idle stretches longer than the fold limit are drawn at a fixed width. */
export interface TimeSegment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly idle: boolean;
}

/** Segments from the first to the last time, without holes between them: active, idle, active … */
export function timeSegments(range: ReturnType<typeof timeRange>): readonly TimeSegment[] {
  if (range === null) return [];
  const segments: TimeSegment[] = [];
  let from = range.firstMs;
  const gaps = longestGaps(range.gaps);
  for (let i = 0; i < gaps.length; i += 2) {
    const [idleFrom, idleTo] = [gaps[i] as number, gaps[i + 1] as number];
    segments.push({ fromMs: from, toMs: idleFrom, idle: false });
    segments.push({ fromMs: idleFrom, toMs: idleTo, idle: true });
    from = idleTo;
  }
  segments.push({ fromMs: from, toMs: range.lastMs, idle: false });
  return segments;
}

/** At most as many gaps as an axis may fold, the longest ones, from early to late. */
function longestGaps(gaps: readonly number[]): readonly number[] {
  if (gaps.length <= 2 * MAX_FOLDS) return gaps;
  const starts = Array.from({ length: gaps.length / 2 }, (_, i) => 2 * i);
  const lengthAt = (at: number): number => (gaps[at + 1] as number) - (gaps[at] as number);
  return starts
    .sort((a, b) => lengthAt(b) - lengthAt(a) || a - b)
    .slice(0, MAX_FOLDS)
    .sort((a, b) => a - b)
    .flatMap((at) => [gaps[at] as number, gaps[at + 1] as number]);
}
