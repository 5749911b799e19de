/** A comparison for programs, and its two sides. */

import { formatCount, type MaskedText, pick } from '@openwop-inspector/base';
import {
  type ComparedRuns,
  type ConeSummary,
  type DifferenceRow,
  type EventDifference,
  type EventPair,
  INCOMPLETE,
  type MaskRules,
  pairValues,
  type ReadComparison,
} from '@openwop-inspector/compare';
import { type EventRow, type RunLog, sessionSummary } from '@openwop-inspector/run-log';
import { openLog, type Surroundings, whyNoLog } from '../open/open-log.ts';
import { findEvent, referenceForms, rowOf } from '../refer/find-event.ts';
import { complain, nothing, remark } from './complain.ts';
import { someOf } from './runs.ts';

const holds = ({ index }: RunLog, runId: string | undefined): boolean =>
  runId !== undefined && index.runs.find(runId) > 0;

/**
 * What `compare --json` prints. `divergedAt` is absent when nothing differs; `pairs`, `onlyA` and `onlyB` are counts;
 * `changed` lists the first differences of any kind, `changedTotal` counts all. Events are named by sequence, eventId,
 * type, node and run; null represents an event that a side does not have.
 */
export function compareJson(reported: ReadComparison<CompareSide>, pair: EventPair | null, rules: MaskRules) {
  const { comparison, sides, first } = reported;
  const { counts, masked, notes, figures, events } = comparison;
  const incomplete = (['a', 'b'] as const).filter((side) => !sides[side].isComplete);
  return {
    same: comparison.isSame,
    a: sideDocument(sides.a, events.a),
    b: sideDocument(sides.b, events.b),
    divergedAt: first === null ? undefined : firstDocument(first, comparison.first?.before ?? 0),
    pairs: counts.pairs,
    samePairs: counts.same,
    changedPairs: counts.changed,
    movedPairs: counts.moved,
    onlyA: counts.onlyA,
    onlyB: counts.onlyB,
    changed: reported.differences.map(differenceDocument),
    changedTotal: comparison.differences.total,
    /** Differences besides the first that follow from no other. */
    apart: { total: comparison.apart.total, list: reported.apart.map(differenceDocument) },
    /** What hosts recorded of a divergence, compared with `divergedAt`. */
    recorded: reported.recorded.map(({ side, verdict, point, why, row, names }) => ({
      side,
      verdict,
      why,
      divergencePoint: point,
      event: eventDocument(row),
      names: eventDocument(names),
    })),
    all: pick(figures.all, ['a', 'b']),
    nodes: figures.nodes,
    /** Values that did not count, by what masked them, and the rules. */
    masked: { ...masked, rules },
    notes: [...notes, ...incomplete.map((side) => ({ code: 'incomplete', side, message: INCOMPLETE }))],
    event:
      pair === null
        ? undefined
        : { a: eventDocument(pair.a), b: eventDocument(pair.b), ...valuesDocument(pair.values) },
  };
}

/** Ids of other runs that are listed. */
const MAX_RUNS = 100;

function sideDocument({ file, runId, summary, otherRuns, isComplete }: CompareSide, events: number) {
  return {
    file,
    runId,
    events,
    workflowId: summary?.workflowId ?? null,
    status: summary?.status ?? null,
    complete: isComplete,
    otherRuns: otherRuns.slice(0, MAX_RUNS),
  };
}

/** `before`: pairs in front of it, which are all the same. */
function firstDocument(first: NonNullable<ReadComparison<CompareSide>['first']>, before: number) {
  return {
    ...differenceDocument(first),
    before,
    ...valuesDocument(first.values),
    /** What follows causally, the events themselves not counted; null where nothing says so. */
    consequences: { a: coneDocument(first.coneA), b: coneDocument(first.coneB) },
  };
}

function differenceDocument({ kind, parts, a, b }: DifferenceRow) {
  return { change: kind, parts, a: eventDocument(a), b: eventDocument(b) };
}

function eventDocument(row: EventRow | null) {
  return row && pick(row, ['sequence', 'eventId', 'type', 'nodeId', 'runId']);
}

function coneDocument(cone: ConeSummary | null) {
  return cone && { ...cone, first: cone.first.map(eventDocument) };
}

function valuesDocument(values: EventDifference | null) {
  return values === null ? {} : { differences: values.list, differencesTotal: values.total };
}

