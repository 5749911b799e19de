/**
 * The folded time axis of the minimap, the lanes and the event list: active ranges have a width by their length, idle
 * ones a fixed width, so that the scale is the same on both sides of a fold. Times are epoch ms, positions are pixels
 * from the left edge of the axis.
 */

import { firstThat, formatClock, formatTick, formatTook } from '@openwop-inspector/base';
import type { TimeSegment } from '@openwop-inspector/run-log';

/** A range of the axis with its position. */
interface AxisPiece extends TimeSegment {
  readonly left: number;
  readonly right: number;
}

export type TimeAxis = ReturnType<typeof layOutAxis>;

/** Width of a folded idle range when there is space for it. */
const IDLE_WIDTH = 72;
/** Maximum share of the axis for all idle ranges together. */
const IDLE_SHARE = 0.4;

/** Lays out ranges over a width. Activity without length shares the width evenly, to avoid dividing by 0. */
export function layOutAxis(segments: readonly TimeSegment[], width: number) {
  const idle = segments.filter((segment) => segment.idle).length;
  const active = segments.length - idle;
  const idleWidth = idle === 0 ? 0 : Math.min(IDLE_WIDTH, (width * (active === 0 ? 1 : IDLE_SHARE)) / idle);
  const activeMs = segments.reduce((sum, { idle, fromMs, toMs }) => sum + (idle ? 0 : toMs - fromMs), 0);
  const activeWidth = Math.max(0, width - idle * idleWidth);
  const pxPerMs = activeMs > 0 ? activeWidth / activeMs : 0;
  const pieces: AxisPiece[] = [];
  let left = 0;
  for (const segment of segments) {
    const share = pxPerMs > 0 ? (segment.toMs - segment.fromMs) * pxPerMs : activeWidth / active;
    const right = left + (segment.idle ? idleWidth : share);
    pieces.push({ ...segment, left, right });
    left = right;
  }
  // `pxPerMs` are pixels per millisecond of activity; 0 when all activity has one timestamp.
  return { width, pieces, pxPerMs };
}

/** Position of a time; times before and after the axis are clamped to its ends. */
export function placeOf(axis: TimeAxis, timeMs: number): number {
  const first = axis.pieces[0];
  if (first === undefined || timeMs < first.fromMs) return 0;
  const piece = pieceWith(axis.pieces, (candidate) => timeMs <= candidate.toMs);
  if (piece === undefined) return axis.width;
  const length = piece.toMs - piece.fromMs;
  if (length <= 0) return (piece.left + piece.right) / 2;
  const share = Math.max(0, timeMs - piece.fromMs) / length;
  return piece.left + share * (piece.right - piece.left);
}

/** Time at a position, clamped to the ends. 0 on an axis without ranges. */
export function timeAt(axis: TimeAxis, place: number): number {
  const piece = pieceWith(axis.pieces, (candidate) => place <= candidate.right) ?? axis.pieces.at(-1);
  if (piece === undefined) return 0;
  const length = piece.right - piece.left;
  const share = length <= 0 ? 0 : Math.min(1, Math.max(0, (place - piece.left) / length));
  return piece.fromMs + share * (piece.toMs - piece.fromMs);
}

/** First piece for which `reaches` is true; it must be true for all later ones too. */
function pieceWith(pieces: readonly AxisPiece[], reaches: (piece: AxisPiece) => boolean) {
  return pieces[firstThat(pieces.length, (at) => reaches(pieces[at] as AxisPiece))];
}

/** The ranges between two times, for a brushed axis; one empty range when nothing is left. */
export function clipSegments(segments: readonly TimeSegment[], fromMs: number, toMs: number) {
  const clipped = segments
    .filter((segment) => segment.toMs >= fromMs && segment.fromMs <= toMs)
    .map((segment) => ({
      ...segment,
      fromMs: Math.max(fromMs, segment.fromMs),
      toMs: Math.min(toMs, segment.toMs),
    }));
  return clipped.length > 0 ? clipped : [{ fromMs, toMs, idle: false }];
}

/** Round steps of an axis, ms. */
const TICK_STEPS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  [1, 2, 6, 12].map((hours) => hours * 3_600_000),
  [1, 2, 7, 30, 90, 365].map((days) => days * 86_400_000),
);

/** Round times since `originMs` along the active ranges, at least `minGap` pixels apart, none inside an idle range. */
export function axisTicks(axis: TimeAxis, originMs: number, minGap: number) {
  const ticks: { readonly sinceMs: number; readonly place: number }[] = [];
  const step = TICK_STEPS.find((candidate) => candidate * axis.pxPerMs >= minGap);
  if (step === undefined) return ticks;
  for (const piece of axis.pieces) {
    if (piece.idle) continue;
    const first = Math.ceil((piece.fromMs - originMs) / step) * step;
    for (let sinceMs = first; sinceMs <= piece.toMs - originMs; sinceMs += step) {
      const place = placeOf(axis, originMs + sinceMs);
      const previous = ticks.at(-1);
      if (previous === undefined || place - previous.place >= minGap * 0.75) ticks.push({ sinceMs, place });
    }
  }
  return ticks;
}

/** A labelled round time, or a folded stretch with its length. */
interface AxisLabel {
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
      const ms = piece.toMs - piece.fromMs;
      const text = `${ms >= 60_000 ? formatClock(ms) : formatTook(ms)} idle`;
      return { kind: 'fold', left: piece.left, width: piece.right - piece.left, text };
    });
  const labels: AxisLabel[] = [];
  for (const label of [...folds, ...timeLabels(axis, originMs)]) {
    if (labels.every((placed) => endOf(placed) <= label.left || endOf(label) <= placed.left))
      labels.push(label);
  }
  return labels.sort((one, other) => one.left - other.left);
}

const endOf = (label: AxisLabel): number =>
  label.left + Math.max(label.width, (label.text.length + 1) * CHARACTER);

/** Round times; an axis without length has the time of each of its moments. */
function timeLabels(axis: TimeAxis, originMs: number): readonly AxisLabel[] {
  const hasLength = axis.pxPerMs > 0;
  const moments = axis.pieces.flatMap(({ idle, fromMs, left, right }) =>
    idle ? [] : [{ sinceMs: fromMs - originMs, place: (left + right) / 2 }],
  );
  const ticks = hasLength ? axisTicks(axis, originMs, LEAST_GAP) : moments;
  const steps = ticks.slice(1).map((tick, at) => tick.sinceMs - (ticks[at]?.sinceMs ?? 0));
  const step = hasLength ? Math.min(...steps) : 1;
  return ticks.map(({ sinceMs, place }) => {
    return { kind: 'tick', left: place, width: 0, text: formatTick(sinceMs, step) };
  });
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
