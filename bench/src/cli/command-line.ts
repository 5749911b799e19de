import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { version } from '../../../package.json';
import { SMALLEST_LONG_RUN } from '../generator/long-run.ts';
import { isLogForm, LOG_FORMS, type LogOrder, writeLogFile } from '../generator/write-log.ts';
import { runAcceptorBench } from '../measure/acceptor.ts';
import { runAuditBench } from '../measure/audit-bench.ts';
import { runCommandBench } from '../measure/commands.ts';
import { runBench } from '../measure/engine.ts';
import { runLiveBench } from '../measure/live/live-bench.ts';
import { isMeasurementName } from '../measure/measurements.ts';
import { measureHere } from '../measure/own-process.ts';
import { targetsText } from '../measure/report.ts';
import { staleSamples, writeSamples } from '../samples/sample-files.ts';

const OPTIONS = {
  events: { type: 'string' },
  format: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'string' },
  rounds: { type: 'string' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  minutes: { type: 'string' },
  folder: { type: 'string' },
  quick: { type: 'boolean' },
  check: { type: 'boolean' },
  keep: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** What the program was asked to do, with its options; `wrong` with the reason in `message`. */
export interface Command {
  readonly verb: string;
  readonly message?: string;
  /** Does it; the exit status: 0 done, 1 stale samples, 2 could not do it. */
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

/** All verbs, in the order of the help. What starts a browser is loaded when it is asked for. */
const VERBS: Readonly<Record<string, Verb>> = {
  run: verb(
    [
      'measure the engine against floors and peers, print one table (npm run bench)',
      '--events N (1,000,000)  --quick (50,000 events)  --rounds N (5)  --seed N (7)  --json FILE  --keep',
    ],
    (values) => benchOptions(values, values.quick ? 50_000 : 1_000_000, 5),
    (options) => done(runBench(options, say, print)),
  ),
  reach: verb(
    [
      'measure engine, commands, queries, live sessions and window, print in one table what is promised',
      '--events N (1,000,000)  --quick (50,000 events)  --rounds N (3)  --seed N (7)  --keep',
    ],
    (values) => benchOptions(values, values.quick ? 50_000 : 1_000_000),
    reach,
  ),
  commands: verb(
    [
      'measure whole commands on a plain and on an adverse log, print one table each',
      '--events N (300,000)  --quick (20,000 events)  --rounds N (5)  --seed N (7)  --json FILE  --keep',
    ],
    (values) => ({ ...benchOptions(values, values.quick ? 20_000 : 300_000, 5), json: values.json }),
    (options) => done(runCommandBench(options, say, print)),
  ),
  queries: verb(
    [
      'measure questions to an open log beside DuckDB and a search of its bytes, print one table',
      '--events N (1,000,000)  --quick (50,000 events)  --rounds N (5)  --seed N (7)  --json FILE  --keep',
    ],
    (values) => ({ ...benchOptions(values, values.quick ? 50_000 : 1_000_000, 5), json: values.json }),
    async (options) => done((await import('../measure/queries.ts')).runQueryBench(options, say, print)),
  ),
  chromium: verb(
    [
      'open a large log in Chromium through the browser shell and watch the main thread',
      '--events N (1,000,000)  --seed N (7)  --json FILE',
    ],
    (values) => benchOptions(values, values.quick ? 50_000 : 1_000_000),
    async (options) => done((await import('../measure/chromium.ts')).runInChromium(options, say, print)),
  ),
  acceptor: verb(
    [
      'measure the acceptor beside bare checks of shape and payload, print one table',
      '--rounds N (5)  --json FILE',
    ],
    (values) => ({ rounds: roundsOf(values, 5), json: values.json }),
    (options) => runAcceptorBench(options, print),
  ),
  audit: verb(
    [
      'measure an audit beside the acceptor alone and the rules of a log beside its load, print one table',
      '--events N (200,000)  --quick (20,000 events)  --rounds N (3)  --seed N (7)  --json FILE',
    ],
    (values) => benchOptions(values, values.quick ? 20_000 : 200_000),
    (options) => done(runAuditBench(options, say, print)),
  ),
  live: verb(
    [
      'measure a live session beside eventsource-parser alone, print one table',
      '--events N (250,000)  --quick (25,000 events)  --rounds N (3)  --seed N (7)  --json FILE',
    ],
    (values) => benchOptions(values, values.quick ? 25_000 : 250_000),
    (options) => done(runLiveBench(options, say, print)),
  ),
  soak: verb(
    [
      'follow a host of our own in Chromium for long, with a stretch in the background (npm run soak)',
      '--rate N (200)  --minutes N (30)  --out FILE.csv  --json FILE',
    ],
    (values) => ({
      ...watchOptions(values, 200, 60 * wholeNumber('--minutes', values.minutes, 30)),
      out: values.out ?? '.cache/bench/soak.csv',
    }),
    async (options) => (await import('../measure/live/soak.ts')).runSoak(options, say, print),
  ),
  render: verb(
    [
      'measure in Chromium how soon stories of the gallery and events in the window are shown',
      '--rounds N (5)  --quick (2 rounds)  --seed N (7)  --json FILE',
    ],
    (values) => ({ ...ownOptions(values), rounds: roundsOf(values, values.quick ? 2 : 5) }),
    async (options) =>
      (await import('../measure/rendering/render-bench.ts')).runRenderBench(options, say, print),
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
      return { events: eventsOf(values, 1_000_000), format, seed: seedOf(values), out };
    },
    generate,
  ),
  samples: verb(
    [
      'write the sample runs that are missing or stale (npm run samples)',
      '--check only says which, and ends with status 1 when there are any',
    ],
    ({ folder = 'samples', check = false }) => ({ folder, check }),
    samples,
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
  async ({ name, file }) => {
    print(`${JSON.stringify(await measureHere(name, file))}\n`);
    return 0;
  },
);

const HELP = `Usage: node dist/bench.mjs VERB [options]

${Object.entries(VERBS)
  .map(([name, { help }]) =>
    help.map((row, at) => `  ${(at === 0 ? name : '').padEnd(9)}  ${row}\n`).join(''),
  )
  .join('')}`;

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

function ownOptions(values: Values) {
  const { folder = '.cache/bench', json } = values;
  return { seed: seedOf(values), folder, json, program: ownProgram() };
}

function benchOptions(values: Values, usualEvents: number, usualRounds = 3) {
  const events = eventsOf(values, usualEvents);
  const results = { folder: 'bench/results', version, keeps: values.keep ?? false };
  return { ...ownOptions(values), events, rounds: roundsOf(values, usualRounds), results };
}

function watchOptions(values: Values, usualRate: number, seconds: number) {
  const rate = wholeNumber('--rate', values.rate, usualRate);
  return { rate, seconds, json: values.json, program: ownProgram() };
}

function seedOf({ seed }: Values): number {
  return wholeNumber('--seed', seed, 7);
}

function roundsOf({ rounds }: Values, usual: number): number {
  return Math.max(1, wholeNumber('--rounds', rounds, usual));
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

/** A measurement is done whether or not what is promised was reached. */
async function done(measured: Promise<unknown>): Promise<number> {
  await measured;
  return 0;
}

/** What is promised of engine, commands, queries, live sessions and window, measured one after the other. */
async function reach(options: ReturnType<typeof benchOptions>): Promise<number> {
  const { runQueryBench } = await import('../measure/queries.ts');
  const { runInChromium } = await import('../measure/chromium.ts');
  const quarter = { ...options, events: Math.ceil(options.events / 4) };
  const targets = [
    ...(await runBench(options, say, print)),
    ...(await runCommandBench(quarter, say, print)),
    ...(await runQueryBench(options, say, print)),
    ...(await runLiveBench(quarter, say, print)),
    ...(await runInChromium(options, say, print)),
  ];
  const met = targets.filter((target) => target.met).length;
  print(`\n${targetsText(targets, `${met} of ${targets.length} promises are met`)}`);
  return 0;
}

function generate(order: LogOrder & { readonly out: string }): number {
  const startedMs = performance.now();
  let percentShown = 0;
  const { events, bytes } = writeLogFile(order, order.out, (size) => {
    const percent = Math.floor((size.events / order.events) * 100);
    if (percent < percentShown + 5) return;
    percentShown = percent;
    say(`${percent} %, ${size.events.toLocaleString('en')} events, ${(size.bytes / 1e6).toFixed(0)} MB`);
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  print(
    `${order.out}: ${events.toLocaleString('en')} events, ${bytes.toLocaleString('en')} bytes in ${seconds} s\n`,
  );
  return 0;
}

function samples({ check, folder }: { readonly check: boolean; readonly folder: string }): number {
  if (check) {
    const stale = staleSamples(folder);
    if (stale.length === 0) return printed('The samples are up to date.\n');
    say(`Stale: ${stale.join(', ')}. Run npm run samples.`);
    return 1;
  }
  const written = writeSamples(folder);
  return printed(written.length === 0 ? 'The samples are up to date.\n' : `Written: ${written.join(', ')}\n`);
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
