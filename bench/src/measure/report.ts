/** What every measurement gives, and how it is printed: one table, remarks, and what is promised. */
import { availableParallelism, loadavg } from 'node:os';
import { COMPARISON_HEAD, comparison, type Rounds } from './rounds.ts';

/** What to measure and where to store the logs. */
export interface BenchOptions {
  readonly events: number;
  readonly seed: number;
  /** How many times everything is measured; the median is reported. */
  readonly rounds: number;
  /** Folder for generated logs. */
  readonly folder: string;
  /** Our own built program, started again for each measurement; the command line is built next to it. */
  readonly program: string;
}

/** What a measurement found. */
export interface Report {
  /** What was measured, in a line. */
  readonly subject: string;
  readonly rounds: Rounds;
  /** Titles of rows, each group compared with its first; all rows in one group unless given. */
  readonly groups?: readonly (readonly string[])[];
  readonly remarks?: readonly string[];
  readonly targets: readonly Target[];
  /** Speed of each row as a ratio, the higher the better, to be compared with a stored result; times belong to one machine. */
  readonly ratios?: Readonly<Record<string, number>>;
}

/** Measures; `say` gets the progress. Rejects when something that it starts fails. */
export type Measure = (options: BenchOptions, say: (line: string) => void) => Promise<Report>;

/** Where and under what load something was measured. */
interface Machine {
  readonly node: string;
  readonly cores: number;
  /** Programs that wanted a core in the last minute, before we began; 0 where the system does not say. */
  readonly load: number;
}

/** The machine as it is now. Call it before a measurement begins, or the load is our own. */
export const machineNow = (): Machine => ({
  node: process.version,
  cores: availableParallelism(),
  load: loadavg()[0] ?? 0,
});

/** A promise about speed or memory, as a ratio measured in one run. */
export interface Target {
  readonly name: string;
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
  /** NaN when it could not be measured. */
  readonly reached: number;
  readonly met: boolean;
}

/** A promise compared with what was reached; one that could not be measured is not met. */
export function target(name: string, bound: Target['bound'], limit: number, reached: number): Target {
  const met = bound === 'at least' ? reached >= limit : reached <= limit;
  return { name, bound, limit, reached, met };
}

/** The report as text. A miss is printed, never hidden. */
export function reportText(report: Report, machine: Machine): string {
  const { subject, rounds, groups = [[...rounds.keys()]], remarks = [], targets } = report;
  const table = [COMPARISON_HEAD, ...groups.flatMap((titles) => comparison(rounds, titles))];
  const { node, cores, load } = machine;
  const where = `${subject}; Node ${node}, ${cores} cores`;
  const rough = `Others were using this machine (load ${load.toFixed(1)} on ${cores} cores): times are long and ratios rough.\n`;
  const busy = load < cores / 2 ? '' : rough;
  const promised = targets.length === 0 ? [] : ['', targetsText(targets)];
  return `${[where, busy, alignedRows(table), ...remarks, ...promised].join('\n')}\n`;
}

/** A table: what is promised, what was reached, and whether that is enough. */
export function targetsText(targets: readonly Target[], title = 'Targets'): string {
  const rows = targets.map(({ name, bound, limit, reached, met }) => {
    const measured = Number.isNaN(reached) ? 'not measured' : reached.toFixed(reached < 0.1 ? 4 : 2);
    return [name, `${bound} ${limit}`, measured, met ? 'met' : 'not met'];
  });
  return `${title}\n${alignedRows(rows)}\n`;
}

/** Columns of equal width: the first to the left, the others to the right. */
function alignedRows(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const aligned = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column));
  return rows.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n');
}
