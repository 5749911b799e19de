/** Dragging and stepping a brush along a strip. Positions are pixels from its left edge. */

/** A brushed range; `from` is never right of `to`. */
export interface BrushSpan {
  readonly from: number;
  readonly to: number;
}

export type BrushGrip = 'from' | 'to' | 'whole' | 'new';

/** Maximum distance from a handle at which a press grabs it. */
const GRIP = 6;
/** A press that moved less than this is a click. */
export const CLICK_SLACK = 3;

/** The grip of a press at a position; without a brush it starts a new one. */
export function gripAt(span: BrushSpan | null, place: number): BrushGrip {
  if (span === null) return 'new';
  const toFrom = Math.abs(place - span.from);
  const toTo = Math.abs(place - span.to);
  if (Math.min(toFrom, toTo) <= GRIP) return toFrom < toTo ? 'from' : 'to';
  return place > span.from && place < span.to ? 'whole' : 'new';
}

/** The brush after the grip was dragged from `start` to `place` on a strip `width` wide. */
export function draggedSpan(
  before: BrushSpan | null,
  grip: BrushGrip,
  start: number,
  place: number,
  width: number,
): BrushSpan {
  const clamp = (x: number) => Math.min(width, Math.max(0, x));
  if (grip === 'new' || before === null) return ordered(clamp(start), clamp(place));
  if (grip === 'from') return ordered(clamp(place), before.to);
  if (grip === 'to') return ordered(before.from, clamp(place));
  const length = before.to - before.from;
  const from = Math.min(width - length, Math.max(0, before.from + place - start));
  return { from, to: from + length };
}

function ordered(a: number, b: number): BrushSpan {
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

/** New position of an end after a key, or null when the key does not move it. Shift makes steps ten times as long. */
export function placeAfterKey(key: string, isLong: boolean, place: number, width: number): number | null {
  const step = Math.max(1, width / 100) * (isLong ? 10 : 1);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, place - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(width, place + step);
    case 'Home':
      return 0;
    case 'End':
      return width;
    default:
      return null;
  }
}
