/** Rows of gaps among the rows of events: maps positions of the rendered list. Pure; O(log gaps) a lookup. */
import { firstThat } from '@openwop-inspector/base';
import type { SequenceGap } from '@openwop-inspector/run-log';

/** Content of a position of the rendered list. */
export type DrawnRow =
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'gap'; readonly gap: SequenceGap };

/** Rendered position of the row of an event, by its index in the selection. `gaps` is in order of `before`. */
export function drawnAt(gaps: readonly SequenceGap[], index: number): number {
  return index + firstThat(gaps.length, (at) => (gaps[at]?.before ?? 0) > index);
}

/** Content of a rendered position. */
export function rowDrawn(gaps: readonly SequenceGap[], place: number): DrawnRow {
  // Gap number n is rendered at `before + n`: the first at or after the position.
  const low = firstThat(gaps.length, (at) => (gaps[at]?.before ?? 0) + at >= place);
  const gap = gaps[low];
  if (gap !== undefined && gap.before + low === place) return { kind: 'gap', gap };
  return { kind: 'event', index: place - low };
}
