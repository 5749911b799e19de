import { isRecord } from '@openwop-inspector/base';
import type { OpenInterrupt } from '../runs/open-interrupt.ts';
import type { LoggedMove, Resolution } from '../runs/script.ts';

/** What the spec logs when a person is asked: the older event, `interrupt.requested`, `node.suspended`. */
export function suspendedBySpec(interrupt: OpenInterrupt, runId: string): readonly LoggedMove[] {
  const { kind, nodeId, key, data, interruptId, createdAt } = interrupt;
  const parts = partsOf(interrupt);
  const resumeSchema = interrupt.resumeSchema === undefined ? {} : { resumeSchema: interrupt.resumeSchema };
  const asked = { kind, key, data, ...resumeSchema, runId, nodeId, interruptId, requestedAt: createdAt };
  return [
    ...olderRequest(interrupt),
    { type: 'interrupt.requested', nodeId, payload: asked, ...parts, as: interruptId },
    { type: 'node.suspended', nodeId, payload: { nodeId, interruptId, kind, key }, cause: interruptId },
  ];
}

/** App logs that the node waits, and not for what. */
export function suspendedByApp({ nodeId, interruptId, kind }: OpenInterrupt): readonly LoggedMove[] {
  return [{ type: 'node.suspended', nodeId, payload: { interruptId, kind } }];
}

/** sqlite and postgres log the node's settings; with an external event also its live credential. */
export function suspendedByTables(interrupt: OpenInterrupt): readonly LoggedMove[] {
  const { kind, nodeId, data, token } = interrupt;
  const credential =
    kind === 'external-event' ? { interruptToken: token, callbackUrl: `/v1/interrupts/${token}` } : {};
  return [{ type: 'node.suspended', nodeId, payload: { kind, nodeId, config: data, ...credential } }];
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

function partsOf({ cause, trust }: OpenInterrupt): Pick<LoggedMove, 'cause' | 'trust'> {
  return { ...(cause === undefined ? {} : { cause }), ...(trust === undefined ? {} : { trust }) };
}

function olderRequest(interrupt: OpenInterrupt): readonly LoggedMove[] {
  const { kind, nodeId, interruptId, data } = interrupt;
  const parts = partsOf(interrupt);
  if (kind === 'clarification') {
    const payload = { nodeId, interruptId, questions: data.questions ?? [] };
    return [{ type: 'clarification.requested', nodeId, payload, ...parts }];
  }
  if (kind !== 'approval') return [];
  const { artifactId, artifactType, title, actions } = data;
  const older = Array.isArray(actions) ? actions.map((a) => (a === 'edit-accept' ? 'edit' : a)) : [];
  const requiredApprovals = interrupt.requiredApprovals ?? 1;
  const payload = { nodeId, interruptId, artifactId, artifactType, title, actions: older, requiredApprovals };
  return [{ type: 'approval.requested', nodeId, payload, ...parts }];
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
