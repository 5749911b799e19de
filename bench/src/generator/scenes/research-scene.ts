import type { Prng } from '../prng.ts';
import { prose, searchResult, sentence, streamed, tableAsText } from '../prose.ts';
import { callTool, closeInvocation, decide, openInvocation, reasonAloud } from '../steps/agent-steps.ts';
import { acceptEnvelope, correlationId, showSurface } from '../steps/envelope-steps.ts';
import { composePrompt, useProvider } from '../steps/model-steps.ts';
import type { NodeScope } from '../steps/node-scope.ts';
import { answerPerson, askPerson, decideApproval, requestApproval } from '../steps/person-steps.ts';
import { appendLog, changeVariable, completeNode, startNode, writeChannel } from '../steps/run-steps.ts';
import { MODELS, QUERIES, TOOLS } from '../word-stock.ts';
import type { Scene, World } from '../world.ts';

/** An agent looks things up and thinks aloud: tool results of a few kilobytes, many small deltas. */
export const researchScene: Scene = {
  longest: 100,
  play(world, scope, cause) {
    const { prng, clock } = world;
    const startedMs = clock.nowMs;
    const started = startNode(scope, { typeId: 'core.agent', cause, afterMs: prng.between(1, 9) });
    const model = prng.pick(MODELS);
    const invocationId = prng.uuid();
    openInvocation(scope, { ...model, invocationId, cause: started });
    const prompt = composePrompt(scope, {
      promptId: `acme.${scope.agentId.slice('acme.'.length)}.system`,
      version: '2.1.0',
      system: prose(prng, prng.between(600, 1_600)),
      user: prose(prng, prng.skewed(300, 10_000)),
      cause: started,
    });
    const lastAnswer = lookUp(world, scope, prompt);
    const reasoned = think(world, scope, lastAnswer);
    useProvider(scope, { ...model, ...tokens(prng), traceId: prng.hex(32), cause: started });
    const decided = decide(scope, {
      decision: { next: sentence(prng), sources: prng.between(1, 6) },
      confidence: 0.7 + prng.between(0, 29) / 100,
      cause: reasoned,
    });
    closeInvocation(scope, { invocationId, outcome: 'completed', cause: started });
    const outputs = { notes: prose(prng, prng.between(200, 900)) };
    return completeNode(scope, { outputs, durationMs: clock.nowMs - startedMs, cause: decided });
  },
};

const REFUSED = {
  status: 'rate_limited',
  error: { code: 'rate_limited', message: 'Try again in 2 s', retryable: true },
} as const;

/** What a tool brings back: mostly some kilobytes, now and then a whole document of a few hundred. */
function found(prng: Prng): unknown {
  if (prng.chance(0.012))
    return { contentType: 'text/markdown', text: prose(prng, prng.between(60_000, 400_000)) };
  return prng.chance(0.7)
    ? searchResult(prng, prng.skewed(1, 46, 2))
    : tableAsText(prng, prng.skewed(3, 180));
}

function lookUp(world: World, scope: NodeScope, prompt: string): string {
  const { prng } = world;
  let last = prompt;
  for (let call = prng.between(1, 4); call > 0; call -= 1) {
    const answer = prng.chance(0.05) ? REFUSED : { outcome: found(prng) };
    last = callTool(scope, {
      toolName: prng.pick(TOOLS),
      callId: `call_${prng.hex(12)}`,
      inputs: { query: prng.pick(QUERIES), limit: prng.between(1, 40) },
      transport: prng.chance(0.8) ? 'mcp' : 'http',
      tookMs: prng.skewed(40, 2_400),
      trust: 'untrusted',
      cause: last,
      afterMs: prng.between(2, 40),
      ...answer,
    });
  }
  return last;
}

function think(world: World, scope: NodeScope, cause: string): string {
  const { prng } = world;
  const pieces = streamed(prng, prose(prng, prng.skewed(400, 2_400, 2)), 16).slice(0, 80);
  const everyMs = prng.between(14, 40);
  return reasonAloud(scope, { pieces, everyMs, cause, trust: 'untrusted', afterMs: prng.between(200, 900) });
}

function tokens(prng: Prng): { readonly inputTokens: number; readonly outputTokens: number } {
  return { inputTokens: prng.between(400, 6_000), outputTokens: prng.between(80, 1_900) };
}

/** One event that the engine writes by itself and that nothing in the log caused. */
export function keepHouse(world: World, scope: NodeScope): void {
  const { prng } = world;
  const afterMs = prng.between(1, 60);
  switch (prng.between(0, 4)) {
    case 0:
      renewLease(world, scope);
      return;
    case 1:
      spendBudget(world, scope);
      return;
    case 2:
      scope.run.record('memory.written', {
        payload: {
          memoryRef: 'tenant-memory',
          memoryId: `mem_${prng.hex(12)}`,
          nodeId: scope.nodeId,
          tags: ['note'],
        },
        nodeId: scope.nodeId,
        afterMs,
      });
      return;
    case 3:
      changeVariable(scope, {
        name: 'progress',
        previous: prng.between(0, 50),
        next: prng.between(51, 100),
        afterMs,
      });
      return;
    default:
      appendLog(scope, {
        level: prng.chance(0.9) ? 'debug' : 'warn',
        message: sentence(prng),
        fields: { queue: prng.between(0, 40), detail: prose(prng, prng.skewed(60, 1_200)) },
        afterMs,
      });
  }
}

