import { prose, streamed } from '../prose.ts';
import words from '../word-stock.json' with { type: 'json' };
import { type ContentTrust, type NodeScope, Run, record, type Scene } from '../world.ts';
import {
  acceptEnvelope,
  completeNode,
  composePrompt,
  correlationId,
  type ModelName,
  type RunError,
  startNode,
  startRun,
  useProvider,
} from './steps.ts';

const SCHEMA_ROUNDS = 2;
/** Pieces a streamed answer has at most. */
const STREAM_PIECES = 40;

/** A model writes an envelope: streamed text, sometimes cut off or refused and requested again, then accepted. */
export const draftingScene: Scene = {
  longest: 160,
  play(scope, cause) {
    const { prng, nowMs: startedMs } = scope.run.world;
    const started = startNode(scope, 'core.ai.structured', cause);
    const emission = begin(scope, started);
    if (prng.chance(0.12)) cutOff(scope, emission);
    if (prng.chance(0.15)) refused(scope, emission);
    answer(scope, emission, 'stop');
    const envelope = {
      envelopeId: `env-${prng.hex(8)}`,
      envelopeType: prng.pick(words.envelopeTypes),
      payload: { title: prose(prng, 40), body: prose(prng, prng.skewed(300, 9_000)) },
    };
    const accepted = acceptEnvelope(scope, envelope, { cause: emission.id, trust: 'trusted', afterMs: 3 });
    recordResult(scope, emission);
    return completeNode(scope, { accepted: true }, { startedMs, cause: accepted });
  },
};

/** All attempts are spent: the node fails, and the engine starts it again. */
export const failingScene: Scene = {
  longest: 340,
  play(scope, cause) {
    const failed = failAfterRetries(scope, cause);
    const delayMs = scope.run.world.prng.between(500, 4_000);
    const lastError = { code: 'envelope_invalid', message: 'retries exhausted', retryable: true };
    const retry = { nodeId: scope.nodeId, attempt: 2, delayMs, lastError };
    return draftingScene.play(scope, record(scope, 'node.retried', retry, { cause: failed.eventId }));
  },
};

/** How a node failed. */
interface NodeFailure {
  readonly eventId: string;
  readonly error: RunError;
}

