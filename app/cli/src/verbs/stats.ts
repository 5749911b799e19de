import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatSequence,
  formatShare,
  formatSinceStart,
  words,
} from '@openwop-inspector/base';
import {
  type CriticalPath,
  criticalPath,
  type EventFigures,
  type EventRow,
  type HeavyEvent,
  isFilterError,
  type LogStatistics,
  logStatistics,
  type NamedFigures,
  PATH_WORDS,
  type PathStep,
  parseFilter,
  pathLinkWords,
  pathShareWords,
  type RunLog,
  runFilter,
} from '@openwop-inspector/run-log';
import type { ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { blank, dim, fact, type Line, line, plain, type Span, strong } from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';
import {
  ANSWERED,
  type Answered,
  answerFromLog,
  filterErrorLines,
  filterErrorMessage,
} from './answer-from-log.ts';
import { complain } from './complain.ts';

const COLUMNS: readonly Column[] = [
  { title: 'CRITICAL PATH', shrinksTo: 14, max: 48 },
  ...(['SINCE START', 'TIME', 'SHARE'] as const).map((title) => ({ title, align: 'right' as const })),
  { title: 'NODE', shrinksTo: 10, max: 32 },
];

const right = (title: string): Column => ({ title, align: 'right' });

const FIGURES: readonly Column[] = [
  right('EVENTS'),
  right('BYTES'),
  right('FAILED'),
  right('TIME'),
  right('TOKENS'),
  right('USD'),
];

/** Of each weight the heaviest few. */
const HEAVIEST = 3;

export interface StatsOptions {
  readonly filter: string | null;
  /** Rows of each table at most. */
  readonly limit: number;
  readonly json: boolean;
}

/** `stats FILE`: sums over the events of a log, or over those that a filter selects, by type and by node. */
export function stats(file: string, options: StatsOptions, surroundings: Surroundings): Promise<ExitStatus> {
  return answerFromLog(file, { checks: false }, surroundings, (log) => answer(log, options, surroundings));
}

async function answer(
  log: RunLog,
  options: StatsOptions,
  { terminal, signal }: Surroundings,
): Promise<Answered> {
  const text = options.filter ?? '';
  const filter = parseFilter(text, log);
  if (isFilterError(filter)) {
    complain(terminal, filterErrorMessage(filter), filterErrorLines(text, filter));
    return { kind: 'said' };
  }
  // A load that was stopped is summed up as far as it came; stopping again ends that too.
  const wasStopped = signal.aborted;
  const isCancelled = (): boolean => terminal.isClosed || (signal.aborted && !wasStopped);
  const rows = text.trim() === '' ? null : await runFilter(filter, log, { isCancelled });
  const isStopped = rows === null && text.trim() !== '';
  const statistics = isStopped ? null : await logStatistics(log, rows, isCancelled);
  if (statistics === null) return { kind: 'not-answered', message: words`the sums were stopped` };
  const path = rows === null ? await criticalPath(log, null, options.limit) : null;
  const sums = { statistics, path, events: await namedEvents(log, statistics, path) };
  if (options.json) await terminal.printDocument(statsDocument(sums));
  else await terminal.print(statsReport(sums, options.limit, terminal.width));
  return ANSWERED;
}

/** The events that the sums and the path name. */
async function namedEvents(
  log: RunLog,
  { heaviest, longestChain }: LogStatistics,
  path: CriticalPath | null,
): Promise<NamedEvents> {
  const told = [...Object.values(heaviest ?? {}).flat(), ...(path?.steps ?? [])];
  const ordinals = [...told, ...(longestChain === null ? [] : [longestChain])].map(({ ordinal }) => ordinal);
  const rows = await log.rows(new Set(ordinals));
  return new Map(rows.map((row) => [row.ordinal, row]));
}

/** `limit` rows of each table at most; 0 is told as a dash. */
function statsReport(
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

/** The events that the sums and the path name, by ordinal. */
type NamedEvents = ReadonlyMap<number, EventRow>;

/** What is known of a log as sums. */
interface LogSums {
  readonly statistics: LogStatistics;
  /** Of the run that took longest; null of sums over some events alone. */
  readonly path: CriticalPath | null;
  readonly events: NamedEvents;
}

/** `heaviest`, `longestChain` and the steps of `criticalPath` name events by sequence, eventId, type and run. */
function statsDocument({ statistics, path, events }: LogSums) {
  const { all, heaviest, longestChain, types, nodes } = statistics;
  const named = (ordinal: number) => {
    const row = events.get(ordinal);
    return row === undefined
      ? {}
      : {
          sequence: row.sequence,
          eventId: row.eventId,
          type: row.type,
          runId: row.runId,
          nodeId: row.nodeId,
        };
  };
  const list = (heavy: readonly HeavyEvent[]) =>
    heavy.map(({ ordinal, weight }) => ({ ...named(ordinal), weight }));
  return {
    all,
    types,
    nodes,
    heaviest:
      heaviest === null
        ? null
        : {
            durationMs: list(heaviest.durationMs),
            tokens: list(heaviest.tokens),
            costUsd: list(heaviest.costUsd),
          },
    longestChain:
      longestChain === null ? null : { ...named(longestChain.ordinal), steps: longestChain.steps },
    criticalPath: path === null ? null : pathDocument(path, named),
  };
}

/** Times of steps count from the start of the run. */
function pathDocument(
  { runId, startMs, durationMs, ended, sums, links, steps, total }: CriticalPath,
  named: (ordinal: number) => object,
) {
  const told = ({ kind, link, fromMs, toMs, nodeId, ordinal }: PathStep) => ({
    kind,
    link,
    nodeId,
    sinceStartMs: fromMs - startMs,
    durationMs: toMs - fromMs,
    event: named(ordinal),
  });
  return { runId, durationMs, ended, sums, links, total, steps: steps.map(told) };
}

/** Its steps in order of time, then what the time was spent on and how the steps are linked. */
function pathLines(path: CriticalPath, width: number | null): readonly Line[] {
  const { steps, total, runId, durationMs, ended } = path;
  const left = total - steps.length;
  const more = left === 0 ? [] : [line(dim(`and ${formatCount(left)} shorter ones; --limit shows them`))];
  return [
    ...table(
      COLUMNS,
      steps.map((step) => pathCells(step, path)),
      width,
    ),
    ...more,
    line(
      strong(`${formatDuration(durationMs)}${ended ? '' : ' so far'}`),
      dim(` of ${runId}: ${pathShareWords(path)}; ${pathLinkWords(path)}`),
    ),
  ];
}

function pathCells(
  { kind, fromMs, toMs, nodeId }: PathStep,
  { startMs, durationMs }: CriticalPath,
): readonly Span[] {
  return [
    plain(PATH_WORDS[kind]),
    plain(formatSinceStart(fromMs - startMs)),
    plain(formatDuration(toMs - fromMs)),
    plain(formatShare(toMs - fromMs, durationMs)),
    nodeId === null ? dim('–') : plain(nodeId),
  ];
}
