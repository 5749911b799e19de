import { writeFileSync } from 'node:fs';
import { compared, type KeptResult, type ResultFolder } from './kept-results.ts';
import { storedLog } from './log-store.ts';
import { machineNow } from './machine.ts';
import { type BenchResult, reportJson, reportText } from './report.ts';
import { measureRound, ROWS, type Round, ratioOf } from './rounds.ts';
import { type Target, targetsOf } from './targets.ts';

/** What to measure and where to keep the logs. */
export interface BenchOptions {
  readonly events: number;
  readonly seed: number;
  /** How many times everything is measured; the median is reported. */
  readonly rounds: number;
  /** Folder for generated logs. */
  readonly folder: string;
  /** Our own built program, started again for each measurement. */
  readonly program: string;
  /** File for the result as JSON. */
  readonly json?: string | undefined;
  readonly results: ResultFolder;
}

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
  if (options.json !== undefined) writeFileSync(options.json, reportJson(result));
  return targetsOf(rounds);
}

/** How many times as fast as `JSON.parse` each row is. */
function keptOf({ events, seed, machine, rounds }: BenchResult): Omit<KeptResult, 'version'> {
  const against = (row: (typeof ROWS)[number]): number =>
    ratioOf(
      rounds,
      (round) => round.parse?.ms,
      (round) => round[row]?.ms,
    );
  const ratios = Object.fromEntries(ROWS.map((row) => [row, against(row)]));
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
