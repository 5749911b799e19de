/** What each span of the lanes used: tokens and cost of the `provider.usage` in it. */

import { addDecimals, addTo, firstThat, isRecord, storedIn } from '@openwop-inspector/base';
import type { LogIndex } from '../../index/log-index.ts';
import { addRow, isEmpty, noRows } from '../filter/bits.ts';
import type { OpenedEvent } from '../filter/leaves.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { eachEvent } from '../rows/event-bytes.ts';
import { actsByRow, allRows, spansOf } from '../rows/rows.ts';
import type { LaneSpan } from './lane-marks.ts';

/** What was read of a log so far, by row. */
const read = new WeakMap<LogIndex, Map<number, SpanUse>>();

/**
 * Reads the events of a log that tell of use, those of an earlier call not again; null when it was stopped, and what was read
 * by then is stored. Others come in between. O(events), and O(bytes) of those that are read. Rejects with a `SourceError`.
 */
export async function spanUse(changing: LoadedLog, isCancelled: () => boolean): Promise<UseOfSpans | null> {
  const log = standing(changing);
  const known = storedIn(read, log.index, () => new Map<number, SpanUse>());
  const actOf = actsByRow(log);
  const rows = allRows(log).filter((row) => actOf(row) === 'usage');
  const missing = noRows(log.index.columns.length);
  for (const row of rows) if (!known.has(row)) addRow(missing, row);
  const take = ({ row, document }: OpenedEvent): void => void known.set(row, useIn(document?.payload));
  const isWhole = isEmpty(missing) || (await eachEvent(log, missing, take, isCancelled));
  return isWhole ? useOfSpans(log, rows, known) : null;
}

/** What spans used. */
export type UseOfSpans = ReturnType<typeof useOfSpans>;

function useOfSpans({ index, order }: LoadedLog, rows: Int32Array, uses: ReadonlyMap<number, SpanUse>) {
  /** Events of use of one node of one run, in display order, and their places there. */
  const byNode = new Map<number, { readonly row: number; readonly place: number }[]>();
  for (const row of rows) addTo(byNode, index.columns.nodeKey(row), { row, place: order.indexOf(row) });
  const within = (from: number, to: number | null): SpanUse => {
    const own = byNode.get(index.columns.nodeKey(from)) ?? [];
    /** How many of them are before an event. */
    const countBefore = (ordinal: number): number =>
      firstThat(own.length, (at) => (own[at]?.place ?? 0) >= order.indexOf(ordinal));
    const inside = own.slice(countBefore(from), to === null ? own.length : countBefore(to));
    return inside.reduce((sum, { row }) => addUse(sum, uses.get(row) ?? NO_USE), NO_USE);
  };
  return {
    /**
     * Of a call of a model what its event reports, of a stretch of a node at work the sum of what was reported meanwhile;
     * null for spans that use no model, and where nothing is recorded. O(log events of use), and O(those in the span).
     */
    of({ kind, ordinal, endOrdinal }: LaneSpan): SpanUse | null {
      if (kind === 'modelCall') return orNull(uses.get(ordinal) ?? NO_USE);
      return kind === 'ran' ? orNull(within(ordinal, endOrdinal)) : null;
    },
    /** What an event itself says; null where it says nothing of use. O(1). */
    ofEvent: (row: number): SpanUse | null => uses.get(row) ?? null,
  };
}

const orNull = (use: SpanUse): SpanUse | null => (use.tokens === null && use.costUsd === null ? null : use);

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
  const weight = Float64Array.from(rows, weightOf);
  const places = Int32Array.from(rows.keys());
  const sign = isDescending ? -1 : 1;
  const known = places
    .filter((place) => !Number.isNaN(weight[place]))
    .sort((a, b) => sign * ((weight[a] as number) - (weight[b] as number)) || a - b);
  const unknown = places.filter((place) => Number.isNaN(weight[place]));
  const sorted = new Int32Array(rows.length);
  sorted.set(known);
  sorted.set(unknown, known.length);
  return sorted.map((place) => rows[place] as number);
}

/** The figure of each event, NaN where it has none. */
async function weights(log: LoadedLog, by: ListOrder['by'], isStopped: () => boolean) {
  const { time } = log.index.columns;
  if (by === 'time') return (row: number) => time[row] as number;
  if (by === 'duration') {
    const spans = spansOf(log);
    return (row: number) => spans.of(row);
  }
  const uses = await spanUse(log, isStopped);
  if (uses === null) return null;
  const figure = by === 'tokens' ? 'tokens' : 'costUsd';
  return (row: number) => uses.ofEvent(row)?.[figure] ?? Number.NaN;
}

/** What calls of models used, where the host recorded it; null for what it did not record. */
export interface SpanUse {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Input and output, or the total where only that is recorded. */
  readonly tokens: number | null;
  /** Costs in US dollars; those in other currencies cannot be added and are left out. */
  readonly costUsd: number | null;
}

/** Nothing is recorded. */
export const NO_USE: SpanUse = { inputTokens: null, outputTokens: null, tokens: null, costUsd: null };

/** What a payload says was used, in itself, in its `usage` or in that of its `meta`: the first that reports tokens. */
export function useIn(payload: unknown): SpanUse {
  if (!isRecord(payload)) return NO_USE;
  const costUsd = costIn(payload);
  const meta = isRecord(payload.meta) ? payload.meta : {};
  for (const usage of [payload, payload.usage, meta.usage]) {
    const total = countIn(usage, 'totalTokens');
    const inputTokens = countIn(usage, 'inputTokens') ?? countIn(usage, 'promptTokens');
    const outputTokens = countIn(usage, 'outputTokens') ?? countIn(usage, 'completionTokens');
    const tokens = total ?? added(inputTokens, outputTokens);
    if (tokens !== null) return { inputTokens, outputTokens, tokens, costUsd };
  }
  return { ...NO_USE, costUsd };
}

/** The sums of two uses; what only one of them records counts alone. */
export const addUse = (a: SpanUse, b: SpanUse): SpanUse => ({
  inputTokens: added(a.inputTokens, b.inputTokens),
  outputTokens: added(a.outputTokens, b.outputTokens),
  tokens: added(a.tokens, b.tokens),
  costUsd: added(a.costUsd, b.costUsd),
});

/** A finite number from 0, of a member; null for anything else. */
export function countIn(value: unknown, name: string): number | null {
  if (!isRecord(value) || !Object.hasOwn(value, name)) return null;
  const number = value[name];
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : null;
}

/** The cost of a call; null for one in another currency, which cannot be added. */
function costIn(payload: Record<string, unknown>): number | null {
  const { currency } = payload;
  const isDollars = currency === undefined || currency === null || currency === 'USD';
  return isDollars ? countIn(payload, 'costEstimateUsd') : null;
}

const added = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : addDecimals(a ?? 0, b ?? 0);