/** A node that never produced a valid envelope: one attempt cut off, two without a required property. At most 3 * `piecesAtMost` + 16 events. */
export function failAfterRetries(scope: NodeScope, cause: string, piecesAtMost = STREAM_PIECES): NodeFailure {
  const { nodeId } = scope;
  const { prng } = scope.run.world;
  const started = startNode(scope, 'core.ai.structured', cause);
  const emission = { ...begin(scope, started), piecesAtMost };
  cutOff(scope, emission);
  refused(scope, emission);
  answer(scope, emission, 'stop');
  const property = prng.pick(words.properties);
  const finalError = `must have required property '${property}'`;
  const attempts = SCHEMA_ROUNDS + 1;
  const effect = { cause: emission.id, trust: emission.trust, afterMs: 1 };
  const spent = { nodeId, totalAttempts: attempts, finalReason: 'schema-violation', finalError };
  record(scope, 'envelope.retry.exhausted', spent, effect);
  const breached = { kind: 'schema', limit: SCHEMA_ROUNDS, observed: SCHEMA_ROUNDS + 1, nodeId };
  record(scope, 'cap.breached', breached, effect);
  const violations = [
    { instancePath: '', schemaPath: '#/required', keyword: 'required', message: finalError },
  ];
  const error = {
    code: 'envelope_invalid',
    message: `payload lacks required property '${property}'`,
    details: { capKind: 'schema', totalAttempts: attempts, violations },
  };
  const eventId = record(scope, 'node.failed', { nodeId, error, attempts }, effect);
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

function begin(scope: NodeScope, started: string): Emission {
  const { prng } = scope.run.world;
  const trust = prng.chance(0.3) ? 'untrusted' : 'trusted';
  const system = prose(prng, prng.between(500, 1_400));
  const user = prose(prng, prng.skewed(300, 14_500));
  const reference = 'acme.structured.system@1.4.2';
  const prompt = composePrompt(scope, { reference, system, user, trust }, started);
  const id = correlationId(scope);
  return { id, model: prng.pick(words.models), prompt, trust, piecesAtMost: STREAM_PIECES, attempt: 1 };
}

/** An `output.chunk` a piece, of which the last says why the model stopped; then what the call used. */
function answer(scope: NodeScope, emission: Emission, finishReason: 'stop' | 'length'): string {
  const { run, nodeId } = scope;
  const { prng } = run.world;
  const { model, prompt: cause } = emission;
  const pieces = streamed(prng, prose(prng, prng.skewed(250, 1_800, 2)), 14).slice(0, emission.piecesAtMost);
  const [promptTokens, completionTokens] = [prng.between(400, 4_000), prng.between(80, 1_900)];
  const usage = { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
  const everyMs = prng.between(14, 45);
  const firstMs = prng.between(150, 800);
  for (const [at, chunk] of pieces.entries()) {
    const isLast = at === pieces.length - 1;
    const end = isLast ? { meta: { finishReason, ...model, usage } } : {};
    const payload = { nodeId, runId: run.runId, chunk, isLast, channel: 'text', ...end };
    record(scope, 'output.chunk', payload, { cause, afterMs: at === 0 ? firstMs : everyMs });
  }
  const used = { ...model, inputTokens: promptTokens, outputTokens: completionTokens };
  return useProvider(scope, { ...used, traceId: prng.hex(32) }, { cause, afterMs: 4 });
}

function cutOff(scope: NodeScope, emission: Emission): void {
  const { nodeId } = scope;
  const used = answer(scope, emission, 'length');
  const outputTokenCount = scope.run.world.prng.between(256, 4_096);
  const rest = { stopReason: 'max_tokens', partialPayloadAvailable: true, outputTokenCount };
  record(scope, 'envelope.truncated', { nodeId, ...emission.model, ...rest }, { cause: used, afterMs: 1 });
  retry(scope, emission, 'truncation', `finish_reason=length; tokens=${outputTokenCount}`, 1);
}

function refused(scope: NodeScope, emission: Emission): void {
  const { nodeId } = scope;
  const { prng } = scope.run.world;
  const used = answer(scope, emission, 'stop');
  if (prng.chance(0.3)) {
    const path = prng.chance(0.8) ? 'markdown-fence' : 'brace-walker';
    const recovery = { nodeId, path, byteOffset: prng.between(2, 90) };
    record(scope, 'envelope.recovery.applied', recovery, { cause: used, afterMs: 1 });
  }
  const missing = prng.pick(words.properties);
  retry(scope, emission, 'schema-violation', `must have required property '${missing}'`, 3);
}

/** Written before attempt 2 and later; reason and error are those of the attempt before. */
function retry(
  scope: NodeScope,
  emission: Emission,
  reason: 'schema-violation' | 'truncation',
  previousError: string,
  afterMs: number,
): void {
  emission.attempt += 1;
  const { attempt, id: cause, trust } = emission;
  const payload = { nodeId: scope.nodeId, attempt, reason, previousError };
  record(scope, 'envelope.retry.attempted', payload, { cause, trust, afterMs });
}

function recordResult(scope: NodeScope, { id: cause, trust }: Emission): void {
  const { nodeId } = scope;
  const { prng } = scope.run.world;
  const artifactId = `art-${prng.hex(10)}`;
  const summary = prose(prng, 80);
  const artifact = { artifactId, artifactType: 'document', nodeId, version: '1', summary };
  record(scope, 'artifact.created', artifact, { cause, trust });
  if (!prng.chance(0.4)) return;
  const change = { name: `${nodeId}.artifact`, previous: null, next: artifactId, nodeId };
  record(scope, 'variable.changed', change, { cause, trust });
}

const CHILD_WORKFLOW = 'acme.section-writer';
const CHILDREN_AT_MOST = 3;
/** Frame of a child: dispatch and three phases in the parent, start and end in the child. */
const FRAME_EVENTS = 8;

/** The node sends children out; each is a run of its own in the same file. Some fail, the parent continues without them. */
export const dispatchScene: Scene = {
  longest: 4 + CHILDREN_AT_MOST * (FRAME_EVENTS + 170),
  play(scope, cause) {
    const { prng } = scope.run.world;
    let last = startNode(scope, 'core.dispatch', cause);
    for (let left = prng.between(1, CHILDREN_AT_MOST); left > 0; left -= 1) last = sendChild(scope, cause);
    return completeNode(scope, { sections: prose(prng, 200) }, { cause: last, afterMs: 2 });
  },
};

/** `core.workflowChain.event`, one a phase; its cause is the decision or the phase before (run-events.md section 3.2.10). */
function sendChild(scope: NodeScope, decision: string): string {
  const { run } = scope;
  const child = new Run(run.world, true);
  const { runId: childRunId } = child;
  const worker = { workerId: 'section-writer', parentRunId: run.runId };
  const chain = (phase: string, cause: string, afterMs: number, more: object = { childRunId }): string =>
    record(scope, 'core.workflowChain.event', { phase, ...worker, ...more }, { cause, afterMs });
  const began = chain('dispatch.began', decision, 2, {});
  const dispatch = { childRunId, childWorkflowId: CHILD_WORKFLOW };
  const dispatched = record(scope, 'node.dispatched', dispatch, { cause: decision });
  const succeeded = chain('dispatch.succeeded', began, 1);
  const error = runChild(child, dispatched);
  if (error !== undefined) return chain('child.failed', succeeded, 0, { childRunId, error });
  const completed = chain('child.completed', succeeded, 2);
  const harvestedKeys = [`section_${run.world.prng.between(1, 12)}`];
  return chain('output.harvested', completed, 1, { childRunId, harvestedKeys });
}

/** Plays a whole child run; returns its error when it failed. */
function runChild(child: Run, cause: string): { code: string; message: string } | undefined {
  const { world } = child;
  const { prng, nowMs: startedMs } = world;
  const inputs = { brief: prose(prng, 300) };
  const started = startRun(child, { workflowId: CHILD_WORKFLOW, inputs }, { cause, afterMs: 3 });
  const scope = world.someNode(child, 'draft');
  if (prng.chance(0.05)) {
    const { error, eventId } = failAfterRetries(scope, started);
    const durationMs = world.nowMs - startedMs;
    child.record('run.failed', { error, failedNodeId: scope.nodeId, durationMs }, { cause: eventId });
    return { code: error.code, message: error.message };
  }
  const completed = draftingScene.play(scope, started);
  const durationMs = world.nowMs - startedMs;
  child.record('run.completed', { outputs: { section: 'ready' }, durationMs }, { cause: completed });
  return undefined;
}
