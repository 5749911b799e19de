import { isRecord, type MaskedText, masker, words } from '@openwop-inspector/base';
import { type CausalGraph, type EnvelopeNode, isVanished, MARK, RULE } from '../../graph/causal-graph.ts';
import { type ChildIndex, parentOf } from '../../graph/child-index.ts';
import { type InferredForest, type InferredRule, inferredRuleOf } from '../../graph/inferred-parents.ts';
import { namedCauseOf, readEventDocument, recordedCorrelationId } from '../../index/event-document.ts';
import { SURFACE_TYPE } from '../../index/stored-events.ts';
import { hashText } from '../../scan/id-hash.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { type EventRow, eventRows } from '../rows/event-rows.ts';
import { ofItsNode, rowsBefore } from '../rows/rows.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { kindNamedIn } from '../stories/written-values.ts';
import { failureBehindEnd } from '../verdict/ending-failure.ts';
import { chainOrigin, failureOfChild } from './chain-origin.ts';

/** Causes at the beginning that are listed of a chain over the limit. */
const ROOT_END = 20;
/** Events read to find the failure that ended a run. */
const LINK_READ = 100;
/** Events above one that are handed out. */
const MAX_ABOVE = 100;

export interface ChainOptions {
  readonly descendantLimit: number;
  /** Causes read of a longer chain: the nearest, and the first few. Their `depth` shows the gap. */
  readonly ancestorLimit?: number;
  /**
   * Go on past the last cause over the links that lead to a failure's own node: `run.failed` to the failure that ended
   * the run, and that to its `node.started`. They are marked by their `via` and are no causation.
   */
  readonly links: boolean;
  /** What is inferred above one event and below another, requested only where no cause is recorded. */
  readonly inferred: (above: number, below: number) => Promise<InferredChain>;
}

/** Nodes of the envelopes with a correlationId, one for each run that uses it; empty when nothing here has it. */
export function envelopeNodes(graph: CausalGraph, correlationId: string): readonly number[] {
  const { a, b } = hashText(correlationId);
  return graph.envelopes.flatMap((envelope, number) =>
    envelope.a === a && envelope.b === b && !isVanished(envelope) ? [graph.base + number] : [],
  );
}

/**
 * How an edge was resolved (run-events.md section 4.2). `nodeId`, `failedNodeId`, `endedBy` (the end of a run and the
 * failure that ended it) and `childRunId` (a failed child run and the failure that ended it) are links like those of section 4.4: displayed dotted, never counted as causation, except from an envelope to the node execution it came from (section 4.3).
 */
export type CausalVia =
  | 'eventId'
  | 'correlationId'
  | 'causationHostId'
  | 'otherRun'
  | 'trigger'
  | 'nodeId'
  | 'failedNodeId'
  | 'endedBy'
  | 'childRunId';

/** One stop of a causal chain. */
export type ChainNode =
  | { readonly kind: 'event'; readonly row: EventRow }
  | {
      readonly kind: 'envelope';
      /** correlationId the events share. */
      readonly correlationId: MaskedText;
      readonly envelopeType: MaskedText | null;
      /** True when no envelope with this id is loaded and only its events are (section 4.2 rule 4). */
      readonly virtual: boolean;
      readonly events: number;
      /** The run it is of; null when no run names it. */
      readonly runId: MaskedText | null;
    }
  | { readonly kind: 'external'; readonly id: MaskedText; readonly hostId: MaskedText | null }
  | { readonly kind: 'dangling'; readonly id: MaskedText };

/** An edge with the node it leads to. */
export interface ChainLink {
  readonly node: ChainNode;
  /** The rule that resolved the edge between this node and the one nearer to the target. */
  readonly via: CausalVia;
  /** Marks of section 4.3 and 4.2: the edge closes a cycle, points forward, or its id is ambiguous. */
  readonly marks: readonly ('self' | 'cycle' | 'forward' | 'ambiguous')[];
  /** Steps from the target, 1 for a direct cause or effect. */
  readonly depth: number;
}

/** An inferred edge with the event it leads to. */
export type InferredLink = Awaited<ReturnType<typeof linksOf>>[number];

/** The place of an event by inference. Nothing of it is causation: no cause, no start of a chain, no effect. */
export type InferredChain = Awaited<ReturnType<typeof inferredChain>>;

/** Causes and effects of one event or envelope. */
export type CausalChain = Awaited<ReturnType<typeof causalChain>>;

