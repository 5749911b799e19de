import { inNode, type NodeScope, present, type RunError, type StepParts } from './node-scope.ts';

/** How far a dispatched worker has come (run-events.md section 3.2.10). */
export type ChainPhase =
  | 'dispatch.began'
  | 'dispatch.succeeded'
  | 'dispatch.failed'
  | 'child.completed'
  | 'child.failed'
  | 'child.cancelled'
  | 'output.harvested';

/** `node.dispatched`: a child run was made. `cause` is the decision. */
export function dispatchChild(
  scope: NodeScope,
  parts: StepParts & { readonly childRunId: string; readonly childWorkflowId: string },
): string {
  const { childRunId, childWorkflowId } = parts;
  return inNode(scope, 'node.dispatched', { childRunId, childWorkflowId }, parts);
}

/** One `core.workflowChain.event`; its cause is the decision or the phase before. */
export function chainPhase(
  scope: NodeScope,
  parts: StepParts & {
    readonly phase: ChainPhase;
    readonly workerId: string;
    readonly childRunId?: string;
    readonly harvestedKeys?: readonly string[];
    readonly error?: RunError;
  },
): string {
  const { phase, workerId, childRunId, harvestedKeys, error } = parts;
  const payload = present({
    phase,
    workerId,
    parentRunId: scope.run.runId,
    childRunId,
    harvestedKeys,
    error,
  });
  return inNode(scope, 'core.workflowChain.event', payload, parts);
}
