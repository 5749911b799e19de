import { formatBytes, formatCount } from '@openwop-inspector/base';
import { busyRemark, type Machine } from './machine.ts';
import { medianOf, ROWS, type Round, type RowName } from './rounds.ts';
import { targetRows, targetsOf } from './targets.ts';

/** What was measured on which log. */
export interface BenchResult {
  readonly events: number;
  readonly seed: number;
  readonly machine: Machine;
  readonly ndjsonBytes: number;
  readonly bundleBytes: number;
  readonly rounds: readonly Round[];
}

const TITLES: Readonly<Record<RowName, string>> = {
  scan: 'newline scan (floor)',
  parse: 'JSON.parse line by line, dropped',
  keep: 'JSON.parse, objects kept',
  jq: 'jq -c .type',
  ours: 'ours: load, index and graph',
  fallback: 'ours: the same without WebAssembly',
  bundle: 'ours: the same as one bundle',
};

/** The table as text, then the targets and whether each is met. */
export function reportText(result: BenchResult): string {
  const { events, seed, machine, ndjsonBytes, rounds } = result;
  const size = `${formatCount(events)} events, ${formatBytes(ndjsonBytes)} of NDJSON, seed ${seed}`;
  const where = `median of ${rounds.length}, Node ${machine.node}, ${machine.cores} cores`;
  const header = ['', 'time', 'CPU', 'MB/s', '× JSON.parse', 'peak memory', 'bytes/event'];
  const table = alignedRows([header, ...rowsOf(result)]);
  return `${size}; ${where}\n${busyRemark(machine)}\n${table}\n\n${targetsTitle(events)}\n${alignedRows(targetRows(targetsOf(rounds)))}\n`;
}

/** The same for programs. */
export function reportJson(result: BenchResult): string {
  return `${JSON.stringify({ ...result, targets: targetsOf(result.rounds) }, null, 2)}\n`;
}

function rowsOf(result: BenchResult): readonly (readonly string[])[] {
  const { rounds, events } = result;
  const parseMs = medianOf(rounds, 'parse', ({ ms }) => ms);
  const rows = ROWS.flatMap((row) => {
    const ms = medianOf(rounds, row, (measured) => measured.ms);
    if (Number.isNaN(ms)) return row === 'jq' ? [[`${TITLES.jq}: not found (apt install jq)`]] : [];
    const peak = medianOf(rounds, row, ({ peakBytes }) => peakBytes ?? Number.NaN);
    const bytes = row === 'bundle' ? result.bundleBytes : result.ndjsonBytes;
    const speed = (bytes / 1e6 / (ms / 1000)).toFixed(0);
    const memory = Number.isNaN(peak) ? ['', ''] : [formatBytes(peak), (peak / events).toFixed(0)];
    const cpuMs = medianOf(rounds, row, (measured) => measured.cpuMs ?? Number.NaN);
    const cpu = Number.isNaN(cpuMs) ? '' : seconds(cpuMs);
    return [[TITLES[row], seconds(ms), cpu, speed, `${(parseMs / ms).toFixed(2)} ×`, ...memory]];
  });
  const firstRows = medianOf(rounds, 'ours', ({ firstRowsMs }) => firstRowsMs ?? Number.NaN);
  return Number.isNaN(firstRows) ? rows : [...rows, ['ours: first rows', seconds(firstRows)]];
}

/** The targets are promised for one size; a smaller log pays relatively more for starting. */
function targetsTitle(events: number): string {
  const promised = 1_000_000;
  return events === promised ? 'Targets' : `Targets, promised for ${formatCount(promised)} events`;
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

function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
