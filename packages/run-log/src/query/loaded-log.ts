import type { MaskedText } from '@openwop-inspector/base';
import { type CausalGraph, RULE } from '../graph/causal-graph.ts';
import type { EventOrder } from '../index/event-order.ts';
import type { LogIndex } from '../index/log-index.ts';
import type { ListedProblems } from '../index/problem-list.ts';
import type { ReadResult } from '../read/read-context.ts';

/** What the views compute from: the index, its order, the graph once it is complete, and the bytes of single events. */
export interface LoadedLog {
  readonly index: LogIndex;
  readonly order: EventOrder;
  /** Of one run of a log: the problems of its events. Those of the index where there are none. */
  readonly ownProblems?: ListedProblems;
  /** Null while the source is read. */
  readonly graph: CausalGraph | null;
  /** Top-level members next to `events` of the first JSON document, parsed: `run`, `host`, `metrics`, `status` … */
  readonly header: ReadonlyMap<string, unknown>;
  /** What was read of each source: its shape, and such members of its own. */
  readonly results: readonly Pick<ReadResult, 'format' | 'header'>[];
  /** Bytes of an event as recorded. Events over 64 MiB are cut to their first 64 MiB. */
  read(ordinal: number): Promise<Uint8Array>;
  /** Part of an event's bytes. */
  readRange(ordinal: number, offset: number, length: number): Promise<Uint8Array>;
  /** Bytes of a source by its number; for what is next to the events, such as an envelope of the index. */
  readAt(source: number, offset: number, length: number): Promise<Uint8Array>;
  /** Reads into a buffer of the caller's as much as it holds; answers how many bytes there were. */
  readInto(target: Uint8Array, source: number, offset: number): Promise<number>;
  /**
   * Resolves once tokens that are divided over events of a stream are masked wherever they are read. O(bytes), O(rows)
   * where the quick look has marked what may hold a secret (`isMarked`).
   */
  joinStreams(isMarked?: boolean): Promise<void>;
  /** Of a log that grows: the same as it is now, for answers that wait in between. */
  standing?(): LoadedLog;
  /** Id displayed for an event: its own, masked, or the derived one. */
  eventIdOf(ordinal: number, recorded: unknown): MaskedText;
}

/** The problems that count for a log: of all of it, or of the run that it is about. */
export const problemsOf = (log: LoadedLog): ListedProblems => log.ownProblems ?? log.index.problems;

/** True for one run of a log, whose order leaves out rows of the index. */
export const isPart = ({ index, order }: LoadedLog): boolean =>
  order.length < index.columns.length - index.dropped;

/** True for the ordinal of an event that has a place in the order of the log. */
export const isLoaded = ({ order }: Pick<LoadedLog, 'order'>, ordinal: number): boolean =>
  Number.isInteger(ordinal) && order.indexOf(ordinal) >= 0;

/** True when an event of the log names a cause of any kind. O(1), of one run O(its events). */
export function namesCauses(log: LoadedLog, graph: CausalGraph): boolean {
  if (!isPart(log)) return graph.withCause > 0;
  const { order } = log;
  for (let i = 0; i < order.length; i++)
    if ((graph.rule[order.ordinalAt(i)] as number) !== RULE.none) return true;
  return false;
}

/** The log as it is now: order and graph stay the same while an answer is made, whatever is read meanwhile. */
export const standing = (log: LoadedLog): LoadedLog => log.standing?.() ?? log;

/** A log whose order, graph and header stay as they are now. */
export function standingLog(log: LoadedLog): LoadedLog {
  const { index, order, graph, header, ownProblems, results } = log;
  return {
    index,
    order,
    graph,
    header,
    ...(ownProblems === undefined ? {} : { ownProblems }),
    results: results.map((result) => ({ ...result })),
    read: (ordinal) => log.read(ordinal),
    readRange: (ordinal, offset, length) => log.readRange(ordinal, offset, length),
    readAt: (source, offset, length) => log.readAt(source, offset, length),
    readInto: (target, source, offset) => log.readInto(target, source, offset),
    joinStreams: (isMarked) => log.joinStreams(isMarked),
    eventIdOf: (ordinal, recorded) => log.eventIdOf(ordinal, recorded),
  };
}
