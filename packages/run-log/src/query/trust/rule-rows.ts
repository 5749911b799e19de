/** The rows of a log that rules between events ask about, which are few: most events only go on with a stream. */
import { storedIn } from '@openwop-inspector/base';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { holdsModelContent } from './trust.ts';

/** What lies between a row and the one before it in the list. */
export const SINCE = {
  /** Another run has begun. */
  run: 1,
  /** Events are missing or not numbered, or another run has begun. */
  hole: 2,
  /** Nothing is missing in the run before the row. */
  whole: 4,
} as const;

/**
 * Types of nodes and their attempts, of approvals, of content from outside, and of what an envelope leads to: those that
 * the rules of `check/rules` and the findings of trust know by name, types named like a kind of envelopes, and those that
 * record a surface.
 */
const RULE_TYPES =
  /^(?:(?:node|envelope|approval|interrupt|voice|media|vendor|schema|ui|prd|theme|tasks)\.|(?:clarification\.request|provider\.usage|model\.capability\.insufficient|cap\.breached|log\.appended|artifact\.created|agent\.toolReturned|run\.(?:cancelled|completed)))|a2ui-surface[^.]*$/;

/** Rows in display order; `since` holds bits of `SINCE` for each. */
export interface RuleRows {
  readonly rows: readonly number[];
  readonly since: readonly number[];
}

/** Selects the rows of one log, which may grow at its end. */
export class RowSelection {
  /** Rows before this place of the order were selected from. */
  private taken = 0;
  private last = -1;
  private between = 0;

  /**
   * Rows that came since the last call: of such types, led to by an envelope, or what a model wrote and is said to be
   * trusted. O(rows); 16 bytes a row of the list.
   */
  next({ index, order, graph }: LoadedLog): RuleRows {
    const { type, flags, run, sequence } = index.columns;
    const rule = graph?.rule;
    const rows: number[] = [];
    const since: number[] = [];
    // By the number of a type, of which 0 is none.
    const isOfType = Uint8Array.from(['', ...index.types.all()], (text) => (RULE_TYPES.test(text) ? 1 : 0));
    const { last } = this;
    let { between } = this;
    let lastRun = last < 0 ? -1 : (run[last] as number);
    let next = last < 0 ? 0 : (sequence[last] as number) + 1;
    for (let place = this.taken; place < order.length; place++) {
      const row = order.ordinalAt(place);
      const own = sequence[row] as number;
      if (run[row] !== lastRun) {
        lastRun = run[row] as number;
        between = SINCE.run | SINCE.hole | (own <= 1 ? SINCE.whole : 0);
      }
      // In a hole anything may have happened.
      else if (own !== next) between = (between & SINCE.run) | SINCE.hole;
      next = own + 1;
      if (isOfType[type[row] as number] !== 1 && rule?.[row] !== RULE.correlationId) {
        if (((flags[row] as number) & FLAG.trusted) === 0 || !holdsModelContent(index, graph, row)) continue;
      }
      rows.push(row);
      since.push(between);
      between &= SINCE.whole;
    }
    if (order.length > this.taken) this.last = order.ordinalAt(order.length - 1);
    this.taken = order.length;
    this.between = between;
    return { rows, since };
  }
}

const known = new WeakMap<LoadedLog['order'], RuleRows>();

/** All rows of a log that are queried, cached as long as its order is. */
export const ruleRows = (log: LoadedLog): RuleRows =>
  storedIn(known, log.order, () => new RowSelection().next(log));
