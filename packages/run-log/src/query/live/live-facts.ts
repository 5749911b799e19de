/** Where the runs of a log stand at its end: what is at work, what waits for whom, what was spent. */
import { type MaskedText, masker, storedIn } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { CarriedPasses } from '../rows/rows.ts';
import { type RowParts, rowParts } from '../stories/story-pass.ts';
import { type FoldedRun, foldRuns, type NodeState } from '../verdict/fold.ts';
import { MOVES } from '../verdict/fold-pass.ts';
import { interruptKind, type RequestedInterrupt, readInterrupt } from './requested-interrupt.ts';

/** Interrupts and nodes that are listed, and events read for the limits. */
const MAX_INTERRUPTS = 50;
const MAX_NODES = 200;
const READ_FOR_LIMITS = 1_000;

/** A node that has begun and not ended. */
export type NodeAtWork = ReturnType<typeof nodesAtWork>[number];

/** An interrupt that is no longer open, by the event that says so: the first behind the request that ends the waiting. */
export type ResolvedInterrupt = ReturnType<typeof resolvedInterrupts>[number];

/** Where the runs of a live session stand, folded from its events. O(events) once a generation. */
export type LiveFacts = Awaited<ReturnType<typeof liveFacts>>;

const passes = new CarriedPasses<SpentPass>((pass, row) => pass.take(row));

/** State of the runs of a log so far. O(events), then O(new events); reads up to 50 interrupts and a few events a run. */
export async function liveFacts(changing: LoadedLog) {
  const log = standing(changing);
  const { folded } = await foldRuns(log);
  const spent = passes.over(log.order, () => new SpentPass(log));
  const reader = new PayloadReader(log, READ_FOR_LIMITS);
  const runs = [];
  for (const { summary, state } of folded) {
    const { runId, status } = summary;
    const own = state === null ? [] : await spent.spentBy(state.run, reader);
    runs.push({ runId, status, isTerminal: isTerminalStatus(status), spent: own });
  }
  const open = folded.filter(({ summary }) => !isTerminalStatus(summary.status));
  const { length } = log.order;
  return {
    runs,
    nodesAtWork: open.flatMap((run) => nodesAtWork(log, run)).slice(0, MAX_NODES),
    interrupts: await openInterrupts(log, open),
    /** The last of each node where none is open; at most 50, the newest. */
    resolved: folded.flatMap((run) => resolvedInterrupts(log, run)).slice(-MAX_INTERRUPTS),
    /** Ordinal of the newest event in display order; -1 when there is none. */
    newestOrdinal: length === 0 ? -1 : log.order.ordinalAt(length - 1),
  };
}

function nodesAtWork(log: LoadedLog, { state, summary }: FoldedRun) {
  const nodes = [...(state?.nodes.values() ?? [])].filter(isAtWork);
  return nodes.map(({ nodeId, movedOrdinal, movedBy }) => ({
    nodeId: masker.identity(nodeId),
    runId: summary.runId,
    state: MOVES[movedBy] ?? 'started',
    /** Ordinal of the event that says so. */
    ordinal: movedOrdinal,
    sinceMs: log.index.timeOf(movedOrdinal),
  }));
}

const isAtWork = ({ state, endedOrdinal, movedOrdinal }: NodeState): boolean =>
  (state === 'running' || state === 'suspended') && endedOrdinal < 0 && movedOrdinal >= 0;

async function openInterrupts(log: LoadedLog, runs: readonly FoldedRun[]): Promise<RequestedInterrupt[]> {
  const ordinals = runs
    .filter(({ state }) => state !== null && state.terminalOrdinal < 0)
    .flatMap(({ state }) => [...(state?.open.values() ?? [])]);
  const requested: RequestedInterrupt[] = [];
  for (const ordinal of ordinals.slice(0, MAX_INTERRUPTS)) requested.push(await readInterrupt(log, ordinal));
  return requested;
}

function resolvedInterrupts(log: LoadedLog, { state, summary }: FoldedRun) {
  const { index } = log;
  return [...(state?.resolved ?? [])].map(([node, ordinal]) => ({
    runId: summary.runId,
    nodeId: node === 0 ? null : index.nodes.labelOf(node),
    ordinal,
    sequence: index.sequenceOf(ordinal),
    type: index.typeLabelOf(ordinal),
  }));
}

/** Asking events of one node that are inspected. */
const MAX_ASKING = 100;

class NodeSpent {
  clarifications = 0;
  /** Events that ask for something they do not name by their type; the first of them. */
  readonly asking: number[] = [];
  /** Emissions that were turned away since the node started or one was accepted. */
  refused = 0;
  /** Envelopes accepted in the present turn, and the cause of the last of them. */
  inTurn = 0;
  causeA = 0;
  causeB = 0;
}

class RunSpent {
  executions = 0;
  startMs = Number.NaN;
  newestMs = Number.NaN;
  /** By the number of the node. */
  readonly nodes = new Map<number, NodeSpent>();
}

