import type { CauseTreeRow } from '../answers.ts';
import type { CausalGraph } from '../graph/causal-graph.ts';
import { type ChildIndex, parentOf } from '../graph/child-index.ts';
import { chainNode, viaOf } from './chain.ts';
import type { LoadedLog } from './loaded-log.ts';
import { mapSideBySide } from './side-by-side.ts';

/** Stable key of a node: `e<ordinal>` or `v<envelope number>`. */
export function keyOfNode(graph: CausalGraph, node: number): string {
  return node < graph.base ? `e${node}` : `v${node - graph.base}`;
}

/** Node of a key, -1 for a key of another form. */
export function nodeOfKey(graph: CausalGraph, key: string): number {
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

/**
 * A page of the causes forest, flattened by what is unfolded. Costs O(rows before the page): unfolded rows are walked,
 * folded roots are skipped over in one step.
 */
export async function causesPage(
  log: LoadedLog,
  graph: CausalGraph,
  children: ChildIndex,
  query: CausesQuery,
): Promise<{ total: number; roots: number; rows: CauseTreeRow[]; revealed: number }> {
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
  const rows = await mapSideBySide(page, 16, (flat) => treeRow(log, graph, children, flat));
  return { total, roots: roots.length, rows, revealed };
}

async function treeRow(
  log: LoadedLog,
  graph: CausalGraph,
  children: ChildIndex,
  flat: FlatRow,
): Promise<CauseTreeRow> {
  const { node } = flat;
  return {
    key: keyOfNode(graph, node),
    node: await chainNode(log, graph, node),
    depth: flat.depth,
    children: children.childCount(node),
    descendants: Math.min(1_000_000, children.descendantsOf(node)),
    expanded: flat.expanded,
    via: flat.depth === 0 ? null : viaOf(graph, node),
    posInSet: flat.posInSet,
    setSize: flat.setSize,
  };
}

/** Keys to unfold so that a node shows, root first. */
export function causePath(graph: CausalGraph, node: number): string[] {
  const keys: string[] = [];
  const seen = new Set([node]);
  for (let at = parentOf(graph, node); at >= 0 && !seen.has(at); at = parentOf(graph, at)) {
    seen.add(at);
    keys.push(keyOfNode(graph, at));
  }
  return keys.reverse();
}
