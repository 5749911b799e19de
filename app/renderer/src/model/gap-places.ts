/** Rows of holes among the rows of events: which place of the drawn list is which. Pure; O(log gaps) a question. */
import type { SequenceGap } from '@openwop-inspector/run-log';

/** What is drawn at a place of the drawn list. */
export type DrawnRow =
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'gap'; readonly gap: SequenceGap };

/** Gaps that lie before or at the row of an event, by its place in the selection. `gaps` is in order of `before`. */
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

/** Where the row of an event is drawn. */
export function drawnAt(gaps: readonly SequenceGap[], index: number): number {
  return index + gapsUpTo(gaps, index);
}

/** What is drawn at a place. */
export function rowDrawn(gaps: readonly SequenceGap[], place: number): DrawnRow {
  let low = 0;
  let high = gaps.length;
  // Gap number n is drawn at `before + n`: the first that is drawn at or behind the place.
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.before ?? 0) + middle < place) low = middle + 1;
    else high = middle;
  }
  const gap = gaps[low];
  if (gap !== undefined && gap.before + low === place) return { kind: 'gap', gap };
  return { kind: 'event', index: place - low };
}
