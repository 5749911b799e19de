/** What is measured, each measure as the contenders on the same bytes and what is promised of them. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { ADVERSE } from '../generator/formats.ts';
import { storedLog } from '../generator/write-log.ts';
import { measureChromium } from './chromium.ts';
import { apart } from './own-process.ts';
import { type Measure, type Target, target } from './report.ts';
import {
  type Contender,
  checkEvents,
  type Measured,
  median,
  type Rounds,
  ratioOf,
  ratiosTo,
  takeTurns,
} from './rounds.ts';

const FORMATS = ['ndjson', ADVERSE] as const;

const ENGINE = {
  parse: 'JSON.parse line by line, dropped',
  scan: 'newline scan (floor)',
  keep: 'JSON.parse, objects stored',
  jq: 'jq -c .type',
  ours: 'ours: load, index and graph',
  bundle: 'ours: the same as one bundle',
} as const;

/** Each in a process of its own; `jq`, which takes longest, in the first round only. */
const measureEngine: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const ndjson = storedLog(folder, { events, seed, format: 'ndjson' }, say);
  const bundle = storedLog(folder, { events, seed, format: 'bundle' }, say);
  const contenders = [
    apart(program, ENGINE.parse, 'parse', ndjson.file),
    apart(program, ENGINE.scan, 'scan', ndjson.file),
    apart(program, ENGINE.keep, 'keep', ndjson.file),
    { ...started(ENGINE.jq, 'jq', ['-c', '.type', ndjson.file]), once: true },
    apart(program, ENGINE.ours, 'engine', ndjson.file),
    apart(program, ENGINE.bundle, 'engine', bundle.file),
  ];
  const values = await takeTurns(contenders, rounds, say);
  checkEvents(values);
  return {
    subject: `${formatCount(events)} events, ${formatBytes(ndjson.bytes)} of NDJSON, seed ${seed}`,
    rounds: values,
    remarks: events === 1_000_000 ? [] : ['The targets are promised for 1,000,000 events.'],
    targets: engineTargets(values),
    ratios: ratiosTo(values, ENGINE.parse),
  };
};

/** What is promised of a load. */
export function engineTargets(rounds: Rounds): readonly Target[] {
  const { parse, scan, keep, jq, ours, bundle } = ENGINE;
  const fasterThan = (title: string) => ratioOf(rounds, title, ours);
  const memory = ratioOf(rounds, ours, keep, ({ peakBytes }) => peakBytes);
  const firstRows = ratioOf(rounds, `${ours}: first rows`, ours);
  return [
    target('load, index and graph against JSON.parse, times as fast', 'at least', 4.5, fasterThan(parse)),
    target('the same against a newline scan, times as long', 'at most', 6, ratioOf(rounds, ours, scan)),
    target('the same against objects that are stored, times as fast', 'at least', 10, fasterThan(keep)),
    target('the same against jq, times as fast', 'at least', 40, fasterThan(jq)),
    target('peak memory against objects that are stored', 'at most', 0.15, memory),
    target('first rows, part of the load time', 'at most', 0.02, firstRows),
    target('bundle against NDJSON, time', 'at most', 1.1, ratioOf(rounds, bundle, ours)),
  ];
}

const NODE = 'node -e 0';
const PARSE = 'JSON.parse line by line';
const LOAD = 'load, index and graph, without a start';
const VERDICT = 'inspect: the verdict';
/** A text that few events hold. */
const RARE = 'No such part of the brief';

/** Whole commands as people run them, start included, on a plain log and an adverse one. */
const measureCommands: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const cli = path.join(path.dirname(program), 'cli', 'index.mjs');
  const command = (title: string, args: readonly string[], isFirstLine = false): Contender =>
    started(title, process.execPath, [cli, ...args], isFirstLine);
  const starts = [
    started(NODE, process.execPath, ['-e', '0']),
    command('--version', ['--version']),
    command('--help', ['--help']),
  ];
  const logs = FORMATS.map((format) => storedLog(folder, { events, seed, format }, say));
  const onLogs = logs.map(({ file }, at) => [
    apart(program, `${FORMATS[at]}: ${PARSE}`, 'parse', file),
    apart(program, `${FORMATS[at]}: ${LOAD}`, 'engine', file),
    command(`${FORMATS[at]}: inspect`, ['inspect', file]),
    command(`${FORMATS[at]}: ${VERDICT}`, ['inspect', file], true),
    command(`${FORMATS[at]}: inspect --json`, ['inspect', '--json', file]),
    command(`${FORMATS[at]}: inspect --no-checks`, ['inspect', '--no-checks', file]),
    command(`${FORMATS[at]}: events --filter`, ['events', '--filter', 'type:node.failed', file]),
    command(`${FORMATS[at]}: events --filter, a text`, ['events', '--filter', `"${RARE}"`, file]),
    started(`${FORMATS[at]}: grep -F -c, the same text`, 'grep', ['-F', '-c', RARE, file]),
  ]);
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

