import {
  inNode,
  type NodeScope,
  nodeStep,
  present,
  type RunError,
  type StepParts,
  step,
} from './node-scope.ts';

/**
 * `agent.toolCalled`, then `agent.toolReturned` caused by it (run-events.md section 4.5), paired by `callId`. `trust` is
 * that of the answer. Returns the id of the latter.
 */
export function callTool(
  scope: NodeScope,
  parts: StepParts & {
    readonly toolName: string;
    readonly callId: string;
    readonly inputs: unknown;
    readonly transport: 'mcp' | 'http';
    readonly tookMs: number;
    readonly outcome?: unknown;
    readonly error?: RunError;
    readonly status?: 'ok' | 'rate_limited';
  },
): string {
  const call = { agentId: scope.agentId, toolName: parts.toolName, callId: parts.callId };
  const called = inNode(
    scope,
    'agent.toolCalled',
    { ...call, inputs: parts.inputs, transport: parts.transport },
    { cause: parts.cause, afterMs: parts.afterMs },
  );
  const { outcome, error, status = 'ok', tookMs, trust } = parts;
  const answer = present({ ...call, outcome, error, status, durationMs: tookMs });
  return inNode(scope, 'agent.toolReturned', answer, { cause: called, trust, afterMs: tookMs });
}

/** One block of thinking: an `agent.reasoning.delta` a piece, closed by `agent.reasoned` with the whole. Returns the id of the latter. */
export function reasonAloud(
  scope: NodeScope,
  parts: StepParts & { readonly pieces: readonly string[]; readonly everyMs: number },
): string {
  parts.pieces.forEach((delta, sequence) => {
    const payload = { agentId: scope.agentId, delta, sequence, verbosity: 'full' };
    const afterMs = sequence === 0 ? parts.afterMs : parts.everyMs;
    inNode(scope, 'agent.reasoning.delta', payload, { cause: parts.cause, trust: parts.trust, afterMs });
  });
  const whole = { agentId: scope.agentId, reasoning: parts.pieces.join(''), verbosity: 'full' };
  return inNode(scope, 'agent.reasoned', whole, { cause: parts.cause, trust: parts.trust, afterMs: 9 });
}

/** `runOrchestrator.decided`: whom the orchestrator sends next. */
export const decideNext = step<{ readonly next: readonly string[]; readonly confidence: number }>(
  'runOrchestrator.decided',
  ({ next, confidence }, { agentId }) => ({
    agentId,
    decision: { kind: 'next-worker', nextWorkerIds: next, confidence },
  }),
);

/** `agent.decided`: an agent's own choice inside its node. */
export const decide = step<{ readonly decision: unknown; readonly confidence: number }>(
  'agent.decided',
  ({ decision, confidence }, { agentId }) => ({ agentId, decision, confidence }),
);

export const openInvocation = step<{
  readonly invocationId: string;
  readonly model: string;
  readonly provider: string;
}>('agent.invocation.started', ({ invocationId, model, provider }, { agentId }) => ({
  invocationId,
  agentId,
  source: 'workflow-node',
  modelClass: 'general',
  resolvedModel: model,
  resolvedProvider: provider,
  memoryBound: true,
}));

export const closeInvocation = step<{
  readonly invocationId: string;
  readonly outcome: 'completed';
}>('agent.invocation.completed', ({ invocationId, outcome }, { agentId }) => ({
  invocationId,
  agentId,
  outcome,
}));

/** How far a dispatched worker has come (run-events.md section 3.2.10). */
type ChainPhase =
  | 'dispatch.began'
  | 'dispatch.succeeded'
  | 'child.completed'
  | 'child.failed'
  | 'output.harvested';

/** `node.dispatched`: a child run was made. `cause` is the decision. */
export const dispatchChild = nodeStep<{ readonly childRunId: string; readonly childWorkflowId: string }>(
  'node.dispatched',
  'childRunId',
  'childWorkflowId',
);

/** One `core.workflowChain.event`; its cause is the decision or the phase before. */
export const chainPhase = step<{
  readonly phase: ChainPhase;
  readonly workerId: string;
  readonly childRunId?: string;
  readonly harvestedKeys?: readonly string[];
  readonly error?: RunError;
}>('core.workflowChain.event', ({ phase, workerId, childRunId, harvestedKeys, error }, { run }) => ({
  phase,
  workerId,
  parentRunId: run.runId,
  childRunId,
  harvestedKeys,
  error,
}));
