/** Memory of an acceptor for one run: counters, accepted and refused correlationIds, chunks (acceptor 4, 8). */
import { addTo, isRecord, member, ownString, ownValue, storedIn } from '@openwop-inspector/base';
import type { RefusalCode, UnknownReason } from '@openwop-inspector/protocol';
import type { Counters, EnvelopeOutcome } from '../accept-context.ts';

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
  /** By surfaceId, surfaces of schemaVersion 2 that an accepted envelope created or deleted (envelope 7.7). */
  readonly surfaces: Map<string, 'there' | 'deleted'>;
  readonly undecided: Undecided;
  nextSequence: number;
}

/** Memory of a run that begins with the given counts at the given node. */
export function createRunMemory(counters: Partial<Counters>, nodeId: string | null): RunMemory {
  const { clarificationRounds = 0, schemaRounds = 0, envelopesPerTurn = 0 } = counters;
  return {
    nodes: new Map([[nodeId ?? '', { clarificationRounds, schemaRounds, requestedKind: null }]]),
    envelopesPerTurn,
    isTurnStopped: false,
    known: new Map(),
    refused: new Set(),
    chunks: new Map(),
    surfaces: new Map(),
    undecided: { byNode: new Map(), correlationIds: new Set(), inTurn: 0 },
    nextSequence: 0,
  };
}

/** Memory of a node; a node met for the first time starts at zero. The unknown node is one of its own. */
export function nodeMemoryOf(memory: RunMemory, nodeId: string | null): NodeMemory {
  const make = (): NodeMemory => ({ clarificationRounds: 0, schemaRounds: 0, requestedKind: null });
  return storedIn(memory.nodes, nodeId ?? '', make);
}

/** The counts of a node without creating it. */
export function countersOf(memory: RunMemory, nodeId: string | null): Counters {
  const node = memory.nodes.get(nodeId ?? '');
  return {
    clarificationRounds: node?.clarificationRounds ?? 0,
    schemaRounds: node?.schemaRounds ?? 0,
    envelopesPerTurn: memory.envelopesPerTurn,
  };
}

/** Begins a new turn of the model: resets the count of its envelopes (acceptor 4). */
export function beginTurn(memory: RunMemory): void {
  memory.envelopesPerTurn = 0;
  memory.isTurnStopped = false;
  memory.undecided.inTurn = 0;
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

/** An outcome stored for repeats (acceptor 8). */
export interface KnownOutcome {
  readonly type: string;
  /** Null for an acceptance; profile `reference` stores refusals too. */
  readonly code: RefusalCode | null;
  readonly outcome: EnvelopeOutcome;
}

/** Returns the outcome as a new object: changes by a caller do not affect later repeats. */
export function outcomeAgain(outcome: EnvelopeOutcome): EnvelopeOutcome {
  return { ...outcome, recordedEventIds: outcome.recordedEventIds?.slice() };
}

// Accepted envelopes of a run, rebuilt from its recorded events (acceptor 8, vectors FORMAT 2.1).

type Projection = NonNullable<ReturnType<typeof projectionOf>>;

/**
 * Outcomes by correlationId. Only events that an acceptance projects count: those of a clarification, and
 * `log.appended` with `fields.envelopeType`. Events of another run are left out. The first event names the kind.
 */
export function outcomesFromLog(log: readonly unknown[], runId: string): ReadonlyMap<string, KnownOutcome> {
  const projections = log.flatMap((event) => projectionOf(event, runId) ?? []);
  const groups = new Map<string, Projection[]>();
  for (const one of projections.sort((a, b) => a.sequence - b.sequence)) addTo(groups, one.causationId, one);
  const outcomes = [...groups].map(([correlationId, group]) => {
    const envelopeId = group.find((one) => one.envelopeId !== null)?.envelopeId ?? undefined;
    const recordedEventIds = group.map((one) => one.eventId);
    const outcome = { status: 'accepted', envelopeId, recordedEventIds } as const;
    return [correlationId, { type: group[0]?.type ?? '', code: null, outcome }] as const;
  });
  return new Map(outcomes);
}

/** The sequence after the last one of the log; 0 for an empty one. */
export function sequenceAfter(log: readonly unknown[]): number {
  return log.reduce<number>((next, event) => {
    const sequence = isRecord(event) ? ownValue(event, 'sequence') : undefined;
    return Number.isSafeInteger(sequence) ? Math.max(next, Number(sequence) + 1) : next;
  }, 0);
}

function projectionOf(event: unknown, runId: string) {
  const payload = member(event, 'payload');
  const [causationId, eventId] = [ownString(event, 'causationId'), ownString(event, 'eventId')];
  if (causationId === null || eventId === null || !isRecord(payload)) return null;
  if ((ownString(event, 'runId') ?? runId) !== runId) return null;
  const eventType = ownString(event, 'type');
  const fields = ownValue(payload, 'fields');
  const isClarification =
    eventType === 'clarification.requested' ||
    (eventType === 'interrupt.requested' && ownString(payload, 'kind') === 'clarification');
  const logged = eventType === 'log.appended' ? ownString(fields, 'envelopeType') : null;
  const type = isClarification ? 'clarification.request' : logged;
  if (type === null) return null;
  const sequence = member(event, 'sequence');
  return {
    causationId,
    type,
    eventId,
    envelopeId: ownString(fields, 'envelopeId'),
    sequence: typeof sequence === 'number' ? sequence : 0,
  };
}