/** Causes up to the first and effects of one node. O(causes + effects displayed); walks are iterative. */
export async function causalChain(
  log: LoadedLog,
  graph: CausalGraph,
  children: ChildIndex,
  node: number,
  options: ChainOptions,
) {
  const target = await chainNode(log, graph, node);
  const ancestors = await ancestorsOf(log, graph, node, options);
  const { start, ending, cause } = await chainOrigin(log, graph, node);
  const below = children.firstBelow(node, options.descendantLimit);
  return {
    target,
    /** Nearest first, up to the root. Of a very long chain the middle may be left out; `depth` shows where. */
    ancestors,
    /** Causes up to the root, displayed or not. */
    ancestorTotal: ancestors.at(-1)?.depth ?? 0,
    /** Depth first in sequence order, direct effects at depth 1; at most `descendantLimit`. */
    descendants: await mapSideBySide(below, async ({ node: effect, depth }): Promise<ChainLink> => {
      const known = { via: viaOf(graph, effect), marks: marksOf(graph, effect), depth };
      return { node: await chainNode(log, graph, effect), ...known };
    }),
    descendantTotal: children.descendantsOf(node),
    /** Topmost event of the chain in the run of the target, itself when it has no cause; null in a circle of causes. */
    chainStart: start === null ? null : start === node ? target : await chainNode(log, graph, start),
    /**
     * The earliest cause in that run that is itself abnormal; where the chain leads to a failed child run, that of its
     * failure, or the failure itself; null when there is none.
     */
    cause: cause === null ? null : { node: await chainNode(log, graph, cause.ordinal), rule: cause.rule },
    ending,
    /** Marks of the edge by which the target names its cause, also where that leads nowhere. */
    marks: marksOf(graph, node),
    /** True when the source carries no causation at all, so that "no cause" says nothing. */
    causationOmitted: graph.withCause === 0,
    /** What is inferred where no cause is recorded; null above and below a recorded cause, and for an envelope. */
    inferred: await inferredPart(graph, node, ancestors, options),
  };
}

/** What is inferred continues from the last event that links lead to. Above a recorded cause there is none. */
async function inferredPart(
  graph: CausalGraph,
  node: number,
  ancestors: readonly ChainLink[],
  { inferred }: ChainOptions,
): Promise<InferredChain | null> {
  if (ancestors.some(({ via }) => !LINKS.has(via))) return null;
  const last = ancestors.at(-1)?.node;
  const top = last?.kind === 'event' ? last.row.ordinal : node;
  return top < graph.base && graph.rule[top] === RULE.none ? inferred(top, node) : null;
}

/** An inferred edge before its event is read. */
interface InferredStep {
  readonly row: number;
  /** The rule of the edge between this event and the one nearer to the target. */
  readonly rule: InferredRule;
  /** Steps from the queried event, 1 for the parent and for what is directly below. */
  readonly depth: number;
}

/** Inferred events above one and below one, at most `limit` (none for null). O(depth + events displayed); iterative. */
export async function inferredChain(
  log: LoadedLog,
  { forest, children }: { readonly forest: InferredForest; readonly children: ChildIndex },
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
  const above: InferredStep[] = [];
  let total = 0;
  for (let row = target; ; ) {
    const rule = inferredRuleOf(forest, row);
    row = parentOf(forest, row);
    if (row < 0 || rule === null) return { above, total };
    total++;
    if (total <= MAX_ABOVE) above.push({ row, rule, depth: total });
  }
}

async function linksOf(log: LoadedLog, steps: readonly InferredStep[]) {
  const ordinals = steps.map(({ row }) => row);
  const rows = await eventRows(log, ordinals);
  return steps.flatMap(({ rule, depth }, i) => {
    const row = rows[i];
    return row === undefined ? [] : [{ row, rule, depth }];
  });
}

/** Ways to an event that are no causation (run-events 4.4). */
const LINKS: ReadonlySet<CausalVia> = new Set(['nodeId', 'failedNodeId', 'endedBy', 'childRunId']);

async function ancestorsOf(
  log: LoadedLog,
  graph: CausalGraph,
  start: number,
  { links, ancestorLimit = Number.POSITIVE_INFINITY }: ChainOptions,
): Promise<ChainLink[]> {
  const steps: (Step & Pick<ChainLink, 'marks' | 'depth'>)[] = [];
  const seen = new Set([start]);
  let node = start;
  for (;;) {
    const step = await causeOf(log, graph, node, links);
    if (step === null) break;
    steps.push({ ...step, marks: marksOf(graph, node), depth: steps.length + 1 });
    if (step.next < 0 || seen.has(step.next)) break;
    seen.add(step.next);
    node = step.next;
  }
  const displayed =
    steps.length <= ancestorLimit
      ? steps
      : [...steps.slice(0, Math.max(0, ancestorLimit - ROOT_END)), ...steps.slice(-ROOT_END)];
  return mapSideBySide(displayed, async ({ next, stub, via, marks, depth }) => {
    return { node: stub ?? (await chainNode(log, graph, next)), via, marks, depth };
  });
}

/** A step to a cause: to a node, or to a stub where the walk ends. */
interface Step {
  readonly via: CausalVia;
  readonly next: number;
  readonly stub: ChainNode | null;
}

async function causeOf(log: LoadedLog, graph: CausalGraph, node: number, links: boolean) {
  const parent = parentOf(graph, node);
  if (parent >= 0) return { via: viaOf(graph, node), next: parent, stub: null };
  if (node >= graph.base) return null;
  const rule = graph.rule[node];
  if (rule === RULE.external || rule === RULE.trigger || rule === RULE.dangling)
    return stubOf(log, node, rule);
  return links && rule === RULE.none ? linkOf(log, node) : null;
}

