/** Whole commands as people run them, start included, beside a parser on the same bytes; on a plain log and an adverse one. */

import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { formatBytes, formatCount, isRecord } from '@openwop-inspector/base';
import { ADVERSE } from '../generator/adverse-format.ts';
import { compared, type KeptResult } from './kept-results.ts';
import { type StoredLog, storedLog } from './log-store.ts';
import { median } from './measured.ts';
import { parsedOrNull } from './measurements.ts';
import { measureApart } from './own-process.ts';
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
} from './report.ts';

const VERDICT = 'inspect: the verdict';

/** What is run on each log. FILE stands for it, REF for the id of an event near its start. */
const COMMANDS = [
  { title: 'inspect', args: ['inspect', 'FILE'] },
  { title: VERDICT, args: ['inspect', 'FILE'], until: 'verdict' },
  { title: 'inspect --json', args: ['inspect', '--json', 'FILE'] },
  { title: 'inspect --no-checks', args: ['inspect', '--no-checks', 'FILE'] },
  { title: 'events --filter', args: ['events', '--filter', 'type:node.failed', 'FILE'] },
  { title: 'chain', args: ['chain', 'FILE', 'REF'] },
] as const;

/** Commands that read nothing: what starting costs. */
const STARTS = [
  { title: '--version', args: ['--version'] },
  { title: '--help', args: ['--help'] },
] as const;

const PLAIN_NODE = 'node -e 0';
const PARSE = 'JSON.parse line by line';
const LOAD = 'load, index and graph, without a start';

/** Times in ms of each row, one a round. */
type Times = Record<string, number[]>;

interface CommandBenchResult {
  readonly events: number;
  readonly seed: number;
  readonly machine: Machine;
  readonly starts: Times;
  readonly logs: readonly { readonly name: string; readonly bytes: number; readonly times: Times }[];
}

/** Measures and prints one table for each log; answers what was promised. */
export async function runCommandBench(
  options: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, program } = options;
  const commandLine = path.join(path.dirname(program), 'cli', 'index.mjs');
  const machine = machineNow();
  const starts: Times = {};
  const logs = (['ndjson', ADVERSE] as const).map((format) => ({
    name: format,
    stored: storedLog(folder, { events, seed, format }, say),
    times: {} as Times,
  }));
  for (let round = 1; round <= options.rounds; round++) {
    say(`round ${round} of ${options.rounds}`);
    add(starts, PLAIN_NODE, await timeOf(['-e', '0']));
    for (const { title, args } of STARTS) add(starts, title, await timeOf([commandLine, ...args]));
    for (const { name, stored, times } of logs) {
      add(times, PARSE, (await measureApart(program, 'parse-tolerant', stored.file)).ms);
      add(times, LOAD, (await measureApart(program, 'engine', stored.file)).ms);
      for (const command of COMMANDS) {
        const ms = await timeOf([commandLine, ...argumentsFor(command, stored)], 'until' in command);
        add(times, command.title, ms);
        say(`  ${name}: ${command.title} ${(ms / 1000).toFixed(2)} s`);
      }
    }
  }
  const result: CommandBenchResult = {
    events,
    seed,
    machine,
    starts,
    logs: logs.map(({ name, stored, times }) => ({ name, bytes: stored.bytes, times })),
  };
  print(commandReport(result));
  for (const line of compared(options.results, keptOf(result))) print(`${line}\n`);
  writeJson(options.json, result);
  return commandTargets(result);
}

function argumentsFor({ args }: (typeof COMMANDS)[number], { file }: StoredLog): readonly string[] {
  return args.map((arg) => (arg === 'FILE' ? file : arg === 'REF' ? firstEventId(file) : arg));
}

/** The id of the first sound event among the first lines. */
function firstEventId(file: string): string {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(4 * 1024 * 1024);
  const text = start.toString('utf8', 0, readSync(descriptor, start));
  closeSync(descriptor);
  for (const line of text.split('\n')) {
    const event = parsedOrNull(line);
    if (isRecord(event) && typeof event.eventId === 'string') return event.eventId;
  }
  throw new Error(`${file} begins with no event that has an id`);
}

function add(times: Times, title: string, ms: number): void {
  times[title] = [...(times[title] ?? []), ms];
}

/** Ms until a process has ended, or has written its first line. Statuses above 1 are no measurement. */
function timeOf(args: readonly string[], isFirstLine = false): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let firstMs: number | undefined;
    child.stdout.on('data', () => {
      firstMs ??= performance.now() - startedMs;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === null || status > 1) reject(new Error(`${args.join(' ')} ended with ${status}`));
      else resolve(isFirstLine && firstMs !== undefined ? firstMs : performance.now() - startedMs);
    });
  });
}

/** How many times as fast as the parser each row is, on the log on which it does worse. */
function keptOf({ events, seed, machine, logs }: CommandBenchResult): Omit<KeptResult, 'version'> {
  const ratios: Record<string, number> = {};
  for (const { times } of logs)
    for (const [title, own] of Object.entries(times))
      ratios[title] = Math.min(ratios[title] ?? Number.POSITIVE_INFINITY, ratioTo(own, times[PARSE] ?? []));
  return { kind: 'commands', events, seed, machine: { node: machine.node, cores: machine.cores }, ratios };
}

/** What is promised of commands; of both logs, the worse counts. */
export function commandTargets({ starts, logs }: CommandBenchResult): readonly Target[] {
  const least = (title: string, other: string): number =>
    Math.min(...logs.map(({ times }) => ratioTo(times[title] ?? [], times[other] ?? [])));
  const beyondNode = median(
    (starts['--version'] ?? []).map((ms, round) => ms - 1.3 * (starts[PLAIN_NODE]?.[round] ?? Number.NaN)),
  );
  return [
    target(
      'inspect as a command against JSON.parse, times as fast',
      'at least',
      1.5,
      least('inspect', PARSE),
    ),
    target(
      'its verdict against load, index and graph, times as long',
      'at most',
      1.3,
      1 / least(VERDICT, LOAD),
    ),
    target('--version, ms beyond 1.3 times node -e 0', 'at most', 60, beyondNode),
  ];
}

/** The tables as text. */
function commandReport({ events, seed, machine, starts, logs }: CommandBenchResult): string {
  const startRows = Object.entries(starts).map(([title, times]) =>
    rowOf(title, times, starts[PLAIN_NODE] ?? []),
  );
  const tables = logs.map(({ name, bytes, times }) => {
    const rows = Object.entries(times).map(([title, own]) => rowOf(title, own, times[PARSE] ?? []));
    const heading = `${name}: ${formatCount(events)} events, ${formatBytes(bytes)}, seed ${seed}`;
    return `${heading}\n${alignedRows([['', 'time', '× JSON.parse'], ...rows])}\n`;
  });
  const start = alignedRows([['', 'time', '× node'], ...startRows]);
  return [
    `Node ${machine.node}, ${machine.cores} cores ${busyRemark(machine)}`.trim(),
    start,
    ...tables,
    targetsText(commandTargets({ events, seed, machine, starts, logs })),
  ].join('\n\n');
}

/** The median time, and how many times as fast as the row that all are compared with, formed inside each round. */
function rowOf(title: string, times: readonly number[], other: readonly number[]): readonly string[] {
  const ratio = ratioTo(times, other);
  return [title, `${(median(times) / 1000).toFixed(2)} s`, `${ratio.toFixed(2)} ×`];
}

function ratioTo(times: readonly number[], other: readonly number[]): number {
  return median(times.map((ms, round) => (other[round] ?? Number.NaN) / ms));
}
