/** What a run holds around a place that bears on an envelope there. No payload is read. */
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../run-bounds.ts';
import { firstIn, type Latest, latestIn } from './sorted-places.ts';
import type { TellingRows, Tells } from './telling-rows.ts';

/** Where the context is rebuilt. */
export interface SweepPlace {
  /** Display index; rows before it count as history. */
  readonly position: number;
  /** Node of the envelope by number; 0 when unknown. */
  readonly node: number;
  /** Rows the host recorded for the envelope itself, which are no history of it. */
  readonly own: ReadonlySet<number>;
}

/** The latest few of many rows, by ordinal in display order, and how many there were. */
export interface LatestRows {
  readonly total: number;
  readonly rows: readonly number[];
  readonly leftOut: number;
}

/** Ordinals by what they may tell, each list in display order. */
export interface Sweep {
  /** Latest `node.started` of the node, -1 for none. */
  readonly nodeStart: number;
  /** What began the model's turn, -1 for none. */
  readonly turnStart: number;
  /** What the node waits with at the position, -1 for nothing. */
  readonly openInterrupt: number;
  /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
  readonly openUnplaced: readonly number[];
  readonly retries: LatestRows;
  /** May be projections of accepted envelopes. */
  readonly acceptedHere: LatestRows;
  readonly acceptedElsewhere: LatestRows;
  readonly caps: LatestRows;
  /** May be refusals at this node: failures of it. */
  readonly failures: LatestRows;
  /** What agents said in the turn. */
  readonly said: LatestRows;
  readonly trusted: number;
  readonly untrusted: LatestRows;
}

/** Gathers the rows of a run around a place. O(log n + what is found), at most a few hundred ordinals. */
export function sweepRun(log: LoadedLog, telling: TellingRows, run: RunRows, place: SweepPlace): Sweep {
  const { order } = log;
  const { node } = place;
  const position = Math.max(run.from, Math.min(place.position, run.to));
  const own = ownBefore(log, place);
  const rows = ({ total, places }: Latest, limit: number): LatestRows => ({
    total,
    rows: places.map((at) => order.ordinalAt(at)),
    leftOut: Math.max(0, total - limit),
  });
  const here = (kind: Tells, after: number, limit: number): LatestRows =>
    rows(latestIn(telling.of(node, kind), [after + 1, position], own, limit), limit);
  const latest = (...kinds: readonly Tells[]): number => {
    const last = (kind: Tells) => latestIn(telling.of(node, kind), [run.from, position], own, 1).places[0];
    return Math.max(...kinds.map((kind) => last(kind) ?? -1));
  };
  const before = run.from - 1;
  const nodeStart = latest('start');
  // What stands before the start of the node, or of the turn, is no part of it.
  const inNode = Math.max(before, nodeStart);
  const turnStart = latest('start', 'turn', 'retry');
  const over = Math.max(before, latest('start', 'reset', 'failure'));
  return {
    nodeStart: order.ordinalAt(nodeStart),
    turnStart: order.ordinalAt(turnStart),
    // Several events report one wait; the first says the most (its kind and data).
    openInterrupt: order.ordinalAt(firstIn(telling.of(node, 'wait'), [over + 1, position], own)),
    openUnplaced: telling.waits.openAt(run.from, position, own).unplaced(node),
    retries: here('retry', inNode, 64),
    acceptedHere: here('accepted', before, 256),
    acceptedElsewhere: rows(telling.acceptedElsewhere(node, [run.from, position], own, 128), 128),
    caps: rows(latestIn(telling.caps, [run.from, run.to], NONE, 32), 32),
    failures: rows(latestIn(telling.of(node, 'failure'), [run.from, run.to], NONE, 16), 16),
    said: here('said', Math.max(before, turnStart), 8),
    trusted: here('trusted', inNode, 0).total,
    untrusted: here('untrusted', inNode, 8),
  };
}

const NONE: ReadonlySet<number> = new Set();

/** Places of the envelope's own rows that stand before it; as a rule there are none. */
function ownBefore({ order }: LoadedLog, { own, position }: SweepPlace): ReadonlySet<number> {
  return new Set([...own].map((row) => order.indexOf(row)).filter((at) => at >= 0 && at < position));
}
