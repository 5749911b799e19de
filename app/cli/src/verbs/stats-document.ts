/** Sums over events as a document. Pure. */
import type { CriticalPath, EventRow, HeavyEvent, LogStatistics, PathStep } from '@openwop-inspector/run-log';

/** The events that the sums and the path name, by ordinal. */
export type NamedEvents = ReadonlyMap<number, EventRow>;

/** What is known of a log as sums. */
export interface LogSums {
  readonly statistics: LogStatistics;
  /** Of the run that took longest; null of sums over some events alone. */
  readonly path: CriticalPath | null;
  readonly events: NamedEvents;
}

/** `heaviest`, `longestChain` and the steps of `criticalPath` name events by sequence, eventId, type and run. */
export function statsDocument({ statistics, path, events }: LogSums) {
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
    ...{ kind, link, nodeId, sinceStartMs: fromMs - startMs, durationMs: toMs - fromMs },
    event: named(ordinal),
  });
  return { runId, durationMs, ended, sums, links, total, steps: steps.map(told) };
}
