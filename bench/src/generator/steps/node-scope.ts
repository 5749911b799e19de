import type { ContentTrust, RunRecorder } from '../run-recorder.ts';

/**
 * Where a step happens: one node of one run. The steps in this folder record one or a few events each, with the
 * payload that run-events.md section 3.2 asks for; what they say is up to a story or to the generator.
 */
export interface NodeScope {
  readonly run: RunRecorder;
  readonly nodeId: string;
  /** Who acts in the node (AgentRef.agentId). */
  readonly agentId: string;
}

/** What every step may say. */
export interface StepParts {
  /** An eventId, or the correlationId of an envelope. */
  readonly cause?: string | undefined;
  readonly trust?: ContentTrust | undefined;
  /** Time that passes before the step, in ms. */
  readonly afterMs?: number | undefined;
}

/** An error as events carry it (run-events.md section 2). */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
}

/** Records one event of the node. */
export function inNode(scope: NodeScope, type: string, payload: unknown, parts: StepParts): string {
  const { cause, trust, afterMs } = parts;
  return scope.run.record(type, { nodeId: scope.nodeId, payload, cause, trust, afterMs });
}

/** Members that have a value. Closed payloads take no undefined and no null in their place. */
export function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A step that records one event of the node. Its payload has the node's id and these parts, in this order. */
export function nodeStep<P extends object>(
  type: string,
  ...keys: readonly ('nodeId' | (keyof P & string))[]
): (scope: NodeScope, parts: StepParts & P) => string {
  return step<P>(type, (parts, { nodeId }) => {
    const members: Readonly<Record<string, unknown>> = { ...parts, nodeId };
    return Object.fromEntries(keys.map((key) => [key, members[key]]));
  });
}

/** A step that records one event of the node. Members of its payload without a value are left out. */
export function step<P extends object>(
  type: string,
  payloadOf: (parts: P, scope: NodeScope) => Readonly<Record<string, unknown>>,
): (scope: NodeScope, parts: StepParts & P) => string {
  return (scope, parts) => inNode(scope, type, present(payloadOf(parts, scope)), parts);
}