/** The pair of the event that a reference names: of A, or else of B. */
export async function readEventPair(
  reference: string,
  sides: CompareSides,
  { mateOf }: ComparedRuns,
  rules: MaskRules,
): Promise<EventPair | { readonly why: string }> {
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
    values: await pairValues({ a, b }, sides, rules),
  };
}

/** A sequence means the run that is compared. */
async function eventOf({ log, runId }: CompareSide, reference: string): Promise<EventRow | null> {
  const { sequence } = referenceForms(reference);
  const found = await findEvent(log, sequence === null ? reference : `${runId}:${sequence}`);
  return found.kind === 'event' && found.row.runId === runId ? found.row : null;
}

/** One side of a comparison. */
export type CompareSide = NonNullable<Awaited<ReturnType<typeof chosen>>>;

export interface CompareSides {
  readonly a: CompareSide;
  readonly b: CompareSide;
}

/** Opens both; null when one of them gives no run, which has been said of each. The caller closes the logs. */
export async function openSides(
  files: readonly [a: string, b: string],
  runs: readonly string[],
  surroundings: Surroundings,
): Promise<CompareSides | null> {
  const [fileA, fileB] = files;
  if (runs.length > 2)
    return nothing(surroundings.terminal, '--run is given once for both, or once for A and once for B');
  if (fileA === '-' && fileB === '-')
    return nothing(surroundings.terminal, 'standard input can be one of the two, not both');
  const a = await openOne('A', fileA, surroundings);
  const b = await openOne('B', fileB, surroundings);
  if (a !== null && b !== null) {
    const [ofA, ofB] = [runs[0], runs[1] ?? runs[0]];
    const isShared = runs.length === 1;
    const chosenA = await chosen('A', fileA, a, ofA, isShared && holds(b, ofB), surroundings);
    const chosenB = await chosen('B', fileB, b, ofB, isShared && holds(a, ofA), surroundings);
    if (chosenA !== null && chosenB !== null) return { a: chosenA, b: chosenB };
  }
  await a?.close();
  await b?.close();
  return null;
}

async function openOne(name: string, file: string, surroundings: Surroundings): Promise<RunLog | null> {
  const opened = await openLog(file, surroundings);
  if (opened.kind === 'refused') return nothing(surroundings.terminal, `${name}: ${opened.message}`);
  const why = whyNoLog(opened.log);
  if (why === null) return opened.log;
  complain(surroundings.terminal, `${name}: ${file}: ${why}`);
  await opened.log.close();
  return null;
}

/** The requested run; of several the first where none is requested. `elsewhere`: the id is one of the other side's. */
async function chosen(
  name: string,
  file: string,
  log: RunLog,
  requested: string | undefined,
  elsewhere: boolean,
  { terminal }: Surroundings,
) {
  const runs = runsOf(log);
  const named = requested === undefined ? -1 : log.index.runs.find(requested);
  const isNamed = runs.includes(named);
  const displayed = (run: number): MaskedText => log.index.runs.labelOf(run);
  if (requested !== undefined && !isNamed && !elsewhere) {
    const there = runs.length === 0 ? 'it holds none' : `it holds ${someOf(runs.map(displayed))}`;
    complain(terminal, `${name}: ${file}: there is no run ${requested}; ${there}`);
    return null;
  }
  const run = isNamed ? named : (runs[0] ?? 0);
  const otherRuns = runs.filter((one) => one !== run).map(displayed);
  if (!isNamed && otherRuns.length > 0)
    remark(
      terminal,
      `${name}: ${file} holds ${formatCount(runs.length)} runs; compared is ${displayed(run)}, the first. --run chooses: ${someOf(otherRuns)}`,
    );
  const summary = await sessionSummary(log);
  return {
    file,
    log,
    /** Number of the run. */
    run,
    runId: displayed(run),
    /** Ids of the other runs of the log. */
    otherRuns,
    /** False when the log could not be read to its end. */
    isComplete: summary.complete,
    /** What the log reports of the run; null when no event is of it. */
    summary: summary.runs.find(({ runId }) => runId === displayed(run)) ?? null,
  };
}

/** Numbers of the runs in display order. */
function runsOf({ order, index }: RunLog): readonly number[] {
  const seen = new Set<number>();
  for (let i = 0; i < order.length; i++) seen.add(index.columns.run[order.ordinalAt(i)] as number);
  return [...seen];
}
