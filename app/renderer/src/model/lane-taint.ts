/** The path of untrusted content over the lanes: row numbers and pixels of its events. The view renders it. */
import { formatSequence } from '@openwop-inspector/base';
import type { ArrowEnd, PlaceOf } from './causal-arrows.ts';
import type { TaintDrawn, TaintMark } from './taint-drawn.ts';

/** An event of the path that has a position. */
interface TaintEnd extends ArrowEnd {
  readonly mark: TaintMark;
  /** `#26 Taint stopped`; null where the content only passes. */
  readonly words: string | null;
}

export interface PlacedTaint {
  readonly edges: readonly { readonly from: ArrowEnd; readonly to: ArrowEnd }[];
  readonly ends: readonly TaintEnd[];
}

/** The events and edges with a position among the visible lanes; null without a path. O(events of the path). */
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

/** Taint of a lane, appended to its accessible name; empty without any. */
export function textAt(taint: PlacedTaint | null, row: number): string {
  const said = taint?.ends.flatMap((end) => (end.row === row ? (end.words ?? []) : [])) ?? [];
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}
