import {
  ASK_REASONING,
  BRIEF,
  OUTLINE_TEXT,
  PLAN_THOUGHTS,
  RESEARCH_SECOND_THOUGHTS,
  RESEARCH_SYSTEM,
  RESEARCH_THOUGHTS,
} from './failed-draft-texts.ts';
import { libraryHits } from './library-hits.ts';
import {
  callTool,
  closeInvocation,
  decideNext,
  openInvocation,
  reasonAloud,
  reasonOnce,
} from './steps/agent-steps.ts';
import { acceptEnvelope, correlationId, retryEnvelope, truncateEnvelope } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope } from './steps/node-scope.ts';
import { answerPerson, askPerson } from './steps/person-steps.ts';
import {
  appendLog,
  changeVariable,
  completeNode,
  createArtifact,
  startNode,
  writeChannel,
} from './steps/run-steps.ts';
import { inPieces, MOCK_MINI, type Stage } from './story.ts';

/** The brief is read. 0 to 1.2 s. */
export function playIntake(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.input', cause, afterMs: 4 });
  appendLog(scope, {
    level: 'debug',
    message: 'brief read',
    fields: { characters: BRIEF.length },
    afterMs: 310,
  });
  changeVariable(scope, { name: 'brief', previous: null, next: BRIEF, afterMs: 80 });
  writeChannel(scope, {
    channel: 'notes',
    value: 'brief accepted',
    reducer: 'append',
    cause: started,
    afterMs: 240,
  });
  stage.at(1_200);
  return completeNode(scope, { outputs: { brief: BRIEF }, durationMs: 1_196, cause: started });
}

/** Three searches, two blocks of thinking, a schema asked for and a picture kept. 1.2 to 7.6 s. */
export function playResearch(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.agent', cause, afterMs: 4 });
  openInvocation(scope, { ...MOCK_MINI, invocationId: 'inv-research-1', cause: started, afterMs: 2 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.research.system',
    version: '2.1.0',
    system: RESEARCH_SYSTEM,
    user: BRIEF,
    cause: started,
    afterMs: 3,
  });
  search(scope, prompt, 'offline export', 'call_4f01a2', 4, 1_020);
  search(scope, prompt, 'release policy', 'call_4f01a3', 3, 640);
  const last = search(scope, prompt, 'export flow picture', 'call_4f01a4', 2, 710);
  const pieces = inPieces(RESEARCH_THOUGHTS, 10);
  reasonAloud(scope, { pieces, everyMs: 26, cause: last, trust: 'untrusted', afterMs: 320 });
  acceptSchemaRequest(scope);
  const again = inPieces(RESEARCH_SECOND_THOUGHTS, 16);
  const reasoned = reasonAloud(scope, {
    pieces: again,
    everyMs: 22,
    cause: last,
    trust: 'untrusted',
    afterMs: 90,
  });
  keepPicture(scope);
  useProvider(scope, { ...MOCK_MINI, inputTokens: 2_904, outputTokens: 811, cause: started, afterMs: 12 });
  closeInvocation(scope, { invocationId: 'inv-research-1', outcome: 'completed', cause: started });
  stage.at(7_600);
  const outputs = { documents: 9, openQuestions: ['market', 'date'] };
  return completeNode(scope, { outputs, durationMs: 6_396, cause: reasoned });
}

/** The brief is written and accepted. 7.6 to 10.9 s. */
export function playOutline(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 3 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.outline.system',
    version: '1.0.3',
    system: 'You turn notes into a launch brief in Markdown. One page. Answer with vendor.acme.brief.create.',
    user: `${BRIEF}\n\nNotes: ${RESEARCH_THOUGHTS}`,
    trust: 'untrusted',
    cause: started,
  });
  const pieces = inPieces(OUTLINE_TEXT, 12);
  const usage = { promptTokens: 1_402, completionTokens: 808 };
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces,
    everyMs: 70,
    finishReason: 'stop',
    usage,
    cause: prompt,
    trust: 'untrusted',
    afterMs: 410,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 1_402, outputTokens: 808, cause: prompt, afterMs: 5 });
  const envelope = correlationId(scope, 2, '0b7d');
  acceptEnvelope(scope, {
    envelopeId: 'env-11',
    envelopeType: 'vendor.acme.brief.create',
    correlationId: envelope,
    envelopePayload: { reasoning: 'The notes hold all but market and date.', text: OUTLINE_TEXT },
    trust: 'untrusted',
    afterMs: 4,
  });
  createArtifact(scope, {
    artifactId: 'art-brief-1',
    artifactType: 'brief',
    version: '1',
    summary: 'Launch brief: offline export',
    cause: envelope,
    trust: 'untrusted',
  });
  stage.at(10_900);
  const outputs = { artifactId: 'art-brief-1' };
  return completeNode(scope, { outputs, durationMs: 3_297, cause: started });
}

