/** The two runs that `compare` is asked about: opened, chosen, and what limits them. */
import { formatCount, type MaskedText } from '@openwop-inspector/base';
import { type RunLog, type RunSummary, sessionSummary } from '@openwop-inspector/run-log';
import { openLog, type Surroundings, whyNoLog } from '../open/open-log.ts';
import { complain, remark } from './complain.ts';
import { someOf } from './runs-report.ts';

/** One side of a comparison. */
export interface CompareSide {
  readonly file: string;
  readonly log: RunLog;
  /** Number of the run. */
  readonly run: number;
  readonly runId: MaskedText;
  /** What the log tells of the run; null when no event is of it. */
  readonly summary: RunSummary | null;
  /** Ids of the other runs of the log. */
  readonly otherRuns: readonly MaskedText[];
  /** False when the log could not be read to its end. */
  readonly isComplete: boolean;
}

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
  const { terminal } = surroundings;
  if (runs.length > 2) {
    complain(terminal, '--run is given once for both, or once for A and once for B');
    return null;
  }
  const [fileA, fileB] = files;
  if (fileA === '-' && fileB === '-') {
    complain(terminal, 'standard input can be one of the two, not both');
    return null;
  }
  const a = await openOne('A', fileA, surroundings);
  const b = await openOne('B', fileB, surroundings);
  if (a === null || b === null) {
    await a?.close();
    await b?.close();
    return null;
  }
  const [ofA, ofB] = [runs[0], runs[1] ?? runs[0]];
  const isShared = runs.length === 1;
  const chosenA = await chosen('A', fileA, a, ofA, isShared && holds(b, ofB), surroundings);
  const chosenB = await chosen('B', fileB, b, ofB, isShared && holds(a, ofA), surroundings);
  if (chosenA !== null && chosenB !== null) return { a: chosenA, b: chosenB };
  await a.close();
  await b.close();
  return null;
}

async function openOne(name: string, file: string, surroundings: Surroundings): Promise<RunLog | null> {
  const opened = await openLog(file, surroundings);
  if (opened.kind === 'refused') {
    complain(surroundings.terminal, `${name}: ${opened.message}`);
    return null;
  }
  const why = whyNoLog(opened.log);
  if (why === null) return opened.log;
  complain(surroundings.terminal, `${name}: ${file}: ${why}`);
  await opened.log.close();
  return null;
}

const holds = ({ index }: RunLog, runId: string | undefined): boolean =>
  runId !== undefined && index.runs.find(runId) > 0;

/** The run that is asked for; of several the first where none is. `elsewhere`: the id is one of the other side's. */
async function chosen(
  name: string,
  file: string,
  log: RunLog,
  asked: string | undefined,
  elsewhere: boolean,
  { terminal }: Surroundings,
): Promise<CompareSide | null> {
  const runs = runsOf(log);
  const named = asked === undefined ? -1 : log.index.runs.find(asked);
  const isNamed = runs.includes(named);
  const shown = (run: number): MaskedText => log.index.runs.shownOf(run);
  if (asked !== undefined && !isNamed && !elsewhere) {
    const there = runs.length === 0 ? 'it holds none' : `it holds ${someOf(runs.map(shown))}`;
    complain(terminal, `${name}: ${file}: there is no run ${asked}; ${there}`);
    return null;
  }
  const run = isNamed ? named : (runs[0] ?? 0);
  const otherRuns = runs.filter((one) => one !== run).map(shown);
  if (!isNamed && otherRuns.length > 0)
    remark(
      terminal,
      `${name}: ${file} holds ${formatCount(runs.length)} runs; compared is ${shown(run)}, the first. --run chooses: ${someOf(otherRuns)}`,
    );
  const summary = await sessionSummary(log);
  return {
    ...{ file, log, run, runId: shown(run), otherRuns, isComplete: summary.complete },
    summary: summary.runs.find(({ runId }) => runId === shown(run)) ?? null,
  };
}

/** Numbers of the runs in display order. */
function runsOf({ order, index }: RunLog): readonly number[] {
  const seen = new Set<number>();
  for (let i = 0; i < order.length; i++) seen.add(index.columns.run[order.ordinalAt(i)] as number);
  return [...seen];
}
