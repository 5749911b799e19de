import { pick } from '@openwop-inspector/base';
import {
  type CriticalPath,
  criticalPath,
  type HeavyEvent,
  type LogStatistics,
  type LogSums,
  logStatistics,
  type RunLog,
  runFilter,
  statisticsDocument,
} from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { answerFromLog, printAnswer, readFilter } from './answer-from-log.ts';
import { EXIT, NotInLog } from './complain.ts';

/** `stats FILE`: sums over the events of a log, or over those that a filter selects, by type and by node. */
export function stats(file: string, options: Options<'stats'>, surroundings: Surroundings) {
  const { terminal, signal } = surroundings;
  return answerFromLog(file, { checks: false }, surroundings, async (log) => {
    const text = (options.filter ?? '').trim();
    const filter = await readFilter(options.filter ?? '', log);
    // A load that was stopped is summed up as far as it came; stopping again ends that too.
    const wasStopped = signal.aborted;
    const isCancelled = (): boolean => terminal.isClosed || (signal.aborted && !wasStopped);
    const rows = text === '' ? null : await runFilter(filter, log, { isCancelled });
    const isStopped = rows === null && text !== '';
    const statistics = isStopped ? null : await logStatistics(log, rows, isCancelled);
    if (statistics === null) throw new NotInLog('the sums were stopped');
    const path = rows === null ? await criticalPath(log, null, options.limit) : null;
    const sums = { statistics, path, events: await namedEvents(log, statistics, path) };
    const document = (of: LogSums) => statisticsDocument(of, options.limit);
    await printAnswer(sums, options, terminal, { json: statsJson, document });
    return EXIT.fine;
  });
}

/** The events that the sums and the path name. */
async function namedEvents(log: RunLog, statistics: LogStatistics, path: CriticalPath | null) {
  const { heaviest, longestChain } = statistics;
  const heavy = Object.values(heaviest ?? {}).flat();
  const reported = [...heavy, ...(path?.steps ?? []), ...(longestChain === null ? [] : [longestChain])];
  const rows = await log.rows(new Set(reported.map(({ ordinal }) => ordinal)));
  return new Map(rows.map((row) => [row.ordinal, row]));
}

/** `heaviest`, `longestChain` and the steps of `criticalPath` name events by sequence, eventId, type and run. */
function statsJson({ statistics, path, events }: LogSums) {
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
    criticalPath: path && pathJson(path, named),
  };
}

/** Times of steps count from the start of the run. */
function pathJson({ startMs, steps, ...path }: CriticalPath, named: (ordinal: number) => object) {
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
