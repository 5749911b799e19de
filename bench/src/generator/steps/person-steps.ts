import { inNode, type NodeScope, type StepParts } from './node-scope.ts';

/** A question as an interrupt carries it. */
interface Question {
  readonly id: string;
  readonly question: string;
}

/** What the user has to decide on. */
interface ApprovalRequest {
  readonly artifactId: string;
  readonly artifactType: string;
  readonly title: string;
  readonly description: string;
  readonly actions: readonly ('accept' | 'reject' | 'refine')[];
}

type InterruptKind = 'clarification' | 'approval';

/**
 * An accepted `clarification.request`: `clarification.requested`, `interrupt.requested` (both caused by the envelope's
 * correlationId, which is `cause`) and `node.suspended`. Returns the id of the last.
 */
export function askPerson(
  scope: NodeScope,
  parts: StepParts & { readonly interruptId: string; readonly questions: readonly Question[] },
): string {
  const { interruptId, questions, cause, trust } = parts;
  inNode(scope, 'clarification.requested', { nodeId: scope.nodeId, interruptId, questions }, parts);
  const requested = interrupt(
    scope,
    'clarification',
    interruptId,
    { questions },
    { cause, trust, afterMs: 16 },
  );
  return suspend(scope, 'clarification', interruptId, requested);
}

/** The answer arrives: resolved, node and run resumed. Returns the id of `node.resumed`. */
export function answerPerson(
  scope: NodeScope,
  parts: StepParts & {
    readonly interruptId: string;
    readonly answers: Readonly<Record<string, string>>;
    readonly answeredBy: string;
  },
): string {
  const { interruptId, answers, answeredBy } = parts;
  const resumeValue = { answers: Object.entries(answers).map(([id, answer]) => ({ id, answer })) };
  const resolved = resolve(scope, 'clarification', interruptId, resumeValue, parts);
  const payload = { nodeId: scope.nodeId, answers, answeredBy };
  inNode(scope, 'clarification.resolved', payload, { cause: resolved });
  return resume(scope, interruptId, resumeValue, resolved);
}

/** A gate opens: `approval.requested`, `interrupt.requested`, `node.suspended`. Returns the id of the last. */
export function requestApproval(
  scope: NodeScope,
  parts: StepParts & { readonly interruptId: string; readonly request: ApprovalRequest },
): string {
  const { interruptId, request } = parts;
  const { artifactId, artifactType, title, actions } = request;
  const payload = {
    nodeId: scope.nodeId,
    interruptId,
    artifactId,
    artifactType,
    title,
    actions,
    requiredApprovals: 1,
  };
  const event = inNode(scope, 'approval.requested', payload, parts);
  const data = { ...request, requiredApprovals: 1, rejectionPolicy: 'single-veto' };
  const requested = interrupt(scope, 'approval', interruptId, data, {
    cause: event,
    trust: parts.trust,
    afterMs: 1,
  });
  return suspend(scope, 'approval', interruptId, requested);
}

/** The user decides. `decidedBy` is set by the host, never taken from model output. Returns the id of `node.resumed`. */
export function decideApproval(
  scope: NodeScope,
  parts: StepParts & {
    readonly interruptId: string;
    readonly action: 'accept' | 'refine';
    readonly decidedBy: string;
    readonly comment: string;
  },
): string {
  const { interruptId, action, decidedBy, comment, cause, afterMs } = parts;
  scope.run.clock.advance(afterMs ?? 0);
  const decidedAt = scope.run.clock.iso();
  const payload = { nodeId: scope.nodeId, action, decidedBy, decidedAt, comment };
  const received = inNode(scope, 'approval.received', payload, { cause });
  const resumeValue = { action, comment };
  const resolved = resolve(scope, 'approval', interruptId, resumeValue, { cause: received });
  return resume(scope, interruptId, resumeValue, resolved);
}

function interrupt(
  scope: NodeScope,
  kind: InterruptKind,
  interruptId: string,
  data: Readonly<Record<string, unknown>>,
  parts: StepParts,
): string {
  scope.run.clock.advance(parts.afterMs ?? 0);
  const payload = {
    kind,
    key: interruptKey(scope),
    data,
    runId: scope.run.runId,
    nodeId: scope.nodeId,
    interruptId,
    requestedAt: scope.run.clock.iso(),
  };
  return inNode(scope, 'interrupt.requested', payload, { cause: parts.cause, trust: parts.trust });
}

function suspend(scope: NodeScope, kind: InterruptKind, interruptId: string, cause: string): string {
  const payload = { nodeId: scope.nodeId, interruptId, kind, key: interruptKey(scope) };
  return inNode(scope, 'node.suspended', payload, { cause, afterMs: 1 });
}

function resolve(
  scope: NodeScope,
  kind: InterruptKind,
  interruptId: string,
  resumeValue: unknown,
  parts: StepParts,
): string {
  const payload = { nodeId: scope.nodeId, interruptId, kind, resumeValue };
  return inNode(scope, 'interrupt.resolved', payload, { cause: parts.cause, afterMs: parts.afterMs });
}

function resume(scope: NodeScope, interruptId: string, resumeValue: unknown, cause: string): string {
  const payload = { nodeId: scope.nodeId, interruptId, resumeValue };
  const resumed = inNode(scope, 'node.resumed', payload, { cause, afterMs: 1 });
  scope.run.record('run.resumed', { payload: { resumedAtNode: scope.nodeId }, cause });
  return resumed;
}

function interruptKey(scope: NodeScope): string {
  return `${scope.run.runId}:${scope.nodeId}:1`;
}
