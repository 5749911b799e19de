/** The rows of one run, and those of them that one envelope caused. All from the columns; no payload is read. */

import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../rows/run-bounds.ts';

/** Types whose `causationId` is that of an envelope even when it names nothing else that is loaded. */
const OF_ENVELOPES = /^(?:envelope\.|cap\.breached$|clarification\.requested$|ui\.a2ui-surface$)/;

/** Types of a node that are about envelopes, which hosts also write without an envelope's id as their cause. */
const ABOUT_ENVELOPES = /^(?:envelope\..+|cap\.breached|node\.failed)$/;

/** True for an event that is close enough to an answer of the model to be queried about it. */
export function isAboutModelOutput(type: string): boolean {
  return type === 'output.chunk' || type === 'provider.usage' || ABOUT_ENVELOPES.test(type);
}

/** The cause of an event when it is an envelope, as the hash of its correlationId; null otherwise. */
export function envelopeCause(log: LoadedLog, graph: CausalGraph, ordinal: number) {
  const { columns } = log.index;
  const rule = graph.rule[ordinal];
  const isEnvelope =
    rule === RULE.correlationId ||
    (rule === RULE.dangling && OF_ENVELOPES.test(log.index.typeOf(ordinal))) ||
    ((graph.marks[ordinal] as number) & MARK.ambiguous) !== 0;
  return isEnvelope ? { a: columns.causeA[ordinal] as number, b: columns.causeB[ordinal] as number } : null;
}

/** Events that are inspected on either side of one. */
const MOST_AROUND = 32;

/**
 * The envelope events of one execution of a node that name no envelope as their cause, around an event of it. Empty when
 * the event itself names one or is about something else. O(rows of the execution).
 */
export function uncausedRowsAround(
  log: LoadedLog,
  rows: RunRows,
  graph: CausalGraph,
  ordinal: number,
): number[] {
  const { columns, types } = log.index;
  const isWanted = (row: number): boolean =>
    envelopeCause(log, graph, row) === null && ABOUT_ENVELOPES.test(log.index.typeOf(row));
  // Each surface is an envelope of its own (run-events 3.4).
  const isSurface = log.index.typeOf(ordinal) === 'ui.a2ui-surface';
  if (isSurface && envelopeCause(log, graph, ordinal) === null) return [ordinal];
  if (!isWanted(ordinal)) return [];
  const node = columns.node[ordinal] as number;
  if (node === 0) return [ordinal];
  const started = types.find('node.started');
  const at = log.order.indexOf(ordinal);
  /** What is wanted on one side of it, the nearest first, as far as the execution reaches. */
  const toward = (step: 1 | -1, most: number): number[] => {
    const out: number[] = [];
    for (let i = at + step; i >= rows.from && i < rows.to && out.length < most; i += step) {
      const row = log.order.ordinalAt(i);
      if (columns.node[row] !== node) continue;
      if (columns.type[row] === started) break;
      if (isWanted(row)) out.push(row);
    }
    return out;
  };
  return [...toward(-1, MOST_AROUND).reverse(), ordinal, ...toward(1, MOST_AROUND - 1)];
}
