/** Scenes in which the run waits for the user. */
import { prose, sentence } from '../prose.ts';
import words from '../word-stock.json' with { type: 'json' };
import { type EventParts, type NodeScope, record, type Scene } from '../world.ts';
import {
  acceptEnvelope,
  completeNode,
  composePrompt,
  correlationId,
  type ModelName,
  startNode,
  useProvider,
} from './steps.ts';

/** The model asks the user, with or without a form; the run idles until the answer comes. */
export const askingScene: Scene = {
  longest: 20,
  play(scope, cause) {
    const { nodeId } = scope;
    const { prng } = scope.run.world;
    const { started, model } = begin(scope, cause);
    const tokens = { inputTokens: prng.between(300, 2_000), outputTokens: prng.between(60, 400) };
    useProvider(scope, { ...model, ...tokens }, { cause: started });
    if (prng.chance(0.4)) showForm(scope);
    const envelope = { cause: correlationId(scope), trust: 'trusted' } as const;
    const gate = { kind: 'clarification', interruptId: prng.hex(32) } as const;
    const { interruptId } = gate;
    const questions = ['q1', 'q2'].map((id) => ({ id, question: `${sentence(prng)} Is that right?` }));
    record(scope, 'clarification.requested', { nodeId, interruptId, questions }, { ...envelope, afterMs: 2 });
    openGate(scope, gate, { questions }, { ...envelope, afterMs: 16 });
    const answers = questions.map(({ id }) => ({ id, answer: sentence(prng) }));
    const afterMs = prng.skewed(4_000, 600_000);
    const resolved = resolveGate(scope, gate, { answers }, { afterMs });
    const byId = Object.fromEntries(answers.map(({ id, answer }) => [id, answer]));
    const answered = { nodeId, answers: byId, answeredBy: 'principal:product-owner' };
    record(scope, 'clarification.resolved', answered, { cause: resolved });
    const resumed = resume(scope, interruptId, { answers }, resolved);
    return completeNode(scope, { answers: byId }, { cause: resumed, afterMs: 2 });
  },
};

/** A gate: the user accepts, sends back or rejects. */
export const approvalScene: Scene = {
  longest: 20,
  play(scope, cause) {
    const { nodeId } = scope;
    const { world } = scope.run;
    const { prng } = world;
    const { started } = begin(scope, cause);
    const gate = { kind: 'approval', interruptId: prng.hex(32) } as const;
    const { interruptId } = gate;
    const artifact = { artifactId: `art-${prng.hex(10)}`, artifactType: 'document', title: sentence(prng) };
    const description = prose(prng, prng.between(100, 700));
    const actions = ['accept', 'reject', 'refine'];
    const request = { nodeId, interruptId, ...artifact, actions, requiredApprovals: 1 };
    const requested = record(scope, 'approval.requested', request, { cause: started, afterMs: 2 });
    const votes = { requiredApprovals: 1, rejectionPolicy: 'single-veto' };
    const data = { ...artifact, description, actions, ...votes };
    openGate(scope, gate, data, { cause: requested, afterMs: 1 });
    const action = prng.chance(0.85) ? 'accept' : 'refine';
    const comment = sentence(prng);
    world.nowMs += prng.skewed(4_000, 900_000);
    // Set by the host, never taken from model output.
    const decided = { decidedBy: 'principal:release-lead', decidedAt: world.iso() };
    const received = record(scope, 'approval.received', { nodeId, action, ...decided, comment }, {});
    const resolved = resolveGate(scope, gate, { action, comment }, { cause: received });
    const resumed = resume(scope, interruptId, { action, comment }, resolved);
    const value = sentence(prng);
    const written = { channel: 'decisions', value, reducer: 'append', writtenAt: world.iso(), nodeId };
    record(scope, 'channel.written', written, { cause: resumed });
    return completeNode(scope, { approved: true }, { cause: resumed, afterMs: 2 });
  },
};

function begin(scope: NodeScope, cause: string): { readonly started: string; readonly model: ModelName } {
  const { prng } = scope.run.world;
  const started = startNode(scope, 'core.interrupt', cause);
  const system = prose(prng, 500);
  const user = prose(prng, prng.skewed(200, 3_000));
  composePrompt(scope, { reference: 'acme.ask.system@1.0.0', system, user }, started);
  return { started, model: prng.pick(words.models) };
}

/** A surface in the way one host records it: the envelope kind as the event's type (run-events.md section 3.4). */
function showForm(scope: NodeScope): void {
  const { prng } = scope.run.world;
  const cause = correlationId(scope);
  const options = [1, 2, 3].map((number) => ({ value: `v${number}`, label: sentence(prng) }));
  const components = [
    { component: 'heading', text: sentence(prng), level: 2 },
    { component: 'text', text: prose(prng, 160) },
    { component: 'field.select', id: 'choice', label: 'Choice', options, required: true },
    { component: 'field.date', id: 'when', label: 'Date' },
    { component: 'field.checkbox', id: 'notify', label: 'Tell the reviewers', default: true },
    { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
  ];
  const surface = { title: sentence(prng), components };
  const payload = { catalogVersion: '0.9.1', surface, reasoning: sentence(prng) };
  record(scope, 'ui.a2ui-surface', payload, { cause, trust: 'trusted', afterMs: 5 });
  const accepted = { envelopeId: `env-${prng.hex(8)}`, envelopeType: 'ui.a2ui-surface' };
  acceptEnvelope(scope, accepted, { cause, trust: 'trusted' });
}

/** What the run waits for. */
interface Gate {
  readonly kind: 'clarification' | 'approval';
  readonly interruptId: string;
}

/** `interrupt.requested`, `afterMs` later, and `node.suspended`. */
function openGate(
  scope: NodeScope,
  { kind, interruptId }: Gate,
  data: object,
  { afterMs = 0, ...effect }: EventParts,
): void {
  const { run, nodeId } = scope;
  const { runId, world } = run;
  const key = `${runId}:${nodeId}:1`;
  world.nowMs += afterMs;
  const requested = { kind, key, data, runId, nodeId, interruptId, requestedAt: world.iso() };
  const suspendedBy = record(scope, 'interrupt.requested', requested, effect);
  const suspended = { nodeId, interruptId, kind, key };
  record(scope, 'node.suspended', suspended, { cause: suspendedBy, afterMs: 1 });
}

function resolveGate(
  scope: NodeScope,
  { kind, interruptId }: Gate,
  resumeValue: object,
  parts: EventParts,
): string {
  return record(scope, 'interrupt.resolved', { nodeId: scope.nodeId, interruptId, kind, resumeValue }, parts);
}

/** Node and run continue. Returns the id of `node.resumed`. */
function resume(scope: NodeScope, interruptId: string, resumeValue: object, cause: string): string {
  const { run, nodeId } = scope;
  const resumed = record(scope, 'node.resumed', { nodeId, interruptId, resumeValue }, { cause, afterMs: 1 });
  run.record('run.resumed', { resumedAtNode: nodeId }, { cause });
  return resumed;
}
