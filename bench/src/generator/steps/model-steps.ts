import { createHash } from 'node:crypto';
import { inNode, type NodeScope, present, type StepParts } from './node-scope.ts';

/** A model call's provider and model. Ours are invented. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** US dollars a token, so that cost follows from the counts. */
const DOLLARS_PER_INPUT_TOKEN = 0.0000005;
const DOLLARS_PER_OUTPUT_TOKEN = 0.0000015;

/** `agent.promptResolved`, then `prompt.composed`: which prompt was chosen and what it became. Returns the id of the latter. */
export function composePrompt(
  scope: NodeScope,
  parts: StepParts & {
    readonly promptId: string;
    readonly version: string;
    readonly system: string;
    readonly user: string;
  },
): string {
  const ref = `prompt:${parts.promptId}@${parts.version}`;
  const chain = [
    { layer: 'run-configurable', applied: false, reason: 'not set' },
    { layer: 'node', source: scope.nodeId, applied: true },
  ];
  const resolved = { nodeId: scope.nodeId, kind: 'system', agentId: scope.agentId, chain, resolved: ref };
  const resolvedId = inNode(scope, 'agent.promptResolved', resolved, {
    cause: parts.cause,
    afterMs: parts.afterMs,
  });
  const payload = {
    nodeId: scope.nodeId,
    refs: [ref],
    kind: 'system+user',
    hash: sha256(`${parts.system}\n${parts.user}`),
    systemPrompt: parts.system,
    userPrompt: parts.user,
    contentTrust: parts.trust ?? 'trusted',
  };
  return inNode(scope, 'prompt.composed', payload, { cause: resolvedId, trust: parts.trust, afterMs: 1 });
}

/** `provider.usage`: one a provider call, written when the call has ended. */
export function useProvider(
  scope: NodeScope,
  parts: StepParts &
    ModelName & {
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly traceId?: string;
    },
): string {
  const { provider, model, inputTokens, outputTokens } = parts;
  const cost = inputTokens * DOLLARS_PER_INPUT_TOKEN + outputTokens * DOLLARS_PER_OUTPUT_TOKEN;
  const payload = present({
    provider,
    model,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    costEstimateUsd: Number(cost.toFixed(6)),
    currency: 'USD',
    cacheHit: false,
    nodeId: scope.nodeId,
    traceId: parts.traceId,
  });
  return inNode(scope, 'provider.usage', payload, parts);
}

/** `output.chunk` a piece; the last one says so and why the model stopped. Returns the id of the last. */
export function streamOutput(
  scope: NodeScope,
  parts: StepParts &
    ModelName & {
      readonly pieces: readonly string[];
      readonly everyMs: number;
      readonly finishReason: 'stop' | 'length';
      readonly usage: { readonly promptTokens: number; readonly completionTokens: number };
    },
): string {
  let last = '';
  parts.pieces.forEach((chunk, index) => {
    const isLast = index === parts.pieces.length - 1;
    const payload = present({
      nodeId: scope.nodeId,
      runId: scope.run.runId,
      chunk,
      isLast,
      channel: 'text',
      meta: isLast ? lastChunkMeta(parts) : undefined,
    });
    const afterMs = index === 0 ? parts.afterMs : parts.everyMs;
    last = inNode(scope, 'output.chunk', payload, { cause: parts.cause, trust: parts.trust, afterMs });
  });
  return last;
}

function lastChunkMeta(parts: Parameters<typeof streamOutput>[1]): Record<string, unknown> {
  const { finishReason, provider, model, usage } = parts;
  const totalTokens = usage.promptTokens + usage.completionTokens;
  return { finishReason, provider, model, usage: { ...usage, totalTokens } };
}

/** A digest in the form the events use. */
function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}
