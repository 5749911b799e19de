import { prose, streamed } from '../prose.ts';
import type { ContentTrust, RunRecorder } from '../run-recorder.ts';
import { chainPhase, dispatchChild } from '../steps/agent-steps.ts';
import {
  acceptEnvelope,
  breachCap,
  correlationId,
  exhaustRetries,
  recoverEnvelope,
  retryEnvelope,
  truncateEnvelope,
} from '../steps/envelope-steps.ts';
import { composePrompt, type ModelName, streamOutput, useProvider } from '../steps/model-steps.ts';
import type { NodeScope } from '../steps/node-scope.ts';
import {
  changeVariable,
  completeNode,
  completeRun,
  createArtifact,
  failNode,
  failRun,
  retryNode,
  startNode,
  startRun,
} from '../steps/run-steps.ts';
import { ENVELOPE_TYPES, MODELS, PROPERTIES } from '../word-stock.ts';
import type { Scene, World } from '../world.ts';

const SCHEMA_ROUNDS = 2;
/** Pieces a streamed answer has at most. */
const STREAM_PIECES = 40;

/** A model writes an envelope: streamed text, sometimes cut off or refused and requested again, then accepted. */
export const draftingScene: Scene = {
  longest: 160,
  play(world, scope, cause) {
    const { prng, clock } = world;
    const startedMs = clock.nowMs;
    const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: prng.between(1, 9) });
    const emission = begin(world, scope, started);
    if (prng.chance(0.12)) cutOff(world, scope, emission);
    if (prng.chance(0.15)) refused(world, scope, emission);
    answer(world, scope, emission, 'stop');
    const accepted = acceptEnvelope(scope, {
      envelopeId: `env-${prng.hex(8)}`,
      envelopeType: prng.pick(ENVELOPE_TYPES),
      correlationId: emission.id,
      envelopePayload: { title: prose(prng, 40), body: prose(prng, prng.skewed(300, 9_000)) },
      trust: 'trusted',
      afterMs: 3,
    });
    recordResult(world, scope, emission);
    return completeNode(scope, {
      outputs: { accepted: true },
      durationMs: clock.nowMs - startedMs,
      cause: accepted,
    });
  },
};

/** All attempts are spent: the node fails, and the engine starts it again. */
export const failingScene: Scene = {
  longest: 340,
  play(world, scope, cause) {
    const failed = failAfterRetries(world, scope, cause);
    const delayMs = world.prng.between(500, 4_000);
    const lastError = { code: 'envelope_invalid', message: 'retries exhausted', retryable: true };
    const retried = retryNode(scope, { attempt: 2, delayMs, lastError, cause: failed.eventId });
    return draftingScene.play(world, scope, retried);
  },
};

/** How a node failed. */
interface NodeFailure {
  readonly eventId: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** A node that never produced a valid envelope: one attempt cut off, two without a required property. At most 3 * `piecesAtMost` + 16 events. */
export function failAfterRetries(
  world: World,
  scope: NodeScope,
  cause: string,
  piecesAtMost = STREAM_PIECES,
): NodeFailure {
  const { prng } = world;
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: prng.between(1, 9) });
  const emission = { ...begin(world, scope, started), piecesAtMost };
  cutOff(world, scope, emission);
  refused(world, scope, emission);
  answer(world, scope, emission, 'stop');
  const property = prng.pick(PROPERTIES);
  const finalError = `must have required property '${property}'`;
  const finalReason = 'schema-violation';
  const totalAttempts = SCHEMA_ROUNDS + 1;
  const effect = { cause: emission.id, trust: emission.trust, afterMs: 1 };
  exhaustRetries(scope, { ...effect, totalAttempts, finalReason, finalError });
  breachCap(scope, { ...effect, kind: 'schema', limit: SCHEMA_ROUNDS });
  const violations = [
    { instancePath: '', schemaPath: '#/required', keyword: 'required', message: finalError },
  ];
  const details = { capKind: 'schema', totalAttempts, violations };
  const error = {
    code: 'envelope_invalid',
    message: `payload lacks required property '${property}'`,
    details,
  };
  const eventId = failNode(scope, { ...effect, error, attempts: totalAttempts });
  return { eventId, error };
}

/** One logical envelope on its way through its attempts. */
interface Emission {
  /** correlationId. */
  readonly id: string;
  readonly model: ModelName;
  /** eventId of the prompt, the cause of what the model streams. */
  readonly prompt: string;
  /** That of the material the model was given; every effect of the envelope bears it. */
  readonly trust: ContentTrust;
  readonly piecesAtMost: number;
  attempt: number;
}

function begin(world: World, scope: NodeScope, started: string): Emission {
  const { prng } = world;
  const trust = prng.chance(0.3) ? 'untrusted' : 'trusted';
  const prompt = composePrompt(scope, {
    promptId: 'acme.structured.system',
    version: '1.4.2',
    system: prose(prng, prng.between(500, 1_400)),
    user: prose(prng, prng.skewed(300, 14_500)),
    trust,
    cause: started,
  });
  const id = correlationId(scope, prng.between(0, 9_999), prng.hex(8));
  return { id, model: prng.pick(MODELS), prompt, trust, piecesAtMost: STREAM_PIECES, attempt: 1 };
}

