/**
 * Envelopes of a run of which nothing was decided. A host would have counted and remembered them, so what depends on
 * that is not known either (acceptor 2.2).
 */
import type { UnknownReason } from '@openwop-inspector/protocol';
import type { RunMemory } from './run-memory.ts';

/** What is kept of them. */
export interface Undecided {
  /** By node, as `nodes` of the memory. */
  readonly byNode: Map<string, number>;
  readonly correlationIds: Set<string>;
  inTurn: number;
}

export function noneUndecided(): Undecided {
  return { byNode: new Map(), correlationIds: new Set(), inTurn: 0 };
}

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
