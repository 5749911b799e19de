/** The engine next to floors and peers, on the same bytes: reading, indexing, causal graph. */
import { formatBytes, formatCount, unreachable } from '@openwop-inspector/base';
import { compared, type KeptResult } from './kept-results.ts';
import { type StoredLog, storedLog } from './log-store.ts';
import { type Measured, median } from './measured.ts';
import { measureApart, measureJq } from './own-process.ts';
import {
  alignedRows,
  type BenchOptions,
  busyRemark,
  type Machine,
  machineNow,
  seconds,
  type Target,
  target,
  targetsText,
  writeJson,
} from './report.ts';

/** What is measured in every round, in this order. `jq` is measured in the first round only: it takes longest. */
export const ROWS = ['scan', 'parse', 'keep', 'jq', 'ours', 'fallback', 'bundle'] as const;

export type RowName = (typeof ROWS)[number];

/** One pass over all rows. A row is missing when its program is. */
export type Round = Readonly<Partial<Record<RowName, Measured>>>;

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

/** Generates what is missing, measures, prints one table, answers what was promised. `say` gets progress, `print` the result. */
export async function runBench(
  options: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, program } = options;
  const ndjson = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const bundle = storedLog(folder, { events, seed, format: 'bundle' }, say);
  const machine = machineNow();
  const rounds: Round[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    say(`round ${number} of ${options.rounds}`);
    rounds.push(await measureRound(program, { ndjson, bundle }, { withJq: number === 1 }, say));
  }
  checkCounts(rounds, events);
  const result = { events, seed, machine, ndjsonBytes: ndjson.bytes, bundleBytes: bundle.bytes, rounds };
  print(reportText(result));
  for (const line of compared(options.results, keptOf(result))) print(`${line}\n`);
  const targets = targetsOf(rounds);
  writeJson(options.json, { ...result, targets });
  return targets;
}

/** Measures everything once, each in a process of its own. */
async function measureRound(
  program: string,
  logs: { readonly ndjson: StoredLog; readonly bundle: StoredLog },
  options: { readonly withJq: boolean },
  say: (line: string) => void,
): Promise<Round> {
  const { ndjson, bundle } = logs;
  const round: Partial<Record<RowName, Measured>> = {};
  for (const row of ROWS) {
    const measured = await measureRow(row);
    if (measured === undefined) continue;
    round[row] = measured;
    say(`  ${row} ${(measured.ms / 1000).toFixed(2)} s`);
  }
  return round;

  function measureRow(row: RowName): Promise<Measured | undefined> {
    switch (row) {
      case 'scan':
      case 'parse':
      case 'keep':
        return measureApart(program, row, ndjson.file);
      case 'jq':
        return options.withJq ? measureJq(ndjson.file) : Promise.resolve(undefined);
      case 'ours':
        return measureApart(program, 'engine', ndjson.file);
      case 'fallback':
        return measureApart(program, 'engine-fallback', ndjson.file);
      case 'bundle':
        return measureApart(program, 'engine', bundle.file);
      default:
        return unreachable(row);
    }
  }
}

/** How many times as fast as `JSON.parse` each row is. */
function keptOf({ events, seed, machine, rounds }: BenchResult): Omit<KeptResult, 'version'> {
  const ratios = Object.fromEntries(ROWS.map((row) => [row, timeRatio(rounds, 'parse', row)]));
  return { kind: 'engine', events, seed, machine: { node: machine.node, cores: machine.cores }, ratios };
}

/** A measurement that did not see every event has measured something else. */
function checkCounts(rounds: readonly Round[], events: number): void {
  for (const round of rounds) {
    for (const [row, measured] of Object.entries(round)) {
      if (row === 'jq' || measured.events === events) continue;
      throw new Error(`${row} read ${measured.events} of ${events} events`);
    }
  }
}

/** Compares the rounds with what was promised. */
export function targetsOf(rounds: readonly Round[]): readonly Target[] {
  const peak = (row: RowName) => (round: Round) => round[row]?.peakBytes ?? undefined;
  const memory = ratioOf(rounds, peak('ours'), peak('keep'));
  const firstRows = ratioOf(
    rounds,
    (round) => round.ours?.firstRowsMs,
    (round) => round.ours?.ms,
  );
  const speed = timeRatio(rounds, 'parse', 'ours');
  const fallback = timeRatio(rounds, 'parse', 'fallback');
  return [
    target('load, index and graph against JSON.parse, times as fast', 'at least', 4.5, speed),
    target('the same against a newline scan, times as long', 'at most', 6, timeRatio(rounds, 'ours', 'scan')),
    target(
      'the same against objects that are kept, times as fast',
      'at least',
      10,
      timeRatio(rounds, 'keep', 'ours'),
    ),
    target('the same against jq, times as fast', 'at least', 40, timeRatio(rounds, 'jq', 'ours')),
    target('the same without WebAssembly against JSON.parse, times as fast', 'at least', 1.4, fallback),
    target('peak memory against objects that are kept', 'at most', 0.15, memory),
    target('first rows, part of the load time', 'at most', 0.02, firstRows),
    target('bundle against NDJSON, time', 'at most', 1.1, timeRatio(rounds, 'bundle', 'ours')),
  ];
}

/** Median over the rounds that have the row of what `read` takes from it; NaN when none has. */
function medianOf(rounds: readonly Round[], row: RowName, read: (measured: Measured) => number): number {
  return median(
    rounds.flatMap((round) => {
      const measured = round[row];
      return measured === undefined ? [] : [read(measured)];
    }),
  );
}

/**
 * Median of a ratio that is formed inside each round. Rows of one round are measured minutes apart at most, so a
 * machine that slows down for a while distorts it less than a ratio of medians.
 */
function ratioOf(
  rounds: readonly Round[],
  above: (round: Round) => number | undefined,
  below: (round: Round) => number | undefined,
): number {
  return median(
    rounds.flatMap((round) => {
      const [numerator, denominator] = [above(round), below(round)];
      return numerator === undefined || denominator === undefined ? [] : [numerator / denominator];
    }),
  );
}

/** The same of the times of two rows. */
function timeRatio(rounds: readonly Round[], above: RowName, below: RowName): number {
  return ratioOf(
    rounds,
    (round) => round[above]?.ms,
    (round) => round[below]?.ms,
  );
}

/** The table as text, then the targets and whether each is met. */
export function reportText(result: BenchResult): string {
  const { events, seed, machine, ndjsonBytes, rounds } = result;
  const size = `${formatCount(events)} events, ${formatBytes(ndjsonBytes)} of NDJSON, seed ${seed}`;
  const where = `median of ${rounds.length}, Node ${machine.node}, ${machine.cores} cores`;
  const header = ['', 'time', 'CPU', 'MB/s', '× JSON.parse', 'peak memory', 'bytes/event'];
  const table = alignedRows([header, ...rowsOf(result)]);
  return `${size}; ${where}\n${busyRemark(machine)}\n${table}\n\n${targetsText(targetsOf(rounds), targetsTitle(events))}`;
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
