/** A comparison with the rows of the events that it names: what document and report are made of. */
import {
  type ComparedRuns,
  type Comparison,
  type Cone,
  type Difference,
  type EventDifference,
  eventDifference,
  type MaskRules,
  type RecordedDivergence,
} from '@openwop-inspector/compare';
import type { EventRow, RunLog } from '@openwop-inspector/run-log';
import { findEvent, referenceForms } from '../refer/find-event.ts';
import type { CompareSide, CompareSides } from './compare-sides.ts';

export interface ToldDifference extends Pick<Difference, 'kind' | 'parts'> {
  readonly a: EventRow | null;
  readonly b: EventRow | null;
}

export interface ToldCone extends Pick<Cone, 'events' | 'different'> {
  readonly first: readonly EventRow[];
}

export interface ToldRecord extends Pick<RecordedDivergence, 'side' | 'verdict' | 'point' | 'why'> {
  readonly row: EventRow | null;
  /** Event of the other side that it names. */
  readonly names: EventRow | null;
}

/** Two events side by side. */
export interface ToldPair {
  readonly a: EventRow | null;
  readonly b: EventRow | null;
  /** Null when one side has none. */
  readonly values: EventDifference | null;
}

export interface ToldComparison {
  readonly sides: CompareSides;
  readonly comparison: Comparison;
  readonly first:
    | (ToldDifference & {
        readonly values: EventDifference | null;
        /** Null where nothing tells what followed. */
        readonly coneA: ToldCone | null;
        readonly coneB: ToldCone | null;
      })
    | null;
  readonly apart: readonly ToldDifference[];
  readonly differences: readonly ToldDifference[];
  readonly recorded: readonly ToldRecord[];
}

/** Reads what a comparison names. O(what it lists). Rejects with a `SourceError`. */
export async function toldComparison(
  comparison: Comparison,
  sides: CompareSides,
  rules: MaskRules,
): Promise<ToldComparison> {
  const { a, b } = sides;
  const { first } = comparison;
  const difference = async (one: Difference): Promise<ToldDifference> => ({
    ...{ kind: one.kind, parts: one.parts },
    a: await rowOf(a.log, one.a),
    b: await rowOf(b.log, one.b),
  });
  const list = async (many: readonly Difference[]): Promise<readonly ToldDifference[]> => {
    const out: ToldDifference[] = [];
    for (const one of many) out.push(await difference(one));
    return out;
  };
  return {
    ...{ sides, comparison },
    first:
      first === null
        ? null
        : {
            ...(await difference(first.difference)),
            values: await valuesOf(first.difference, sides, rules),
            coneA: await coneOf(a.log, first.coneA),
            coneB: await coneOf(b.log, first.coneB),
          },
    apart: await list(comparison.apart.list),
    differences: await list(comparison.differences.list),
    recorded: await Promise.all(
      comparison.recorded.map(async ({ side, verdict, point, why, ordinal, names }) => ({
        ...{ side, verdict, point, why },
        row: await rowOf(sides[side].log, ordinal),
        names: await rowOf(sides[side === 'a' ? 'b' : 'a'].log, names),
      })),
    ),
  };
}

async function rowOf(log: RunLog, ordinal: number | null): Promise<EventRow | null> {
  return ordinal === null ? null : ((await log.rows([ordinal]))[0] ?? null);
}

async function coneOf(log: RunLog, cone: Cone | null): Promise<ToldCone | null> {
  if (cone === null) return null;
  const { events, different, first } = cone;
  return { events, different, first: await log.rows(first) };
}

async function valuesOf(
  { a, b }: Pick<Difference, 'a' | 'b'>,
  sides: CompareSides,
  rules: MaskRules,
): Promise<EventDifference | null> {
  if (a === null || b === null) return null;
  return eventDifference({ log: sides.a.log, ordinal: a }, { log: sides.b.log, ordinal: b }, rules);
}

/** The pair of the event that a reference names: of A, or else of B. */
export async function toldPair(
  reference: string,
  sides: CompareSides,
  { mateOf }: ComparedRuns,
  rules: MaskRules,
): Promise<ToldPair | { readonly why: string }> {
  const inA = await eventOf(sides.a, reference);
  const inB = inA === null ? await eventOf(sides.b, reference) : null;
  const found = inA ?? inB;
  if (found === null)
    return {
      why: `there is no event ${reference} in run ${sides.a.runId} of A nor in ${sides.b.runId} of B`,
    };
  const mate = mateOf(inA === null ? 'b' : 'a', found.ordinal);
  const a = inA === null ? mate : found.ordinal;
  const b = inA === null ? found.ordinal : mate;
  return {
    a: await rowOf(sides.a.log, a),
    b: await rowOf(sides.b.log, b),
    values: await valuesOf({ a, b }, sides, rules),
  };
}

/** A sequence means the run that is compared. */
async function eventOf({ log, runId }: CompareSide, reference: string): Promise<EventRow | null> {
  const { sequence } = referenceForms(reference);
  const found = await findEvent(log, sequence === null ? reference : `${runId}:${sequence}`);
  return found.kind === 'event' && found.row.runId === runId ? found.row : null;
}