/** A program until it has ended, or has written its first line. A status above 1 is no measurement. */
function started(title: string, program: string, args: readonly string[], isFirstLine = false): Contender {
  const measure = () => {
    const startedMs = performance.now();
    return new Promise<Measured | null>((resolve, reject) => {
      // What is searched for is compared byte by byte.
      const env = { ...process.env, LC_ALL: 'C' };
      const stdout = isFirstLine ? 'pipe' : 'ignore';
      const child = spawn(program, args, { stdio: ['ignore', stdout, 'ignore'], env });
      let firstMs: number | undefined;
      child.stdout?.on('data', () => {
        firstMs ??= performance.now() - startedMs;
      });
      child.on('error', () => resolve(null)); // not installed
      child.on('close', (status) => {
        if (status === null || status > 1) reject(new Error(`${args.join(' ')} ended with ${status}`));
        else resolve({ ms: firstMs ?? performance.now() - startedMs });
      });
    });
  };
  return { title, measure };
}

/** The ratio of the times of two rows, on the log on which it is lower. */
const lowest = (rounds: Rounds, above: string, below: string): number =>
  Math.min(...FORMATS.map((format) => ratioOf(rounds, `${format}: ${above}`, `${format}: ${below}`)));

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

const LIVE = {
  parser: 'eventsource-parser alone (floor)',
  indexed: 'ours: frames parsed and indexed',
  session: 'ours: live session, ledger, capture and index',
  reader: 'ours: byte reader, index and graph',
} as const;

/** The stream of one run, each contender in a process of its own. */
const measureLive: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const stream = storedLog(folder, { events, seed, format: 'sse', oneRun: true }, say);
  const contenders = [
    apart(program, LIVE.parser, 'parse-stream', stream.file),
    apart(program, LIVE.indexed, 'index-stream', stream.file),
    apart(program, LIVE.session, 'follow-stream', stream.file),
    apart(program, LIVE.reader, 'engine', stream.file),
  ];
  const values = await takeTurns(contenders, rounds, say);
  checkEvents(values);
  const read = values.get(LIVE.parser)?.[0]?.events ?? 0;
  return {
    subject: `${formatCount(read)} events, ${formatBytes(stream.bytes)} as a stream, seed ${seed}`,
    rounds: values,
    targets: liveTargets(values),
  };
};

/** What is promised of events a second, as a part of what eventsource-parser alone reaches in the same round. */
export function liveTargets(rounds: Rounds): readonly Target[] {
  const promise = (row: string, name: string, least: number): Target => {
    const ratio = ratioOf(rounds, LIVE.parser, row);
    return target(`${name} against the parser alone, events a second`, 'at least', least, ratio);
  };
  return [
    promise(LIVE.indexed, 'parsed and indexed', 0.25),
    promise(LIVE.reader, 'byte reader', 0.4),
    promise(LIVE.session, 'whole live session', 0.4),
  ];
}

/** A plain log and an adverse one, each audit in a process of its own. */
const measureAudit: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const contenders = FORMATS.map((format) =>
    apart(program, format, 'audit', storedLog(folder, { events, seed, format }, say).file),
  );
  const values = await takeTurns(contenders, rounds, say);
  const ratio = (format: string, above: string, below: string) =>
    ratioOf(values, `${format}: ${above}`, `${format}: ${below}`);
  return {
    subject: `${formatCount(events)} events, seed ${seed}`,
    rounds: values,
    groups: FORMATS.flatMap((format) => [
      [`${format}: load`, `${format}: rules`],
      [`${format}: acceptor alone`, `${format}: audit`],
    ]),
    targets: FORMATS.flatMap((format) => {
      const audit = ratio(format, 'audit', 'acceptor alone');
      const rules = ratio(format, 'rules', 'load');
      return [
        target(`${format}: audit against the acceptor alone, times as long`, 'at most', 3, audit),
        target(`${format}: rules of the log, part of the load time`, 'at most', 0.1, rules),
      ];
    }),
  };
};

/** How much is measured: events, those of `--quick`, and rounds. */
type Amount = readonly [events: number, quickEvents: number, rounds: number];

const verb = (help: string, [events, quickEvents, rounds]: Amount, measure: Measure) => ({
  help,
  events,
  quickEvents,
  rounds,
  measure,
});

/** Every measure by its verb. */
export const MEASURES = {
  run: verb('the engine against floors and peers (npm run bench)', [1_000_000, 50_000, 5], measureEngine),
  commands: verb('whole commands on a plain and on an adverse log', [300_000, 20_000, 5], measureCommands),
  live: verb('a live session next to eventsource-parser alone', [250_000, 25_000, 3], measureLive),
  chromium: verb(
    'a large log in Chromium through the browser shell',
    [1_000_000, 50_000, 1],
    measureChromium,
  ),
  audit: verb(
    'an audit next to the acceptor alone and the rules of a log next to its load',
    [200_000, 20_000, 3],
    measureAudit,
  ),
};
