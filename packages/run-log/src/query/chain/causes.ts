import { words } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { type ChildIndex, type ParentGraph, parentOf } from '../../graph/child-index.ts';
import type { InferredRule } from '../../graph/inferred-kinds.ts';
import { inferredRuleOf } from '../../graph/inferred-parents.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { eventRows } from '../rows/event-rows.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { type CausalVia, type ChainNode, chainNode, viaOf } from './chain.ts';
import type { InferredTree } from './inferred.ts';

/** Stable key of a node: `e<ordinal>` or `v<envelope number>`. */
export function keyOfNode(graph: ParentGraph, node: number): string {
  return node < graph.base ? `e${node}` : `v${node - graph.base}`;
}

/** Node of a key, -1 for a key of another form. */
export function nodeOfKey(graph: ParentGraph, key: string): number {
  const number = Number(key.slice(1));
  if (!Number.isInteger(number)) return -1;
  return key.startsWith('v') ? graph.base + number : number;
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
export interface CauseTreeRow {
  /** Stable key: `e<ordinal>` or `v<envelope number>`. */
  readonly key: string;
  readonly node: ChainNode;
  readonly depth: number;
  /** Direct effects. */
  readonly children: number;
  /** All effects below, at most 1,000,000. */
  readonly descendants: number;
  readonly expanded: boolean;
  readonly via: CausalVia | null;
  /** The rule of an edge that was inferred; `via` is null then. */
  readonly inferredBy?: InferredRule;
  /** Position among its siblings and their number, for assistive technology. */
  readonly posInSet: number;
  readonly setSize: number;
}

/** A forest to show: that of recorded causes, or that of inferred parents. */
export interface VisibleForest {
  readonly graph: ParentGraph;
  readonly children: ChildIndex;
  /** What is said of the edge above a node that is no root. */
  edgeOf(node: number): Pick<CauseTreeRow, 'via' | 'inferredBy'>;
  readNode(node: number): Promise<CauseTreeRow['node']>;
}

/** The forest of recorded causes. */
export function recordedForest(log: LoadedLog, graph: CausalGraph, children: ChildIndex): VisibleForest {
  return {
    graph,
    children,
    edgeOf: (node) => ({ via: viaOf(graph, node) }),
    readNode: (node) => chainNode(log, graph, node),
  };
}

/** A page of rows, and where they stand among all. */
export type CausesPage = Awaited<ReturnType<typeof causesPage>>;

/**
 * A page of the causes forest, flattened by what is unfolded. Costs O(rows before the page): unfolded rows are walked,
 * folded roots are skipped over in one step.
 */
export async function causesPage(forest: VisibleForest, query: CausesQuery) {
  const { graph, children } = forest;
  const expanded = new Set(query.expanded.map((key) => nodeOfKey(graph, key)));
  const roots = query.withEffectsOnly
    ? children.roots.filter((node) => children.childCount(node) > 0)
    : children.roots;
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

async function treeRow(forest: VisibleForest, flat: FlatRow): Promise<CauseTreeRow> {
  const { node } = flat;
  const { graph, children } = forest;
  return {
    key: keyOfNode(graph, node),
    node: await forest.readNode(node),
    depth: flat.depth,
    children: children.childCount(node),
    descendants: Math.min(1_000_000, children.descendantsOf(node)),
    expanded: flat.expanded,
    ...(flat.depth === 0 ? { via: null } : forest.edgeOf(node)),
    posInSet: flat.posInSet,
    setSize: flat.setSize,
  };
}

/** Keys to unfold so that a node shows, root first. */
export function causePath(graph: ParentGraph, node: number): string[] {
  const keys: string[] = [];
  const seen = new Set([node]);
  for (let at = parentOf(graph, node); at >= 0 && !seen.has(at); at = parentOf(graph, at)) {
    seen.add(at);
    keys.push(keyOfNode(graph, at));
  }
  return keys.reverse();
}

/** The forest to show of a log that names no cause. */
export function inferredForest(log: LoadedLog, { forest, children }: InferredTree): VisibleForest {
  return {
    graph: forest,
    children,
    edgeOf: (node) => {
      const inferredBy = inferredRuleOf(forest, node);
      return inferredBy === null ? { via: null } : { via: null, inferredBy };
    },
    readNode: (node) => readNode(log, node),
  };
}

async function readNode(log: LoadedLog, node: number): Promise<ChainNode> {
  const [row] = await eventRows(log, [node]);
  return row === undefined ? { kind: 'dangling', id: words`${node}` } : { kind: 'event', row };
}
