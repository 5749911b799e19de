import type { Prng } from '../prng.ts';
import { prose, searchResult, sentence, streamed, tableAsText } from '../prose.ts';
import words from '../word-stock.json' with { type: 'json' };
import { type NodeScope, record, type Scene } from '../world.ts';
import { completeNode, composePrompt, startNode, useProvider } from './steps.ts';

/** An agent looks things up and thinks aloud: tool results of a few kilobytes, many small deltas. */
export const researchScene: Scene = {
  longest: 100,
  play(scope, cause) {
    const { agentId } = scope;
    const { prng, nowMs: startedMs } = scope.run.world;
    const started = startNode(scope, 'core.agent', cause);
    const model = prng.pick(words.models);
    const invocation = { invocationId: prng.uuid(), agentId };
    const how = { source: 'workflow-node', modelClass: 'general' };
    const resolved = { resolvedModel: model.model, resolvedProvider: model.provider, memoryBound: true };
    record(scope, 'agent.invocation.started', { ...invocation, ...how, ...resolved }, { cause: started });
    const reference = `acme.${agentId.slice('acme.'.length)}.system@2.1.0`;
    const system = prose(prng, prng.between(600, 1_600));
    const user = prose(prng, prng.skewed(300, 10_000));
    const prompt = composePrompt(scope, { reference, system, user }, started);
    const lastAnswer = lookUp(scope, prompt);
    const reasoned = think(scope, lastAnswer);
    const tokens = { inputTokens: prng.between(400, 6_000), outputTokens: prng.between(80, 1_900) };
    useProvider(scope, { ...model, ...tokens, traceId: prng.hex(32) }, { cause: started });
    const decision = { next: sentence(prng), sources: prng.between(1, 6) };
    const confidence = 0.7 + prng.between(0, 29) / 100;
    const decided = record(scope, 'agent.decided', { agentId, decision, confidence }, { cause: reasoned });
    const ended = { ...invocation, outcome: 'completed' };
    record(scope, 'agent.invocation.completed', ended, { cause: started });
    const notes = prose(prng, prng.between(200, 900));
    return completeNode(scope, { notes }, { startedMs, cause: decided });
  },
};

const REFUSED = {
  error: { code: 'rate_limited', message: 'Try again in 2 s', retryable: true },
  status: 'rate_limited',
};

/** What a tool brings back: mostly some kilobytes, now and then a whole document of a few hundred. */
function found(prng: Prng): unknown {
  if (prng.chance(0.012))
    return { contentType: 'text/markdown', text: prose(prng, prng.between(60_000, 400_000)) };
  return prng.chance(0.7)
    ? searchResult(prng, prng.skewed(1, 46, 2))
    : tableAsText(prng, prng.skewed(3, 180));
}

/** One to four calls of a tool, each answered by an event that it caused (run-events.md section 4.5). */
function lookUp(scope: NodeScope, prompt: string): string {
  const { prng } = scope.run.world;
  let last = prompt;
  for (let left = prng.between(1, 4); left > 0; left -= 1) {
    const answer = prng.chance(0.05) ? REFUSED : { outcome: found(prng), status: 'ok' };
    const call = { agentId: scope.agentId, toolName: prng.pick(words.tools), callId: `call_${prng.hex(12)}` };
    const inputs = { query: prng.pick(words.queries), limit: prng.between(1, 40) };
    const transport = prng.chance(0.8) ? 'mcp' : 'http';
    const tookMs = prng.skewed(40, 2_400);
    const asking = { cause: last, afterMs: prng.between(2, 40) };
    const called = record(scope, 'agent.toolCalled', { ...call, inputs, transport }, asking);
    const returned = { ...call, ...answer, durationMs: tookMs };
    const parts = { cause: called, trust: 'untrusted', afterMs: tookMs } as const;
    last = record(scope, 'agent.toolReturned', returned, parts);
  }
  return last;
}

/** One block of thinking: an `agent.reasoning.delta` a piece, closed by `agent.reasoned` with the whole. Returns the id of the latter. */
function think(scope: NodeScope, cause: string): string {
  const { agentId } = scope;
  const { prng } = scope.run.world;
  const pieces = streamed(prng, prose(prng, prng.skewed(400, 2_400, 2)), 16).slice(0, 80);
  const everyMs = prng.between(14, 40);
  const firstMs = prng.between(200, 900);
  const parts = { cause, trust: 'untrusted' } as const;
  for (const [sequence, delta] of pieces.entries()) {
    const piece = { agentId, delta, sequence, verbosity: 'full' };
    const afterMs = sequence === 0 ? firstMs : everyMs;
    record(scope, 'agent.reasoning.delta', piece, { ...parts, afterMs });
  }
  const whole = { agentId, reasoning: pieces.join(''), verbosity: 'full' };
  return record(scope, 'agent.reasoned', whole, { ...parts, afterMs: 9 });
}

const BUDGET_TOKENS = 50_000_000;

/** One event that the engine writes by itself and that nothing in the log caused. */
export function keepHouse(scope: NodeScope): void {
  const { run, nodeId } = scope;
  const { world } = run;
  const { prng } = world;
  const afterMs = prng.between(1, 60);
  switch (prng.between(0, 4)) {
    case 0: {
      const expiresAt = new Date(world.nowMs + 30_000).toISOString();
      const [leaseId, instanceId] = [`lease-${prng.hex(6)}`, `engine-${prng.between(1, 4)}`];
      run.record('lease.renewed', { leaseId, host: 'cloud', instanceId, expiresAt }, { afterMs: 1 });
      return;
    }
    case 1: {
      const consumed = Math.min(BUDGET_TOKENS, world.recorded * 40);
      const spent = { consumed, limit: BUDGET_TOKENS, remaining: BUDGET_TOKENS - consumed };
      run.record('budget.consumed', { dimension: 'tokens', ...spent }, { afterMs: 1 });
      return;
    }
    case 2: {
      const memory = { memoryRef: 'tenant-memory', memoryId: `mem_${prng.hex(12)}` };
      record(scope, 'memory.written', { ...memory, nodeId, tags: ['note'] }, { afterMs });
      return;
    }
    case 3: {
      const change = { name: 'progress', previous: prng.between(0, 50), next: prng.between(51, 100) };
      record(scope, 'variable.changed', { ...change, nodeId }, { afterMs });
      return;
    }
    default: {
      const level = prng.chance(0.9) ? 'debug' : 'warn';
      const message = sentence(prng);
      const fields = { queue: prng.between(0, 40), detail: prose(prng, prng.skewed(60, 1_200)) };
      record(scope, 'log.appended', { level, message, nodeId, fields }, { afterMs });
    }
  }
}
