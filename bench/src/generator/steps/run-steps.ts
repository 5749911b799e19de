import type { RunRecorder } from '../run-recorder.ts';
import {
  inNode,
  type NodeScope,
  nodeStep,
  present,
  type RunError,
  type StepParts,
  step,
} from './node-scope.ts';

/** First event of every run. `cause` may be a trigger delivery id or, for a child run, the id of its dispatch. */
export function startRun(
  run: RunRecorder,
  parts: StepParts & {
    readonly workflowId: string;
    readonly inputs?: Readonly<Record<string, unknown>>;
    readonly tags?: readonly string[];
  },
): string {
  const payload = present({
    workflowId: parts.workflowId,
    inputs: parts.inputs,
    transport: 'rest',
    engineVersion: '1.1.7',
    tags: parts.tags,
  });
  return run.record('run.started', { payload, cause: parts.cause, afterMs: parts.afterMs });
}

/** Hosts write a summary to memory directly before the terminal event (run-events.md section 1.1, rule 5). */
export function rememberRun(run: RunRecorder, workflowId: string, memoryId: string, afterMs: number): string {
  const tags = ['run-summary', `run-id:${run.runId}`, `workflow:${workflowId}`];
  return run.record('memory.written', { payload: { memoryRef: 'tenant-memory', memoryId, tags }, afterMs });
}

export function completeRun(
  run: RunRecorder,
  parts: StepParts & { readonly outputs: Readonly<Record<string, unknown>>; readonly durationMs: number },
): string {
  const payload = { outputs: parts.outputs, durationMs: parts.durationMs };
  return run.record('run.completed', { payload, cause: parts.cause, afterMs: parts.afterMs });
}

export function failRun(
  run: RunRecorder,
  parts: StepParts & { readonly error: RunError; readonly failedNodeId: string; readonly durationMs: number },
): string {
  const payload = { error: parts.error, failedNodeId: parts.failedNodeId, durationMs: parts.durationMs };
  return run.record('run.failed', { payload, cause: parts.cause, afterMs: parts.afterMs });
}

export const startNode = step<{ readonly typeId: string }>('node.started', ({ typeId }, { nodeId }) => ({
  nodeId,
  typeId,
  attempt: 1,
}));

export const completeNode = nodeStep<{
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly durationMs?: number;
}>('node.completed', 'nodeId', 'outputs', 'durationMs');

export const failNode = nodeStep<{ readonly error: RunError; readonly attempts: number }>(
  'node.failed',
  'nodeId',
  'error',
  'attempts',
);

export const retryNode = nodeStep<{
  readonly attempt: number;
  readonly delayMs: number;
  readonly lastError: RunError;
}>('node.retried', 'nodeId', 'attempt', 'delayMs', 'lastError');

export const changeVariable = nodeStep<{
  readonly name: string;
  readonly previous: unknown;
  readonly next: unknown;
}>('variable.changed', 'name', 'previous', 'next', 'nodeId');

export function writeChannel(
  scope: NodeScope,
  parts: StepParts & { readonly channel: string; readonly value: unknown; readonly reducer: string },
): string {
  scope.run.clock.advance(parts.afterMs ?? 0);
  const writtenAt = scope.run.clock.iso();
  const { channel, value, reducer, cause, trust } = parts;
  const payload = { channel, value, reducer, writtenAt, nodeId: scope.nodeId };
  return inNode(scope, 'channel.written', payload, { cause, trust });
}

export const createArtifact = nodeStep<{
  readonly artifactId: string;
  readonly artifactType: string;
  readonly version: string;
  readonly summary: string;
}>('artifact.created', 'artifactId', 'artifactType', 'nodeId', 'version', 'summary');

export const appendLog = nodeStep<{
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}>('log.appended', 'level', 'message', 'nodeId', 'fields');
