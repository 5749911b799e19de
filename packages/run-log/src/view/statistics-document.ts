/** The sums of a log in words. */
import {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatSequence,
  formatShare,
  formatSinceStart,
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
  PATH_WORDS,
  type PathStep,
  pathLinkText,
  pathShareText,
} from './critical-path.ts';
import type { EventRow } from './event-rows.ts';
import type { HeavyEvent, LogStatistics, NamedFigures } from './statistics.ts';

/** The events that the sums and the path name, by ordinal. */
export type NamedEvents = ReadonlyMap<number, EventRow>;

/** What is known of a log as sums. */
export interface LogSums {
  readonly statistics: LogStatistics;
  /** Of the run that took longest; null of sums over some events alone. */
  readonly path: CriticalPath | null;
  readonly events: NamedEvents;
}

/** Of each weight the heaviest few. */
const HEAVIEST = 3;

/** `limit` rows of each table at most; 0 is written as a dash. */
export function statisticsDocument({ statistics, path, events }: LogSums, limit: number): readonly Block[] {
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
