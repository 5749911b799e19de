import { writeBrief } from './media-brief.ts';
import { barChartPng } from './small-picture.ts';
import { acceptEnvelope, correlationId, showSurface } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
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
import { fenced, inPieces, MOCK_MINI, type Stage, type Story } from './story.ts';

const RUN_ID = 'kickoff-c58d';
const WORKFLOW_ID = 'acme.launch-kickoff';
const CHART = barChartPng([12, 19, 9, 24, 31, 27, 22]);
const ASSETS = `https://assets.acme.example/v1/runs/${RUN_ID}/assets`;

/** A form is shown and sent back; then everything a model can show: a chart, sounds, files, a brief, code, a card. */
export const mediaStory: Story = {
  sampleId: 'media-and-surface',
  title: 'A form, a chart, a brief, code, sounds and files: what a model can show',
  file: 'media-and-surface.events.json',
  shape: 'event-log',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const node = (nodeId: string, agentId: string): NodeScope => ({ run, nodeId, agentId });
    const inputs = { launch: 'offline export' };
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['sample'] });
    const filled = fillForm(stage, node('form', 'acme.host'), started);
    const drawn = draw(node('chart', 'acme.analyst'), filled);
    const attached = attach(node('handout', 'acme.writer'), drawn);
    const written = writeBrief(node('brief', 'acme.writer'), attached);
    rememberRun(run, WORKFLOW_ID, 'mem_e41d70aa-c08', 10);
    const outputs = { market: 'north', media: 5 };
    completeRun(run, { outputs, durationMs: stage.clock.elapsedMs, cause: written, afterMs: 1 });
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'completed', inputs };
  },
};

/** The surface, the question it stands for, and the values that a person sends. */
function fillForm(stage: Stage, scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.clarification', cause, afterMs: 3 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.kickoff.system',
    version: '1.0.0',
    system: 'Ask for the kickoff with one ui.a2ui-surface, catalogue 0.9.1, then one clarification.request.',
    user: 'Launch: offline export',
    cause: started,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 190, outputTokens: 402, cause: prompt, afterMs: 1_310 });
  showForm(scope);
  const interruptId = '7a31c0de90b24a51b5a0f4117d22e6c9';
  const question = 'When and for which market is the kickoff?';
  const envelope = correlationId(scope, 0, '88b1');
  askPerson(scope, {
    interruptId,
    questions: [{ id: 'kickoff', question }],
    cause: envelope,
    trust: 'trusted',
    afterMs: 2,
  });
  stage.clock.advance(48_900);
  const values = {
    market: 'north',
    when: '2026-04-02',
    note: 'Room 3, 会議室',
    invite: true,
    action: 'confirm',
  };
  const resumed = answerPerson(scope, {
    interruptId,
    answers: { kickoff: '2026-04-02, north' },
    answeredBy: 'principal:release-lead',
    resumeValue: values,
  });
  return completeNode(scope, { outputs: { values }, durationMs: 50_240, cause: resumed, afterMs: 2 });
}

/** The form as the host records it: the surface, and that its envelope was accepted. */
function showForm(scope: NodeScope): void {
  const reasoning = 'Market and date decide everything else, so both are required.';
  const title = 'Schedule the kickoff';
  const surfaceCause = correlationId(scope, 0, '2c40');
  showSurface(scope, {
    title,
    components: FORM,
    reasoning,
    cause: surfaceCause,
    trust: 'trusted',
    afterMs: 3,
  });
  acceptEnvelope(scope, {
    envelopeId: 'env-1',
    envelopeType: 'ui.a2ui-surface',
    correlationId: surfaceCause,
    trust: 'trusted',
  });
}

const FORM: readonly Readonly<Record<string, unknown>>[] = [
  { component: 'heading', text: 'Schedule the kickoff', level: 2 },
  { component: 'text', text: 'Pick a market and a day. You can change both later.' },
  {
    component: 'field.select',
    id: 'market',
    label: 'Market first',
    options: [
      { value: 'north', label: 'North region' },
      { value: 'south', label: 'South region' },
    ],
    required: true,
  },
  { component: 'field.date', id: 'when', label: 'Date', required: true },
  { component: 'field.text', id: 'note', label: 'Note for the room', placeholder: 'Room, equipment' },
  { component: 'field.checkbox', id: 'invite', label: 'Invite the reviewers', default: true },
  { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
];

/** The model's text holds the envelope in a fence; the bytes of the picture are inside it. */
function draw(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  const payload = {
    bytes: CHART.length,
    base64: Buffer.from(CHART).toString('base64'),
    mimeType: 'image/png',
    alt: 'Bar chart of stalled exports on seven days; the fifth day is the highest with 31',
  };
  const envelope = correlationId(scope, 1, 'd9f3');
  const text = `The chart of last week:\n${fenced({
    type: 'media.image',
    schemaVersion: 1,
    envelopeId: 'env-4',
    correlationId: envelope,
    nodeId: scope.nodeId,
    payload,
    meta: {
      source: 'ai-generation',
      ts: scope.run.clock.iso(),
      rendering: { display: 'image', title: 'Stalled exports' },
    },
  })}`;
  const usage = { promptTokens: 260, completionTokens: 904 };
  const pieces = inPieces(text, 60);
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces,
    everyMs: 55,
    finishReason: 'stop',
    usage,
    cause: started,
    afterMs: 640,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 260, outputTokens: 904, cause: started, afterMs: 3 });
  const accepted = acceptEnvelope(scope, {
    envelopeId: 'env-4',
    envelopeType: 'media.image',
    correlationId: envelope,
    envelopePayload: payload,
    trust: 'trusted',
    afterMs: 2,
  });
  return completeNode(scope, { outputs: { envelopeId: 'env-4' }, cause: accepted, afterMs: 1 });
}

/** A recording and a document that stay on the host; only their addresses are in the log. */
function attach(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 330, outputTokens: 120, cause: started, afterMs: 900 });
  acceptEnvelope(scope, {
    envelopeId: 'env-5',
    envelopeType: 'media.audio',
    correlationId: correlationId(scope, 2, '10ce'),
    envelopePayload: {
      bytes: 184_320,
      url: `${ASSETS}/welcome-41d7.ogg`,
      mimeType: 'audio/ogg',
      alt: 'Spoken welcome, 23 seconds',
      durationSeconds: 23,
    },
    trust: 'trusted',
    afterMs: 3,
  });
  const handout = correlationId(scope, 2, '7fa2');
  acceptEnvelope(scope, {
    envelopeId: 'env-6',
    envelopeType: 'media.file',
    correlationId: handout,
    envelopePayload: {
      bytes: 48_211,
      url: `${ASSETS}/handout-90aa.pdf`,
      mimeType: 'application/pdf',
      name: 'Handout für den Start.pdf',
    },
    trust: 'trusted',
    afterMs: 2,
  });
  const created = createArtifact(scope, {
    artifactId: 'art-handout-1',
    artifactType: 'handout',
    version: '1',
    summary: 'Handout for the kickoff',
    cause: handout,
    trust: 'trusted',
  });
  return completeNode(scope, { outputs: { artifactId: 'art-handout-1' }, cause: created, afterMs: 1 });
}
