/** The events of a selection in another order than the one of the log. */
import { spansOf } from './filter/spans.ts';
import { type LoadedLog, standing } from './loaded-log.ts';
import { spanUse } from './span-use.ts';

/** An order of events besides the one of the log. */
export interface ListOrder {
  /** `time` is across all runs. */
  readonly by: 'time' | 'duration' | 'tokens' | 'cost';
  readonly isDescending: boolean;
}

/**
 * Sorts a selection (all events when null). Events without the figure come last in either direction; equal ones stay in the
 * order of the log. Null when it was stopped, which reading of tokens and cost can be. O(rows × log rows), and of events that
 * tell of use one read, once a log. Rejects with a `SourceError`.
 */
export async function sortedRows(
  changing: LoadedLog,
  selection: Int32Array | null,
  { by, isDescending }: ListOrder,
  isStopped: () => boolean,
): Promise<Int32Array | null> {
  const log = standing(changing);
  const weightOf = await weights(log, by, isStopped);
  if (weightOf === null || isStopped()) return null;
  const rows = selection ?? allRows(log);
  const known: number[] = [];
  const unknown: number[] = [];
  const weight = new Float64Array(rows.length);
  rows.forEach((row, place) => {
    const own = weightOf(row);
    weight[place] = own;
    if (Number.isNaN(own)) unknown.push(place);
    else known.push(place);
  });
  const sign = isDescending ? -1 : 1;
  const places = Uint32Array.from(known).sort(
    (a, b) => sign * ((weight[a] as number) - (weight[b] as number)) || a - b,
  );
  const sorted = new Int32Array(rows.length);
  places.forEach((place, at) => {
    sorted[at] = rows[place] as number;
  });
  unknown.forEach((place, at) => {
    sorted[known.length + at] = rows[place] as number;
  });
  return sorted;
}

function allRows({ order }: LoadedLog): Int32Array {
  const rows = new Int32Array(order.length);
  for (let place = 0; place < rows.length; place++) rows[place] = order.ordinalAt(place);
  return rows;
}

/** The figure of each event, NaN where it has none. */
async function weights(
  log: LoadedLog,
  by: ListOrder['by'],
  isStopped: () => boolean,
): Promise<((row: number) => number) | null> {
  const { time } = log.index.columns;
  if (by === 'time') return (row) => time[row] as number;
  if (by === 'duration') {
    const spans = spansOf(log);
    return (row) => spans.of(row);
  }
  const uses = await spanUse(log, isStopped);
  if (uses === null) return null;
  const figure = by === 'tokens' ? 'tokens' : 'costUsd';
  return (row) => uses.ofEvent(row)?.[figure] ?? Number.NaN;
}
