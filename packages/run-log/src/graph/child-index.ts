import { addTo, groupedBy } from '@openwop-inspector/base';
import type { EventOrder } from '../index/event-order.ts';
import { type CausalGraph, isVanished } from './causal-graph.ts';

/** What is needed of a graph to walk it: the causal graph, or a forest of inferred parents. */
export type ParentGraph = Pick<CausalGraph, 'parent' | 'base' | 'envelopes'>;

/** Parent of a node (event or envelope), -1 for a root. */
export function parentOf(graph: ParentGraph, node: number): number {
  if (node < graph.base) return graph.parent[node] ?? -1;
  return graph.envelopes[node - graph.base]?.parent ?? -1;
}

/**
 * Direct effects of every node, in display order; 9 bytes a node. Built in O(n) on the first request. Of an order that
 * leaves out events, one whose cause is left out counts as a root.
 */
export class ChildIndex {
  private readonly start: Int32Array;
  private readonly list: Int32Array;
  /** Nodes without a parent here, in display order; an envelope is where its first effect is. */
  readonly roots: Int32Array;
  private readonly graph: ParentGraph;
  private readonly isListed: Uint8Array;
  private sizes: Int32Array | null = null;

  /** `isPart` for an order that leaves out events: envelopes without an event are none of its nodes. */
  constructor(graph: ParentGraph, order: EventOrder, isPart = false) {
    this.graph = graph;
    const total = graph.base + graph.envelopes.length;
    const nodes = nodesInOrder(graph, order, isPart);
    this.isListed = new Uint8Array(total);
    for (const node of nodes) this.isListed[node] = 1;
    const { start, list } = groupedBy(nodes, total, (node) => this.listedParent(node));
    this.start = start;
    this.list = list;
    this.roots = nodes.filter((node) => this.listedParent(node) < 0);
  }

  childrenOf(node: number): Int32Array {
    return this.list.subarray(this.start[node] as number, this.start[node + 1] as number);
  }

  childCount(node: number): number {
    return (this.start[node + 1] as number) - (this.start[node] as number);
  }

  /** The first `limit` nodes below a node, at any depth: each before what is below it. O(limit²) at most. */
  firstBelow(node: number, limit: number): readonly { readonly node: number; readonly depth: number }[] {
    const found: { node: number; depth: number }[] = [];
    const open: { node: number; depth: number }[] = [];
    const push = (above: number, depth: number): void => {
      const list = this.childrenOf(above);
      // The stack is emptied from its end; beyond the limit nothing more can be displayed.
      for (let i = Math.min(list.length, limit) - 1; i >= 0; i--)
        open.push({ node: list[i] as number, depth });
    };
    push(node, 1);
    for (let next = open.pop(); next !== undefined && found.length < limit; next = open.pop()) {
      found.push(next);
      push(next.node, next.depth + 1);
    }
    return found;
  }

  /** Nodes below a node, at any depth. The first call sums up the whole forest in O(n). */
  descendantsOf(node: number): number {
    this.sizes ??= this.sumSizes();
    return this.sizes[node] ?? 0;
  }

  private sumSizes(): Int32Array {
    const sizes = new Int32Array(this.start.length - 1);
    for (const node of effectsFirst(this.graph)) {
      const parent = this.listedParent(node);
      if (parent >= 0) sizes[parent] = (sizes[parent] as number) + (sizes[node] as number) + 1;
    }
    return sizes;
  }

  /** The parent of a node, if both are here; else -1. */
  private listedParent(node: number): number {
    const parent = this.isListed[node] === 1 ? parentOf(this.graph, node) : -1;
    return this.isListed[parent] === 1 ? parent : -1;
  }
}

/** Every node of a graph after all its effects. O(n). */
export function effectsFirst(graph: ParentGraph): Int32Array {
  const total = graph.base + graph.envelopes.length;
  const waiting = new Int32Array(total);
  for (let node = 0; node < total; node++) {
    const parent = parentOf(graph, node);
    if (parent >= 0) waiting[parent] = (waiting[parent] as number) + 1;
  }
  const nodes = new Int32Array(total);
  let length = 0;
  for (let node = 0; node < total; node++) if (waiting[node] === 0) nodes[length++] = node;
  for (let at = 0; at < length; at++) {
    const parent = parentOf(graph, nodes[at] as number);
    if (parent < 0) continue;
    waiting[parent] = (waiting[parent] as number) - 1;
    if (waiting[parent] === 0) nodes[length++] = parent;
  }
  return nodes.subarray(0, length);
}

/** Steps of causes that lead to each node; events alone count, since an envelope is between two of them. O(n). */
export function causeDepths(graph: ParentGraph): Int32Array {
  const depths = new Int32Array(graph.base + graph.envelopes.length);
  for (const node of effectsFirst(graph).reverse()) {
    const parent = parentOf(graph, node);
    if (parent >= 0) depths[node] = (depths[parent] as number) + (node < graph.base ? 1 : 0);
  }
  return depths;
}

function nodesInOrder(graph: ParentGraph, order: EventOrder, isPart: boolean): Int32Array {
  const byFirst = new Map<number, number[]>();
  const out = new Int32Array(order.length + graph.envelopes.length);
  let length = 0;
  graph.envelopes.forEach((envelope, number) => {
    if (isVanished(envelope)) return;
    addTo(byFirst, envelope.firstEvent, graph.base + number);
  });
  for (let i = 0; i < order.length; i++) {
    const row = order.ordinalAt(i);
    for (const node of byFirst.get(row) ?? []) out[length++] = node;
    out[length++] = row;
  }
  if (!isPart) for (const node of byFirst.get(-1) ?? []) out[length++] = node;
  return out.subarray(0, length);
}