function renewLease(world: World, scope: NodeScope): void {
  const { prng, clock } = world;
  const expiresAt = new Date(clock.nowMs + 30_000).toISOString();
  scope.run.record('lease.renewed', {
    payload: {
      leaseId: `lease-${prng.hex(6)}`,
      host: 'cloud',
      instanceId: `engine-${prng.between(1, 4)}`,
      expiresAt,
    },
    afterMs: 1,
  });
}

function spendBudget(world: World, scope: NodeScope): void {
  const limit = 50_000_000;
  const consumed = Math.min(limit, world.recorded * 40);
  scope.run.record('budget.consumed', {
    payload: { dimension: 'tokens', consumed, limit, remaining: limit - consumed },
    afterMs: 1,
  });
}

/** The model asks the user, with or without a form; the run idles until the answer comes. */
export const askingScene: Scene = {
  longest: 20,
  play(world, scope, cause) {
    const { prng } = world;
    const { started, model } = begin(world, scope, cause);
    useProvider(scope, {
      ...model,
      inputTokens: prng.between(300, 2_000),
      outputTokens: prng.between(60, 400),
      cause: started,
    });
    if (prng.chance(0.4)) showForm(world, scope);
    const envelope = correlationId(scope, prng.between(0, 9_999), prng.hex(8));
    const interruptId = prng.hex(32);
    const questions = [1, 2].map((number) => ({
      id: `q${number}`,
      question: `${sentence(prng)} Is that right?`,
    }));
    askPerson(scope, { interruptId, questions, cause: envelope, trust: 'trusted', afterMs: 2 });
    const answers = Object.fromEntries(questions.map(({ id }) => [id, sentence(prng)]));
    const resumed = answerPerson(scope, {
      interruptId,
      answers,
      answeredBy: 'principal:product-owner',
      afterMs: prng.skewed(4_000, 600_000),
    });
    return completeNode(scope, { outputs: { answers }, cause: resumed, afterMs: 2 });
  },
};

/** A gate: the user accepts, sends back or rejects. */
export const approvalScene: Scene = {
  longest: 20,
  play(world, scope, cause) {
    const { prng } = world;
    const { started } = begin(world, scope, cause);
    const interruptId = prng.hex(32);
    requestApproval(scope, {
      interruptId,
      request: {
        artifactId: `art-${prng.hex(10)}`,
        artifactType: 'document',
        title: sentence(prng),
        description: prose(prng, prng.between(100, 700)),
        actions: ['accept', 'reject', 'refine'],
      },
      cause: started,
      afterMs: 2,
    });
    const resumed = decideApproval(scope, {
      interruptId,
      action: prng.chance(0.85) ? 'accept' : 'refine',
      decidedBy: 'principal:release-lead',
      comment: sentence(prng),
      afterMs: prng.skewed(4_000, 900_000),
    });
    writeChannel(scope, { channel: 'decisions', value: sentence(prng), reducer: 'append', cause: resumed });
    return completeNode(scope, { outputs: { approved: true }, cause: resumed, afterMs: 2 });
  },
};

function begin(
  world: World,
  scope: NodeScope,
  cause: string,
): { started: string; model: (typeof MODELS)[number] } {
  const { prng } = world;
  const started = startNode(scope, { typeId: 'core.interrupt', cause, afterMs: prng.between(1, 9) });
  composePrompt(scope, {
    promptId: 'acme.ask.system',
    version: '1.0.0',
    system: prose(prng, 500),
    user: prose(prng, prng.skewed(200, 3_000)),
    cause: started,
  });
  return { started, model: prng.pick(MODELS) };
}

function showForm(world: World, scope: NodeScope): void {
  const { prng } = world;
  const envelope = correlationId(scope, prng.between(0, 9_999), prng.hex(8));
  const options = [1, 2, 3].map((number) => ({ value: `v${number}`, label: sentence(prng) }));
  const components = [
    { component: 'heading', text: sentence(prng), level: 2 },
    { component: 'text', text: prose(prng, 160) },
    { component: 'field.select', id: 'choice', label: 'Choice', options, required: true },
    { component: 'field.date', id: 'when', label: 'Date' },
    { component: 'field.checkbox', id: 'notify', label: 'Tell the reviewers', default: true },
    { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
  ];
  showSurface(scope, {
    title: sentence(prng),
    components,
    reasoning: sentence(prng),
    cause: envelope,
    trust: 'trusted',
    afterMs: 5,
  });
  const envelopeId = `env-${prng.hex(8)}`;
  acceptEnvelope(scope, {
    envelopeId,
    envelopeType: 'ui.a2ui-surface',
    correlationId: envelope,
    trust: 'trusted',
  });
}
