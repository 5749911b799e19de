import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SMALLEST_LONG_RUN } from '../generator/long-run.ts';
import { isLogForm, LOG_FORMS, type LogOrder, writeLogFile } from '../generator/write-log.ts';
import { isMeasurementName, measureHere } from '../measure/own-process.ts';
import { type BenchOptions, type Measure, type Report, reportText, targetsText } from '../measure/report.ts';
import { comparedWithStored, storeResult } from '../measure/stored-results.ts';

const OPTIONS = {
  events: { type: 'string' },
  format: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'string' },
  rounds: { type: 'string' },
  folder: { type: 'string' },
  quick: { type: 'boolean' },
  keep: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The arguments of the program, with its options; `wrong` with the reason in `message`. */
export interface Command {
  readonly verb: string;
  readonly message?: string;
  /** Does it; the exit status: 0 done, 2 could not do it. */
  run(): number | Promise<number>;
}

/** A verb: its lines of help, what it reads of the arguments (throws for what it cannot understand), and what it does. */
interface Verb {
  readonly help: readonly string[];
  read(values: Values, rest: readonly string[]): Omit<Command, 'verb'>;
}

function verb<O extends object>(
  help: readonly string[],
  read: (values: Values, rest: readonly string[]) => O,
  run: (options: O) => number | Promise<number>,
): Verb {
  return {
    help,
    read: (values, rest) => {
      const options = read(values, rest);
      return { ...options, run: () => run(options) };
    },
  };
}

/** How much is measured. */
type Amount = Pick<BenchOptions, 'events' | 'rounds'>;

/** A measurement: what it is, the usual amount and that of `--quick`. Loaded when requested: some start a browser. */
interface MeasureVerb {
  readonly help: string;
  readonly usual: Amount;
  readonly quick: Amount;
  load(): Promise<Measure>;
}

const MEASURES = {
  run: {
    help: 'the engine against floors and peers (npm run bench)',
    usual: { events: 1_000_000, rounds: 5 },
    quick: { events: 50_000, rounds: 5 },
    load: async () => (await import('../measure/engine.ts')).measureEngine,
  },
  commands: {
    help: 'whole commands on a plain and on an adverse log',
    usual: { events: 300_000, rounds: 5 },
    quick: { events: 20_000, rounds: 5 },
    load: async () => (await import('../measure/commands.ts')).measureCommands,
  },
  queries: {
    help: 'queries of an open log next to DuckDB and a search of its bytes',
    usual: { events: 1_000_000, rounds: 5 },
    quick: { events: 50_000, rounds: 5 },
    load: async () => (await import('../measure/queries.ts')).measureQueries,
  },
  live: {
    help: 'a live session next to eventsource-parser alone',
    usual: { events: 250_000, rounds: 3 },
    quick: { events: 25_000, rounds: 3 },
    load: async () => (await import('../measure/live.ts')).measureLive,
  },
  chromium: {
    help: 'a large log in Chromium through the browser shell',
    usual: { events: 1_000_000, rounds: 1 },
    quick: { events: 50_000, rounds: 1 },
    load: async () => (await import('../measure/chromium.ts')).measureChromium,
  },
  audit: {
    help: 'an audit next to the acceptor alone and the rules of a log next to its load',
    usual: { events: 200_000, rounds: 3 },
    quick: { events: 20_000, rounds: 3 },
    load: async () => (await import('../measure/audit.ts')).measureAudit,
  },
  acceptor: {
    help: 'the acceptor next to bare checks of shape and payload',
    usual: { events: 1_000, rounds: 5 },
    quick: { events: 1_000, rounds: 1 },
    load: async () => (await import('../measure/acceptor.ts')).measureAcceptor,
  },
} as const satisfies Record<string, MeasureVerb>;

/** What `reach` measures. */
const REACH = ['run', 'commands', 'queries', 'live', 'chromium'] as const;

const MEASURE_OPTIONS = '--events N  --quick  --rounds N  --seed N (7)  --json FILE  --keep';

/** All verbs, in the order of the help. */
const VERBS: Readonly<Record<string, Verb>> = {
  ...Object.fromEntries(
    Object.entries<MeasureVerb>(MEASURES).map(([name, { help, usual, quick, load }]) => [
      name,
      verb(
        [`measure ${help}`],
        (values) => measureOptions(values, values.quick ? quick : usual),
        async (options) => {
          await measured(name, await load(), options);
          return 0;
        },
      ),
    ]),
  ),
  reach: verb(
    ['measure engine, commands, queries, live sessions and window: all that is promised in one table'],
    (values) => measureOptions(values, { ...MEASURES.run[values.quick ? 'quick' : 'usual'], rounds: 3 }),
    reach,
  ),
  generate: verb(
    [
      'write a log of any size',
      `--events N  --out FILE  --format ${LOG_FORMS.join('|')} (ndjson)  --seed N (7)`,
    ],
    (values) => {
      const { out, format = 'ndjson' } = values;
      if (out === undefined) throw new Error('--out FILE is missing');
      if (!isLogForm(format)) throw new Error(`--format is one of ${LOG_FORMS.join(', ')}`);
      const seed = wholeNumber('--seed', values.seed, 7);
      return { events: eventsOf(values, 1_000_000), format, seed, out };
    },
    generate,
  ),
};

