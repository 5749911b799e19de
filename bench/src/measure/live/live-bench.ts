import { formatBytes, formatCount } from '@openwop-inspector/base';
import { type Measured, median } from '../measured.ts';
import { measureApart } from '../own-process.ts';
import {
  alignedRows,
  type BenchOptions,
  busyRemark,
  type Machine,
  machineNow,
  type Target,
  target,
  targetsText,
  writeJson,
} from '../report.ts';
import { storedStream } from './stream-log.ts';

/**
 * Measures a live session beside eventsource-parser on the same bytes and prints one table. The contenders take turns,
 * each in a process of its own. Answers what was promised.
 */
export async function runLiveBench(
  options: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, program } = options;
  const stream = storedStream(folder, { events, seed }, say);
  const machine = machineNow();
  const rounds: LiveRound[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    say(`round ${number} of ${options.rounds}`);
    rounds.push(await measureRound(program, stream.file, say));
  }
  const result: LiveBenchResult = { seed, machine, bytes: stream.bytes, rounds };
  print(liveReportText(result));
  const targets = liveTargets(rounds);
  writeJson(options.json, { ...result, targets });
  return targets;
}

async function measureRound(program: string, file: string, say: (line: string) => void): Promise<LiveRound> {
  const parser = await measureApart(program, 'parse-stream', file);
  const indexed = await measureApart(program, 'index-stream', file);
  const session = await measureApart(program, 'follow-stream', file);
  const reader = await measureApart(program, 'engine', file);
  const round = { parser, indexed, session, reader };
  for (const [name, { ms, events }] of Object.entries(round)) {
    // A measurement that did not see every event has measured something else.
    if (events !== parser.events) throw new Error(`${name} read ${events} of ${parser.events} events`);
    say(`  ${name} ${(ms / 1000).toFixed(2)} s`);
  }
  return round;
}

/** One pass over all contenders. */
interface LiveRound {
  /** eventsource-parser alone. */
  readonly parser: Measured;
  /** Frames parsed and indexed, without ledger, masking and capture. */
  readonly indexed: Measured;
  /** A whole live session, to the index. */
  readonly session: Measured;
  /** The reader of recorded streams: load, index and graph, without ledger, masking and capture. */
  readonly reader: Measured;
}

type LiveRowName = keyof LiveRound;

/** What was measured on which stream. */
interface LiveBenchResult {
  readonly seed: number;
  readonly machine: Machine;
  readonly bytes: number;
  readonly rounds: readonly LiveRound[];
}

const TITLES: Readonly<Record<LiveRowName, string>> = {
  parser: 'eventsource-parser alone (floor)',
  indexed: 'ours: frames parsed and indexed',
  session: 'ours: live session, ledger, capture and index',
  reader: 'ours: byte reader, index and graph',
};

/** What is promised of events a second, as a part of what eventsource-parser alone reaches in the same round. */
export function liveTargets(rounds: readonly LiveRound[]): readonly Target[] {
  const promise = (row: LiveRowName, name: string, least: number): Target =>
    target(name, 'at least', least, ratioToParser(rounds, row));
  return [
    promise('indexed', 'parsed and indexed against the parser alone, events a second', 0.25),
    promise('reader', 'byte reader against the parser alone, events a second', 0.4),
    promise('session', 'whole live session against the parser alone, events a second', 0.4),
  ];
}

/** The table as text, then the targets and whether each is met. */
function liveReportText(result: LiveBenchResult): string {
  const { seed, machine, bytes, rounds } = result;
  const events = rounds[0]?.parser.events ?? 0;
  const size = `${formatCount(events)} events, ${formatBytes(bytes)} as a stream, seed ${seed}`;
  const where = `median of ${rounds.length}, Node ${machine.node}, ${machine.cores} cores`;
  const header = ['', 'time', 'CPU', 'events/s', 'MB/s', '× parser', 'peak memory'];
  const rows = (['parser', 'indexed', 'session', 'reader'] as const).map((row) => rowOf(result, row, events));
  const refreshes = medianOf(rounds, 'session', (measured) => measured.refreshes ?? 0);
  return `${size}; ${where}\n${busyRemark(machine)}\n${alignedRows([header, ...rows])}
The live session was refreshed ${refreshes} times meanwhile.\n\n${targetsText(liveTargets(rounds))}`;
}

function rowOf({ rounds, bytes }: LiveBenchResult, row: LiveRowName, events: number): readonly string[] {
  const ms = medianOf(rounds, row, (measured) => measured.ms);
  const cpuMs = medianOf(rounds, row, (measured) => measured.cpuMs ?? Number.NaN);
  const peak = medianOf(rounds, row, (measured) => measured.peakBytes ?? Number.NaN);
  return [
    TITLES[row],
    `${(ms / 1000).toFixed(2)} s`,
    `${(cpuMs / 1000).toFixed(2)} s`,
    formatCount(Math.round((events / ms) * 1000)),
    (bytes / 1000 / ms).toFixed(0),
    ratioToParser(rounds, row).toFixed(2),
    `${formatBytes(peak)}`,
  ];
}

function medianOf(
  rounds: readonly LiveRound[],
  row: LiveRowName,
  read: (measured: Measured) => number,
): number {
  return median(rounds.map((round) => read(round[row])));
}

/** The median of ratios that are formed inside each round. */
function ratioToParser(rounds: readonly LiveRound[], row: LiveRowName): number {
  return median(rounds.map((round) => round.parser.ms / round[row].ms));
}
