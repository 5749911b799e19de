/** The folded time axis of a log: stretches of activity and the idle ones between them. */
import { FLAG } from '../../index/event-columns.ts';
import { isPart, type LoadedLog } from '../loaded-log.ts';

/** Folds that an axis may hold; of more only the longest are folded. */
const MAX_FOLDS = 200;

/** The times of a log as far as its axis needs them. */
export interface TimeRange {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Ends of the gaps that are at least as long as the fold, from early to late: flat pairs (from, to). */
  readonly gaps: readonly number[];
}

/** Cells of the grid that finds gaps among times that are out of order; beyond it they are sorted instead. */
const MAX_CELLS = 1_000_000;

/**
 * First and last time, and the gaps of at least `foldIdleMs` in which no event of any run is; null folds nothing.
 * Equal and decreasing times are normal, unknown ones are left out. Null when no time is known. O(events).
 */
export function timeRange(log: LoadedLog, foldIdleMs: number | null): TimeRange | null {
  const times = displayedTimes(log);
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  const fold = foldIdleMs !== null && foldIdleMs > 0 ? foldIdleMs : Number.POSITIVE_INFINITY;
  const gaps: number[] = [];
  for (const ms of times) {
    if (Number.isNaN(ms)) continue;
    if (ms < before) isSorted = false;
    else if (ms - before >= fold && before > Number.NEGATIVE_INFINITY) gaps.push(before, ms);
    before = ms;
    if (ms < firstMs) firstMs = ms;
    if (ms > lastMs) lastMs = ms;
  }
  if (firstMs > lastMs) return null;
  if (isSorted || fold === Number.POSITIVE_INFINITY) return { firstMs, lastMs, gaps };
  const cells = Math.floor((lastMs - firstMs) / fold) + 1;
  const found = cells <= MAX_CELLS ? gapsByGrid(times, fold, firstMs, cells) : gapsBySorting(times, fold);
  return { firstMs, lastMs, gaps: found };
}

/**
 * Cells as long as the fold: a gap that is long enough never lies inside one, so it is between the last time of one
 * cell and the first of the next that holds any.
 */
function gapsByGrid(times: Float64Array, fold: number, firstMs: number, cells: number): number[] {
  const low = new Float64Array(cells).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(cells).fill(Number.NEGATIVE_INFINITY);
  for (const ms of times) {
    if (Number.isNaN(ms)) continue;
    const cell = Math.floor((ms - firstMs) / fold);
    if (ms < (low[cell] as number)) low[cell] = ms;
    if (ms > (high[cell] as number)) high[cell] = ms;
  }
  const gaps: number[] = [];
  let before = firstMs;
  for (let cell = 0; cell < cells; cell++) {
    const next = low[cell] as number;
    if (next === Number.POSITIVE_INFINITY) continue;
    if (next - before >= fold) gaps.push(before, next);
    before = high[cell] as number;
  }
  return gaps;
}

function gapsBySorting(displayed: Float64Array, fold: number): number[] {
  const times = displayed.filter((ms) => !Number.isNaN(ms)).sort();
  const gaps: number[] = [];
  for (let i = 1; i < times.length; i++) {
    const [before, ms] = [times[i - 1] as number, times[i] as number];
    if (ms - before >= fold) gaps.push(before, ms);
  }
  return gaps;
}

/** Times of the events that a log shows, in the order of the source where it is whole; NaN for unknown ones. */
function displayedTimes(log: LoadedLog): Float64Array {
  const { length, time, flags } = log.index.columns;
  if (isPart(log)) {
    const own = new Float64Array(log.order.length);
    for (let i = 0; i < own.length; i++) own[i] = time[log.order.ordinalAt(i)] as number;
    return own;
  }
  const times = time.subarray(0, length);
  const isDisplayed = (_: number, row: number): boolean => ((flags[row] as number) & FLAG.dropped) === 0;
  return log.index.dropped === 0 ? times : times.filter(isDisplayed);
}

/** A stretch of the folded time axis. Idle stretches longer than the fold limit are drawn at a fixed width. */
export interface TimeSegment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly idle: boolean;
}

/** Segments from the first to the last time, without holes between them: active, idle, active … */
export function timeSegments(range: TimeRange | null): readonly TimeSegment[] {
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
