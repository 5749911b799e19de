/** Memory of an acceptor for one run: counters, accepted and refused correlationIds, chunks (acceptor 4, 8). */
import type { UnknownReason } from '@openwop-inspector/protocol';
import type { Counters } from '../accept-context.ts';
import type { KnownOutcome } from './known-outcome.ts';

/** Rounds used up at one node. */
export interface NodeMemory {
  clarificationRounds: number;
  schemaRounds: number;
  /** `envelopeType` of the last accepted `schema.request`. */
  requestedKind: string | null;
}

/**
 * Envelopes of a run of which nothing was decided. A host would have counted and remembered them, so what depends on
 * that is not known either (acceptor 2.2).
 */
interface Undecided {
  /** By node, as `nodes` of the memory. */
  readonly byNode: Map<string, number>;
  readonly correlationIds: Set<string>;
  inTurn: number;
}

export interface RunMemory {
  readonly nodes: Map<string, NodeMemory>;
  envelopesPerTurn: number;
  /** True after the node failed at the contract or at a limit, until the next turn (acceptor 2). */
  isTurnStopped: boolean;
  /** By correlationId, outcomes that a repeat gets back. */
  readonly known: Map<string, KnownOutcome>;
  /** correlationIds of refused envelopes. */
  readonly refused: Set<string>;
  /** By correlationId, the chunk numbers seen. */
  readonly chunks: Map<string, Set<number>>;
  readonly undecided: Undecided;
  nextSequence: number;
}

/** Memory of a run that begins with the given counts at the given node. */
export function createRunMemory(counters: Partial<Counters>, nodeId: string | null): RunMemory {
  const node = createNodeMemory();
  node.clarificationRounds = counters.clarificationRounds ?? 0;
  node.schemaRounds = counters.schemaRounds ?? 0;
  return {
    nodes: new Map([[nodeId ?? '', node]]),
    envelopesPerTurn: counters.envelopesPerTurn ?? 0,
    isTurnStopped: false,
    known: new Map(),
    refused: new Set(),
    chunks: new Map(),
    undecided: { byNode: new Map(), correlationIds: new Set(), inTurn: 0 },
    nextSequence: 0,
  };
}

/** Memory of a node; a node met for the first time starts at zero. The unknown node is one of its own. */
export function nodeMemoryOf(memory: RunMemory, nodeId: string | null): NodeMemory {
  const key = nodeId ?? '';
  const found = memory.nodes.get(key);
  if (found !== undefined) return found;
  const node = createNodeMemory();
  memory.nodes.set(key, node);
  return node;
}

/** The counts of a node without creating it. */
export function countersOf(memory: RunMemory, nodeId: string | null): Counters {
  const node = memory.nodes.get(nodeId ?? '');
  return {
    clarificationRounds: node === undefined ? 0 : node.clarificationRounds,
    schemaRounds: node === undefined ? 0 : node.schemaRounds,
    envelopesPerTurn: memory.envelopesPerTurn,
  };
}

/** Begins a new turn of the model: resets the count of its envelopes (acceptor 4). */
export function beginTurn(memory: RunMemory): void {
  memory.envelopesPerTurn = 0;
  memory.isTurnStopped = false;
  memory.undecided.inTurn = 0;
}

function createNodeMemory(): NodeMemory {
  return { clarificationRounds: 0, schemaRounds: 0, requestedKind: null };
}

/** An envelope of which nothing was decided. */
export function rememberUndecided(
  { undecided }: RunMemory,
  nodeId: string | null,
  correlationId: string | null,
): void {
  const key = nodeId ?? '';
  undecided.byNode.set(key, (undecided.byNode.get(key) ?? 0) + 1);
  undecided.inTurn += 1;
  if (correlationId !== null) undecided.correlationIds.add(correlationId);
}

/** Envelopes that may have been counted against a limit: of the turn, or of one node. */
export function undecidedFor({ undecided }: RunMemory, nodeId: string | null, isOfTurn: boolean): number {
  return isOfTurn ? undecided.inTurn : (undecided.byNode.get(nodeId ?? '') ?? 0);
}

/** The reason for what depends on one of them. */
export const NOT_DECIDED_BEFORE: UnknownReason = Object.freeze({
  code: 'missing-input',
  what: 'the outcome of an earlier envelope, whose check was stopped,',
});
