/** The folded time axis of a log: stretches of activity and the idle ones between them. */
import { FLAG } from '../../index/event-columns.ts';
import { isPart, type LoadedLog } from '../loaded-log.ts';

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
    segments.push(
      { fromMs: from, toMs: idleFrom, idle: false },
      { fromMs: idleFrom, toMs: idleTo, idle: true },
    );
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