/** Started by the measurements themselves, so it is not in the help. */
const MEASURE = verb(
  [],
  (_values, [name = '', file]) => {
    if (!isMeasurementName(name) || file === undefined)
      throw new Error('measure takes a measurement and a file');
    return { name, file };
  },
  async ({ name, file }) => printed(`${JSON.stringify(await measureHere(name, file))}\n`),
);

const HELP = `Usage: node dist/bench.mjs VERB [options]

${Object.entries(VERBS)
  .map(([name, { help }]) =>
    help.map((row, at) => `  ${(at === 0 ? name : '').padEnd(9)}  ${row}\n`).join(''),
  )
  .join('')}
  To measure: ${MEASURE_OPTIONS}
`;

/** Reads the arguments after the program's name. What cannot be understood comes back as `wrong` with the reason. */
export function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help) return { verb: 'help', run: () => printed(HELP) };
    const [name = 'run', ...rest] = positionals;
    const found = name === 'measure' ? MEASURE : Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    return found === undefined
      ? wrong(`There is no verb "${name}".`)
      : { verb: name, ...found.read(values, rest) };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): Command {
  return {
    verb: 'wrong',
    message,
    run: () => {
      say(`${message}\n\n${HELP}`);
      return 2;
    },
  };
}

/** The built file we run from; measurements start it again. */
function ownProgram(): string {
  return process.argv[1] ?? fileURLToPath(import.meta.url);
}

/** What to measure, and what to do with the result. */
interface MeasureOptions extends BenchOptions {
  /** File for the result as JSON. */
  readonly json: string | undefined;
  /** True to put the result in the place of the stored one. */
  readonly keep: boolean;
}

function measureOptions(values: Values, amount: Amount): MeasureOptions {
  return {
    events: eventsOf(values, amount.events),
    rounds: Math.max(1, wholeNumber('--rounds', values.rounds, amount.rounds)),
    seed: wholeNumber('--seed', values.seed, 7),
    folder: values.folder ?? '.cache/bench',
    program: ownProgram(),
    json: values.json,
    keep: values.keep ?? false,
  };
}

function eventsOf(values: Values, usual: number): number {
  const events = wholeNumber('--events', values.events, usual);
  if (events < SMALLEST_LONG_RUN) throw new Error(`--events is at least ${SMALLEST_LONG_RUN}`);
  return events;
}

/** Digits, with commas or underscores between them if one likes. */
function wholeNumber(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const digits = text.replaceAll(/[,_]/g, '');
  if (!/^\d{1,9}$/.test(digits)) throw new Error(`${option} takes a whole number, not "${text}"`);
  return Number(digits);
}

/** Measures, prints and compares with the stored result; whether the promises are met is no part of success. */
async function measured(name: string, measure: Measure, options: MeasureOptions): Promise<Report> {
  const report = await measure(options, say);
  printReport(report, options.json);
  const { ratios, machine } = report;
  if (ratios === undefined) return report;
  const file = `bench/results/${name}-${options.events}.json`;
  for (const line of comparedWithStored(file, ratios)) print(`${line}\n`);
  if (options.keep) storeResult(file, { node: machine.node, cores: machine.cores, ratios });
  return report;
}

function printReport(report: Report, json: string | undefined): void {
  print(reportText(report));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}

/** All that is promised, measured one after the other. */
async function reach(options: MeasureOptions): Promise<number> {
  const targets: Report['targets'][number][] = [];
  for (const name of REACH) {
    const isQuarter = name === 'commands' || name === 'live';
    const events = isQuarter ? Math.ceil(options.events / 4) : options.events;
    const report = await measured(name, await MEASURES[name].load(), { ...options, events });
    targets.push(...report.targets);
  }
  const met = targets.filter((target) => target.met).length;
  return printed(`\n${targetsText(targets, `${met} of ${targets.length} promises are met`)}`);
}

function generate(order: LogOrder & { readonly out: string }): number {
  const startedMs = performance.now();
  const { events, bytes } = writeLogFile(order, order.out);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  return printed(
    `${order.out}: ${events.toLocaleString('en')} events, ${bytes.toLocaleString('en')} bytes in ${seconds} s\n`,
  );
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

function printed(text: string): number {
  print(text);
  return 0;
}
