import type { ModelName } from './model-steps.ts';
import { inNode, type NodeScope, present, type StepParts } from './node-scope.ts';

/** Why an attempt at an envelope has to be repeated (run-events.md section 2). */
export type RetryReason =
  | 'schema-violation'
  | 'truncation'
  | 'type-drift'
  | 'type-mismatch'
  | 'refusal'
  | 'parse-error'
  | 'unknown';

/** An envelope's correlationId in the recommended form `runId:nodeId:turnIndex:kindHash` (envelope.md section 2). */
export function correlationId(scope: NodeScope, turnIndex: number, kindHash: string): string {
  return `${scope.run.runId}:${scope.nodeId}:${turnIndex}:${kindHash}`;
}

export function truncateEnvelope(
  scope: NodeScope,
  parts: StepParts & ModelName & { readonly outputTokenCount: number },
): string {
  const payload = {
    nodeId: scope.nodeId,
    provider: parts.provider,
    model: parts.model,
    stopReason: 'max_tokens',
    partialPayloadAvailable: true,
    outputTokenCount: parts.outputTokenCount,
  };
  return inNode(scope, 'envelope.truncated', payload, parts);
}

/** Written before attempt 2 and later; `reason` is that of the attempt before. */
export function retryEnvelope(
  scope: NodeScope,
  parts: StepParts & {
    readonly attempt: number;
    readonly reason: RetryReason;
    readonly previousError: string;
  },
): string {
  const { attempt, reason, previousError } = parts;
  return inNode(
    scope,
    'envelope.retry.attempted',
    { nodeId: scope.nodeId, attempt, reason, previousError },
    parts,
  );
}

export function recoverEnvelope(
  scope: NodeScope,
  parts: StepParts & { readonly path: 'markdown-fence' | 'brace-walker'; readonly byteOffset: number },
): string {
  const { path, byteOffset } = parts;
  return inNode(scope, 'envelope.recovery.applied', { nodeId: scope.nodeId, path, byteOffset }, parts);
}

export function exhaustRetries(
  scope: NodeScope,
  parts: StepParts & {
    readonly totalAttempts: number;
    readonly finalReason: RetryReason;
    readonly finalError: string;
  },
): string {
  const { totalAttempts, finalReason, finalError } = parts;
  const payload = { nodeId: scope.nodeId, totalAttempts, finalReason, finalError };
  return inNode(scope, 'envelope.retry.exhausted', payload, parts);
}

/** `cap.breached` of a node-scoped limit; `observed` is the first value above it. */
export function breachCap(
  scope: NodeScope,
  parts: StepParts & { readonly kind: 'schema' | 'clarification'; readonly limit: number },
): string {
  const payload = { kind: parts.kind, limit: parts.limit, observed: parts.limit + 1, nodeId: scope.nodeId };
  return inNode(scope, 'cap.breached', payload, parts);
}

/** How a host records that it took an envelope which has no event type of its own: `log.appended` (acceptor.md section 3.3). */
export function acceptEnvelope(
  scope: NodeScope,
  parts: StepParts & {
    readonly envelopeId: string;
    readonly envelopeType: string;
    readonly correlationId: string;
    readonly envelopePayload?: unknown;
  },
): string {
  const fields = present({
    envelopeId: parts.envelopeId,
    envelopeType: parts.envelopeType,
    payload: parts.envelopePayload,
  });
  const level = parts.envelopeType.startsWith('schema.') ? 'debug' : 'info';
  const payload = { level, message: `LLM emitted ${parts.envelopeType}`, nodeId: scope.nodeId, fields };
  const { correlationId: cause, trust, afterMs } = parts;
  return inNode(scope, 'log.appended', payload, { cause, trust, afterMs });
}

/** A surface in the way one host records it: the envelope kind as the event's type (run-events.md section 3.4). */
export function showSurface(
  scope: NodeScope,
  parts: StepParts & {
    readonly title: string;
    readonly components: readonly Readonly<Record<string, unknown>>[];
    readonly reasoning?: string;
  },
): string {
  const surface = { title: parts.title, components: parts.components };
  const payload = present({ catalogVersion: '0.9.1', surface, reasoning: parts.reasoning });
  return inNode(scope, 'ui.a2ui-surface', payload, parts);
}
