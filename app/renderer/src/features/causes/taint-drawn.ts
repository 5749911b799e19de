import type { EventRow, ReachedPlace, TaintOfEvent, TaintStep } from '@openwop-inspector/run-log';
import type { BadgeTone, IconName } from '@openwop-inspector/ui';

/** `acts`: it reached an effect. `open`: it should have been stopped there. `lost`: the mark is lost there. */
export type TaintKind = 'enters' | 'way' | 'acts' | 'stopped' | 'open' | 'lost';

/** Rendering of an event of the path: a badge only where the content does not just pass. */
export interface TaintMark {
  readonly kind: TaintKind;
  /** Label of its badge, also read by screen readers. */
  readonly word: string;
  /** Null for an event that the content only passed. */
  readonly badge: { readonly tone: BadgeTone; readonly icon: IconName } | null;
}

/** One object for each kind, so that rows are not re-rendered. */
export const TAINT_MARKS: Readonly<Record<TaintKind, TaintMark>> = {
  enters: { kind: 'enters', word: 'Taint enters', badge: { tone: 'untrusted', icon: 'arrowRight' } },
  way: { kind: 'way', word: 'On the way of untrusted content', badge: null },
  acts: { kind: 'acts', word: 'Taint acts', badge: { tone: 'untrusted', icon: 'untrusted' } },
  stopped: { kind: 'stopped', word: 'Taint stopped', badge: { tone: 'ok', icon: 'stop' } },
  open: { kind: 'open', word: 'Taint not stopped', badge: { tone: 'error', icon: 'blocked' } },
  lost: { kind: 'lost', word: 'Taint mark lost', badge: { tone: 'error', icon: 'lost' } },
};

/** Priority for an event of several paths: the first of these. */
const WEIGHT: readonly TaintKind[] = ['open', 'lost', 'stopped', 'enters', 'acts', 'way'];

/** Two consecutive events of the path. */
export interface TaintEdgeDrawn {
  readonly from: EventRow;
  readonly to: EventRow;
}

/** The path to an event, and on from it to the events it reached. */
export interface TaintDrawn {
  readonly target: EventRow;
  readonly marks: ReadonlyMap<number, TaintMark>;
  readonly edges: readonly TaintEdgeDrawn[];
  /** The marked events. */
  readonly rows: readonly EventRow[];
  /** Events and places that are not rendered. */
  readonly leftOut: number;
}

/** Marks and edges of one event. O(events of its paths). */
export function drawnTaint({ row, way, leftOut, reached, reachedTotal }: TaintOfEvent): TaintDrawn {
  const rows = new Map<number, EventRow>();
  const kinds = new Map<number, TaintKind>();
  const edges = new Map<string, TaintEdgeDrawn>();
  const mark = (at: EventRow, kind: TaintKind): void => {
    rows.set(at.ordinal, at);
    const present = kinds.get(at.ordinal);
    if (present === undefined || WEIGHT.indexOf(kind) < WEIGHT.indexOf(present)) kinds.set(at.ordinal, kind);
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
