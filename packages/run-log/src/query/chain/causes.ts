import { isRecord } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { ChildIndex, type ParentGraph, parentOf } from '../../graph/child-index.ts';
import {
  INFERRED_RULES,
  type InferredForest,
  type InferredRule,
  inferParents,
  inferredKind,
  inferredRuleOf,
  rowsToPair,
} from '../../graph/inferred-parents.ts';
import type { EventOrder } from '../../index/event-order.ts';
import { isPart, type LoadedLog, namesCauses } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { type CausalVia, type ChainNode, chainNode, viaOf } from './chain.ts';

/** Events whose payload is read for the id they share with another. */
const MAX_PAIRED = 2_000;
/** Bytes of one event that is read, and of all together. */
const MAX_EVENT = 256 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
/** Longer ids pair nothing. */
const MAX_ID = 1_024;

/** Stable key of a node: `e<ordinal>` or `v<envelope number>`. */
export const keyOfNode = (graph: ParentGraph, node: number): string =>
  node < graph.base ? `e${node}` : `v${node - graph.base}`;

/** Node of a key, -1 for a key of another form. */
export function nodeOfKey(graph: ParentGraph, key: string): number {
  const number = Number(key.slice(1));
  return !Number.isInteger(number) ? -1 : key.startsWith('v') ? graph.base + number : number;
}

export interface CausesQuery {
  readonly expanded: readonly string[];
  /** Leaves out roots that caused nothing. */
  readonly withEffectsOnly: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Ordinal of an event whose row number is wanted. */
  readonly reveal?: number;
}

/** A row before its event is read. */
interface FlatRow {
  readonly node: number;
  readonly depth: number;
  readonly expanded: boolean;
  readonly posInSet: number;
  readonly setSize: number;
}

/** A row of the causes tree, already flattened by what is unfolded. */
export type CauseTreeRow = Awaited<ReturnType<typeof treeRow>>;

/** What is said of the edge above a node. */
interface CauseEdge {
  readonly via: CausalVia | null;
  /** The rule of an edge that was inferred; `via` is null then. */
  readonly inferredBy?: InferredRule;
}

/** What is said of an inferred forest as a whole. */
export interface InferredCounts {
  /** Events with an inferred parent, by rule; a rule that none has is left out. */
  readonly byRule: Readonly<Partial<Record<InferredRule, number>>>;
  readonly edges: number;
  /** Events whose id was not read, so that they are placed below their node or run. */
  readonly notRead: number;
}

/** The forest of a log with what is below each event. */
interface InferredTree {
  readonly forest: InferredForest;
  readonly children: ChildIndex;
  readonly counts: InferredCounts;
}

/** Keeps the tree of a log until its graph is another. */
class InferredTrees {
  /** What was read of an event, each once; it is read again when it is written elsewhere. */
  private readonly known = new Map<number, { readonly offset: number; readonly id: string | null }>();
  private bytes = 0;
  private cached: { readonly graph: CausalGraph; readonly tree: Promise<InferredTree> } | null = null;

  /** The tree of a log as it is now. O(events); reads at most 2,000 payloads, each once. */
  of(log: LoadedLog, graph: CausalGraph): Promise<InferredTree> {
    if (this.cached?.graph !== graph) this.cached = { graph, tree: this.make(log, graph.base) };
    return this.cached.tree;
  }

  private async make(log: LoadedLog, base: number): Promise<InferredTree> {
    const { index, order } = log;
    const { rows, total } = rowsToPair(index, order, MAX_PAIRED);
    const { ids, notRead } = await this.read(log, rows);
    const forest = inferParents(index, order, { ids, base });
    const counts = countsOf(forest, total - rows.length + notRead);
    return { forest, children: new ChildIndex(forest, order, isPart(log)), counts };
  }

  /** Ids of those rows that could be read, and how many could not. */
  private async read(log: LoadedLog, rows: readonly number[]) {
    const missing = rows.filter((row) => this.isMissing(log, row));
    const reader = new PayloadReader(log, missing.length);
    await mapSideBySide(missing, async (row) => {
      const offset = log.index.columns.offset[row] as number;
      const { key } = inferredKind(log.index.typeOf(row)).pairing ?? {};
      const payload = (await reader.read(row))?.payload;
      const id = key !== undefined && isRecord(payload) ? payload[key] : null;
      this.known.set(row, { offset, id: typeof id === 'string' && id.length <= MAX_ID ? id : null });
    });
    const ids = new Map<number, string>();
    let notRead = 0;
    for (const row of rows) {
      const read = this.known.get(row);
      if (read === undefined) notRead++;
      else if (read.id !== null) ids.set(row, read.id);
    }
    return { ids, notRead };
  }

  private isMissing({ index: { columns } }: LoadedLog, row: number): boolean {
    if (this.known.get(row)?.offset === columns.offset[row]) return false;
    const length = columns.byteLength[row] as number;
    if (length > MAX_EVENT || this.bytes + length > MAX_BYTES) return false;
    this.bytes += length;
    return true;
  }
}

function countsOf({ rule }: InferredForest, notRead: number): InferredCounts {
  const counts = new Uint32Array(INFERRED_RULES.length + 1);
  for (const number of rule) counts[number] = (counts[number] as number) + 1;
  const byRule: Partial<Record<InferredRule, number>> = {};
  INFERRED_RULES.forEach((name, i) => {
    const count = counts[i + 1] as number;
    if (count > 0) byRule[name] = count;
  });
  return { byRule, edges: rule.length - (counts[0] as number), notRead };
}

