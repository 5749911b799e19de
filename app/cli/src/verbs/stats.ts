import { words } from '@openwop-inspector/base';
import {
  type CriticalPath,
  criticalPath,
  isFilterError,
  type LogStatistics,
  logStatistics,
  parseFilter,
  type RunLog,
  runFilter,
} from '@openwop-inspector/run-log';
import type { ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { ANSWERED, type Answered, answerFromLog } from './answer-from-log.ts';
import { complain } from './complain.ts';
import { filterErrorLines, filterErrorMessage } from './filter-error.ts';
import { type NamedEvents, statsDocument } from './stats-document.ts';
import { statsReport } from './stats-report.ts';

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
