import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatSequence,
  formatShare,
  formatSinceStart,
  pick,
  words,
} from '@openwop-inspector/base';
import {
  type Block,
  blank,
  counts,
  dim,
  type Line,
  labelled,
  line,
  rest,
  strong,
  type Text,
  tableOf,
} from '@openwop-inspector/base/document';
import {
  type CriticalPath,
  criticalPath,
  type EventRow,
  type HeavyEvent,
  type LogStatistics,
  logStatistics,
  type NamedFigures,
  PATH_WORDS,
  type PathStep,
  pathLinkText,
  pathShareText,
  type RunLog,
  runFilter,
} from '@openwop-inspector/run-log';
import type { StatsOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { ANSWERED, type Answered, answerFromLog, readFilter, SAID } from './answer-from-log.ts';
import type { ExitStatus } from './complain.ts';

/** Of each weight the heaviest few. */
const HEAVIEST = 3;

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
  const filter = readFilter(text, log, terminal);
  if (filter === null) return SAID;
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
  else await terminal.print(statsReport(sums, options.limit));
  return ANSWERED;
}

/** The events that the sums and the path name. */
async function namedEvents(
  log: RunLog,
  { heaviest, longestChain }: LogStatistics,
  path: CriticalPath | null,
): Promise<NamedEvents> {
  const reported = [...Object.values(heaviest ?? {}).flat(), ...(path?.steps ?? [])];
  const ordinals = [...reported, ...(longestChain === null ? [] : [longestChain])].map(
    ({ ordinal }) => ordinal,
  );
  const rows = await log.rows(new Set(ordinals));
  return new Map(rows.map((row) => [row.ordinal, row]));
}

/** `limit` rows of each table at most; 0 is written as a dash. */
function statsReport({ statistics, path, events }: LogSums, limit: number): readonly Block[] {
  const { all, heaviest, longestChain, types, nodes } = statistics;
  const words = [
    formatBytes(all.bytes),
    countOf(all.failures, 'failure'),
    `${formatDuration(all.durationMs)} in nodes`,
    countOf(all.tokens, 'token'),
    `${formatCount(all.costUsd)} USD`,
  ];
  return [
    ...rowsOf('TYPE', types, limit),
    blank,
    ...(nodes.length === 0 ? [] : [...rowsOf('NODE', nodes, limit), blank]),
    ...heaviestLines(heaviest, events),
    ...chainLines(longestChain, events),
    ...(path === null ? [] : [...pathLines(path), blank]),
    line(strong(countOf(all.events, 'event')), dim(`, ${words.join(', ')}`)),
  ];
}

function heaviestLines(heaviest: LogStatistics['heaviest'], events: NamedEvents): readonly Line[] {
  if (heaviest === null) return [];
  const reported = (what: string, heavy: readonly HeavyEvent[], format: (weight: number) => string) =>
    heavy.slice(0, HEAVIEST).map(({ ordinal, weight }, i) => {
      const label = i === 0 ? what : '';
      return labelled(label, format(weight).padEnd(12), ...eventSpans(events.get(ordinal)));
    });
  const lines = [
    ...reported('Time', heaviest.durationMs, formatDuration),
    ...reported('Tokens', heaviest.tokens, formatCount),
    ...reported('USD', heaviest.costUsd, formatCount),
  ];
  return lines.length === 0 ? [] : [line(dim('HEAVIEST, with all they led to')), ...lines, blank];
}

function chainLines(longest: LogStatistics['longestChain'], events: NamedEvents): readonly Line[] {
  if (longest === null) return [];
  const steps = countOf(longest.steps, 'step');
  return [labelled('Longest', `${steps} to  `, ...eventSpans(events.get(longest.ordinal))), blank];
}

function eventSpans(row: EventRow | undefined): readonly Text[] {
  if (row === undefined) return [];
  return [strong(formatSequence(row.sequence)), `  ${row.type}  ${row.nodeId ?? ''}  `, dim(row.runId)];
}

function rowsOf(title: string, figures: readonly NamedFigures[], limit: number): readonly Block[] {
  const orDash = (number: number, format: (number: number) => string): Text =>
    number === 0 ? dim('–') : format(number);
  const left = figures.length - limit;
  return [
    tableOf(figures.slice(0, limit), [
      { title, shrinksTo: 14, max: 48, cell: ({ name }) => name },
      counts('EVENTS', ({ events }) => events),
      { title: 'BYTES', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
      { title: 'FAILED', align: 'right', cell: ({ failures }) => orDash(failures, formatCount) },
      { title: 'TIME', align: 'right', cell: ({ durationMs }) => orDash(durationMs, formatDuration) },
      { title: 'TOKENS', align: 'right', cell: ({ tokens }) => orDash(tokens, formatCount) },
      { title: 'USD', align: 'right', cell: ({ costUsd }) => orDash(costUsd, formatCount) },
    ]),
    ...rest(left, `and ${formatCount(left)} more; --limit shows them`),
  ];
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
  const named = (ordinal: number): object => {
    const row = events.get(ordinal);
    return row === undefined ? {} : pick(row, ['sequence', 'eventId', 'type', 'runId', 'nodeId']);
  };
  const list = (heavy: readonly HeavyEvent[]) =>
    heavy.map(({ ordinal, weight }) => ({ ...named(ordinal), weight }));
  return {
    all,
    types,
    nodes,
    heaviest: heaviest && {
      durationMs: list(heaviest.durationMs),
      tokens: list(heaviest.tokens),
      costUsd: list(heaviest.costUsd),
    },
    longestChain: longestChain && { ...named(longestChain.ordinal), steps: longestChain.steps },
    criticalPath: path && pathDocument(path, named),
  };
}

/** Times of steps count from the start of the run. */
function pathDocument({ startMs, steps, ...path }: CriticalPath, named: (ordinal: number) => object) {
  return {
    ...pick(path, ['runId', 'durationMs', 'ended', 'sums', 'links', 'total']),
    steps: steps.map(({ kind, link, fromMs, toMs, nodeId, ordinal }) => ({
      kind,
      link,
      nodeId,
      sinceStartMs: fromMs - startMs,
      durationMs: toMs - fromMs,
      event: named(ordinal),
    })),
  };
}

/** Its steps in order of time, then what the time was spent on and how the steps are linked. */
function pathLines(path: CriticalPath): readonly Block[] {
  const { steps, total, runId, startMs, durationMs, ended } = path;
  const left = total - steps.length;
  const took = ({ fromMs, toMs }: PathStep): number => toMs - fromMs;
  return [
    tableOf(steps, [
      { title: 'CRITICAL PATH', shrinksTo: 14, max: 48, cell: ({ kind }) => PATH_WORDS[kind] },
      { title: 'SINCE START', align: 'right', cell: ({ fromMs }) => formatSinceStart(fromMs - startMs) },
      { title: 'TIME', align: 'right', cell: (step) => formatDuration(took(step)) },
      { title: 'SHARE', align: 'right', cell: (step) => formatShare(took(step), durationMs) },
      { title: 'NODE', shrinksTo: 10, max: 32, cell: ({ nodeId }) => nodeId ?? dim('–') },
    ]),
    ...rest(left, `and ${formatCount(left)} shorter ones; --limit shows them`),
    line(
      strong(`${formatDuration(durationMs)}${ended ? '' : ' so far'}`),
      dim(` of ${runId}: ${pathShareText(path)}; ${pathLinkText(path)}`),
    ),
  ];
}
