import { isRecord } from '@openwop-inspector/base';
import type { LoggedMove, OpenInterrupt, Resolution } from '../runs/script.ts';

/** What the spec logs when the user is prompted: the older event, `interrupt.requested`, `node.suspended`. */
export function suspendedBySpec(interrupt: OpenInterrupt, runId: string): readonly LoggedMove[] {
  const { kind, nodeId, key, data, resumeSchema, interruptId, createdAt, cause, trust } = interrupt;
  const requested = { kind, key, data, resumeSchema, runId, nodeId, interruptId, requestedAt: createdAt };
  return [
    ...olderRequest(interrupt),
    { type: 'interrupt.requested', nodeId, payload: requested, cause, trust, as: interruptId },
    { type: 'node.suspended', nodeId, payload: { nodeId, interruptId, kind, key }, cause: interruptId },
  ];
}

/** App logs that the node waits, and not for what. */
export function suspendedByApp({ nodeId, interruptId, kind }: OpenInterrupt): readonly LoggedMove[] {
  return [{ type: 'node.suspended', nodeId, payload: { interruptId, kind } }];
}

/** sqlite and postgres log the node's settings. */
export function suspendedByTables({ kind, nodeId, data }: OpenInterrupt): readonly LoggedMove[] {
  return [{ type: 'node.suspended', nodeId, payload: { kind, nodeId, config: data } }];
}

export function resolvedBySpec(interrupt: OpenInterrupt, resolution: Resolution): readonly LoggedMove[] {
  const { kind, nodeId, interruptId } = interrupt;
  const { resumeValue } = resolution;
  const payload = { nodeId, interruptId, kind, resumeValue };
  const resolved = `${interruptId}-resolved`;
  return [
    ...olderDecision(resolution),
    { type: 'interrupt.resolved', nodeId, payload, as: resolved },
    { type: 'node.resumed', nodeId, payload: { nodeId, interruptId, resumeValue }, cause: resolved },
    { type: 'run.resumed', payload: { resumedAtNode: nodeId }, cause: resolved },
  ];
}

export function resolvedByApp({ nodeId, interruptId, kind }: OpenInterrupt): readonly LoggedMove[] {
  return [
    { type: 'node.interrupt.resolved', nodeId, payload: { interruptId, kind } },
    { type: 'run.resumed', payload: { resumedAtNode: nodeId } },
  ];
}

export function resolvedByTables(
  { nodeId }: OpenInterrupt,
  { resumeValue }: Resolution,
): readonly LoggedMove[] {
  const action =
    isRecord(resumeValue) && typeof resumeValue.action === 'string' ? resumeValue.action : 'resume';
  return [
    { type: 'node.resumed', nodeId, payload: { action } },
    { type: 'run.resumed', payload: { resumedBy: 'principal:tester' } },
  ];
}

function olderRequest(interrupt: OpenInterrupt): readonly LoggedMove[] {
  const { kind, nodeId, interruptId, data, cause, trust, requiredApprovals = 1 } = interrupt;
  if (kind === 'clarification') {
    const payload = { nodeId, interruptId, questions: data.questions ?? [] };
    return [{ type: 'clarification.requested', nodeId, payload, cause, trust }];
  }
  if (kind !== 'approval') return [];
  const { artifactId, artifactType, title, actions } = data;
  const older = Array.isArray(actions) ? actions.map((a) => (a === 'edit-accept' ? 'edit' : a)) : [];
  const payload = { nodeId, interruptId, artifactId, artifactType, title, actions: older, requiredApprovals };
  return [{ type: 'approval.requested', nodeId, payload, cause, trust }];
}

function olderDecision({ kind, nodeId, resumeValue }: Resolution): readonly LoggedMove[] {
  const value = isRecord(resumeValue) ? resumeValue : {};
  const decidedBy = 'principal:tester';
  if (kind === 'approval') {
    const decidedAt = new Date().toISOString();
    const payload = { nodeId, action: value.action, decidedBy, decidedAt };
    return [{ type: 'approval.received', nodeId, payload }];
  }
  if (kind !== 'clarification' || !Array.isArray(value.answers)) return [];
  const answers = Object.fromEntries(
    value.answers.filter(isRecord).map(({ id, answer }) => [String(id), answer]),
  );
  return [{ type: 'clarification.resolved', nodeId, payload: { nodeId, answers, answeredBy: decidedBy } }];
}

/** App leaves out the node of a failure and has a singular output (run-events.md sections 3.2 and 5.3). */
export function payloadOfApp(type: string, payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  switch (type) {
    case 'run.started':
      return { workflowId: payload.workflowId };
    case 'node.started':
      return {};
    case 'node.failed':
      return { error: payload.error };
    case 'run.completed':
      return { output: payload.outputs };
    default:
      return payload;
  }
}

/** The examples say nothing at a start, and tell an error twice: as an object and at the root. `empty` is what they say instead. */
export function payloadOfExamples(empty: null | Record<string, never>) {
  return (type: string, payload: unknown): unknown => {
    if (type === 'run.started' || type === 'node.started' || type === 'run.completed') return empty;
    if ((type !== 'node.failed' && type !== 'run.failed') || !isRecord(payload)) return payload;
    const { error, nodeId } = payload;
    if (!isRecord(error)) return payload;
    const node = type === 'node.failed' ? { nodeId } : {};
    return { code: error.code, message: error.message, ...node, error };
  };
}
