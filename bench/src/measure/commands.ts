/** Whole commands as people run them, start included, next to a parser on the same bytes; on a plain log and an adverse one. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { ADVERSE } from '../generator/formats.ts';
import { storedLog } from '../generator/write-log.ts';
import { apart } from './own-process.ts';
import { type Measure, type Target, target } from './report.ts';
import { type Contender, median, type Rounds, ratioOf, takeTurns } from './rounds.ts';

const FORMATS = ['ndjson', ADVERSE] as const;
const NODE = 'node -e 0';
const PARSE = 'JSON.parse line by line';
const LOAD = 'load, index and graph, without a start';
const VERDICT = 'inspect: the verdict';

/** Measures starts and commands on both logs. */
export const measureCommands: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const cli = path.join(path.dirname(program), 'cli', 'index.mjs');
  const starts = [
    started(NODE, ['-e', '0']),
    started('--version', [cli, '--version']),
    started('--help', [cli, '--help']),
  ];
  const logs = FORMATS.map((format) => storedLog(folder, { events, seed, format }, say));
  const onLogs = logs.map(({ file }, at) => contendersOn(file, `${FORMATS[at]}: `, program, cli));
  const values = await takeTurns([...starts, ...onLogs.flat()], rounds, say);
  const sizes = logs.map(({ bytes }, at) => `${formatBytes(bytes)} as ${FORMATS[at]}`);
  return {
    subject: `${formatCount(events)} events, ${sizes.join(', ')}, seed ${seed}`,
    rounds: values,
    groups: [starts, ...onLogs].map((some) => some.map(({ title }) => title)),
    targets: commandTargets(values),
    ratios: commandRatios(values),
  };
};

/** What is run on a log, `prefix` before each title. */
function contendersOn(file: string, prefix: string, program: string, cli: string): readonly Contender[] {
  const command = (title: string, args: readonly string[], isFirstLine = false): Contender =>
    started(`${prefix}${title}`, [cli, ...args], isFirstLine);
  return [
    apart(program, `${prefix}${PARSE}`, 'parse', file),
    apart(program, `${prefix}${LOAD}`, 'engine', file),
    command('inspect', ['inspect', file]),
    command(VERDICT, ['inspect', file], true),
    command('inspect --json', ['inspect', '--json', file]),
    command('inspect --no-checks', ['inspect', '--no-checks', file]),
    command('events --filter', ['events', '--filter', 'type:node.failed', file]),
  ];
}

/** A process of Node until it has ended, or has written its first line. A status above 1 is no measurement. */
function started(title: string, args: readonly string[], isFirstLine = false): Contender {
  const measure = () => {
    const startedMs = performance.now();
    return new Promise<{ ms: number }>((resolve, reject) => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      let firstMs: number | undefined;
      child.stdout.on('data', () => {
        firstMs ??= performance.now() - startedMs;
      });
      child.on('error', reject);
      child.on('close', (status) => {
        if (status === null || status > 1) reject(new Error(`${args.join(' ')} ended with ${status}`));
        else resolve({ ms: (isFirstLine ? firstMs : undefined) ?? performance.now() - startedMs });
      });
    });
  };
  return { title, measure };
}

/** The ratio of the times of two rows, on the log on which it is lower. */
function lowest(rounds: Rounds, above: string, below: string): number {
  return Math.min(...FORMATS.map((format) => ratioOf(rounds, `${format}: ${above}`, `${format}: ${below}`)));
}

/** How many times as fast as the parser each command is, on the log on which it does worse. */
function commandRatios(rounds: Rounds): Readonly<Record<string, number>> {
  const prefix = `${FORMATS[0]}: `;
  const titles = [...rounds.keys()].filter((title) => title.startsWith(prefix));
  const names = titles.map((title) => title.slice(prefix.length));
  return Object.fromEntries(names.map((name) => [name, lowest(rounds, PARSE, name)]));
}

/** What is promised of commands; of both logs, the worse counts. */
export function commandTargets(rounds: Rounds): readonly Target[] {
  const nodes = rounds.get(NODE) ?? [];
  const versions = rounds.get('--version') ?? [];
  const beyondNode = median(versions.map(({ ms }, round) => ms - 1.3 * (nodes[round]?.ms ?? Number.NaN)));
  const inspect = lowest(rounds, PARSE, 'inspect');
  const verdict = 1 / lowest(rounds, LOAD, VERDICT);
  return [
    target('inspect as a command against JSON.parse, times as fast', 'at least', 1.5, inspect),
    target('its verdict against load, index and graph, times as long', 'at most', 1.3, verdict),
    target('--version, ms beyond 1.3 times node -e 0', 'at most', 60, beyondNode),
  ];
}
