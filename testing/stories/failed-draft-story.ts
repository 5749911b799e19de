import { playAsk, playIntake, playOutline, playPlan, playResearch } from './failed-draft-acts.ts';
import { BRIEF, DRAFT_SYSTEM, PLAN_THOUGHTS, SECTIONS } from './failed-draft-texts.ts';
import { libraryHits } from './library-hits.ts';
import {
  breachCap,
  correlationId,
  exhaustRetries,
  recoverEnvelope,
  retryEnvelope,
  truncateEnvelope,
} from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope, RunError } from './steps/node-scope.ts';
import { failNode, failRun, rememberRun, startNode, startRun } from './steps/run-steps.ts';
import { fenced, inPieces, MOCK_MINI, type Stage, type Story } from './story.ts';

const RUN_ID = 'prd-5f2c';
const WORKFLOW_ID = 'acme.prd-draft';
const ENVELOPE_TYPE = 'vendor.acme.prd.create';
const SCHEMA_ROUNDS = 2;
const NO_TITLE = "must have required property 'title'";
const ERROR: RunError = {
  code: 'envelope_invalid',
  message: "payload lacks required property 'title'",
  details: {
    envelopeType: ENVELOPE_TYPE,
    capKind: 'schema',
    totalAttempts: SCHEMA_ROUNDS + 1,
    violations: [{ instancePath: '', schemaPath: '#/required', keyword: 'required', message: NO_TITLE }],
  },
};

/**
 * Node `draft` never produces a valid envelope: its first answer is cut off, the two after it lack a title, because an
 * untrusted search result says that drafts must not have one. The chain leads from the failure back to that search.
 */
export const failedDraftStory: Story = {
  sampleId: 'acme-prd-draft',
  title: 'A draft fails after three attempts; the cause is a search result two nodes earlier',
  file: 'acme-prd-draft.bundle.json',
  shape: 'bundle',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const inputs = { brief: BRIEF, markets: 2 };
    const node = (nodeId: string, agentId: string): NodeScope => ({ run, nodeId, agentId });
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['prd', 'sample'] });
    const read = playIntake(stage, node('intake', 'acme.clerk'), started);
    const known = playResearch(stage, node('research', 'acme.researcher'), read);
    const outlined = playOutline(stage, node('outline', 'acme.writer'), known);
    const answered = playAsk(stage, node('ask', 'acme.writer'), outlined);
    const decided = playPlan(stage, node('plan', 'acme.planner'), answered);
    const failed = playDraft(stage, node('draft', 'acme.writer'), decided);
    stage.at(134_379);
    rememberRun(run, WORKFLOW_ID, 'mem_7d3b8bd5-9b0', 0);
    stage.at(134_380);
    failRun(run, { error: ERROR, failedNodeId: 'draft', durationMs: 134_380, cause: failed });
    const done = {
      intake: 'completed',
      research: 'completed',
      outline: 'completed',
      ask: 'completed',
    } as const;
    const nodeStates = {
      ...done,
      plan: 'completed',
      draft: 'failed',
      review: 'pending',
      publish: 'pending',
    } as const;
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'failed', inputs, error: ERROR, nodeStates };
  },
};

/** Three model calls of 4.4, 4.7 and 5.3 seconds, and no valid envelope. Returns the id of `node.failed`. */
function playDraft(stage: Stage, scope: NodeScope, decided: string): string {
  stage.at(119_905);
  const started = startNode(scope, { typeId: 'core.ai.structured', cause: decided });
  stage.at(119_910);
  const prompt = composePrompt(scope, {
    promptId: 'acme.prd.system',
    version: '3.0.1',
    system: DRAFT_SYSTEM,
    user: draftPrompt(),
    variables: { market: 'north', date: '2026-03-20' },
    trust: 'untrusted',
    cause: started,
  });
  const envelope = correlationId(scope, 3, '9c41');
  attemptCutOff(stage, scope, prompt, envelope);
  attemptInFence(stage, scope, prompt, envelope);
  attemptLast(stage, scope, prompt);
  stage.at(134_352);
  const [cause, trust] = [envelope, 'untrusted' as const];
  const totalAttempts = SCHEMA_ROUNDS + 1;
  exhaustRetries(scope, {
    totalAttempts,
    finalReason: 'schema-violation',
    finalError: NO_TITLE,
    cause,
    trust,
  });
  breachCap(scope, { kind: 'schema', limit: SCHEMA_ROUNDS, cause, trust, afterMs: 1 });
  return failNode(scope, { error: ERROR, attempts: totalAttempts, cause, trust, afterMs: 1 });
}

