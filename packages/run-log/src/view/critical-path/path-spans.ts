/** The spans that a critical path is made of, and how recorded causes lead from one to another. */

import { parentOf } from '../../graph/child-index.ts';
import type { RunState } from '../fold.ts';
import { addTo, type LaneSpan, type Stretch } from '../lanes/lane-marks.ts';
import type { RunMarks } from '../lanes/lane-pass.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { CausedBy, ChainSpan } from './span-chain.ts';

/** A stretch of a node's work or waiting, with its places in the order of the log. */
export interface PathSpan extends ChainSpan {
  readonly kind: 'ran' | 'waited';
  readonly state: LaneSpan['state'];
  /** Number of the node, 0 where events name none. */
  readonly node: number;
  readonly startRow: number;
  /** Null where the log ends before the span does. */
  readonly endRow: number | null;
}

interface RunEnd {
  readonly state: RunState;
  readonly endMs: number;
}

/** All stretches of a run, by node and there in order; what has not ended lasts as long as the run. O(stretches). */
export function pathSpans(log: LoadedLog, marks: RunMarks | undefined, end: RunEnd): readonly PathSpan[] {
  const spans: PathSpan[] = [];
  for (const [node, { stretches }] of marks?.nodes ?? []) {
    for (const stretch of stretches.items) spans.push(pathSpan(log, node, stretch, end));
  }
  return spans;
}

function pathSpan(log: LoadedLog, node: number, stretch: Stretch, { state, endMs }: RunEnd): PathSpan {
  const { start, kind } = stretch;
  const end = stretch.end ?? stretch.over;
  const endRow = end?.row ?? null;
  return {
    kind,
    state: stretch.state,
    node,
    startRow: start.row,
    endRow,
    startMs: start.ms,
    endMs: Math.max(start.ms, Math.min(end?.ms ?? endMs, endMs)),
    from: log.order.indexOf(start.row),
    to: log.order.indexOf(endRow ?? state.lastOrdinal),
  };
}

/** Finds spans by their events: the one that an event ended, and those that causes lead to. */
export class CausedSpans {
  private readonly log: LoadedLog;
  private readonly state: RunState;
  private readonly byNode = new Map<number, PathSpan[]>();
  private readonly byEnd = new Map<number, PathSpan>();
  /** Events from which causes lead to no span. */
  private readonly fruitless = new Set<number>();

  constructor(log: LoadedLog, state: RunState, spans: readonly PathSpan[]) {
    this.log = log;
    this.state = state;
    for (const span of spans) {
      addTo(this.byNode, span.node, span);
      if (span.endRow !== null && span.from < span.to) this.byEnd.set(span.endRow, span);
    }
  }

  /** The span of the same node that ended with the event a span begins with. */
  endedBy(span: PathSpan): PathSpan | null {
    return this.byEnd.get(span.startRow) ?? null;
  }

  /**
   * The span that holds the nearest cause of a span's first event, or of the event that ends the run (null), among the
   * events of the run. O(causes on the way): they go back in the log, and a way that led nowhere is not gone again, so that a
   * chain of spans costs O(events).
   */
  causeOf(span: PathSpan | null): CausedBy<PathSpan> | null {
    const { graph, order, index } = this.log;
    const row = span?.startRow ?? this.state.terminalOrdinal;
    if (graph === null || row < 0) return null;
    let place = order.indexOf(row);
    const way: number[] = [];
    for (let node = parentOf(graph, row); node >= 0; node = parentOf(graph, node)) {
      // An envelope stands between two events.
      if (node >= graph.base) continue;
      const next = order.indexOf(node);
      const isEarlier = next >= 0 && next < place && index.columns.run[node] === this.state.run;
      if (!isEarlier || this.fruitless.has(node)) break;
      place = next;
      const found = this.holding(node, place);
      if (found !== null && found !== span) return { span: found, ms: this.timeIn(found, node) };
      way.push(node);
    }
    for (const node of way) this.fruitless.add(node);
    return null;
  }

  /** The stretch that an event of a node lies in. */
  private holding(row: number, place: number): PathSpan | null {
    const spans = this.byNode.get(this.log.index.columns.node[row] as number);
    if (spans === undefined) return null;
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.from ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span === undefined || span.to < place ? null : span;
  }

  /** When an event stands in its span; its end where the event has no time or is the last of it. */
  private timeIn(span: PathSpan, row: number): number {
    const ms = this.log.index.columns.time[row] as number;
    return row === span.endRow || Number.isNaN(ms) ? span.endMs : Math.min(ms, span.endMs);
  }
}
