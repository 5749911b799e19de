/** Where the weight of a log lies in its causal graph: sums over everything that an event led to. */
import { addDecimals } from '@openwop-inspector/base';
import type { CausalGraph } from '../graph/causal-graph.ts';
import { parentOf } from '../graph/child-index.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Events that are told. */
const TOLD = 10;

/** An event, and what lies in it and in all its effects: ms in nodes, tokens or dollars. */
export interface HeavyEvent {
  readonly ordinal: number;
  readonly weight: number;
}

/**
 * The events with the most weight in themselves and in all their effects, the heaviest first. Of events that led to the
 * same weight through one another the last is told, where it lies or divides. `own` are weights by ordinal. O(nodes).
 */
export function heaviestOf(log: LoadedLog, graph: CausalGraph, own: Float64Array): readonly HeavyEvent[] {
  const total = graph.base + graph.envelopes.length;
  const sums = new Float64Array(total);
  // The most that comes of one effect; an envelope stands between events and is none itself.
  const most = new Float64Array(total);
  sums.set(own.subarray(0, graph.base));
  for (const node of effectsFirst(graph, total)) {
    const parent = parentOf(graph, node);
    if (parent < 0) continue;
    sums[parent] = addDecimals(sums[parent] as number, sums[node] as number);
    const single = (node < graph.base ? sums[node] : most[node]) as number;
    most[parent] = Math.max(most[parent] as number, single);
  }
  const found: HeavyEvent[] = [];
  for (let i = 0; i < log.order.length; i++) {
    const ordinal = log.order.ordinalAt(i);
    const weight = sums[ordinal] as number;
    if (weight > (most[ordinal] as number)) found.push({ ordinal, weight });
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, TOLD);
}

/** Every node behind all its effects. */
function effectsFirst(graph: CausalGraph, total: number): Int32Array {
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

/** The end of the longest chain of causes, and how many steps lead to it; null in a log without causes. O(nodes). */
export function longestChainOf(
  { order }: LoadedLog,
  graph: CausalGraph,
): { readonly ordinal: number; readonly steps: number } | null {
  const steps = new Int32Array(graph.base + graph.envelopes.length);
  const causesFirst = effectsFirst(graph, steps.length).reverse();
  for (const node of causesFirst) {
    const parent = parentOf(graph, node);
    // An envelope stands between two events, it is no step.
    if (parent >= 0) steps[node] = (steps[parent] as number) + (node < graph.base ? 1 : 0);
  }
  let longest = { ordinal: -1, steps: 0 };
  for (let i = 0; i < order.length; i++) {
    const ordinal = order.ordinalAt(i);
    const own = steps[ordinal] as number;
    if (own > longest.steps) longest = { ordinal, steps: own };
  }
  return longest.steps === 0 ? null : longest;
}
