/** What the nodes of two runs took: time, tokens, cost, retries, side by side. */
import { literal, type MaskedText } from '@openwop-inspector/base';
import { type EventFigures, logStatistics } from '@openwop-inspector/run-log';
import type { RunSide } from './run-side.ts';

/** Sums of one node on one side; null where the run has no event of it. */
export interface NodeFigures {
  readonly events: number;
  readonly failures: number;
  /** `envelope.retry.attempted` and `node.retried`. */
  readonly retries: number;
  readonly durationMs: number;
  readonly tokens: number;
  readonly costUsd: number;
}

export interface NodeDifference {
  readonly node: MaskedText;
  readonly a: NodeFigures | null;
  readonly b: NodeFigures | null;
}

const RETRIES: ReadonlySet<string> = new Set(['envelope.retry.attempted', 'node.retried']);

/** Null when it was stopped. O(events), and O(bytes) of those that end something or tell of use. */
export async function nodeDifferences(a: RunSide, b: RunSide, isCancelled: () => boolean) {
  const ofA = await figuresOf(a, isCancelled);
  const ofB = ofA === null ? null : await figuresOf(b, isCancelled);
  if (ofA === null || ofB === null) return null;
  const names = new Set([...ofA.nodes.keys(), ...ofB.nodes.keys()]);
  return {
    /** Both runs as a whole. */
    all: { node: literal('all'), a: ofA.all, b: ofB.all },
    /** By node, in the order in which A and then B come to them. */
    nodes: [...names].map((node) => ({
      node,
      a: ofA.nodes.get(node) ?? null,
      b: ofB.nodes.get(node) ?? null,
    })),
  };
}

export type NodeDifferences = NonNullable<Awaited<ReturnType<typeof nodeDifferences>>>;

async function figuresOf(side: RunSide, isCancelled: () => boolean) {
  const { log, rows } = side;
  const statistics = await logStatistics(log, rows, isCancelled);
  if (statistics === null) return null;
  const retries = retriesOf(side);
  const known = new Map(
    statistics.nodes.map((one) => [one.name, figures(one, retries.byNode.get(one.name))]),
  );
  const nodes = new Map<MaskedText, NodeFigures>();
  for (const row of rows) {
    const node = log.index.nodeIdOf(row);
    const own = node === null || nodes.has(node) ? undefined : known.get(node);
    if (node !== null && own !== undefined) nodes.set(node, own);
    if (nodes.size === known.size) break;
  }
  return { all: figures(statistics.all, retries.all), nodes };
}

function figures({ events, failures, durationMs, tokens, costUsd }: EventFigures, retries = 0): NodeFigures {
  return { events, failures, retries, durationMs, tokens, costUsd };
}

function retriesOf({ log, rows }: RunSide): { all: number; byNode: ReadonlyMap<MaskedText, number> } {
  const { index } = log;
  const types = new Set([...RETRIES].map((type) => index.types.find(type)));
  const byNode = new Map<MaskedText, number>();
  let all = 0;
  for (const row of rows) {
    if (!types.has(index.columns.type[row] as number)) continue;
    all++;
    const node = index.nodeIdOf(row);
    if (node !== null) byNode.set(node, (byNode.get(node) ?? 0) + 1);
  }
  return { all, byNode };
}
