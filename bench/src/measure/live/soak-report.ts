import { formatBytes, formatCount } from '@openwop-inspector/base';
import { busyRemark, type Machine } from '../report.ts';
import { bytesOf, type Heaps } from './watched-session.ts';

/** How a long session stood at a moment. */
export interface SoakSample {
  /** Since the beginning. */
  readonly seconds: number;
  readonly isMinimised: boolean;
  /** Events in the window's list. */
  readonly shown: number;
  /** Events that the list is behind the host. */
  readonly behind: number;
  readonly ledger: string;
  /** Resident memory, in bytes; null where the system does not tell. */
  readonly shellBytes: number | null;
  readonly windowBytes: number | null;
  /** Heaps as they are, garbage included, in bytes. */
  readonly windowHeapBytes: number;
  readonly workerHeapBytes: number;
  readonly bufferBytes: number;
}

const COLUMNS = [
  'seconds',
  'isMinimised',
  'shown',
  'behind',
  'shellBytes',
  'windowBytes',
  'windowHeapBytes',
  'workerHeapBytes',
  'bufferBytes',
  'ledger',
] as const satisfies readonly (keyof SoakSample)[];

/** The heading of the samples as CSV. */
export const SOAK_HEADING = `${COLUMNS.join(',')}\n`;

/** A sample as a line of CSV. */
export function soakLine(sample: SoakSample): string {
  const cells = COLUMNS.map((column) => {
    const value = sample[column];
    if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`;
    return value === null ? '' : String(value);
  });
  return `${cells.join(',')}\n`;
}

/** A long session from its beginning to its end. */
export interface SoakResult {
  readonly rate: number;
  readonly seconds: number;
  readonly machine: Machine;
  readonly samples: readonly SoakSample[];
  /** From showing the window again until its list stood where the host was; null when it was not minimised or did not. */
  readonly caughtUpMs: number | null;
  /** Without garbage. */
  readonly before: Heaps;
  readonly after: Heaps;
  /** Of the window's main thread, in words. */
  readonly longTasks: string;
}

/** Columns of a graph. */
const WIDTH = 72;
const LABEL = 18;

/** The session as graphs of text, so that it fits into a note. */
export function soakReport(result: SoakResult, csv: string): string {
  const { rate, seconds, machine, samples, caughtUpMs, before, after, longTasks } = result;
  const [first, last] = [samples[0], samples.at(-1)];
  const events = (last?.shown ?? 0) - (first?.shown ?? 0);
  const anEvent = (bytesOf(after) - bytesOf(before)) / events;
  const wasMinimised = samples.some(({ isMinimised }) => isMinimised);
  return [
    `${rate} events a second for ${Math.round(seconds / 60)} min, browser shell and Chromium; ${formatCount(events)} events came`,
    '',
    graph('shell, RSS', samples, ({ shellBytes }) => shellBytes, formatBytes),
    graph('window, RSS', samples, ({ windowBytes }) => windowBytes, formatBytes),
    graph('window, heap', samples, ({ windowHeapBytes }) => windowHeapBytes, formatBytes),
    graph('worker, heap', samples, ({ workerHeapBytes }) => workerHeapBytes, formatBytes),
    graph('array buffers', samples, ({ bufferBytes }) => bufferBytes, formatBytes),
    graph(
      'behind the host',
      samples,
      ({ behind }) => behind,
      (value) => `${(value / rate).toFixed(1)} s`,
    ),
    ...(wasMinimised ? [`${'minimised'.padEnd(LABEL)}${flagsOf(samples)}`] : []),
    '',
    `heap and buffers without garbage: ${formatBytes(bytesOf(before))} to ${formatBytes(bytesOf(after))}, ${anEvent.toFixed(0)} bytes an event`,
    ...(wasMinimised ? [caughtUp(caughtUpMs)] : []),
    `long tasks of the window: ${longTasks}`,
    `ledger at the end: ${last?.ledger ?? 'none'}`,
    `samples: ${csv}`,
    busyRemark(machine),
  ].join('\n');
}

function graph(
  label: string,
  samples: readonly SoakSample[],
  read: (sample: SoakSample) => number | null,
  words: (value: number) => string,
): string {
  const values = samples.map(read);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return `${label.padEnd(LABEL)}not known here`;
  const range = `${words(known[0] ?? 0)} to ${words(known.at(-1) ?? 0)}, most ${words(Math.max(...known))}`;
  return `${label.padEnd(LABEL)}${graphLine(values, WIDTH)}  ${range}`;
}

function flagsOf(samples: readonly SoakSample[]): string {
  return flagLine(
    samples.map(({ isMinimised }) => isMinimised),
    WIDTH,
    '─',
  ).trimEnd();
}

function caughtUp(ms: number | null): string {
  if (ms === null) return 'the minimised window did not catch up';
  return `the minimised window had caught up ${(ms / 1000).toFixed(1)} s after it was shown again`;
}

/** Eight heights of a column. */
const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Values as a line of columns, the lowest of the scale at 0 and the highest at the largest value, at most `width` long:
 * values that share a column show their largest. Of what is not known the column is blank.
 */
export function graphLine(values: readonly (number | null)[], width: number): string {
  const columns = gathered(values, width);
  const most = columns.reduce<number>((all, value) => Math.max(all, value ?? 0), 0);
  return columns
    .map((value) => {
      if (value === null) return ' ';
      const step = most === 0 ? 0 : Math.ceil((value / most) * BLOCKS.length) - 1;
      return BLOCKS[Math.max(0, step)] ?? ' ';
    })
    .join('');
}

/** True and false as a line of signs, so that it stands below a graph of the same values. */
export function flagLine(values: readonly boolean[], width: number, sign: string): string {
  return gathered(
    values.map((value) => (value ? 1 : 0)),
    width,
  )
    .map((value) => (value === 1 ? sign : ' '))
    .join('');
}

function gathered(values: readonly (number | null)[], width: number): readonly (number | null)[] {
  const count = Math.min(width, values.length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count));
    const known = values.slice(from, to).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}
