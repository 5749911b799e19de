/** Rows of gaps among the rows of events: maps positions of the rendered list. Pure; O(log gaps) a lookup. */
import type { SequenceGap } from '@openwop-inspector/run-log';

/** Content of a position of the rendered list. */
export type DrawnRow =
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'gap'; readonly gap: SequenceGap };

/** Number of gaps before or at the row of an event, by its index in the selection. `gaps` is in order of `before`. */
function gapsUpTo(gaps: readonly SequenceGap[], index: number): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.before ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rendered position of the row of an event. */
export function drawnAt(gaps: readonly SequenceGap[], index: number): number {
  return index + gapsUpTo(gaps, index);
}

/** Content of a rendered position. */
export function rowDrawn(gaps: readonly SequenceGap[], place: number): DrawnRow {
  let low = 0;
  let high = gaps.length;
  // Gap number n is rendered at `before + n`: the first at or after the position.
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.before ?? 0) + middle < place) low = middle + 1;
    else high = middle;
  }
  const gap = gaps[low];
  if (gap !== undefined && gap.before + low === place) return { kind: 'gap', gap };
  return { kind: 'event', index: place - low };
}
