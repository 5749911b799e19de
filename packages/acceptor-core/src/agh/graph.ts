import { isRecord, textAt } from '@openwop-inspector/base';
import { breakCycles } from './graph-cycles.ts';
import { edgesOf, graphIndex, laneOf } from './graph-edges.ts';

/** Which field says what led to a message (agh 6). `interaction_id` leads to the opener of the interaction. */
export type AghEdgeField = 'causation_id' | 'reply_to' | 'for_id' | 'interaction_id';

/** What is odd about an edge. An edge that is `self` or `cycle` is not followed by the chain view. */
export type AghEdgeMark = 'stub' | 'self' | 'cycle' | 'forward' | 'ambiguous';

/** One reference from a message to another. */
export interface AghEdge {
  readonly field: AghEdgeField;
  /** The id that is named. */
  readonly id: string;
  /** Index of the message it names; null for one outside the file. */
  readonly to: number | null;
  readonly marks: readonly AghEdgeMark[];
}

/** One message in the graph. Texts are ids as they came; mask them before they are shown. */
export interface AghNode {
  /** Place in the file, from 0. */
  readonly index: number;
  readonly id: string | null;
  readonly from: string | null;
  readonly kind: string | null;
  /** Channel and interaction; for the later dialect its `work_id`. Null outside an interaction. */
  readonly lane: { readonly channel: string; readonly id: string } | null;
  /** Groups messages across lanes. */
  readonly traceId: string | null;
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
  /** Ids that are named and were used by more than one sender, where the sender meant cannot be told. */
  readonly ambiguous: readonly string[];
  /** True when following parents would come back to where it began. */
  readonly cycle: boolean;
}

/**
 * The causal graph of AGH messages in file order (agh 6). Whatever is no object is a node without references, so that
 * indexes stay those of the file. An edge that closes a cycle or leads to itself is marked; the others stay. O(messages);
 * no recursion. Never throws.
 */
export function aghGraph(messages: readonly unknown[]): AghGraph {
  const records = messages.map((message) => (isRecord(message) ? message : {}));
  const index = graphIndex(records);
  const nodes = records.map((record, at): AghNode => {
    const { references, opener } = edgesOf(record, at, index);
    return {
      index: at,
      id: textAt(record, 'id'),
      from: textAt(record, 'from'),
      kind: textAt(record, 'kind'),
      lane: laneOf(record),
      traceId: textAt(record, 'trace_id'),
      edges: references,
      parent: references[0] ?? opener,
    };
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
