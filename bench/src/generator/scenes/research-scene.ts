import {
  callTool,
  closeInvocation,
  completeNode,
  composePrompt,
  decide,
  type NodeScope,
  openInvocation,
  type Prng,
  reasonAloud,
  startNode,
  useProvider,
} from '@openwop-inspector/testing/stories';
import { prose, searchResult, sentence, streamed, tableAsText } from '../prose.ts';
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
    const trip = callTool(scope, {
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
    last = trip.returned;
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
