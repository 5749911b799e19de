import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Where and under what load something was measured. */
export interface Machine {
  readonly node: string;
  readonly cores: number;
  /** Programs that wanted a core in the last minute, before we began; 0 where the system does not say. */
  readonly load: number;
}

/** The machine as it is now; ask before measuring, or the load is our own. */
export function machineNow(): Machine {
  return { node: process.version, cores: availableParallelism(), load: loadavg()[0] ?? 0 };
}

/** A sentence for the reader when others were using the machine too; empty when it was quiet. */
export function busyRemark({ cores, load }: Machine): string {
  if (load < cores / 2) return '';
  return `Others were using this machine (load ${load.toFixed(1)} on ${cores} cores): times are long and ratios rough.\n`;
}

/** Where results are stored, and whether this one is. */
export interface ResultFolder {
  readonly folder: string;
  readonly version: string;
  readonly keeps: boolean;
}

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
  /** File for the result as JSON. */
  readonly json: string | undefined;
  readonly results: ResultFolder;
}

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

/** A table: what is promised, what was reached, and whether that is enough. */
export function targetsText(targets: readonly Target[], title = 'Targets'): string {
  const rows = targets.map(({ name, bound, limit, reached, met }) => {
    const measured = Number.isNaN(reached) ? 'not measured' : reached.toFixed(reached < 0.1 ? 4 : 2);
    return [name, `${bound} ${limit}`, measured, met ? 'met' : 'not met'];
  });
  return `${title}\n${alignedRows(rows)}\n`;
}

/** Columns of equal width: the first to the left, numbers to the right. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => {
    // A row of one cell is a remark; it may be as long as it likes.
    const cells = rows.filter((row) => row.length > 1).map((row) => row[column]?.length ?? 0);
    return Math.max(0, ...cells);
  });
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Milliseconds as a reader wants them. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** Writes a result for programs, where a file was named. */
export function writeJson(file: string | undefined, result: unknown): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
