/** Inferred parents of a log, made when somebody asks. */

import { isRecord } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { ChildIndex, parentOf } from '../../graph/child-index.ts';
import {
  INFERRED_RULES,
  type InferredForest,
  type InferredRule,
  inferParents,
  inferredKind,
  inferredRuleOf,
  rowsToPair,
} from '../../graph/inferred-parents.ts';
import { isPart, type LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { type EventRow, eventRows } from '../rows/event-rows.ts';
import { mapSideBySide } from '../side-by-side.ts';

/** Events whose payload is read for the id they share with another. */
const MAX_PAIRED = 2_000;
/** Events above one that are handed out. */
const MAX_ABOVE = 100;

/** An inferred edge with the event it leads to. */
export interface InferredLink {
  readonly row: EventRow;
  /** The rule of the edge between this event and the one nearer to the target. */
  readonly rule: InferredRule;
  /** Steps from the queried event, 1 for the parent and for what is directly below. */
  readonly depth: number;
}

/** The place of an event by inference. Nothing of it is causation: no cause, no start of a chain, no effect. */
export type InferredChain = Awaited<ReturnType<typeof inferredChain>>;

/** What is said of an inferred forest as a whole. */
export interface InferredCounts {
  /** Events with an inferred parent, by rule; a rule that none has is left out. */
  readonly byRule: Readonly<Partial<Record<InferredRule, number>>>;
  readonly edges: number;
  /** Events whose id was not read, so that they are placed below their node or run. */
  readonly notRead: number;
}

/** The forest of a log with what is below each event. */
export interface InferredTree {
  readonly forest: InferredForest;
  readonly children: ChildIndex;
  readonly counts: InferredCounts;
}

/** Keeps the tree of a log until its graph is another. */
export class InferredTrees {
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

/** An edge before its event is read. */
interface Step {
  readonly row: number;
  readonly rule: InferredRule;
  readonly depth: number;
}

/** Inferred events above one and below one, at most `limit` (none for null). O(depth + events displayed); iterative. */
export async function inferredChain(
  log: LoadedLog,
  { forest, children }: InferredTree,
  query: { readonly above: number; readonly below: number; readonly limit: number | null },
) {
  const { above, total } = stepsAbove(forest, query.above);
  const nodes = query.limit === null ? [] : children.firstBelow(query.below, query.limit);
  const below = nodes.flatMap(({ node: row, depth }) => {
    const rule = inferredRuleOf(forest, row);
    return rule === null ? [] : [{ row, rule, depth }];
  });
  return {
    /**
     * Nearest first, at most 100, up to the first event that names a cause itself. Where the chain has links, which are no
     * causation either, it continues from the last of them.
     */
    above: await linksOf(log, above),
    aboveTotal: total,
    /** Depth first in display order; at most as many as the requested effects. Empty where the log records causes. */
    below: await linksOf(log, below),
    belowTotal: query.limit === null ? 0 : children.descendantsOf(query.below),
  };
}

function stepsAbove(forest: InferredForest, target: number) {
  const above: Step[] = [];
  let total = 0;
  for (let row = target; ; ) {
    const rule = inferredRuleOf(forest, row);
    row = parentOf(forest, row);
    if (row < 0 || rule === null) return { above, total };
    total++;
    if (total <= MAX_ABOVE) above.push({ row, rule, depth: total });
  }
}

async function linksOf(log: LoadedLog, steps: readonly Step[]): Promise<readonly InferredLink[]> {
  const ordinals = steps.map(({ row }) => row);
  const rows = await eventRows(log, ordinals);
  return steps.flatMap(({ rule, depth }, i) => {
    const row = rows[i];
    return row === undefined ? [] : [{ row, rule, depth }];
  });
}

/** Bytes of one event that is read, and of all together. */
const MAX_EVENT = 256 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
/** Longer ids pair nothing. */
const MAX_ID = 1_024;