/** A forest to show: that of recorded causes, or that of inferred parents. */
interface VisibleForest {
  readonly graph: ParentGraph;
  readonly children: ChildIndex;
  /** Of a node that is no root. */
  edgeOf(node: number): CauseEdge;
  readNode(node: number): Promise<ChainNode>;
}

/** A page of the forest of a log. */
export interface CausesAnswer extends Awaited<ReturnType<typeof causesPage>> {
  /** Of a log that names no cause, what its forest of inferred parents is made of; null for recorded causes. */
  readonly inferred: InferredCounts | null;
}

const NO_CAUSES: CausesAnswer = { total: 0, roots: 0, rows: [], revealed: -1, inferred: null };

/** The forests of one log, or of one run, each made when it is requested and cached until the log is another. */
export class CauseForests {
  readonly trees = new InferredTrees();
  private readonly isOfOneRun: boolean;
  private recorded: {
    readonly graph: CausalGraph;
    readonly order: EventOrder;
    readonly index: ChildIndex;
  } | null = null;

  /** `isOfOneRun`: envelopes without an event are none of the nodes. */
  constructor(isOfOneRun = false) {
    this.isOfOneRun = isOfOneRun;
  }

  /** What is below each node of the causal graph. O(n) the first time. */
  children({ order }: Pick<LoadedLog, 'order'>, graph: CausalGraph): ChildIndex {
    if (this.recorded?.graph !== graph || this.recorded.order !== order)
      this.recorded = { graph, order, index: new ChildIndex(graph, order, this.isOfOneRun) };
    return this.recorded.index;
  }

  /** A page of the forest of recorded causes; of a log that names no cause that of inferred parents. */
  async page(log: LoadedLog, query: CausesQuery): Promise<CausesAnswer> {
    const { graph } = log;
    if (graph === null) return NO_CAUSES;
    const tree = namesCauses(log, graph) ? null : await this.trees.of(log, graph);
    const forest: VisibleForest = {
      graph: tree?.forest ?? graph,
      children: tree?.children ?? this.children(log, graph),
      edgeOf: (node) => {
        if (tree === null) return { via: viaOf(graph, node) };
        const inferredBy = inferredRuleOf(tree.forest, node);
        return inferredBy === null ? { via: null } : { via: null, inferredBy };
      },
      readNode: (node) => chainNode(log, graph, node),
    };
    return { ...(await causesPage(forest, query)), inferred: tree?.counts ?? null };
  }

  /** Keys to unfold so that an event shows in that forest, root first. */
  async path(log: LoadedLog, ordinal: number): Promise<readonly string[]> {
    const { graph } = log;
    if (graph === null) return [];
    return causePath(namesCauses(log, graph) ? graph : (await this.trees.of(log, graph)).forest, ordinal);
  }
}

/** A page of the forest as unfolded. O(rows before the page): unfolded rows are walked, folded roots skipped at once. */
async function causesPage(forest: VisibleForest, query: CausesQuery) {
  const { graph, children } = forest;
  const expanded = new Set(query.expanded.map((key) => nodeOfKey(graph, key)));
  const hasEffects = (node: number): boolean => children.childCount(node) > 0;
  const roots = query.withEffectsOnly ? children.roots.filter(hasEffects) : children.roots;
  const page: FlatRow[] = [];
  let total = 0;
  let revealed = -1;
  const visit = (node: number, depth: number, posInSet: number, setSize: number): void => {
    const open: FlatRow[] = [{ node, depth, posInSet, setSize, expanded: expanded.has(node) }];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      if (total >= query.offset && page.length < query.limit) page.push(row);
      if (row.node === query.reveal) revealed = total;
      total++;
      if (!row.expanded) continue;
      const list = children.childrenOf(row.node);
      for (let i = list.length - 1; i >= 0; i--) {
        const child = list[i] as number;
        const depth = row.depth + 1;
        open.push({
          node: child,
          depth,
          posInSet: i + 1,
          setSize: list.length,
          expanded: expanded.has(child),
        });
      }
    }
  };
  roots.forEach((node, i) => {
    visit(node, 0, i + 1, roots.length);
  });
  const rows = await mapSideBySide(page, (flat) => treeRow(forest, flat));
  return { total, roots: roots.length, rows, revealed };
}

async function treeRow(forest: VisibleForest, flat: FlatRow) {
  const { node } = flat;
  const { graph, children } = forest;
  const edge: CauseEdge = flat.depth === 0 ? { via: null } : forest.edgeOf(node);
  return {
    /** Stable: `e<ordinal>` or `v<envelope number>`. */
    key: keyOfNode(graph, node),
    node: await forest.readNode(node),
    depth: flat.depth,
    /** Direct effects. */
    children: children.childCount(node),
    /** All effects below, at most 1,000,000. */
    descendants: Math.min(1_000_000, children.descendantsOf(node)),
    expanded: flat.expanded,
    ...edge,
    /** Position among its siblings and their number, for assistive technology. */
    posInSet: flat.posInSet,
    setSize: flat.setSize,
  };
}

/** Keys to unfold so that a node shows, root first. */
function causePath(graph: ParentGraph, node: number): string[] {
  const keys: string[] = [];
  const seen = new Set([node]);
  for (let at = parentOf(graph, node); at >= 0 && !seen.has(at); at = parentOf(graph, at)) {
    seen.add(at);
    keys.push(keyOfNode(graph, at));
  }
  return keys.reverse();
}
