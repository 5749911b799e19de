import type { RunRecorder } from '../generator/run-recorder.ts';
import { inNode, type NodeScope, present, type RunError, type StepParts } from './node-scope.ts';

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

export function startNode(
  scope: NodeScope,
  parts: StepParts & { readonly typeId: string; readonly attempt?: number },
): string {
  const payload = { nodeId: scope.nodeId, typeId: parts.typeId, attempt: parts.attempt ?? 1 };
  return inNode(scope, 'node.started', payload, parts);
}

export function completeNode(
  scope: NodeScope,
  parts: StepParts & { readonly outputs: Readonly<Record<string, unknown>>; readonly durationMs?: number },
): string {
  const payload = present({ nodeId: scope.nodeId, outputs: parts.outputs, durationMs: parts.durationMs });
  return inNode(scope, 'node.completed', payload, parts);
}

export function failNode(
  scope: NodeScope,
  parts: StepParts & { readonly error: RunError; readonly attempts: number },
): string {
  const payload = { nodeId: scope.nodeId, error: parts.error, attempts: parts.attempts };
  return inNode(scope, 'node.failed', payload, parts);
}

export function retryNode(
  scope: NodeScope,
  parts: StepParts & { readonly attempt: number; readonly delayMs: number; readonly lastError: RunError },
): string {
  const { attempt, delayMs, lastError } = parts;
  return inNode(scope, 'node.retried', { nodeId: scope.nodeId, attempt, delayMs, lastError }, parts);
}

export function skipNode(scope: NodeScope, reason: string, parts: StepParts): string {
  return inNode(scope, 'node.skipped', { nodeId: scope.nodeId, reason }, parts);
}

export function changeVariable(
  scope: NodeScope,
  parts: StepParts & { readonly name: string; readonly previous: unknown; readonly next: unknown },
): string {
  const { name, previous, next } = parts;
  return inNode(scope, 'variable.changed', { name, previous, next, nodeId: scope.nodeId }, parts);
}

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

export function createArtifact(
  scope: NodeScope,
  parts: StepParts & {
    readonly artifactId: string;
    readonly artifactType: string;
    readonly version: string;
    readonly summary: string;
  },
): string {
  const { artifactId, artifactType, version, summary } = parts;
  const payload = { artifactId, artifactType, nodeId: scope.nodeId, version, summary };
  return inNode(scope, 'artifact.created', payload, parts);
}

export function appendLog(
  scope: NodeScope,
  parts: StepParts & {
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly message: string;
    readonly fields?: Readonly<Record<string, unknown>>;
  },
): string {
  const { level, message, fields } = parts;
  return inNode(scope, 'log.appended', present({ level, message, nodeId: scope.nodeId, fields }), parts);
}