async function stubOf(log: LoadedLog, node: number, rule: number): Promise<Step | null> {
  const document = readEventDocument(await log.readRange(node, 0, 1024 * 1024));
  const id = document === null ? undefined : namedCauseOf(document.recorded);
  if (typeof id !== 'string') return null;
  if (rule === RULE.dangling)
    return { stub: { kind: 'dangling', id: log.index.ids.of(id) }, via: 'eventId', next: -1 };
  const host = isRecord(document?.payload) ? document.payload.causationHostId : undefined;
  const hostId = typeof host === 'string' ? masker.identity(host) : null;
  return {
    stub: { kind: 'external', id: log.index.ids.of(id), hostId },
    via: rule === RULE.trigger ? 'trigger' : 'causationHostId',
    next: -1,
  };
}

/** The event that a failure points at, no cause: of a run or child run its ending failure, of a node its start. */
async function linkOf(log: LoadedLog, node: number): Promise<Step | null> {
  const { columns, types } = log.index;
  const type = log.index.typeOf(node);
  const reader = new PayloadReader(log, LINK_READ);
  if (type === 'run.failed') {
    const failure = await failureBehindEnd(reader, node);
    if (failure === null) return null;
    const via = failure.foundBy === 'failedNodeId' ? 'failedNodeId' : 'endedBy';
    return { via, next: failure.ordinal, stub: null };
  }
  const inChild = await failureOfChild(reader, node);
  if (inChild !== null) return { via: 'childRunId', next: inChild, stub: null };
  if (type !== 'node.failed' || columns.node[node] === 0) return null;
  const started = types.find('node.started');
  for (const row of ofItsNode(log, node, rowsBefore(log, node)))
    if (columns.type[row] === started) return { via: 'nodeId', next: row, stub: null };
  return null;
}

/** The rule by which a node that has a cause names it. */
export function viaOf(graph: CausalGraph, node: number): CausalVia {
  if (node >= graph.base) return 'nodeId';
  const rule = graph.rule[node];
  return rule === RULE.correlationId ? 'correlationId' : rule === RULE.otherRun ? 'otherRun' : 'eventId';
}

function marksOf(graph: CausalGraph, node: number): ChainLink['marks'] {
  if (node >= graph.base) return [];
  const marks = graph.marks[node] as number;
  return (['self', 'cycle', 'forward', 'ambiguous'] as const).filter((name) => (marks & MARK[name]) !== 0);
}

/** A node as the screens show it. */
export async function chainNode(log: LoadedLog, graph: CausalGraph, node: number): Promise<ChainNode> {
  if (node < graph.base) {
    const [row] = await eventRows(log, [node]);
    return row === undefined ? { kind: 'dangling', id: words`${node}` } : { kind: 'event', row };
  }
  const envelope = graph.envelopes[node - graph.base];
  const run = envelope?.run ?? -1;
  const runId = run < 0 ? null : log.index.runs.labelOf(run);
  const record = log.index.envelopes[envelope?.record ?? -1];
  let correlationId = record?.correlationId ?? '';
  let envelopeType: string | null = record?.type ?? null;
  for (const row of envelope === undefined || record !== undefined ? [] : effectsOf(log, envelope)) {
    const document = readEventDocument(await log.readRange(row, 0, 1024 * 1024));
    const id = document?.recorded.causationId ?? recordedCorrelationId(document?.payload);
    if (typeof id === 'string') correlationId = id;
    const payload = document?.payload;
    const hasQuestions = isRecord(payload) && Array.isArray(payload.questions);
    envelopeType ??= kindNamedIn(payload) ?? (hasQuestions ? 'clarification.request' : null);
    if (SURFACE_TYPE.test(log.index.typeOf(row))) envelopeType ??= 'ui.a2ui-surface';
    if (envelopeType !== null && correlationId !== '') break;
  }
  return {
    kind: 'envelope',
    correlationId: log.index.ids.of(correlationId),
    envelopeType: envelopeType === null ? null : masker.identity(envelopeType),
    virtual: record === undefined,
    events: envelope?.events ?? 0,
    runId,
  };
}

/** The first few events of an envelope, which mostly stand close together. */
export function effectsOf(log: LoadedLog, envelope: EnvelopeNode): readonly number[] {
  const { causeA, causeB, run } = log.index.columns;
  const rows: number[] = [];
  const from = envelope.firstEvent < 0 ? -1 : log.order.indexOf(envelope.firstEvent);
  if (from < 0) return rows;
  const to = Math.min(log.order.length, from + 5_000);
  for (let i = from; i < to && rows.length < Math.min(8, envelope.events); i++) {
    const row = log.order.ordinalAt(i);
    if (run[row] === envelope.run && causeA[row] === envelope.a && causeB[row] === envelope.b) rows.push(row);
  }
  return rows;
}
