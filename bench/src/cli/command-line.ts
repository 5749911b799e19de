import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { SMALLEST_LONG_RUN } from '../generator/long-run.ts';
import { isLogForm, LOG_FORMS, type LogOrder, writeLogFile } from '../generator/write-log.ts';
import { MEASURES } from '../measure/measures.ts';
import { isMeasurementName, measureHere } from '../measure/own-process.ts';
import {
  type BenchOptions,
  machineNow,
  reportText,
  type Target,
  target,
  targetsText,
} from '../measure/report.ts';
import { slowerThanStored } from '../measure/rounds.ts';

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
  /** Does it; the exit status: 0 done, 2 could not do it, 3 a bundle exceeds its bound. */
  run(): number | Promise<number>;
}

type MeasureName = keyof typeof MEASURES;

const isMeasure = (name: string): name is MeasureName => Object.hasOwn(MEASURES, name);

/** What `reach` measures. */
const REACH = ['run', 'commands', 'live', 'chromium'] as const;

const measures = Object.entries(MEASURES);
const measureLines = measures.map(([name, { help }]) => `  ${name.padEnd(9)}  measure ${help}`);

const HELP = `Usage: node dist/bench.mjs VERB [options]

${measureLines.join('\n')}
  reach      measure engine, commands, live sessions and window: all that is promised in one table
  bundles    list what the window and its workers fetch, with bounds (also after run); exit status 3 above one
  generate   write a log of any size
             --events N  --out FILE  --format ${LOG_FORMS.join('|')} (ndjson)  --seed N (7)

  To measure: --events N  --quick  --rounds N  --seed N (7)  --json FILE  --keep
`;

/** Reads the arguments after the program's name. What cannot be understood comes back as `wrong` with the reason. */
export function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [verb = 'run', ...rest] = positionals;
    return values.help ? { verb: 'help', run: () => printed(HELP) } : commandOf(verb, values, rest);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const run = () => {
      say(`${message}\n\n${HELP}`);
      return 2;
    };
    return { verb: 'wrong', message, run };
  }
}

/** Throws for what cannot be understood. */
function commandOf(verb: string, values: Values, rest: readonly string[]): Command {
  if (isMeasure(verb)) {
    const options = measureOptions(values, verb);
    const run = async () => {
      await measured(verb, options);
      return verb === 'run' ? bundles(options) : 0;
    };
    return { verb, ...options, run };
  }
  switch (verb) {
    case 'reach': {
      const options = measureOptions(values, 'run', 3);
      return { verb, ...options, run: () => reach(options) };
    }
    case 'bundles': {
      const options = measureOptions(values, 'run');
      return { verb, ...options, run: () => bundles(options) };
    }
    case 'generate': {
      const { out, format = 'ndjson' } = values;
      if (out === undefined) throw new Error('--out FILE is missing');
      if (!isLogForm(format)) throw new Error(`--format is one of ${LOG_FORMS.join(', ')}`);
      const order = { events: eventsOf(values, 1_000_000), format, seed: seedOf(values), out };
      return { verb, ...order, run: () => generate(order) };
    }
    // Started by the measurements themselves, so it is not in the help.
    case 'measure': {
      const [name = '', file] = rest;
      if (!isMeasurementName(name) || file === undefined)
        throw new Error('measure takes a measurement and a file');
      const work = { name, file };
      const run = async () => printed(`${JSON.stringify(await measureHere(name, file))}\n`);
      return { verb, ...work, run };
    }
    default:
      throw new Error(`There is no verb "${verb}".`);
  }
}

/** What to measure, and what to do with the result. */
interface MeasureOptions extends BenchOptions {
  /** File for the result as JSON. */
  readonly json: string | undefined;
  /** True to put the result in the place of the stored one. */
  readonly keep: boolean;
}