/** What a run has spent of a limit of its host. */
interface LimitSpent {
  readonly limit:
    | 'clarificationRounds'
    | 'schemaRounds'
    | 'envelopesPerTurn'
    | 'maxNodeExecutions'
    | 'maxRunDurationMs';
  /** Highest of all nodes for limits that count by node. */
  readonly spent: number;
  /** The node with the highest count; null for limits of the run. */
  readonly nodeId: MaskedText | null;
}

/** Takes rows in display order. Memory is O(runs + nodes). */
class SpentPass {
  private readonly log: LoadedLog;
  private readonly runs: RunSpent[] = [];
  /** Types of those of the asking events that ask for a clarification, empty for the others. */
  private readonly clarifying = new Map<number, string>();
  private readonly parts: RowParts;
  private readonly typeOf: (row: number) => string;

  constructor(log: LoadedLog) {
    this.log = log;
    this.parts = rowParts(log);
    this.typeOf = log.index.byType((type) => type);
  }

  take(row: number): void {
    const { columns } = this.log.index;
    const type = this.typeOf(row);
    const number = columns.run[row] as number;
    this.runs[number] ??= new RunSpent();
    const run = this.runs[number];
    const time = columns.time[row] as number;
    if (!Number.isNaN(time)) {
      if (type === 'run.started' && Number.isNaN(run.startMs)) run.startMs = time;
      if (!(time <= run.newestMs)) run.newestMs = time;
    }
    if (type === 'node.started') run.executions++;
    const node = columns.node[row] as number;
    if (node !== 0)
      this.takeAtNode(
        row,
        type,
        storedIn(run.nodes, node, () => new NodeSpent()),
      );
  }

  /** What a run has spent, by its number. Reads events that were not read before, a few of a node. */
  async spentBy(run: number, reader: PayloadReader): Promise<readonly LimitSpent[]> {
    const own = this.runs[run];
    if (own === undefined) return [];
    for (const node of own.nodes.values()) await this.readAsking(node, reader);
    const lasted = own.newestMs - own.startMs;
    return [
      { limit: 'clarificationRounds', ...this.most(own, (node) => this.roundsOf(node)) },
      { limit: 'schemaRounds', ...this.most(own, ({ refused }) => refused) },
      { limit: 'envelopesPerTurn', spent: this.most(own, ({ inTurn }) => inTurn).spent, nodeId: null },
      { limit: 'maxNodeExecutions', spent: own.executions, nodeId: null },
      { limit: 'maxRunDurationMs', spent: Number.isNaN(lasted) ? 0 : Math.max(0, lasted), nodeId: null },
    ];
  }

  /** Without events of their own, clarifications are interrupts of that kind. */
  private async readAsking(node: NodeSpent, reader: PayloadReader): Promise<void> {
    if (node.clarifications > 0) return;
    for (const ordinal of node.asking) {
      if (this.clarifying.has(ordinal)) continue;
      const type = this.typeOf(ordinal);
      const kind = interruptKind(type, (await reader.read(ordinal))?.payload);
      this.clarifying.set(ordinal, kind === 'clarification' ? type : '');
    }
  }

  /** Of one interrupt a host may write both events: the type that says more of them counts. */
  private roundsOf(node: NodeSpent): number {
    if (node.clarifications > 0) return node.clarifications;
    const types = node.asking.map((ordinal) => this.clarifying.get(ordinal));
    const countOf = (wanted: string): number => types.filter((type) => type === wanted).length;
    return Math.max(countOf('interrupt.requested'), countOf('node.suspended'));
  }

  private most({ nodes }: RunSpent, spentBy: (node: NodeSpent) => number): Omit<LimitSpent, 'limit'> {
    const all = Array.from(nodes, ([node, own]) => ({ node, spent: spentBy(own) }));
    const [first] = all.sort((a, b) => b.spent - a.spent);
    if (first === undefined || first.spent === 0) return { spent: 0, nodeId: null };
    return { spent: first.spent, nodeId: this.log.index.nodes.labelOf(first.node) };
  }

  private takeAtNode(row: number, type: string, node: NodeSpent): void {
    if (type === 'clarification.requested') node.clarifications++;
    const isAsking = type === 'interrupt.requested' || type === 'node.suspended';
    if (isAsking && node.asking.length < MAX_ASKING) node.asking.push(row);
    if (type === 'envelope.retry.attempted') node.refused++;
    if (type === 'node.started') node.refused = 0;
    if (this.parts.roleOf(row) === 'edge') node.inTurn = 0;
    if (this.parts.partOf(row) === 'accepted') this.takeAccepted(row, type, node);
  }

  /** Several events of one envelope count as one. */
  private takeAccepted(row: number, type: string, node: NodeSpent): void {
    const { causeA, causeB } = this.log.index.columns;
    const [a, b] = [causeA[row] as number, causeB[row] as number];
    if (node.inTurn === 0 || (a === 0 && b === 0) || a !== node.causeA || b !== node.causeB) node.inTurn++;
    node.causeA = a;
    node.causeB = b;
    // `schema.*` goes into the log and leaves its rounds counted.
    if (type !== 'log.appended') node.refused = 0;
  }
}
