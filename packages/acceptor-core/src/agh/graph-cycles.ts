import type { AghEdge, AghNode } from './graph.ts';

/** The message that a parent edge leads to, when it is followed. */
function parentIndex(node: AghNode | undefined): number | null {
  const parent = node?.parent ?? null;
  return parent === null || parent.marks.includes('self') ? null : parent.to;
}

/**
 * The nodes, with one edge of each cycle of parents marked: the one of the latest message in it, because the edges seen
 * before it made no cycle. Each node has at most one parent, so that one walk over all of them finds every cycle.
 */
export function breakCycles(nodes: readonly AghNode[]): readonly AghNode[] {
  const closing = new Set<number>();
  const walkOf = new Array<number>(nodes.length).fill(-1);
  for (const start of nodes.keys()) {
    let at: number | null = start;
    while (at !== null && walkOf[at] === -1) {
      walkOf[at] = start;
      at = parentIndex(nodes[at]);
    }
    if (at !== null && walkOf[at] === start) closing.add(latestOf(nodes, at));
  }
  return nodes.map((node) => (closing.has(node.index) ? withMark(node) : node));
}

function latestOf(nodes: readonly AghNode[], start: number): number {
  let latest = start;
  for (let at = parentIndex(nodes[start]); at !== null && at !== start; at = parentIndex(nodes[at])) {
    latest = Math.max(latest, at);
  }
  return latest;
}

function withMark(node: AghNode): AghNode {
  const mark = (edge: AghEdge): AghEdge =>
    edge === node.parent ? { ...edge, marks: [...edge.marks, 'cycle'] } : edge;
  return { ...node, edges: node.edges.map(mark), parent: node.parent === null ? null : mark(node.parent) };
}
