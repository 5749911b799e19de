/** The way of untrusted content as list, tree and lanes draw it: a mark for each event of it. */
import { formatSequence } from '@openwop-inspector/base';
import type { EventRow, ReachedPlace, TaintOfEvent, TaintStep } from '@openwop-inspector/run-log';
import type { BadgeTone, IconName } from '@openwop-inspector/ui';

/** `acts`: it reached what acts. `open`: it should have been stopped there. `lost`: the mark is lost there. */
export type TaintKind = 'enters' | 'way' | 'acts' | 'stopped' | 'open' | 'lost';

/** How an event of the way is drawn: a badge only where something happens to the content. */
export interface TaintMark {
  readonly kind: TaintKind;
  /** On its badge, and for those who listen. */
  readonly word: string;
  /** Null for an event that the content only went through. */
  readonly badge: { readonly tone: BadgeTone; readonly icon: IconName } | null;
}

/** One object for each kind, so that rows are not drawn anew. */
export const TAINT_MARKS: Readonly<Record<TaintKind, TaintMark>> = {
  enters: { kind: 'enters', word: 'Taint enters', badge: { tone: 'untrusted', icon: 'arrowRight' } },
  way: { kind: 'way', word: 'On the way of untrusted content', badge: null },
  acts: { kind: 'acts', word: 'Taint acts', badge: { tone: 'untrusted', icon: 'untrusted' } },
  stopped: { kind: 'stopped', word: 'Taint stopped', badge: { tone: 'ok', icon: 'stop' } },
  open: { kind: 'open', word: 'Taint not stopped', badge: { tone: 'error', icon: 'blocked' } },
  lost: { kind: 'lost', word: 'Taint mark lost', badge: { tone: 'error', icon: 'lost' } },
};

/** What is said of an event that several ways go through: the first of these. */
const WEIGHT: readonly TaintKind[] = ['open', 'lost', 'stopped', 'enters', 'acts', 'way'];

/** Two events that follow each other on the way. */
export interface TaintEdgeDrawn {
  readonly from: EventRow;
  readonly to: EventRow;
}

/** The way to an event, and on from it to what it reached. */
export interface TaintDrawn {
  readonly target: EventRow;
  readonly marks: ReadonlyMap<number, TaintMark>;
  readonly edges: readonly TaintEdgeDrawn[];
  /** The events that are marked. */
  readonly rows: readonly EventRow[];
  /** Events and places that are not drawn. */
  readonly leftOut: number;
}

/** Marks and edges of what is known of one event. O(events of its ways). */
export function drawnTaint({ row, way, leftOut, reached, reachedTotal }: TaintOfEvent): TaintDrawn {
  const rows = new Map<number, EventRow>();
  const kinds = new Map<number, TaintKind>();
  const edges = new Map<string, TaintEdgeDrawn>();
  const mark = (at: EventRow, kind: TaintKind): void => {
    rows.set(at.ordinal, at);
    const held = kinds.get(at.ordinal);
    if (held === undefined || WEIGHT.indexOf(kind) < WEIGHT.indexOf(held)) kinds.set(at.ordinal, kind);
  };
  const walk = (steps: readonly TaintStep[]): void => {
    steps.forEach((step, at) => {
      mark(step.row, step.via === null ? 'enters' : 'way');
      const before = steps[at - 1]?.row;
      if (before !== undefined)
        edges.set(`${before.ordinal} ${step.row.ordinal}`, { from: before, to: step.row });
    });
  };
  walk(way);
  for (const place of reached) {
    walk(place.way);
    const last = place.way.at(-1);
    if (last !== undefined) mark(last.row, kindOf(place));
  }
  return {
    target: row,
    marks: new Map([...kinds].map(([ordinal, kind]) => [ordinal, TAINT_MARKS[kind]])),
    edges: [...edges.values()],
    rows: [...rows.values()].sort((a, b) => a.ordinal - b.ordinal),
    leftOut: leftOut + reachedTotal - reached.length,
  };
}

function kindOf({ kind, verdict }: ReachedPlace): TaintKind {
  if (verdict === 'deviates') return kind === 'decision' ? 'open' : 'lost';
  return kind === 'refusal' ? 'stopped' : 'acts';
}

/** What happens to the content among some events, once each, for those who listen: `taint enters at #4, stopped at #26`. */
export function taintWords(drawn: TaintDrawn, holds: (row: EventRow) => boolean): string {
  const said = drawn.rows.flatMap((row) => {
    const mark = drawn.marks.get(row.ordinal);
    return mark?.badge == null || !holds(row)
      ? []
      : [`${mark.word.toLowerCase()} at ${formatSequence(row.sequence)}`];
  });
  return said.join(', ');
}