function answer(world: World, scope: NodeScope, emission: Emission, finishReason: 'stop' | 'length'): string {
  const { prng } = world;
  const pieces = streamed(prng, prose(prng, prng.skewed(250, 1_800, 2)), 14).slice(0, emission.piecesAtMost);
  const [promptTokens, completionTokens] = [prng.between(400, 4_000), prng.between(80, 1_900)];
  const { model, prompt } = emission;
  const usage = { promptTokens, completionTokens };
  const everyMs = prng.between(14, 45);
  streamOutput(scope, {
    ...model,
    pieces,
    everyMs,
    finishReason,
    usage,
    cause: prompt,
    afterMs: prng.between(150, 800),
  });
  const used = { ...model, inputTokens: promptTokens, outputTokens: completionTokens, traceId: prng.hex(32) };
  return useProvider(scope, { ...used, cause: prompt, afterMs: 4 });
}

function cutOff(world: World, scope: NodeScope, emission: Emission): void {
  const used = answer(world, scope, emission, 'length');
  const outputTokenCount = world.prng.between(256, 4_096);
  truncateEnvelope(scope, { ...emission.model, outputTokenCount, cause: used, afterMs: 1 });
  emission.attempt += 1;
  const previousError = `finish_reason=length; tokens=${outputTokenCount}`;
  const { attempt, id: cause, trust } = emission;
  retryEnvelope(scope, { attempt, reason: 'truncation', previousError, cause, trust, afterMs: 1 });
}

function refused(world: World, scope: NodeScope, emission: Emission): void {
  const { prng } = world;
  const used = answer(world, scope, emission, 'stop');
  if (prng.chance(0.3)) {
    const path = prng.chance(0.8) ? 'markdown-fence' : 'brace-walker';
    recoverEnvelope(scope, { path, byteOffset: prng.between(2, 90), cause: used, afterMs: 1 });
  }
  emission.attempt += 1;
  const previousError = `must have required property '${prng.pick(PROPERTIES)}'`;
  const { attempt, id: cause, trust } = emission;
  retryEnvelope(scope, { attempt, reason: 'schema-violation', previousError, cause, trust, afterMs: 3 });
}

function recordResult(world: World, scope: NodeScope, emission: Emission): void {
  const { prng } = world;
  const { id: cause, trust } = emission;
  const artifactId = `art-${prng.hex(10)}`;
  createArtifact(scope, {
    artifactId,
    artifactType: 'document',
    version: '1',
    summary: prose(prng, 80),
    cause,
    trust,
  });
  if (!prng.chance(0.4)) return;
  changeVariable(scope, { name: `${scope.nodeId}.artifact`, previous: null, next: artifactId, cause, trust });
}

const CHILD_WORKFLOW = 'acme.section-writer';
const CHILDREN_AT_MOST = 3;
/** Frame of a child: dispatch and three phases in the parent, start and end in the child. */
const FRAME_EVENTS = 8;

/** The node sends children out; each is a run of its own in the same file. Some fail, the parent continues without them. */
export const dispatchScene: Scene = {
  longest: 4 + CHILDREN_AT_MOST * (FRAME_EVENTS + 170),
  play(world, scope, cause) {
    const { prng } = world;
    let last = startNode(scope, { typeId: 'core.dispatch', cause, afterMs: prng.between(1, 9) });
    for (let left = prng.between(1, CHILDREN_AT_MOST); left > 0; left -= 1) {
      last = sendChild(world, scope, cause);
    }
    return completeNode(scope, { outputs: { sections: prose(prng, 200) }, cause: last, afterMs: 2 });
  },
};

function sendChild(world: World, scope: NodeScope, decision: string): string {
  const { prng } = world;
  const child = world.newRun({ liveKeyOrder: true });
  const worker = { workerId: 'section-writer', childRunId: child.runId };
  const began = chainPhase(scope, {
    phase: 'dispatch.began',
    workerId: worker.workerId,
    cause: decision,
    afterMs: 2,
  });
  const dispatched = dispatchChild(scope, {
    childRunId: child.runId,
    childWorkflowId: CHILD_WORKFLOW,
    cause: decision,
  });
  const succeeded = chainPhase(scope, { ...worker, phase: 'dispatch.succeeded', cause: began, afterMs: 1 });
  const error = runChild(world, child, dispatched);
  if (error !== undefined)
    return chainPhase(scope, { ...worker, phase: 'child.failed', error, cause: succeeded });
  const completed = chainPhase(scope, { ...worker, phase: 'child.completed', cause: succeeded, afterMs: 2 });
  const harvestedKeys = [`section_${prng.between(1, 12)}`];
  return chainPhase(scope, {
    ...worker,
    phase: 'output.harvested',
    harvestedKeys,
    cause: completed,
    afterMs: 1,
  });
}

/** Plays a whole child run; returns its error when it failed. */
function runChild(
  world: World,
  child: RunRecorder,
  cause: string,
): { code: string; message: string } | undefined {
  const { prng, clock } = world;
  const startedMs = clock.nowMs;
  const started = startRun(child, {
    workflowId: CHILD_WORKFLOW,
    inputs: { brief: prose(prng, 300) },
    cause,
    afterMs: 3,
  });
  const scope = world.someNode(child, 'draft');
  if (prng.chance(0.05)) {
    const failure = failAfterRetries(world, scope, started);
    const durationMs = clock.nowMs - startedMs;
    failRun(child, { error: failure.error, failedNodeId: scope.nodeId, durationMs, cause: failure.eventId });
    return { code: failure.error.code, message: failure.error.message };
  }
  const completed = draftingScene.play(world, scope, started);
  completeRun(child, {
    outputs: { section: 'ready' },
    durationMs: clock.nowMs - startedMs,
    cause: completed,
  });
  return undefined;
}
