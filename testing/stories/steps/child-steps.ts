import { type RunError, step } from './node-scope.ts';

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
export const dispatchChild = step<{ readonly childRunId: string; readonly childWorkflowId: string }>(
  'node.dispatched',
  ({ childRunId, childWorkflowId }) => ({ childRunId, childWorkflowId }),
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
