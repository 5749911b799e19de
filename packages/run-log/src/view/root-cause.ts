import type { CausalGraph } from '../graph/causal-graph.ts';
import { parentOf } from '../graph/child-index.ts';
import type { LoadedLog } from './loaded-log.ts';

/**
 * The last event up the chain of causes of an event: over envelopes to the node execution they came from, never in a
 * circle. Null when the chain leads to no other event. O(chain).
 */
export function rootCauseOf(graph: CausalGraph, ordinal: number): number | null {
  const seen = new Set([ordinal]);
  let last = -1;
  for (let node = parentOf(graph, ordinal); node >= 0 && !seen.has(node); node = parentOf(graph, node)) {
    seen.add(node);
    if (node < graph.base) last = node;
  }
  return last < 0 || last === ordinal ? null : last;
}

/**
 * Root cause of a failure. A `run.failed` without a cause of its own is taken to the `node.failed` before it in its
 * run, by a link of section 4.4 and not by causation: the one of `failedNode` when that is known, else the last.
 */
export function rootCauseOfFailure(
  log: LoadedLog,
  ordinal: number,
  failedNode: string | null,
): number | null {
  const { graph, index, order } = log;
  if (graph === null) return null;
  const direct = rootCauseOf(graph, ordinal);
  const { columns, types, nodes } = index;
  if (direct !== null || columns.type[ordinal] !== types.find('run.failed')) return direct;
  const wanted = types.find('node.failed');
  const node = failedNode === null ? -1 : nodes.find(failedNode);
  for (let i = order.indexOf(ordinal) - 1; i >= 0; i--) {
    const row = order.ordinalAt(i);
    if (columns.run[row] !== columns.run[ordinal] || columns.type[row] !== wanted) continue;
    if (node < 0 || columns.node[row] === node) return rootCauseOf(graph, row) ?? row;
  }
  return null;
}
