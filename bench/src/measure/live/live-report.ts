import { formatBytes, formatCount } from '@openwop-inspector/base';
import { busyRemark, type Machine } from '../machine.ts';
import { type Measured, median } from '../measured.ts';
import { alignedRows } from '../report.ts';
import { type Target, target, targetRows } from '../targets.ts';

/** One pass over all contenders. */
export interface LiveRound {
  /** eventsource-parser alone. */
  readonly parser: Measured;
  /** Frames parsed and indexed, without ledger, masking and capture. */
  readonly indexed: Measured;
  /** A whole live session, to the index. */
  readonly session: Measured;
  /** The reader of recorded streams: load, index and graph, without ledger, masking and capture. */
  readonly reader: Measured;
}

export type LiveRowName = keyof LiveRound;

/** What was measured on which stream. */
export interface LiveBenchResult {
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
export function liveReportText(result: LiveBenchResult): string {
  const { seed, machine, bytes, rounds } = result;
  const events = rounds[0]?.parser.events ?? 0;
  const size = `${formatCount(events)} events, ${formatBytes(bytes)} as a stream, seed ${seed}`;
  const where = `median of ${rounds.length}, Node ${machine.node}, ${machine.cores} cores`;
  const header = ['', 'time', 'CPU', 'events/s', 'MB/s', '× parser', 'peak memory'];
  const rows = (['parser', 'indexed', 'session', 'reader'] as const).map((row) => rowOf(result, row, events));
  const targets = targetRows(liveTargets(rounds));
  const refreshes = medianOf(rounds, 'session', (measured) => measured.refreshes ?? 0);
  return `${size}; ${where}\n${busyRemark(machine)}\n${alignedRows([header, ...rows])}
The live session was refreshed ${refreshes} times meanwhile.\n\nTargets\n${alignedRows(targets)}\n`;
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
