/** The events of a dispatch, in the shapes of the catalogue (run-events 3.2.7). */
import { type RefusalCode, refusalInfo } from '@openwop-inspector/protocol';
import type { ProjectedEvent, Recovery } from '../accept-parts.ts';
import type { RetryReason } from '../steps/step.ts';
import type { Violation } from './corrective-fragment.ts';
import type { NodeMember, SimulatedEvent } from './dispatch-result.ts';

/** The requested model, masked. */
export type ModelMembers = Readonly<{ provider: string; model: string }>;

export function retryAttempted(
  node: NodeMember,
  attempt: number,
  reason: RetryReason,
  previousError: string,
): SimulatedEvent {
  return { type: 'envelope.retry.attempted', payload: { ...node, attempt, reason, previousError } };
}

export function refusal(
  node: NodeMember,
  requested: ModelMembers,
  refusalText: string | null,
): SimulatedEvent {
  return { type: 'envelope.refusal', payload: { ...node, ...requested, refusalText } };
}

/** What is known of an answer that was cut off. */
export interface Truncation {
  readonly stopReason: 'max_tokens' | 'length' | 'unknown';
  readonly partialPayloadAvailable: boolean;
  readonly outputTokenCount: number | null;
}

export function truncated(node: NodeMember, requested: ModelMembers, truncation: Truncation): SimulatedEvent {
  return { type: 'envelope.truncated', payload: { ...node, ...requested, ...truncation } };
}

/** Path and place only: the event carries no content. */
export function recoveryApplied(node: NodeMember, { path, byteOffset }: Recovery): SimulatedEvent {
  return { type: 'envelope.recovery.applied', payload: { ...node, path, byteOffset } };
}

export interface Exhaustion {
  readonly totalAttempts: number;
  readonly finalReason: RetryReason;
  readonly finalError: string;
}

export function retryExhausted(node: NodeMember, exhaustion: Exhaustion): SimulatedEvent {
  return { type: 'envelope.retry.exhausted', payload: { ...node, ...exhaustion } };
}

export function schemaCapBreached(node: NodeMember, limit: number, observed: number): SimulatedEvent {
  return { type: 'cap.breached', payload: { kind: 'schema', limit, observed, ...node } };
}

/** The message names the code in plain words and nothing that a model or a provider wrote. */
export function nodeFailed(
  node: NodeMember,
  code: RefusalCode,
  attempts: number,
  violations: readonly Violation[],
): SimulatedEvent {
  const message = `${code}: ${refusalInfo(code).title}`;
  const error = violations.length === 0 ? { code, message } : { code, message, details: { violations } };
  return { type: 'node.failed', payload: { ...node, error, attempts } };
}

const KEPT: ReadonlySet<string> = new Set(['cap.breached', 'node.failed']);

/** Failures that the acceptor recorded; projections of accepted envelopes and notes are left out (vectors FORMAT 5). */
export function failuresOf(events: readonly ProjectedEvent[]): readonly SimulatedEvent[] {
  return events.flatMap(({ type, payload, causationId, contentTrust }) => {
    if (!KEPT.has(type) || typeof payload !== 'object' || payload === null) return [];
    return [{ type, payload: { ...payload }, causationId, contentTrust }];
  });
}
