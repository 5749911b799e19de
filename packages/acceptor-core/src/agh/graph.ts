import { isRecord } from '@openwop-inspector/base';
import { type AghEdge, type AghEdgeMark, edgesOf, graphIndex } from './graph-edges.ts';

/** One message in the graph. Ids are as they came; mask them before they are displayed. */
export interface AghNode {
  /** References in the order causation_id, reply_to, for_id. */
  readonly edges: readonly AghEdge[];
  /** The first of `edges`, else the edge to the opener, drawn dotted; null for a root. */
  readonly parent: AghEdge | null;
}

/** Causes among the messages of one file. */
export interface AghGraph {
  readonly nodes: readonly AghNode[];
  /** Ids that are named and not in the file, in the order they are named. */
  readonly stubs: readonly string[];
  /** Ids that are named and were used by more than one sender, where the sender meant is not known. */
  readonly ambiguous: readonly string[];
  /** True when following parents would come back to where it began. */
  readonly cycle: boolean;
}

/**
 * Returns the causal graph of AGH messages in file order (agh 6). Anything but an object is a node without references,
 * so that indexes are those of the file. An edge that closes a cycle or leads to itself is marked; the others stay.
 * O(messages); no recursion. Never throws.
 */
export function aghGraph(messages: readonly unknown[]): AghGraph {
  const records = messages.map((message) => (isRecord(message) ? message : {}));
  const index = graphIndex(records);
  const nodes = records.map((record, at): AghNode => {
    const { references, opener } = edgesOf(record, at, index);
    return { edges: references, parent: references[0] ?? opener };
  });
  const edges = nodes.flatMap((node) => node.edges);
  const broken = breakCycles(nodes);
  return {
    nodes: broken,
    stubs: idsMarked(edges, 'stub'),
    ambiguous: idsMarked(edges, 'ambiguous'),
    cycle: broken.some(({ parent }) => parent?.marks.some((mark) => mark === 'cycle' || mark === 'self')),
  };
}

function idsMarked(edges: readonly AghEdge[], mark: AghEdgeMark): readonly string[] {
  return [...new Set(edges.filter(({ marks }) => marks.includes(mark)).map(({ id }) => id))];
}

/** The message that a parent edge leads to, when it is followed. */
function parentIndex(node: AghNode | undefined): number | null {
  const parent = node?.parent ?? null;
  return parent === null || parent.marks.includes('self') ? null : parent.to;
}

/**
 * The nodes, with one edge of each cycle of parents marked: the one of the latest message in it, because the edges seen
 * before it made no cycle. Each node has at most one parent, so that one walk over all of them finds every cycle.
 */
function breakCycles(nodes: readonly AghNode[]): readonly AghNode[] {
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
  return nodes.map((node, at) => (closing.has(at) ? withMark(node) : node));
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
