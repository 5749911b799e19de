/** Labels of a folded time axis, and how the user zooms it. Works on the axis of `time-axis.ts`. */
import { formatClock, formatTick, formatTook } from '@openwop-inspector/base';
import type { TimeSegment } from '@openwop-inspector/run-log';
import { axisTicks, layOutAxis, placeOf, type TimeAxis, timeAt } from './time-axis.ts';

/** A labelled round time, or a folded stretch with its length. */
export interface AxisLabel {
  readonly kind: 'tick' | 'fold';
  readonly left: number;
  readonly width: number;
  readonly text: string;
}

/** Minimum distance of two round times, px. */
const LEAST_GAP = 72;
/** A fold narrower than this has no space for its length. */
const LEAST_FOLD = 44;
/** Approximate width of a character of the caption font, px. */
const CHARACTER = 6;

/** Labels counted from `originMs`, left to right, never overlapping; fold lengths precede round times. */
export function axisLabels(axis: TimeAxis, originMs: number): readonly AxisLabel[] {
  const folds = axis.pieces
    .filter((piece) => piece.idle && piece.right - piece.left >= LEAST_FOLD)
    .map((piece): AxisLabel => {
      const text = `${idleTime(piece.toMs - piece.fromMs)} idle`;
      return { kind: 'fold', left: piece.left, width: piece.right - piece.left, text };
    });
  const times = axis.pxPerMs === 0 ? moments(axis, originMs) : roundTimes(axis, originMs);
  const labels: AxisLabel[] = [];
  for (const label of [...folds, ...times]) {
    if (labels.every((placed) => endOf(placed) <= label.left || endOf(label) <= placed.left))
      labels.push(label);
  }
  return labels.sort((one, other) => one.left - other.left);
}

const endOf = (label: AxisLabel): number =>
  label.left + Math.max(label.width, (label.text.length + 1) * CHARACTER);

function roundTimes(axis: TimeAxis, originMs: number): readonly AxisLabel[] {
  const ticks = axisTicks(axis, originMs, LEAST_GAP);
  const step = ticks.reduce((least, tick, at) => {
    const before = ticks[at - 1];
    return before === undefined ? least : Math.min(least, tick.sinceMs - before.sinceMs);
  }, Number.POSITIVE_INFINITY);
  return ticks.map(({ sinceMs, place }) => ({
    kind: 'tick',
    left: place,
    width: 0,
    text: formatTick(sinceMs, step),
  }));
}

/** An axis without length has the time of each of its moments. */
function moments(axis: TimeAxis, originMs: number): readonly AxisLabel[] {
  return axis.pieces
    .filter((piece) => !piece.idle)
    .map((piece) => ({
      kind: 'tick',
      left: (piece.left + piece.right) / 2,
      width: 0,
      text: formatTick(piece.fromMs - originMs, 1),
    }));
}

function idleTime(ms: number): string {
  return ms >= 60_000 ? formatClock(ms) : formatTook(ms);
}

/** A stretch of time, epoch ms. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Smallest stretch that can be zoomed to, ms. */
const LEAST_WINDOW = 0.05;

/**
 * The window after zooming by `factor` (2 shows half as much) about a time; null is the complete axis. Folds retain
 * their rendered width, so idle time is neither zoomed into nor in the way.
 */
export function zoomed(
  segments: readonly TimeSegment[],
  window: TimeWindow | null,
  factor: number,
  aboutMs: number | null,
): TimeWindow | null {
  const whole = layOutAxis(segments, 10_000);
  if (whole.pxPerMs === 0) return null;
  const left = window === null ? 0 : placeOf(whole, window.fromMs);
  const right = window === null ? whole.width : placeOf(whole, window.toMs);
  const about = aboutMs === null ? (left + right) / 2 : placeOf(whole, aboutMs);
  const centre = about < left || about > right ? (left + right) / 2 : about;
  const width = (right - left) / factor;
  if (width >= whole.width * 0.999) return null;
  const start = Math.min(Math.max(0, centre - width / 2), whole.width - width);
  const next = { fromMs: timeAt(whole, start), toMs: timeAt(whole, start + width) };
  return next.toMs - next.fromMs < LEAST_WINDOW ? window : next;
}
