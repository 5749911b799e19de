/** What several scenes do: each step records one event or two, with the payload that run-events.md section 3.2 asks for. */
import { createHash } from 'node:crypto';
import { type ContentTrust, type EventParts, type NodeScope, type Run, record } from '../world.ts';

/** A model call's provider and model. Ours are invented. */
export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** An error as events carry it (run-events.md section 2). */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** US dollars a token, so that cost follows from the counts. */
const DOLLARS_PER_INPUT_TOKEN = 0.0000005;
const DOLLARS_PER_OUTPUT_TOKEN = 0.0000015;

/** First event of every run. `cause` of a child run is the id of its dispatch. */
export function startRun(
  run: Run,
  { workflowId, inputs, ...tagged }: { workflowId: string; inputs: object; tags?: readonly string[] },
  parts: EventParts = {},
): string {
  const engine = { transport: 'rest', engineVersion: '1.1.7' };
  return run.record('run.started', { workflowId, inputs, ...engine, ...tagged }, parts);
}

/** The node starts after a few ms. */
export function startNode(scope: NodeScope, typeId: string, cause: string): string {
  const afterMs = scope.run.world.prng.between(1, 9);
  return record(scope, 'node.started', { nodeId: scope.nodeId, typeId, attempt: 1 }, { cause, afterMs });
}

/** The node completes; `startedMs` is when it started, where its duration is recorded. */
export function completeNode(
  scope: NodeScope,
  outputs: object,
  { startedMs, ...parts }: EventParts & { readonly startedMs?: number },
): string {
  const took = startedMs === undefined ? {} : { durationMs: scope.run.world.nowMs - startedMs };
  return record(scope, 'node.completed', { nodeId: scope.nodeId, outputs, ...took }, parts);
}

/** `agent.promptResolved`, then `prompt.composed`: which prompt was chosen and what it became. Returns the id of the latter. */
export function composePrompt(
  scope: NodeScope,
  prompt: {
    /** `<promptId>@<version>`. */
    readonly reference: string;
    readonly system: string;
    readonly user: string;
    readonly trust?: ContentTrust;
  },
  cause: string,
): string {
  const { nodeId, agentId } = scope;
  const { system, user, trust } = prompt;
  const resolved = `prompt:${prompt.reference}`;
  const chain = [
    { layer: 'run-configurable', applied: false, reason: 'not set' },
    { layer: 'node', source: nodeId, applied: true },
  ];
  const chosen = { nodeId, kind: 'system', agentId, chain, resolved };
  const chosenId = record(scope, 'agent.promptResolved', chosen, { cause });
  const payload = {
    nodeId,
    refs: [resolved],
    kind: 'system+user',
    hash: `sha256:${createHash('sha256').update(`${system}\n${user}`, 'utf8').digest('hex')}`,
    systemPrompt: system,
    userPrompt: user,
    contentTrust: trust ?? 'trusted',
  };
  return record(scope, 'prompt.composed', payload, { cause: chosenId, trust, afterMs: 1 });
}

/** `provider.usage`: one a provider call, written when the call has ended. */
export function useProvider(
  scope: NodeScope,
  used: ModelName & {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly traceId?: string;
  },
  parts: EventParts,
): string {
  const { provider, model, inputTokens, outputTokens, ...trace } = used;
  const cost = inputTokens * DOLLARS_PER_INPUT_TOKEN + outputTokens * DOLLARS_PER_OUTPUT_TOKEN;
  const payload = {
    provider,
    model,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    costEstimateUsd: Number(cost.toFixed(6)),
    currency: 'USD',
    cacheHit: false,
    nodeId: scope.nodeId,
    ...trace,
  };
  return record(scope, 'provider.usage', payload, parts);
}

/** An envelope's correlationId in the recommended form `runId:nodeId:turnIndex:kindHash` (envelope.md section 2). */
export function correlationId({ run, nodeId }: NodeScope): string {
  const { prng } = run.world;
  return `${run.runId}:${nodeId}:${prng.between(0, 9_999)}:${prng.hex(8)}`;
}

/** How a host records that it took an envelope which has no event type of its own: `log.appended` (acceptor.md section 3.3). */
export function acceptEnvelope(
  scope: NodeScope,
  envelope: { readonly envelopeId: string; readonly envelopeType: string; readonly payload?: unknown },
  parts: EventParts,
): string {
  const { envelopeType } = envelope;
  const level = envelopeType.startsWith('schema.') ? 'debug' : 'info';
  const message = `LLM emitted ${envelopeType}`;
  const payload = { level, message, nodeId: scope.nodeId, fields: envelope };
  return record(scope, 'log.appended', payload, parts);
}
