import { parseArgs } from 'node:util';
import type { DialectName } from '../dialects/dialect.ts';
import { DIALECT_NAMES } from '../dialects/dialect-list.ts';

/** What the person asked for on the command line. */
export type DemoArguments =
  | { readonly kind: 'run'; readonly port: number; readonly dialect: DialectName; readonly rate: number }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly why: string };

export const USAGE = `Usage: npm run demo:live [-- --port PORT] [--dialect NAME] [--rate EVENTS]

  --port PORT      port on 127.0.0.1, 3801 unless given
  --dialect NAME   ${DIALECT_NAMES.join(', ')}; reference unless given
  --rate EVENTS    events a second of the run named stream, 50 unless given`;

const OPTIONS = {
  port: { type: 'string', default: '3801' },
  dialect: { type: 'string', default: 'reference' },
  rate: { type: 'string', default: '50' },
  help: { type: 'boolean', default: false },
} as const;

const MAX_A_SECOND = 20_000;

export function readDemoArguments(args: readonly string[]): DemoArguments {
  const read = parsed(args);
  if (read === null) return { kind: 'wrong', why: 'There is no such option.' };
  if (read.help) return { kind: 'help' };
  const dialect = DIALECT_NAMES.find((name) => name === read.dialect);
  const port = wholeNumber(read.port, 0, 65_535);
  const rate = wholeNumber(read.rate, 1, MAX_A_SECOND);
  if (dialect === undefined) return { kind: 'wrong', why: `There is no dialect ${read.dialect}.` };
  if (port === null) return { kind: 'wrong', why: 'The port is a number from 0 to 65535.' };
  if (rate === null) return { kind: 'wrong', why: `The rate is a number from 1 to ${MAX_A_SECOND}.` };
  return { kind: 'run', port, dialect, rate };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch {
    return null;
  }
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