function measureOptions(values: Values, name: MeasureName, rounds = MEASURES[name].rounds): MeasureOptions {
  const { events, quickEvents } = MEASURES[name];
  return {
    events: eventsOf(values, values.quick ? quickEvents : events),
    rounds: Math.max(1, wholeNumber('--rounds', values.rounds, rounds)),
    seed: seedOf(values),
    folder: values.folder ?? '.cache/bench',
    // The built file we run from; measurements start it again.
    program: process.argv[1] ?? fileURLToPath(import.meta.url),
    json: values.json,
    keep: values.keep ?? false,
  };
}

const seedOf = (values: Values): number => wholeNumber('--seed', values.seed, 7);

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
async function measured(name: MeasureName, options: MeasureOptions): Promise<readonly Target[]> {
  const machine = machineNow();
  const report = await MEASURES[name].measure(options, say);
  print(reportText(report, machine));
  const { rounds, ratios, targets } = report;
  if (options.json !== undefined) {
    const result = { ...report, machine, rounds: Object.fromEntries(rounds) };
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  }
  if (ratios === undefined) return targets;
  const file = `bench/results/${name}-${options.events}.json`;
  if (options.keep) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ node: machine.node, cores: machine.cores, ratios }, null, 2)}\n`);
  } else if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8')); // written here by a run with --keep
    for (const line of slowerThanStored(stored.ratios, ratios)) print(`${line}\n`);
  } else print('There is no stored result to compare with; --keep stores this one.\n');
  return targets;
}

/** Bounds in KB, 1,000 bytes of gzip: all that the page names, the script of a worker, a script that is loaded later. */
const FIRST_LOAD_KB = 350;
const WORKER_KB = 200;
const CHUNK_KB = 110;
/** Smaller scripts are not listed. */
const LISTED_KB = 50;

/**
 * The first load of a built window, the script of each worker, and each other script of more than 50 KB. Throws when
 * `folder` holds no built window.
 */
export function bundleTargets(folder: string): readonly Target[] {
  const sizeOf = (file: string): number =>
    gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length / 1000;
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const named = Array.from(page.matchAll(/"\.\/([^"]+\.(?:js|css))"/g), ([, file = '']) => file);
  const first = ['index.html', ...named];
  const later = readdirSync(path.join(folder, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js') && !first.includes(file))
    .map((file) => ({ file, isWorker: file.includes('.worker-'), size: sizeOf(file) }))
    .filter(({ isWorker, size }) => isWorker || size > LISTED_KB)
    .sort((a, b) => b.size - a.size);
  const firstLoad = first.reduce((sum, file) => sum + sizeOf(file), 0);
  return [
    target('first load', 'at most', FIRST_LOAD_KB, firstLoad),
    ...later.map(({ file, isWorker, size }) => {
      const name = path.basename(file).replace(/-[\w-]{8}\.js$/, '');
      return target(name, 'at most', isWorker ? WORKER_KB : CHUNK_KB, size);
    }),
  ];
}

/** Lists the sizes of the window that is built next to our own program. */
function bundles({ program }: MeasureOptions): number {
  const targets = bundleTargets(path.join(path.dirname(program), 'renderer'));
  print(`\n${targetsText(targets, 'Bundles, in KB of gzip')}`);
  return targets.every(({ met }) => met) ? 0 : 3;
}

/** All that is promised, measured one after the other. */
async function reach(options: MeasureOptions): Promise<number> {
  const targets: Target[] = [];
  for (const name of REACH) {
    const isQuarter = name === 'commands' || name === 'live';
    const events = isQuarter ? Math.ceil(options.events / 4) : options.events;
    targets.push(...(await measured(name, { ...options, events })));
  }
  const met = targets.filter((each) => each.met).length;
  return printed(`\n${targetsText(targets, `${met} of ${targets.length} promises are met`)}`);
}

function generate(order: LogOrder & { readonly out: string }): number {
  const startedMs = performance.now();
  const { events, bytes } = writeLogFile(order, order.out);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const size = `${events.toLocaleString('en')} events, ${bytes.toLocaleString('en')} bytes`;
  return printed(`${order.out}: ${size} in ${seconds} s\n`);
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const print = (text: string) => process.stdout.write(text);

function printed(text: string): number {
  print(text);
  return 0;
}
