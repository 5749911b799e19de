import { callTool, reasonAloud } from './steps/agent-steps.ts';
import { acceptEnvelope, correlationId } from './steps/envelope-steps.ts';
import { composePrompt, useProvider } from './steps/model-steps.ts';
import type { NodeScope } from './steps/node-scope.ts';
import { answerPerson, askPerson } from './steps/person-steps.ts';
import {
  completeNode,
  completeRun,
  createArtifact,
  rememberRun,
  startNode,
  startRun,
} from './steps/run-steps.ts';
import { inPieces, MOCK_MINI, type Stage, type Story } from './story.ts';

const RUN_ID = 'offsite-2be7';
const WORKFLOW_ID = 'acme.offsite-plan';
const REQUEST = 'Plan two days with the whole team in May, somewhere that can be reached by train.';

/** The request leaves two things open. The run asks twice, waits, and completes. */
export const clarificationStory: Story = {
  sampleId: 'clarification',
  title: 'A run asks two questions, waits eleven minutes for a person and goes on',
  file: 'clarification.poll.json',
  shape: 'poll',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const node = (nodeId: string, agentId: string): NodeScope => ({ run, nodeId, agentId });
    const inputs = { request: REQUEST, people: 14 };
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['sample'] });
    const asked = ask(stage, node('ask', 'acme.planner'), started);
    const found = find(node('find', 'acme.planner'), asked);
    const proposed = propose(node('propose', 'acme.writer'), found);
    rememberRun(run, WORKFLOW_ID, 'mem_6cfa0b93-71d', 9);
    const outputs = { artifactId: 'art-offsite-1' };
    completeRun(run, { outputs, durationMs: stage.clock.elapsedMs, cause: proposed, afterMs: 1 });
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'completed', inputs };
  },
};

function ask(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.clarification', cause, afterMs: 3 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.offsite.system',
    version: '1.0.0',
    system: 'Ask only for what cannot be looked up. Use clarification.request; at most two questions.',
    user: REQUEST,
    cause: started,
  });
  const thought =
    'May has four weeks and two holidays. The team sits in Zürich and Łódź. I need the week and whether rooms must be accessible.';
  const pieces = inPieces(thought, 16);
  const reasoned = reasonAloud(scope, { pieces, everyMs: 28, cause: prompt, afterMs: 260 });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 211, outputTokens: 88, cause: reasoned, afterMs: 4 });
  const interruptId = '1d93b0c4f6aa4a0e9be7f20c51e3d810';
  askPerson(scope, {
    interruptId,
    questions: [
      { id: 'week', question: 'Which week of May?', schema: { type: 'integer', minimum: 19, maximum: 22 } },
      { id: 'rooms', question: 'What must the rooms offer?' },
    ],
    contextType: 'offsite',
    cause: correlationId(scope, 0, '6f10'),
    trust: 'trusted',
    afterMs: 3,
  });
  stage.clock.advance(668_200);
  const answers = { week: '20', rooms: 'Step-free access and a kitchen. Quiet after ten — ganz wichtig.' };
  const answeredBy = 'principal:team-lead';
  const resumed = answerPerson(scope, { interruptId, answers, answeredBy });
  return completeNode(scope, { outputs: { answers }, durationMs: 668_900, cause: resumed, afterMs: 2 });
}

function find(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.agent', cause, afterMs: 2 });
  const { returned } = callTool(scope, {
    toolName: 'places.search',
    callId: 'call_2f6611',
    inputs: { week: 20, people: 14, stepFree: true, kitchen: true },
    transport: 'mcp',
    outcome: {
      total: 2,
      places: [
        {
          name: 'House by the lake',
          nearestStation: 'Seestation',
          minutesOnFoot: 9,
          stepFree: true,
          kitchen: true,
        },
        { name: 'Old school', nearestStation: 'Szkoła', minutesOnFoot: 21, stepFree: true, kitchen: true },
      ],
    },
    tookMs: 930,
    trust: 'untrusted',
    cause: started,
    afterMs: 15,
  });
  const thought =
    'Two places fit. The house by the lake is nine minutes from the station, the other one twenty-one. I propose the first.';
  const pieces = inPieces(thought, 20);
  const reasoned = reasonAloud(scope, {
    pieces,
    everyMs: 25,
    cause: returned,
    trust: 'untrusted',
    afterMs: 240,
  });
  return completeNode(scope, { outputs: { place: 'House by the lake' }, cause: reasoned, afterMs: 2 });
}

function propose(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 502, outputTokens: 210, cause: started, afterMs: 1_420 });
  const envelope = correlationId(scope, 2, 'b3c8');
  const text =
    '**House by the lake**, week 20. Nine minutes on foot from the station, step-free, with a kitchen.';
  acceptEnvelope(scope, {
    envelopeId: 'env-3',
    envelopeType: 'vendor.acme.proposal.write',
    correlationId: envelope,
    envelopePayload: { text },
    trust: 'untrusted',
    afterMs: 2,
  });
  const created = createArtifact(scope, {
    artifactId: 'art-offsite-1',
    artifactType: 'proposal',
    version: '1',
    summary: 'Offsite in week 20 at the house by the lake',
    cause: envelope,
    trust: 'untrusted',
  });
  return completeNode(scope, { outputs: { artifactId: 'art-offsite-1' }, cause: created, afterMs: 1 });
}
