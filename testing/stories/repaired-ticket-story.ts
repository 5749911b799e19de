import { acceptEnvelope, correlationId, retryEnvelope } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope } from './steps/node-scope.ts';
import {
  appendLog,
  changeVariable,
  completeNode,
  completeRun,
  rememberRun,
  startNode,
  startRun,
  writeChannel,
} from './steps/run-steps.ts';
import { fenced, inPieces, MOCK_MINI, type Story } from './story.ts';

const RUN_ID = 'ticket-41ae';
const WORKFLOW_ID = 'acme.ticket-triage';
const ENVELOPE_TYPE = 'vendor.acme.ticket.classify';
const TICKET =
  'Since the update the export of the Größentabelle stops at 99 %. The bar does not move, the file is not there. We need it for the stocktaking on Friday. Two colleagues see the same on other machines.';

/** An envelope is refused because a value is not one of the allowed ones; the corrected retry is accepted. */
export const repairedTicketStory: Story = {
  sampleId: 'repaired-ticket',
  title: 'A refused answer is repaired by a retry and the run completes',
  file: 'repaired-ticket.ndjson',
  shape: 'ndjson',
  tell(stage) {
    const run = stage.newRun(RUN_ID);
    const node = (nodeId: string, agentId: string): NodeScope => ({ run, nodeId, agentId });
    const inputs = { ticketId: 'T-20417', channel: 'mail' };
    const started = startRun(run, { workflowId: WORKFLOW_ID, inputs, tags: ['triage', 'sample'] });
    const read = readTicket(node('read', 'acme.clerk'), started);
    const classified = classify(node('classify', 'acme.triage'), read);
    const routed = route(node('route', 'acme.clerk'), classified);
    rememberRun(run, WORKFLOW_ID, 'mem_a1c94e20-5d1', 14);
    const outputs = { queue: 'exports', priority: 'high' };
    completeRun(run, { outputs, durationMs: stage.clock.elapsedMs, cause: routed, afterMs: 1 });
    return { runId: RUN_ID, workflowId: WORKFLOW_ID, status: 'completed', inputs };
  },
};

function readTicket(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.input', cause, afterMs: 3 });
  appendLog(scope, {
    level: 'debug',
    message: 'ticket read',
    fields: { characters: TICKET.length },
    afterMs: 40,
  });
  changeVariable(scope, { name: 'ticket', previous: null, next: TICKET, afterMs: 2 });
  return completeNode(scope, { outputs: { text: TICKET }, durationMs: 46, cause: started, afterMs: 1 });
}

function classify(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.triage.system',
    version: '1.3.0',
    system:
      'Classify one support ticket. Answer with one vendor.acme.ticket.classify envelope. priority is one of low, normal, high. queue is one of exports, accounts, billing, other. summary is one sentence.',
    user: `<UNTRUSTED source="mail">\n${TICKET}\n</UNTRUSTED>`,
    variables: { ticketId: 'T-20417' },
    trust: 'untrusted',
    cause: started,
    afterMs: 3,
  });
  const envelope = correlationId(scope, 0, '5be2');
  answer(scope, prompt, ticketEnvelope(scope, 'env-1', { priority: 'urgent!', queue: 'exports' }), 2_140);
  const previousError = "/priority must be equal to one of the allowed values: 'low', 'normal', 'high'";
  retryEnvelope(scope, {
    attempt: 2,
    reason: 'schema-violation',
    previousError,
    cause: envelope,
    trust: 'untrusted',
    afterMs: 3,
  });
  const corrected = { priority: 'high', queue: 'exports' };
  answer(scope, prompt, ticketEnvelope(scope, 'env-2', corrected), 1_880);
  const accepted = acceptEnvelope(scope, {
    envelopeId: 'env-2',
    envelopeType: ENVELOPE_TYPE,
    correlationId: envelope,
    envelopePayload: { ...corrected, summary: SUMMARY },
    trust: 'untrusted',
    afterMs: 2,
  });
  changeVariable(scope, {
    name: 'priority',
    previous: null,
    next: 'high',
    cause: envelope,
    trust: 'untrusted',
  });
  return completeNode(scope, { outputs: corrected, durationMs: 4_063, cause: accepted, afterMs: 1 });
}

const SUMMARY = 'The export of a size table stops at 99 % on several machines since the update.';

/** One model call: its text in pieces, then what it used. */
function answer(scope: NodeScope, prompt: string, envelope: Record<string, unknown>, tookMs: number): void {
  const pieces = inPieces(fenced(envelope), 26);
  const usage = { promptTokens: 412, completionTokens: 171 };
  const everyMs = Math.floor(tookMs / (pieces.length + 4));
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces,
    everyMs,
    finishReason: 'stop',
    usage,
    cause: prompt,
    trust: 'untrusted',
    afterMs: everyMs * 4,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 412, outputTokens: 171, cause: prompt, afterMs: 3 });
}

function ticketEnvelope(
  scope: NodeScope,
  envelopeId: string,
  verdict: { readonly priority: string; readonly queue: string },
): Record<string, unknown> {
  return {
    type: ENVELOPE_TYPE,
    schemaVersion: 1,
    envelopeId,
    correlationId: correlationId(scope, 0, '5be2'),
    payload: { ...verdict, summary: SUMMARY },
    meta: { source: 'ai-generation', ts: scope.run.clock.iso(), contentTrust: 'untrusted' },
  };
}

function route(scope: NodeScope, cause: string): string {
  startNode(scope, { typeId: 'core.route', cause, afterMs: 2 });
  const value = { ticketId: 'T-20417', queue: 'exports', priority: 'high' };
  const written = writeChannel(scope, {
    channel: 'tickets.exports',
    value,
    reducer: 'append',
    cause,
    afterMs: 12,
  });
  return completeNode(scope, { outputs: { queue: 'exports' }, durationMs: 15, cause: written, afterMs: 1 });
}