function attemptCutOff(stage: Stage, scope: NodeScope, prompt: string, envelope: string): void {
  const whole = JSON.stringify(draftEnvelope(scope, 'env-30'), null, 2);
  const text = whole.slice(0, Math.floor(whole.length * 0.7));
  stream(stage, scope, prompt, {
    text,
    fromMs: 120_500,
    endMs: 124_300,
    promptTokens: 3_180,
    completionTokens: 384,
    cut: true,
  });
  stage.at(124_310);
  const used = useProvider(scope, { ...MOCK_MINI, inputTokens: 3_180, outputTokens: 384, cause: prompt });
  stage.at(124_312);
  truncateEnvelope(scope, { ...MOCK_MINI, outputTokenCount: 384, cause: used });
  const previousError = 'finish_reason=length; tokens=384';
  const [cause, trust] = [envelope, 'untrusted' as const];
  retryEnvelope(scope, { attempt: 2, reason: 'truncation', previousError, cause, trust, afterMs: 1 });
}

function attemptInFence(stage: Stage, scope: NodeScope, prompt: string, envelope: string): void {
  const text = `Here it is:\n${fenced(draftEnvelope(scope, 'env-31'))}`;
  stream(stage, scope, prompt, {
    text,
    fromMs: 125_000,
    endMs: 128_990,
    promptTokens: 3_180,
    completionTokens: 536,
    cut: false,
  });
  stage.at(129_004);
  const used = useProvider(scope, { ...MOCK_MINI, inputTokens: 3_180, outputTokens: 536, cause: prompt });
  stage.at(129_006);
  const byteOffset = text.indexOf('{');
  recoverEnvelope(scope, { path: 'markdown-fence', byteOffset, cause: used });
  stage.at(129_010);
  const [cause, trust] = [envelope, 'untrusted' as const];
  retryEnvelope(scope, { attempt: 3, reason: 'schema-violation', previousError: NO_TITLE, cause, trust });
}

function attemptLast(stage: Stage, scope: NodeScope, prompt: string): void {
  const text = JSON.stringify(draftEnvelope(scope, 'env-32'), null, 2);
  stream(stage, scope, prompt, {
    text,
    fromMs: 129_700,
    endMs: 134_340,
    promptTokens: 3_402,
    completionTokens: 529,
    cut: false,
  });
  stage.at(134_349);
  useProvider(scope, { ...MOCK_MINI, inputTokens: 3_402, outputTokens: 529, cause: prompt });
}

interface Answer {
  readonly text: string;
  readonly fromMs: number;
  readonly endMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cut: boolean;
}

/** Streams an answer so that its last piece falls on `endMs` or a little before. */
function stream(stage: Stage, scope: NodeScope, prompt: string, answer: Answer): void {
  const pieces = inPieces(answer.text, 70);
  const { fromMs, endMs, promptTokens, completionTokens, cut } = answer;
  stage.at(fromMs);
  const everyMs = Math.floor((endMs - fromMs) / pieces.length);
  const usage = { promptTokens, completionTokens };
  const finishReason = cut ? 'length' : 'stop';
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces,
    everyMs,
    finishReason,
    usage,
    cause: prompt,
    trust: 'untrusted',
  });
}

/** What the model writes each time: everything but the title. */
function draftEnvelope(scope: NodeScope, envelopeId: string): Record<string, unknown> {
  return {
    type: ENVELOPE_TYPE,
    schemaVersion: 1,
    envelopeId,
    correlationId: correlationId(scope, 3, '9c41'),
    nodeId: scope.nodeId,
    payload: {
      reasoning: 'The checklist leaves the title to the publishing desk.',
      audience: 'Teams that export before they travel',
      market: 'north',
      sections: SECTIONS.map(([heading, body]) => ({ heading, body })),
    },
    meta: { source: 'ai-generation', ts: scope.run.clock.iso(), contentTrust: 'untrusted' },
  };
}

function draftPrompt(): string {
  const { hits } = libraryHits('launch checklist', 38, 0);
  const quoted = hits.map(({ title, path, passage }) => `## ${title} (${path})\n${passage}`).join('\n\n');
  return `${BRIEF}\n\nPlan: ${PLAN_THOUGHTS}\n\n<UNTRUSTED source="docs.search">\n${quoted}\n</UNTRUSTED>`;
}
