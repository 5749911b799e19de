/** The way of untrusted content over the lanes: row numbers and pixels of its events. Drawing is the view's affair. */
import { formatSequence } from '@openwop-inspector/base';
import type { ArrowEnd, PlaceOf } from './causal-arrows.ts';
import type { TaintDrawn, TaintMark } from './taint-drawn.ts';

/** An event of the way that has a place. */
interface TaintEnd extends ArrowEnd {
  readonly mark: TaintMark;
  /** `#26 Taint stopped`; null where nothing happens to the content. */
  readonly words: string | null;
}

export interface PlacedTaint {
  readonly edges: readonly { readonly from: ArrowEnd; readonly to: ArrowEnd }[];
  readonly ends: readonly TaintEnd[];
}

/** The events and edges that have a place among the lanes in sight; null while no way is drawn. O(events of the way). */
export function placedTaint(drawn: TaintDrawn | null, placeOf: PlaceOf): PlacedTaint | null {
  if (drawn === null) return null;
  const ends = new Map<number, TaintEnd>();
  for (const row of drawn.rows) {
    const place = placeOf(row);
    const mark = drawn.marks.get(row.ordinal);
    if (place === null || mark === undefined) continue;
    const words = mark.badge === null ? null : `${formatSequence(row.sequence)} ${mark.word}`;
    ends.set(row.ordinal, { ...place, ordinal: row.ordinal, mark, words });
  }
  const edges = drawn.edges.flatMap((edge) => {
    const [from, to] = [ends.get(edge.from.ordinal), ends.get(edge.to.ordinal)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return { edges, ends: [...ends.values()] };
}

/** What happens to the content in a lane, behind its name for those who listen; empty where nothing does. */
export function wordsAt(taint: PlacedTaint | null, row: number): string {
  const said = taint?.ends.flatMap((end) => (end.row === row ? (end.words ?? []) : [])) ?? [];
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}
