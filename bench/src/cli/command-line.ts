import { type ParseArgsConfig, parseArgs } from 'node:util';
import { FORMAT_NAMES, type FormatName, isFormatName } from '../generator/formats/format-by-name.ts';
import { SMALLEST_LONG_RUN } from '../generator/long-run.ts';
import { isMeasurementName, type MeasurementName } from '../measure/measurements.ts';

/** What the program was asked to do. */
export type Command =
  | {
      readonly verb: 'generate';
      readonly events: number;
      readonly format: FormatName;
      readonly seed: number;
      readonly out: string;
    }
  | { readonly verb: 'samples'; readonly folder: string; readonly check: boolean }
  | {
      readonly verb: 'run' | 'chromium' | 'live';
      readonly events: number;
      readonly seed: number;
      readonly rounds: number;
      readonly folder: string;
      readonly json: string | undefined;
    }
  | { readonly verb: 'acceptor'; readonly rounds: number; readonly json: string | undefined }
  | {
      readonly verb: 'render';
      readonly rounds: number;
      readonly seed: number;
      readonly folder: string;
      readonly json: string | undefined;
    }
  | {
      readonly verb: 'live-chromium' | 'soak';
      /** Events a second that the host sends. */
      readonly rate: number;
      readonly seconds: number;
      readonly json: string | undefined;
      /** File for the samples of a soak, as CSV. */
      readonly out: string;
    }
  | { readonly verb: 'measure'; readonly name: MeasurementName; readonly file: string }
  | { readonly verb: 'help' }
  | { readonly verb: 'wrong'; readonly message: string };

export const HELP = `Usage: node dist/bench.mjs VERB [options]

  run        measure the engine against floors and peers, print one table (npm run bench)
             --events N (1,000,000)  --quick (50,000 events)  --rounds N (3)  --seed N (7)  --json FILE
  chromium   open a large log in Chromium through the browser shell and watch the main thread
             --events N (1,000,000)  --seed N (7)  --json FILE
  acceptor   measure the acceptor beside bare checks of shape and payload, print one table
             --rounds N (5)  --json FILE
  live       measure a live session beside eventsource-parser alone, print one table
             --events N (250,000)  --quick (25,000 events)  --rounds N (3)  --seed N (7)  --json FILE
  live-chromium  follow a host of our own in Chromium and watch the main thread and the memory
             --rate N (5,000 events a second)  --seconds N (60)  --json FILE
  soak       the same for long, with a stretch in the background (npm run soak)
             --rate N (200)  --minutes N (30)  --out FILE.csv  --json FILE
  render     measure in Chromium how soon stories of the gallery and events in the window are shown
             --rounds N (5)  --quick (2 rounds)  --seed N (7)  --json FILE
  generate   write a log of any size
             --events N  --out FILE  --format ${FORMAT_NAMES.join('|')} (ndjson)  --seed N (7)
  samples    write the sample runs that are missing or stale (npm run samples)
             --check only says which, and ends with status 1 when there are any
`;

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
  help: { type: 'boolean' },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

const DEFAULT_SEED = 7;
const DEFAULT_EVENTS = 1_000_000;
const QUICK_EVENTS = 50_000;
const DEFAULT_ROUNDS = 3;
const ACCEPTOR_ROUNDS = 5;
const RENDER_ROUNDS = 5;
const QUICK_RENDER_ROUNDS = 2;
const LIVE_EVENTS = 250_000;
const QUICK_LIVE_EVENTS = 25_000;
const LIVE_RATE = 5000;
const LIVE_SECONDS = 60;
const SOAK_RATE = 200;
const SOAK_MINUTES = 30;
const SOAK_FILE = '.cache/bench/soak.csv';
const LOG_FOLDER = '.cache/bench';

type Values = Partial<Record<Exclude<keyof typeof OPTIONS, 'quick' | 'check' | 'help'>, string>> & {
  readonly quick?: boolean;
  readonly check?: boolean;
  readonly help?: boolean;
};

/** Reads the arguments after the program's name. What cannot be understood comes back as `wrong` with the reason. */
export function readCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help) return { verb: 'help' };
    const [verb = 'run', ...rest] = positionals;
    return commandOf(verb, rest, values);
  } catch (error) {
    return { verb: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

function commandOf(verb: string, rest: readonly string[], values: Values): Command {
  switch (verb) {
    case 'run':
    case 'chromium':
      return benchCommand(verb, values);
    case 'live':
      return benchCommand(verb, values, values.quick ? QUICK_LIVE_EVENTS : LIVE_EVENTS);
    case 'live-chromium':
    case 'soak':
      return watchCommand(verb, values);
    case 'acceptor': {
      const rounds = wholeNumber('--rounds', values.rounds, ACCEPTOR_ROUNDS);
      return { verb, rounds: Math.max(1, rounds), json: values.json };
    }
    case 'render':
      return renderCommand(values);
    case 'generate':
      return generateCommand(values);
    case 'samples':
      return { verb, folder: values.folder ?? 'samples', check: values.check ?? false };
    case 'measure':
      return measureCommand(rest);
    default:
      return { verb: 'wrong', message: `There is no verb "${verb}".` };
  }
}

function benchCommand(
  verb: 'run' | 'chromium' | 'live',
  values: Values,
  usual = values.quick ? QUICK_EVENTS : DEFAULT_EVENTS,
): Command {
  const events = wholeNumber('--events', values.events, usual);
  const folder = values.folder ?? LOG_FOLDER;
  const rounds = wholeNumber('--rounds', values.rounds, DEFAULT_ROUNDS);
  const seed = wholeNumber('--seed', values.seed, DEFAULT_SEED);
  return { verb, events: enough(events), seed, rounds: Math.max(1, rounds), folder, json: values.json };
}

function watchCommand(verb: 'live-chromium' | 'soak', values: Values): Command {
  const isSoak = verb === 'soak';
  const minutes = wholeNumber('--minutes', values.minutes, SOAK_MINUTES);
  const seconds = isSoak ? minutes * 60 : wholeNumber('--seconds', values.seconds, LIVE_SECONDS);
  const rate = wholeNumber('--rate', values.rate, isSoak ? SOAK_RATE : LIVE_RATE);
  return { verb, rate, seconds, json: values.json, out: values.out ?? SOAK_FILE };
}

function renderCommand(values: Values): Command {
  const usual = values.quick ? QUICK_RENDER_ROUNDS : RENDER_ROUNDS;
  const rounds = Math.max(1, wholeNumber('--rounds', values.rounds, usual));
  const seed = wholeNumber('--seed', values.seed, DEFAULT_SEED);
  return { verb: 'render', rounds, seed, folder: values.folder ?? LOG_FOLDER, json: values.json };
}

function generateCommand(values: Values): Command {
  const { out, format = 'ndjson' } = values;
  if (out === undefined) throw new Error('--out FILE is missing');
  if (!isFormatName(format)) throw new Error(`--format is one of ${FORMAT_NAMES.join(', ')}`);
  const events = enough(wholeNumber('--events', values.events, DEFAULT_EVENTS));
  return { verb: 'generate', events, format, seed: wholeNumber('--seed', values.seed, DEFAULT_SEED), out };
}

function measureCommand([name = '', file]: readonly string[]): Command {
  if (!isMeasurementName(name) || file === undefined)
    throw new Error('measure takes a measurement and a file');
  return { verb: 'measure', name, file };
}

function enough(events: number): number {
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
