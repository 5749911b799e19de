/** A comparison as a document. Pure. */
import type { EventDifference, MaskRules } from '@openwop-inspector/compare';
import type { EventRow } from '@openwop-inspector/run-log';
import type { CompareSide } from './compare-sides.ts';
import type { ToldComparison, ToldCone, ToldDifference, ToldPair } from './compare-told.ts';

/**
 * What `compare --json` prints. `divergedAt` is absent when nothing differs; `pairs`, `onlyA` and `onlyB` are counts;
 * `changed` lists the first differences of any kind, `changedTotal` counts all. Events are named by sequence, eventId,
 * type, node and run; null stands for an event that a side does not have.
 */
export function compareDocument(told: ToldComparison, pair: ToldPair | null, rules: MaskRules) {
  const { comparison, sides, first } = told;
  const { counts, masked, notes, figures, events } = comparison;
  return {
    same: comparison.isSame,
    a: sideDocument(sides.a, events.a),
    b: sideDocument(sides.b, events.b),
    ...(first === null
      ? {}
      : {
          divergedAt: {
            ...differenceDocument(first),
            /** Pairs in front of it, which are all the same. */
            before: comparison.first?.before ?? 0,
            ...valuesDocument(first.values),
            /** What follows causally, the events themselves not counted; null where nothing tells. */
            consequences: { a: coneDocument(first.coneA), b: coneDocument(first.coneB) },
          },
        }),
    pairs: counts.pairs,
    samePairs: counts.same,
    changedPairs: counts.changed,
    movedPairs: counts.moved,
    onlyA: counts.onlyA,
    onlyB: counts.onlyB,
    changed: told.differences.map(differenceDocument),
    changedTotal: comparison.differences.total,
    /** Differences besides the first that follow from no other. */
    apart: { total: comparison.apart.total, list: told.apart.map(differenceDocument) },
    /** What hosts recorded of a divergence, held against `divergedAt`. */
    recorded: told.recorded.map(({ side, verdict, point, why, row, names }) => ({
      ...{ side, verdict, why, divergencePoint: point },
      event: eventDocument(row),
      names: eventDocument(names),
    })),
    all: { a: figures.all.a, b: figures.all.b },
    nodes: figures.nodes,
    /** Values that did not count, by what masked them, and the rules. */
    masked: { ...masked, rules },
    notes: [
      ...notes,
      ...[sides.a, sides.b].flatMap((side, at) =>
        side.isComplete ? [] : [{ code: 'incomplete', side: at === 0 ? 'a' : 'b', message: INCOMPLETE }],
      ),
    ],
    ...(pair === null
      ? {}
      : { event: { a: eventDocument(pair.a), b: eventDocument(pair.b), ...valuesDocument(pair.values) } }),
  };
}

/** Why less is known of a side than it may hold. */
export const INCOMPLETE = 'it could not be read to its end; what is missing may differ as well';

function sideDocument({ file, runId, summary, otherRuns, isComplete }: CompareSide, events: number) {
  return {
    ...{ file, runId, events },
    workflowId: summary?.workflowId ?? null,
    status: summary?.status ?? null,
    complete: isComplete,
    otherRuns: otherRuns.slice(0, MAX_RUNS),
  };
}

/** Ids of other runs that are listed. */
const MAX_RUNS = 100;

function differenceDocument({ kind, parts, a, b }: ToldDifference) {
  return { change: kind, parts, a: eventDocument(a), b: eventDocument(b) };
}

function eventDocument(row: EventRow | null) {
  if (row === null) return null;
  const { sequence, eventId, type, nodeId, runId } = row;
  return { sequence, eventId, type, nodeId, runId };
}

function coneDocument(cone: ToldCone | null) {
  if (cone === null) return null;
  const { events, different, first } = cone;
  return { events, different, first: first.map(eventDocument) };
}

function valuesDocument(values: EventDifference | null) {
  return values === null ? {} : { differences: values.list, differencesTotal: values.total };
}
