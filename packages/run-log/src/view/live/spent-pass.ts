/** What runs have spent of the limits of their host (acceptor 4, envelope 9). */
import type { MaskedText } from '@openwop-inspector/base';
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../read-payload.ts';
import { RowParts } from '../stories/row-parts.ts';
import { interruptKind } from './requested-interrupt.ts';

/** Asking events of one node that are looked at. */
const MAX_ASKING = 100;

interface NodeSpent {
  readonly node: number;
  clarifications: number;
  /** Events that ask for something they do not name by their type; the first of them. */
  readonly asking: number[];
  /** Emissions that were turned away since the node started or one was accepted. */
  refused: number;
  /** Envelopes accepted in the present turn, and the cause of the last of them. */
  inTurn: number;
  causeA: number;
  causeB: number;
}

interface RunSpent {
  executions: number;
  startMs: number;
  newestMs: number;
  readonly nodes: Map<number, NodeSpent>;
}

/** What a run has spent of a limit of its host. */
export interface LimitSpent {
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
export class SpentPass {
  private readonly log: LoadedLog;
  private readonly runs: RunSpent[] = [];
  /** Types of those of the asking events that ask for a clarification, empty for the others. */
  private readonly clarifying = new Map<number, string>();
  private parts: RowParts;
  private types: readonly string[] = [];

  constructor(log: LoadedLog) {
    this.log = log;
    this.parts = new RowParts(log.index);
  }

  take(row: number): void {
    const { columns } = this.log.index;
    const type = this.typeOf(columns.type[row] as number);
    const run = this.runOf(columns.run[row] as number);
    const time = columns.time[row] as number;
    if (!Number.isNaN(time)) {
      if (type === 'run.started' && Number.isNaN(run.startMs)) run.startMs = time;
      if (!(time <= run.newestMs)) run.newestMs = time;
    }
    if (type === 'node.started') run.executions++;
    const node = columns.node[row] as number;
    if (node !== 0) this.takeAtNode(row, type, nodeOf(run, node));
  }

  /** What a run has spent, by its number. Reads events that were not read before, a few of a node. */
  async spentBy(run: number, reader: PayloadReader): Promise<readonly LimitSpent[]> {
    const own = this.runs[run];
    if (own === undefined) return [];
    const nodes = [...own.nodes.values()];
    for (const node of nodes) await this.readAsking(node, reader);
    const rounds = (node: NodeSpent): number => this.roundsOf(node);
    const turn = nodes.reduce((most, node) => Math.max(most, node.inTurn), 0);
    const lasted = own.newestMs - own.startMs;
    return [
      this.most('clarificationRounds', nodes, rounds),
      this.most('schemaRounds', nodes, (node) => node.refused),
      { limit: 'envelopesPerTurn', spent: turn, nodeId: null },
      { limit: 'maxNodeExecutions', spent: own.executions, nodeId: null },
      { limit: 'maxRunDurationMs', spent: Number.isNaN(lasted) ? 0 : Math.max(0, lasted), nodeId: null },
    ];
  }

  /** Without events of their own, clarifications are interrupts of that kind. */
  private async readAsking(node: NodeSpent, reader: PayloadReader): Promise<void> {
    if (node.clarifications > 0) return;
    for (const ordinal of node.asking) {
      if (this.clarifying.has(ordinal)) continue;
      const type = this.typeOf(this.log.index.columns.type[ordinal] as number);
      const kind = interruptKind(type, (await reader.read(ordinal))?.payload);
      this.clarifying.set(ordinal, kind === 'clarification' ? type : '');
    }
  }

  /** Of one interrupt a host may write both events: the type that tells more of them counts. */
  private roundsOf(node: NodeSpent): number {
    if (node.clarifications > 0) return node.clarifications;
    const types = node.asking.map((ordinal) => this.clarifying.get(ordinal));
    const countOf = (wanted: string): number => types.filter((type) => type === wanted).length;
    return Math.max(countOf('interrupt.requested'), countOf('node.suspended'));
  }

  private most(
    limit: LimitSpent['limit'],
    nodes: readonly NodeSpent[],
    spentBy: (node: NodeSpent) => number,
  ): LimitSpent {
    let spent = 0;
    let nodeId: MaskedText | null = null;
    for (const node of nodes) {
      const own = spentBy(node);
      if (own <= spent) continue;
      spent = own;
      nodeId = this.log.index.nodes.shownOf(node.node);
    }
    return { limit, spent, nodeId };
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

  private typeOf(number: number): string {
    const { types } = this.log.index;
    if (number >= this.types.length) {
      this.types = ['', ...types.all()].map(foldedType);
      this.parts = new RowParts(this.log.index);
    }
    return this.types[number] ?? '';
  }

  private runOf(number: number): RunSpent {
    const run = this.runs[number] ?? {
      executions: 0,
      startMs: Number.NaN,
      newestMs: Number.NaN,
      nodes: new Map<number, NodeSpent>(),
    };
    this.runs[number] = run;
    return run;
  }
}

function nodeOf(run: RunSpent, number: number): NodeSpent {
  const held = run.nodes.get(number);
  if (held !== undefined) return held;
  const node: NodeSpent = {
    node: number,
    clarifications: 0,
    asking: [],
    refused: 0,
    inTurn: 0,
    causeA: 0,
    causeB: 0,
  };
  run.nodes.set(number, node);
  return node;
}
