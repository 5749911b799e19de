import type { ModelName } from './model-steps.ts';
import { inNode, type NodeScope, nodeStep, present, type StepParts, step } from './node-scope.ts';

/** Why an attempt at an envelope has to be repeated (run-events.md section 2). */
type RetryReason = 'schema-violation' | 'truncation';

/** An envelope's correlationId in the recommended form `runId:nodeId:turnIndex:kindHash` (envelope.md section 2). */
export function correlationId(scope: NodeScope, turnIndex: number, kindHash: string): string {
  return `${scope.run.runId}:${scope.nodeId}:${turnIndex}:${kindHash}`;
}

export const truncateEnvelope = step<ModelName & { readonly outputTokenCount: number }>(
  'envelope.truncated',
  ({ provider, model, outputTokenCount }, { nodeId }) => ({
    nodeId,
    provider,
    model,
    stopReason: 'max_tokens',
    partialPayloadAvailable: true,
    outputTokenCount,
  }),
);

/** Written before attempt 2 and later; `reason` is that of the attempt before. */
export const retryEnvelope = nodeStep<{
  readonly attempt: number;
  readonly reason: RetryReason;
  readonly previousError: string;
}>('envelope.retry.attempted', 'nodeId', 'attempt', 'reason', 'previousError');

export const recoverEnvelope = nodeStep<{
  readonly path: 'markdown-fence' | 'brace-walker';
  readonly byteOffset: number;
}>('envelope.recovery.applied', 'nodeId', 'path', 'byteOffset');

export const exhaustRetries = nodeStep<{
  readonly totalAttempts: number;
  readonly finalReason: RetryReason;
  readonly finalError: string;
}>('envelope.retry.exhausted', 'nodeId', 'totalAttempts', 'finalReason', 'finalError');

/** `cap.breached` of a node-scoped limit; `observed` is the first value above it. */
export const breachCap = step<{ readonly kind: 'schema'; readonly limit: number }>(
  'cap.breached',
  ({ kind, limit }, { nodeId }) => ({ kind, limit, observed: limit + 1, nodeId }),
);

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
export const showSurface = step<{
  readonly title: string;
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly reasoning?: string;
}>('ui.a2ui-surface', ({ title, components, reasoning }) => ({
  catalogVersion: '0.9.1',
  surface: { title, components },
  reasoning,
}));