/** A form at the third attempt, two questions, and a person who takes 1 minute 44 seconds. 10.9 s to 1 min 58.6 s. */
export function playAsk(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.clarification', cause, afterMs: 2 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.ask.system',
    version: '1.2.0',
    system:
      'Ask for what is missing. Return one ui.a2ui-surface, catalogue 0.9.1 only, then one clarification.request.',
    user: 'Missing: market, date.',
    cause: started,
  });
  reasonOnce(scope, ASK_REASONING, { cause: prompt, trust: 'untrusted', afterMs: 420 });
  buildForm(scope, prompt);
  stage.at(14_190);
  const interruptId = 'fae2e2e8ef15e652766c8dc44f2bbd7a';
  askPerson(scope, {
    interruptId,
    questions: [
      { id: 'market', question: 'Which market first?', schema: { type: 'string', enum: ['north', 'south'] } },
      { id: 'date', question: 'When should the draft be ready?', schema: { type: 'string', format: 'date' } },
    ],
    contextType: 'launch-brief',
    cause: correlationId(scope, 3, '31fa'),
    trust: 'untrusted',
  });
  stage.at(118_610);
  const resumed = answerPerson(scope, {
    interruptId,
    answers: { market: 'north', date: '2026-03-20' },
    answeredBy: 'principal:product-owner',
  });
  stage.at(118_615);
  const outputs = { answers: { market: 'north', date: '2026-03-20' } };
  return completeNode(scope, { outputs, durationMs: 107_713, cause: resumed });
}

/** The search whose answer spoils the draft, and the decision that follows from it. 1 min 58.6 s to 1 min 59.9 s. */
export function playPlan(stage: Stage, scope: NodeScope, cause: string): string {
  stage.at(118_618);
  startNode(scope, { typeId: 'core.agent', cause });
  stage.at(118_640);
  // Nobody wrote down what led to this call: it is where the chain of the failure begins.
  const { returned } = callTool(scope, {
    toolName: 'docs.search',
    callId: 'call_5a90c1',
    inputs: { query: 'launch checklist', limit: 40 },
    transport: 'mcp',
    outcome: libraryHits('launch checklist', 38, 0),
    tookMs: 1_231,
    trust: 'untrusted',
  });
  stage.at(119_880);
  reasonOnce(scope, PLAN_THOUGHTS, { cause: returned, trust: 'untrusted' });
  stage.at(119_902);
  const decided = decideNext(scope, { next: ['draft'], confidence: 0.82, cause: returned });
  stage.at(119_903);
  completeNode(scope, { outputs: { next: 'draft' }, durationMs: 1_285, cause: decided });
  return decided;
}

function search(
  scope: NodeScope,
  cause: string,
  query: string,
  callId: string,
  found: number,
  tookMs: number,
): string {
  const { returned } = callTool(scope, {
    toolName: 'docs.search',
    callId,
    inputs: { query, limit: 10 },
    transport: 'mcp',
    outcome: libraryHits(query, found, found),
    tookMs,
    trust: 'untrusted',
    cause,
    afterMs: 60,
  });
  return returned;
}

function acceptSchemaRequest(scope: NodeScope): void {
  acceptEnvelope(scope, {
    envelopeId: 'env-07',
    envelopeType: 'schema.request',
    correlationId: correlationId(scope, 1, '9e02'),
    envelopePayload: { envelopeType: 'vendor.acme.brief.create', reason: 'needed for the outline' },
    trust: 'untrusted',
    afterMs: 30,
  });
}

function keepPicture(scope: NodeScope): void {
  acceptEnvelope(scope, {
    envelopeId: 'env-08',
    envelopeType: 'media.image',
    correlationId: correlationId(scope, 1, 'c4d1'),
    envelopePayload: {
      bytes: 18_240,
      url: `https://assets.acme.example/v1/runs/${scope.run.runId}/assets/export-flow-7c1e.png`,
      mimeType: 'image/png',
      alt: 'Export flow, 3 steps: file, upload, check',
    },
    trust: 'untrusted',
    afterMs: 25,
  });
}

/** Three attempts at a surface: cut off, then with a component outside the catalogue, then accepted. */
function buildForm(scope: NodeScope, prompt: string): void {
  const envelope = correlationId(scope, 2, '77e0');
  const trust = 'untrusted';
  const used = useProvider(scope, {
    ...MOCK_MINI,
    inputTokens: 704,
    outputTokens: 512,
    cause: prompt,
    afterMs: 820,
  });
  truncateEnvelope(scope, { ...MOCK_MINI, outputTokenCount: 512, cause: used, afterMs: 1 });
  const cut = 'finish_reason=length; tokens=512';
  retryEnvelope(scope, {
    attempt: 2,
    reason: 'truncation',
    previousError: cut,
    cause: envelope,
    trust,
    afterMs: 1,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 704, outputTokens: 688, cause: prompt, afterMs: 930 });
  const wrong = '/surface/components/3 must match a component of the catalogue';
  retryEnvelope(scope, {
    attempt: 3,
    reason: 'schema-violation',
    previousError: wrong,
    cause: envelope,
    trust,
    afterMs: 4,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 771, outputTokens: 641, cause: prompt, afterMs: 910 });
  acceptEnvelope(scope, {
    envelopeId: 'env-15',
    envelopeType: 'ui.a2ui-surface',
    correlationId: envelope,
    envelopePayload: { catalogVersion: '0.9.1', surface: kickoffSurface(), reasoning: ASK_REASONING },
    trust,
    afterMs: 3,
  });
}

function kickoffSurface(): Record<string, unknown> {
  const options = [
    { value: 'north', label: 'North region' },
    { value: 'south', label: 'South region' },
  ];
  return {
    title: 'Two things are missing',
    components: [
      { component: 'heading', text: 'Before the draft starts', level: 2 },
      {
        component: 'text',
        text: 'Pick a market and a date. The key [REDACTED:provider-key] was in the text.',
      },
      { component: 'field.select', id: 'market', label: 'Market first', options, required: true },
      { component: 'field.date', id: 'date', label: 'Draft ready by', required: true },
      { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
    ],
  };
}
