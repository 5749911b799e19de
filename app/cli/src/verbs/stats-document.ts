/** Sums over events as a document. Pure. */
import type { EventRow, HeavyEvent, LogStatistics } from '@openwop-inspector/run-log';

/** The events that the sums name, by ordinal. */
export type HeavyEvents = ReadonlyMap<number, EventRow>;

/** `heaviest` and `longestChain` name events by sequence, eventId, type and run. */
export function statsDocument(
  { all, heaviest, longestChain, types, nodes }: LogStatistics,
  events: HeavyEvents,
) {
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
  };
}
