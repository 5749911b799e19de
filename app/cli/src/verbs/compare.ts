import { formatCount, formatSequence, type MaskedText, pick, someOf } from '@openwop-inspector/base';
import { type Block, blank, dim, line, shellWord } from '@openwop-inspector/base/document';
import {
  type ComparedRuns,
  type ConeSummary,
  compareRuns,
  comparisonDocument,
  DEFAULT_RULES,
  type DifferenceRow,
  type EventDifference,
  type EventPair,
  INCOMPLETE,
  type MaskRules,
  pairValues,
  progressText,
  type ReadComparison,
  readComparison,
  readMaskRules,
} from '@openwop-inspector/compare';
import { type EventRow, type RunLog, rowAt, SourceError, sessionSummary } from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { isStopped, openLog, type Surroundings, whyNoLog } from '../open/open-log.ts';
import { readDocument } from '../open/whole-text.ts';
import { findEvent, referenceForms } from '../refer/find-event.ts';
import { remarkOnErrors } from './answer-from-log.ts';
import { EXIT, type ExitStatus, eachOf, Refusal, remark, sayRefusal } from './complain.ts';

/**
 * `compare A B`: two runs aligned by causal position. Ends with 0 when they are the same, 1 when they differ or when not all
 * of them could be compared, 2 when there is nothing to compare.
 */
export async function compare(
  fileA: string,
  fileB: string,
  options: Options<'compare'>,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let sides: CompareSides | null = null;
  try {
    const { mask } = options;
    const what = 'these are no rules for a comparison';
    const rules =
      mask === null ? DEFAULT_RULES : (await readDocument(mask, readMaskRules, what, surroundings)).rules;
    sides = await openSides([fileA, fileB], options.run, surroundings);
    return await compareSides(sides, rules, options, surroundings);
  } catch (error) {
    // A file changed or vanished after the load.
    const why = error instanceof SourceError ? new Refusal(error.message) : error;
    return sayRefusal(why, surroundings.terminal);
  } finally {
    surroundings.terminal.progress(null);
    await sides?.a.log.close();
    await sides?.b.log.close();
  }
}

async function compareSides(
  sides: CompareSides,
  rules: MaskRules,
  options: Options<'compare'>,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const { limit, json, event } = options;
  const compared = await compareRuns(sides.a, sides.b, {
    rules,
    limit,
    onProgress: (progress) => isStopped(progressText(progress), surroundings),
  });
  terminal.progress(null);
  if (compared === null) {
    remark(terminal, 'stopped before the two were compared');
    return EXIT.interrupted;
  }
  const pair = event === null ? null : await readEventPair(event, sides, compared, rules);
  const reported = await readComparison(compared.comparison, sides, rules);
  if (json) await terminal.printDocument(compareJson(reported, pair, rules));
  else
    await terminal.print([
      ...comparisonDocument(reported, pair, limit),
      ...(pair === null ? nextLines(reported) : []),
    ]);
  // What was printed may not be all there is when a log has errors, which is no sameness.
  const faulty = [sides.a, sides.b].filter(({ file, log }) => remarkOnErrors(terminal, file, log));
  return compared.comparison.isSame && faulty.length === 0 ? EXIT.fine : EXIT.findings;
}

function nextLines({ first, sides }: ReadComparison): readonly Block[] {
  const [a, b] = [shellWord(sides.a.file), shellWord(sides.b.file)];
  if (first === null || a === null || b === null) return [];
  const of = (row: EventRow): string => shellWord(row.eventId) ?? formatSequence(row.sequence);
  const commands = [
    ...(first.a === null ? [] : [`chain ${a} ${of(first.a)}`]),
    ...(first.b === null ? [] : [`chain ${b} ${of(first.b)}`]),
    ...(first.a === null ? [] : [`compare ${a} ${b} --event ${of(first.a)}`]),
  ];
  return [blank, line(dim('Next')), ...commands.map((one) => line(`  openwop-inspector ${one}`))];
}

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
    divergedAt:
      first === null
        ? undefined
        : {
            ...differenceDocument(first),
            before: comparison.first?.before ?? 0,
            ...valuesDocument(first.values),
            /** What follows causally, the events themselves not counted; null where nothing says so. */
            consequences: { a: coneDocument(first.coneA), b: coneDocument(first.coneB) },
          },
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

