/** Holes between the sequences that a log holds (run-events.md section 1.1 rules 2 and 3). */

import { firstThat } from '@openwop-inspector/base';
import { parentOf } from '../../graph/child-index.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { allRows, CarriedPasses } from '../rows/rows.ts';

/** Holes that are listed. */
const MAX_GAPS = 500;

/** A hole with the display index of the row behind it. */
type PlacedGap = Readonly<Record<'run' | 'first' | 'last' | 'index', number>>;

function gapPass(log: LoadedLog) {
  const gaps: PlacedGap[] = [];
  let [present, last] = [-1, Number.NaN];
  const take = (row: number, index: number): void => {
    const { run, sequence, flags } = log.index.columns;
    const own = run[row] as number;
    if (own !== present) [present, last] = [own, Number.NaN];
    const at = sequence[row] as number;
    // Messages are numbered over all channels: those of another one stand between.
    if (Number.isNaN(at) || ((flags[row] as number) & FLAG.message) !== 0) return;
    if (at > last + 1 && gaps.length < MAX_GAPS)
      gaps.push({ run: own, first: last + 1, last: at - 1, index });
    last = at;
  };
  return { gaps, take };
}

const passes = new CarriedPasses<ReturnType<typeof gapPass>>((pass, row, index) => pass.take(row, index));

/** A hole between two stored sequences of a run. */
export type SequenceGap = ReturnType<typeof sequenceGaps>[number];

/**
 * The holes of all runs in display order, at most 500, each with its place in a selection of rows in display order (all
 * rows when null): that of the first selected row at or behind the hole, the number of rows when there is none. What a
 * stream delivered as a delta frame is no hole. O(new events + holes × log rows).
 */
export function sequenceGaps(log: LoadedLog, rows: ArrayLike<number> | null) {
  const { index, order } = log;
  const { gaps } = passes.over(order, () => gapPass(log));
  const deltas = [...index.deltaSequences].sort((a, b) => a - b);
  return gaps
    .flatMap((gap) => withoutDeltas(gap, deltas))
    .slice(0, MAX_GAPS)
    .map(({ run, first, last, index: place }) => ({
      runId: index.runs.labelOf(run),
      /** Missing sequences, both ends included. */
      first,
      last,
      /** Place in the selection of the row behind the hole. */
      before:
        rows === null ? place : firstThat(rows.length, (i) => order.indexOf(rows[i] as number) >= place),
    }));
}

/** A hole cut where delta frames represent events. */
function withoutDeltas(gap: PlacedGap, deltas: readonly number[]): readonly PlacedGap[] {
  const parts: PlacedGap[] = [];
  let { first } = gap;
  for (let at = firstThat(deltas.length, (i) => (deltas[i] as number) >= first); at < deltas.length; at++) {
    const delta = deltas[at] as number;
    if (delta > gap.last) break;
    if (delta > first) parts.push({ ...gap, first, last: delta - 1 });
    first = delta + 1;
  }
  return first > gap.last ? parts : [...parts, { ...gap, first }];
}

/** Less is a difference of precision between hosts, which write milliseconds or microseconds. */
const LEAST_MS = 1;

/** A time that cannot be right, or the one that it contradicts. */
interface BackwardTime {
  /** Ordinal of the event that seems to be too early. */
  readonly row: number;
  /** The event that happened before it: its cause, else the event before it in its run. */
  readonly earlier: number;
  readonly byMs: number;
  readonly isCause: boolean;
}

/**
 * The events of a log that are at least 1 ms before their cause, which may be of another run or host, or before the event
 * preceding them in their run, in order. Messages are left out. O(events).
 */
export function backwardTimes(log: LoadedLog): readonly BackwardTime[] {
  const { index, graph } = log;
  const { run, time } = index.columns;
  const found: BackwardTime[] = [];
  const last = new Map<number, number>();
  for (const row of allRows(log)) {
    const at = time[row] as number;
    if (Number.isNaN(at) || index.messages.of(row) !== null) continue;
    const cause = graph === null ? -1 : parentOf(graph, row);
    const before = last.get(run[row] as number) ?? -1;
    last.set(run[row] as number, row);
    const isCause =
      graph !== null && cause >= 0 && cause < graph.base && (time[cause] as number) - at >= LEAST_MS;
    const earlier = isCause ? cause : before;
    const byMs = earlier < 0 ? Number.NaN : (time[earlier] as number) - at;
    if (byMs >= LEAST_MS) found.push({ row, earlier, byMs, isCause });
  }
  return found;
}
