/** Sums over events as two tables. Pure. */
import { countOf, formatBytes, formatCount, formatDuration, formatSequence } from '@openwop-inspector/base';
import type {
  EventFigures,
  EventRow,
  HeavyEvent,
  LogStatistics,
  NamedFigures,
} from '@openwop-inspector/run-log';
import { blank, dim, fact, type Line, line, plain, type Span, strong } from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';
import { pathLines } from './path-report.ts';
import type { LogSums, NamedEvents } from './stats-document.ts';

const right = (title: string): Column => ({ title, align: 'right' });
const FIGURES: readonly Column[] = [
  ...[right('EVENTS'), right('BYTES'), right('FAILED'), right('TIME'), right('TOKENS'), right('USD')],
];

/** `limit` rows of each table at most; 0 is told as a dash. */
export function statsReport(
  { statistics, path, events }: LogSums,
  limit: number,
  width: number | null,
): readonly Line[] {
  const { all, heaviest, longestChain, types, nodes } = statistics;
  return [
    ...rowsOf('TYPE', types, limit, width),
    blank,
    ...(nodes.length === 0 ? [] : [...rowsOf('NODE', nodes, limit, width), blank]),
    ...heaviestLines(heaviest, events),
    ...chainLines(longestChain, events),
    ...(path === null ? [] : [...pathLines(path, width), blank]),
    line(strong(countOf(all.events, 'event')), dim(`, ${inWords(all)}`)),
  ];
}

/** Of each weight the heaviest few. */
const HEAVIEST = 3;

function heaviestLines(heaviest: LogStatistics['heaviest'], events: NamedEvents): readonly Line[] {
  if (heaviest === null) return [];
  const told = (what: string, heavy: readonly HeavyEvent[], format: (weight: number) => string) =>
    heavy
      .slice(0, HEAVIEST)
      .map(({ ordinal, weight }, i) =>
        fact(i === 0 ? what : '', format(weight).padEnd(12), ...eventSpans(events.get(ordinal))),
      );
  const lines = [
    ...told('Time', heaviest.durationMs, formatDuration),
    ...told('Tokens', heaviest.tokens, formatCount),
    ...told('USD', heaviest.costUsd, formatCount),
  ];
  return lines.length === 0 ? [] : [line(dim('HEAVIEST, with all they led to')), ...lines, blank];
}

function chainLines(longest: LogStatistics['longestChain'], events: NamedEvents): readonly Line[] {
  if (longest === null) return [];
  const steps = countOf(longest.steps, 'step');
  return [fact('Longest', `${steps} to  `, ...eventSpans(events.get(longest.ordinal))), blank];
}

function eventSpans(row: EventRow | undefined): readonly (string | Span)[] {
  if (row === undefined) return [];
  return [strong(formatSequence(row.sequence)), `  ${row.type}  ${row.nodeId ?? ''}  `, dim(row.runId)];
}

function inWords({ bytes, failures, durationMs, tokens, costUsd }: EventFigures): string {
  return [
    formatBytes(bytes),
    countOf(failures, 'failure'),
    `${formatDuration(durationMs)} in nodes`,
    countOf(tokens, 'token'),
    `${formatCount(costUsd)} USD`,
  ].join(', ');
}

function rowsOf(
  title: string,
  figures: readonly NamedFigures[],
  limit: number,
  width: number | null,
): readonly Line[] {
  const shown = figures.slice(0, limit);
  const left = figures.length - shown.length;
  const rows = shown.map((one) => [plain(one.name), ...cells(one)]);
  const more = left === 0 ? [] : [line(dim(`and ${formatCount(left)} more; --limit shows them`))];
  return [...table([{ title, shrinksTo: 14, max: 48 }, ...FIGURES], rows, width), ...more];
}

function cells({ events, bytes, failures, durationMs, tokens, costUsd }: EventFigures): readonly Span[] {
  return [
    plain(formatCount(events)),
    plain(formatBytes(bytes)),
    orDash(failures, formatCount),
    orDash(durationMs, formatDuration),
    orDash(tokens, formatCount),
    orDash(costUsd, formatCount),
  ];
}

function orDash(number: number, format: (number: number) => string): Span {
  return number === 0 ? dim('–') : plain(format(number));
}