function differenceDocument({ kind, parts, a, b }: DifferenceRow) {
  return { change: kind, parts, a: eventDocument(a), b: eventDocument(b) };
}

function eventDocument(row: EventRow | null) {
  return row && pick(row, ['sequence', 'eventId', 'type', 'nodeId', 'runId']);
}

const coneDocument = (cone: ConeSummary | null) => cone && { ...cone, first: cone.first.map(eventDocument) };

function valuesDocument(values: EventDifference | null) {
  return values === null ? {} : { differences: values.list, differencesTotal: values.total };
}

/** The pair of the event that a reference names: of A, or else of B. */
export async function readEventPair(
  reference: string,
  sides: CompareSides,
  { mateOf }: ComparedRuns,
  rules: MaskRules,
): Promise<EventPair> {
  const inA = await eventOf(sides.a, reference);
  const inB = inA === null ? await eventOf(sides.b, reference) : null;
  const found = inA ?? inB;
  if (found === null) {
    const runs = `run ${sides.a.runId} of A nor in ${sides.b.runId} of B`;
    throw new Refusal(`there is no event ${reference} in ${runs}`);
  }
  const mate = mateOf(inA === null ? 'b' : 'a', found.ordinal);
  const a = inA === null ? mate : found.ordinal;
  const b = inA === null ? found.ordinal : mate;
  return {
    a: await rowAt(sides.a.log, a),
    b: await rowAt(sides.b.log, b),
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
export type CompareSide = Awaited<ReturnType<typeof chosen>>;

export interface CompareSides {
  readonly a: CompareSide;
  readonly b: CompareSide;
}

/** Opens both. Rejects with a `Refusal` when one of them gives no run. The caller closes the logs. */
export async function openSides(
  [fileA, fileB]: readonly [a: string, b: string],
  runs: readonly string[],
  surroundings: Surroundings,
): Promise<CompareSides> {
  if (runs.length > 2) throw new Refusal('--run is given once for both, or once for A and once for B');
  if (fileA === '-' && fileB === '-') throw new Refusal('standard input can be one of the two, not both');
  const opened: RunLog[] = [];
  try {
    const open = async ([name, file]: readonly [string, string]): Promise<RunLog> => {
      const log = await openOne(name, file, surroundings);
      opened.push(log);
      return log;
    };
    const named = [['A', fileA] as const, ['B', fileB] as const];
    const [a, b] = await eachOf(named, open, surroundings.terminal);
    if (a === undefined || b === undefined) throw new Error('both logs are open');
    const [ofA, ofB] = [runs[0], runs[1] ?? runs[0]];
    const isShared = runs.length === 1;
    return {
      a: await chosen('A', fileA, a, ofA, isShared && holds(b, ofB), surroundings),
      b: await chosen('B', fileB, b, ofB, isShared && holds(a, ofA), surroundings),
    };
  } catch (error) {
    for (const log of opened) await log.close();
    throw error;
  }
}

async function openOne(name: string, file: string, surroundings: Surroundings): Promise<RunLog> {
  try {
    const log = await openLog(file, surroundings);
    const why = whyNoLog(log);
    if (why === null) return log;
    await log.close();
    throw new Refusal(`${file}: ${why}`);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${name}: ${error.message}`) : error;
  }
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
  const { order } = log;
  const seen = new Set<number>();
  for (let i = 0; i < order.length; i++) seen.add(log.index.columns.run[order.ordinalAt(i)] as number);
  const runs = [...seen];
  const named = requested === undefined ? -1 : log.index.runs.find(requested);
  const isNamed = runs.includes(named);
  const displayed = (run: number): MaskedText => log.index.runs.labelOf(run);
  if (requested !== undefined && !isNamed && !elsewhere) {
    const there = runs.length === 0 ? 'it holds none' : `it holds ${someOf(runs.map(displayed))}`;
    throw new Refusal(`${name}: ${file}: there is no run ${requested}; ${there}`);
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
