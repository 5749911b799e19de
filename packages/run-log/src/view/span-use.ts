/** What each span of the lanes used: tokens and cost of the `provider.usage` in it. */
import { describeEvent } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { LogIndex } from '../index/log-index.ts';
import { addRow, type Bits, isEmpty, noRows } from './filter/bits.ts';
import type { ByteLeaf } from './filter/leaves.ts';
import { sweep } from './filter/sweep.ts';
import { Turns } from './filter/turns.ts';
import { addTo, type LaneSpan } from './lanes/lane-marks.ts';
import { type LoadedLog, standing } from './loaded-log.ts';
import { addUse, NO_USE, type SpanUse, useIn } from './recorded-use.ts';

/** What was read of a log so far, by row. */
const read = new WeakMap<LogIndex, Map<number, SpanUse>>();

/**
 * Reads the events of a log that tell of use, those of an earlier call not again; null when it was stopped, and what was read
 * by then is kept. Others come in between. O(events), and O(bytes) of those that are read. Rejects with a `SourceError`.
 */
export async function spanUse(changing: LoadedLog, isCancelled: () => boolean): Promise<UseOfSpans | null> {
  const log = standing(changing);
  const known = read.get(log.index) ?? new Map<number, SpanUse>();
  read.set(log.index, known);
  const rows = usageRows(log);
  const missing = noRows(log.index.columns.length);
  for (const row of rows) if (!known.has(row)) addRow(missing, row);
  if (!(await readAll(log, missing, known, isCancelled))) return null;
  return new UseOfSpans(log, rows, known);
}

/** The events of use in display order. */
function usageRows({ index, order }: LoadedLog): readonly number[] {
  const { columns, types } = index;
  const isUsage = Array.from(
    { length: types.size },
    (_, id) => describeEvent(foldedType(types.textOf(id))).act === 'usage',
  );
  const rows: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    if (isUsage[columns.type[row] as number] === true) rows.push(row);
  }
  return rows;
}

async function readAll(
  log: LoadedLog,
  missing: Bits,
  known: Map<number, SpanUse>,
  isCancelled: () => boolean,
): Promise<boolean> {
  if (isEmpty(missing)) return true;
  const leaf: ByteLeaf = {
    kind: 'bytes',
    plan: null,
    otherwise: null,
    isLasting: true,
    holds: ({ row, document }) => {
      known.set(row, useIn(document?.payload));
      return false;
    },
  };
  return (await sweep(log, leaf, missing, new Turns(isCancelled))) !== null;
}

/** What spans used. */
export class UseOfSpans {
  private readonly log: LoadedLog;
  private readonly uses: ReadonlyMap<number, SpanUse>;
  /** Events of use of one node of one run, in display order, and their places there. */
  private readonly byNode = new Map<string, { readonly rows: number[]; readonly places: number[] }>();

  constructor(log: LoadedLog, rows: readonly number[], uses: ReadonlyMap<number, SpanUse>) {
    this.log = log;
    this.uses = uses;
    const byNode = new Map<string, number[]>();
    for (const row of rows) addTo(byNode, this.nodeOf(row), row);
    for (const [node, own] of byNode) {
      this.byNode.set(node, { rows: own, places: own.map((row) => log.order.indexOf(row)) });
    }
  }

  /**
   * Of a call of a model what its event tells, of a stretch of a node at work the sum of what was told meanwhile; null for
   * spans that use no model, and where nothing is recorded. O(log events of use), and O(those in the span).
   */
  of({ kind, ordinal, endOrdinal }: LaneSpan): SpanUse | null {
    if (kind === 'modelCall') return orNull(this.uses.get(ordinal) ?? NO_USE);
    return kind === 'ran' ? orNull(this.within(ordinal, endOrdinal)) : null;
  }

  /** What an event itself says; null where it says nothing of use. O(1). */
  ofEvent(row: number): SpanUse | null {
    return this.uses.get(row) ?? null;
  }

  private within(from: number, to: number | null): SpanUse {
    const own = this.byNode.get(this.nodeOf(from));
    if (own === undefined) return NO_USE;
    const { order } = this.log;
    const first = countBefore(own.places, order.indexOf(from));
    const end = to === null ? own.rows.length : countBefore(own.places, order.indexOf(to));
    let sum = NO_USE;
    for (const row of own.rows.slice(first, end)) sum = addUse(sum, this.uses.get(row) ?? NO_USE);
    return sum;
  }

  private nodeOf(row: number): string {
    const { run, node } = this.log.index.columns;
    return `${run[row]} ${node[row]}`;
  }
}

function orNull(use: SpanUse): SpanUse | null {
  return use.tokens === null && use.costUsd === null ? null : use;
}

/** How many of ascending places lie before one. */
function countBefore(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
