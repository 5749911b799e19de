import {
  acceptEnvelope,
  answerPerson,
  askPerson,
  completeNode,
  composePrompt,
  correlationId,
  decideApproval,
  type NodeScope,
  requestApproval,
  showSurface,
  startNode,
  useProvider,
  writeChannel,
} from '@openwop-inspector/testing/stories';
import { prose, sentence } from '../prose.ts';
import { MODELS } from '../word-stock.ts';
import type { Scene, World } from '../world.ts';

/** The model asks a person, with or without a form; the run idles until the answer comes. */
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

/** A gate: a person accepts, sends back or rejects. */
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
