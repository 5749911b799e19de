import { addTo, type JsonObject, member, ownValue, recordOr, textAt } from '@openwop-inspector/base';
import { pairKey } from './agh-work.ts';

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
  const records = messages.map(recordOr);
  const index: GraphIndex = { bySender: new Map(), byId: new Map(), openers: new Map() };
  for (const [at, record] of records.entries()) {
    const id = textAt(record, 'id');
    const key = pairKey(textAt(record, 'from') ?? '', id ?? '');
    if (id !== null && !index.bySender.has(key)) {
      index.bySender.set(key, at);
      addTo(index.byId, id, at);
    }
    const lane = laneOf(record);
    if (lane !== null && isOpener(record) && !index.openers.has(lane.key)) index.openers.set(lane.key, at);
  }
  const nodes = records.map((record, at) => {
    const named: readonly (readonly [AghEdgeField, string | null])[] = [
      ['causation_id', textAt(record, 'causation_id')],
      ['reply_to', textAt(record, 'reply_to')],
      ['for_id', textAt(member(record, 'body'), 'for_id')],
    ];
    const edges = named.flatMap(([field, id]) => (id === null ? [] : edgeTo(field, id, record, at, index)));
    return { edges, parent: edges[0] ?? openerEdge(record, at, index) };
  });
  // One edge of each cycle of parents is marked: the one of the latest message in it, because the edges seen before it
  // made no cycle. Each node has at most one parent, so that one walk over all of them finds every cycle.
  const walkOf = new Array<number>(nodes.length).fill(-1);
  for (const start of nodes.keys()) {
    let at: number | null = start;
    while (at !== null && walkOf[at] === -1) {
      walkOf[at] = start;
      at = parentIndex(nodes[at]);
    }
    if (at !== null && walkOf[at] === start) nodes[latestOf(nodes, at)]?.parent?.marks.push('cycle');
  }
  const edges = nodes.flatMap((node) => node.edges);
  return {
    nodes,
    stubs: idsMarked(edges, 'stub'),
    ambiguous: idsMarked(edges, 'ambiguous'),
    cycle: nodes.some(({ parent }) => parent?.marks.some((mark) => mark === 'cycle' || mark === 'self')),
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

function latestOf(nodes: readonly AghNode[], start: number): number {
  let latest = start;
  for (let at = parentIndex(nodes[start]); at !== null && at !== start; at = parentIndex(nodes[at]))
    latest = Math.max(latest, at);
  return latest;
}

/** Which field says what led to a message (agh 6). The last two lead to the opener of the interaction. */
export type AghEdgeField = 'causation_id' | 'reply_to' | 'for_id' | 'interaction_id' | 'work_id';

/** What is odd about an edge. An edge that is `self` or `cycle` is not followed by the chain view. */
export type AghEdgeMark = 'stub' | 'self' | 'cycle' | 'forward' | 'ambiguous';

/** One reference from a message to another. */
export interface AghEdge {
  readonly field: AghEdgeField;
  /** The id that is named. */
  readonly id: string;
  /** Index of the message it names; null for one outside the file. */
  readonly to: number | null;
  readonly marks: AghEdgeMark[];
}

/** Where ids and interactions are found. Repeats of a message are not in it: the first one counts for them. */
interface GraphIndex {
  /** Sender and id to the first message of that pair. */
  readonly bySender: Map<string, number>;
  /** Id to the first message of each sender that used it. */
  readonly byId: Map<string, number[]>;
  /** Channel and interaction to the message that opened it. */
  readonly openers: Map<string, number>;
}

/** The lane of a message in its channel: its interaction, or the `work_id` of the later dialect (agh 9). */
function laneOf(record: JsonObject) {
  const channel = textAt(record, 'channel');
  const id = textAt(record, 'interaction_id') ?? textAt(record, 'work_id');
  return channel === null || id === null ? null : { id, key: pairKey(channel, id) };
}

function isOpener(record: JsonObject): boolean {
  const kind = ownValue(record, 'kind');
  if (textAt(record, 'work_id') !== null) return kind === 'say' || kind === 'capability';
  return (kind === 'direct' || kind === 'capability') && textAt(record, 'to') !== null;
}

function openerEdge(record: JsonObject, at: number, { openers }: GraphIndex): AghEdge | null {
  const lane = laneOf(record);
  const to = lane === null ? undefined : openers.get(lane.key);
  if (lane === null || to === undefined || to === at) return null;
  const field = textAt(record, 'interaction_id') === null ? 'work_id' : 'interaction_id';
  return { field, id: lane.id, to, marks: to > at ? ['forward'] : [] };
}

function edgeTo(field: AghEdgeField, id: string, record: JsonObject, at: number, index: GraphIndex): AghEdge {
  const candidates = index.byId.get(id) ?? [];
  // An answer goes to the sender of its request, which distinguishes equal ids. A cause has no such hint.
  const address = textAt(record, 'to');
  const exact =
    field === 'causation_id' || address === null ? undefined : index.bySender.get(pairKey(address, id));
  const to = exact ?? candidates[0];
  if (to === undefined) return { field, id, to: null, marks: ['stub'] };
  const marks: AghEdgeMark[] = exact === undefined && candidates.length > 1 ? ['ambiguous'] : [];
  const own = index.bySender.get(pairKey(textAt(record, 'from') ?? '', textAt(record, 'id') ?? ''));
  if (to === own) marks.push('self');
  else if (to > at) marks.push('forward');
  return { field, id, to, marks };
}
