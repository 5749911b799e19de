import { acceptEnvelope, correlationId, retryEnvelope, truncateEnvelope } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope } from './steps/node-scope.ts';
import {
  changeVariable,
  completeNode,
  completeRun,
  createArtifact,
  rememberRun,
  startNode,
  startRun,
} from './steps/run-steps.ts';
import { fenced, inPieces, MOCK_MINI, type Story } from './story.ts';

const RUN_ID = 'summary-9d03';
const WORKFLOW_ID = 'acme.minutes-summary';
const ENVELOPE_TYPE = 'vendor.acme.summary.write';
const FIRST_BUDGET = 256;
const MINUTES =
  'Minutes of the export round. Present: design, support, platform. The file comes first, the upload second. The north region is first. Support prepares answers for five questions. Platform measures how often an upload stalls, in Zürich and in Łódź. Design shows the bar again; it must not say 99 % while nothing moves. Next round in two weeks.';
const SUMMARY: readonly string[] = [
  'The round decided that an export writes its file before the upload starts, so that a stalled upload no longer leaves people without a file.',
  'The north region gets the release first, one week before the second market.',
  'Support prepares answers for the five questions that people ask most about missing files.',
  'Platform measures in two offices how often an upload stalls and for how long, and brings the figures as fractions because there are few cases.',
  'Design changes the progress bar: while nothing moves it says what it waits for, and it never shows 99 % for minutes.',
  'Open until the next round: whether a run that is cancelled keeps the part of the file it has written.',
];

/** A streamed answer is cut off at its token limit; the retry gets twice the budget and finishes. */
export const truncatedSummaryStory: Story = {
  sampleId: 'truncated-summary',
  title: 'An answer is cut off at its token limit and finished with twice the budget',
  file: 'truncated-summary.sse',
  shape: 'sse',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const node = (nodeId: string, agentId: string): NodeScope => ({ run, nodeId, agentId });
    const inputs = { documentId: 'minutes-14' };
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['sample'] });
    const loaded = load(node('load', 'acme.clerk'), started);
    const written = summarise(node('summarise', 'acme.writer'), loaded);
    const delivered = deliver(node('deliver', 'acme.clerk'), written);
    rememberRun(run, WORKFLOW_ID, 'mem_02f7bd11-0c4', 11);
    const durationMs = stage.clock.elapsedMs;
    completeRun(run, { outputs: { artifactId: 'art-sum-14' }, durationMs, cause: delivered, afterMs: 1 });
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'completed', inputs };
  },
};

function load(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.input', cause, afterMs: 4 });
  changeVariable(scope, { name: 'minutes', previous: null, next: MINUTES, afterMs: 60 });
  return completeNode(scope, { outputs: { text: MINUTES }, durationMs: 62, cause: started, afterMs: 2 });
}

function summarise(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.summary.system',
    version: '2.0.0',
    system: 'Summarise minutes in at most six sentences. Answer with one vendor.acme.summary.write envelope.',
    user: MINUTES,
    cause: started,
    afterMs: 2,
  });
  const envelope = correlationId(scope, 0, 'e771');
  const whole = fenced(summaryEnvelope(scope));
  const used = answer(scope, prompt, whole.slice(0, Math.floor(whole.length * 0.7)), FIRST_BUDGET, 'length');
  truncateEnvelope(scope, { ...MOCK_MINI, outputTokenCount: FIRST_BUDGET, cause: used, afterMs: 1 });
  const previousError = `finish_reason=length; tokens=${FIRST_BUDGET}`;
  retryEnvelope(scope, {
    attempt: 2,
    reason: 'truncation',
    previousError,
    cause: envelope,
    trust: 'trusted',
    afterMs: 1,
  });
  answer(scope, prompt, whole, 364, 'stop');
  const accepted = acceptEnvelope(scope, {
    envelopeId: 'env-2',
    envelopeType: ENVELOPE_TYPE,
    correlationId: envelope,
    envelopePayload: { sentences: SUMMARY },
    trust: 'trusted',
    afterMs: 2,
  });
  return completeNode(scope, { outputs: { sentences: SUMMARY.length }, cause: accepted, afterMs: 1 });
}

function answer(
  scope: NodeScope,
  prompt: string,
  text: string,
  completionTokens: number,
  finishReason: 'stop' | 'length',
): string {
  const pieces = inPieces(text, 22);
  const usage = { promptTokens: 233, completionTokens };
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces,
    everyMs: 41,
    finishReason,
    usage,
    cause: prompt,
    afterMs: 330,
  });
  return useProvider(scope, {
    ...MOCK_MINI,
    inputTokens: 233,
    outputTokens: completionTokens,
    cause: prompt,
    afterMs: 3,
  });
}

function summaryEnvelope(scope: NodeScope): Record<string, unknown> {
  return {
    type: ENVELOPE_TYPE,
    schemaVersion: 1,
    envelopeId: 'env-2',
    correlationId: correlationId(scope, 0, 'e771'),
    payload: { sentences: SUMMARY },
    meta: {
      source: 'ai-generation',
      ts: scope.run.clock.iso(),
      rendering: { display: 'markdown', title: 'Summary' },
    },
  };
}

function deliver(scope: NodeScope, cause: string): string {
  startNode(scope, { typeId: 'core.deliver', cause, afterMs: 2 });
  const created = createArtifact(scope, {
    artifactId: 'art-sum-14',
    artifactType: 'summary',
    version: '1',
    summary: 'Minutes of the export round in six sentences',
    cause,
    afterMs: 20,
  });
  return completeNode(scope, { outputs: { artifactId: 'art-sum-14' }, cause: created, afterMs: 1 });
}
