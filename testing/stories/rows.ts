/** The rows of the tables of steps. In all of them `afterMs` is the time since the previous step, in ms. */
import { callTool, reasonAloud, reasonOnce, type ToolRoundTrip } from './steps/agent-steps.ts';
import { acceptEnvelope, retryEnvelope } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope, StepParts } from './steps/node-scope.ts';
import { completeNode, createArtifact, startNode } from './steps/run-steps.ts';
import { type Act, type Cause, type Envelope, MOCK_MINI, type Row } from './story.ts';

type Trust = 'trusted' | 'untrusted';
type Members = Readonly<Record<string, unknown>>;
type Options<F extends (...parts: never) => unknown> = Omit<Parameters<F>[1], 'cause' | 'afterMs'>;

/** A step `afterMs` after the previous one, and caused by it (the first of an act: by the cause of the act) unless given. */
export function row<P extends object>(
  afterMs: number,
  step: (scope: NodeScope, parts: StepParts & P) => string | ToolRoundTrip,
  parts: NoInfer<StepParts & P>,
  cause?: Cause,
): Row {
  return (play, act) => {
    const timed = { ...parts, afterMs, cause: play.causeOf(act, cause) };
    play.keep(act, step, step(play.scopeOf(act), timed));
  };
}

/** Nothing happens for this number of ms. */
export function wait(ms: number): Row {
  return ({ clock }) => clock.advance(ms);
}

/** Nothing happens until this number of ms after the start. */
export function until(elapsedMs: number): Row {
  return ({ clock }) => clock.moveTo(elapsedMs);
}

export function act(
  nodeId: string,
  agentId: string,
  steps: readonly Row[],
  more: Pick<Act, 'name' | 'runId' | 'cause'> = {},
): Act {
  return { nodeId, agentId, steps, ...more };
}

export function start(afterMs: number, typeId: string): Row {
  return row(afterMs, startNode, { typeId });
}

/** `reference` is `<promptId>@<version>`. */
export function prompt(
  afterMs: number,
  reference: `${string}@${string}`,
  system: string,
  user: string,
  more: { readonly variables?: Members; readonly trust?: Trust } = {},
  cause?: Cause,
): Row {
  const [promptId = '', version = ''] = reference.split('@');
  return row(afterMs, composePrompt, { promptId, version, system, user, ...more }, cause);
}

/** A thought in pieces of about the given number of characters. */
export function think(
  afterMs: number,
  thought: string,
  [characters, everyMs]: readonly [characters: number, everyMs: number],
  trust?: Trust,
  cause?: Cause,
): Row {
  return row(afterMs, reasonAloud, { pieces: inPieces(thought, characters), everyMs, trust }, cause);
}

/** A thought in one piece. */
export function conclude(afterMs: number, reasoning: string, trust?: Trust, cause?: Cause): Row {
  return row(afterMs, reasonOnce, { reasoning, trust }, cause);
}

/** A model's answer in pieces of about the given number of characters. */
export function stream(
  afterMs: number,
  text: string,
  [characters, everyMs]: readonly [characters: number, everyMs: number],
  [promptTokens, completionTokens]: readonly [prompt: number, completion: number],
  {
    cause,
    trust,
    finishReason = 'stop',
  }: { readonly cause?: Cause; readonly trust?: Trust; readonly finishReason?: 'stop' | 'length' } = {},
): Row {
  const pieces = inPieces(text, characters);
  const usage = { promptTokens, completionTokens };
  return row(afterMs, streamOutput, { ...MOCK_MINI, pieces, everyMs, finishReason, usage, trust }, cause);
}

/** Tokens of one model call. */
export function use(afterMs: number, inputTokens: number, outputTokens: number, cause?: Cause): Row {
  return row(afterMs, useProvider, { ...MOCK_MINI, inputTokens, outputTokens }, cause);
}

/** Untrusted output of a tool, by MCP. */
export function call(
  afterMs: number,
  [toolName, callId]: readonly [toolName: string, callId: string],
  inputs: Members,
  outcome: Members,
  tookMs: number,
  cause?: Cause,
): Row {
  const parts = { toolName, callId, inputs, transport: 'mcp', outcome, tookMs, trust: 'untrusted' } as const;
  return row(afterMs, callTool, parts, cause);
}

/** An envelope that is accepted: it is the cause of the event that says so. */
export function accept(
  afterMs: number,
  [envelopeId, envelopeType, envelope]: readonly [id: string, type: string, envelope: Envelope],
  trust: Trust,
  envelopePayload?: unknown,
): Row {
  return (play, act) => {
    const correlationId = play.causeOf(act, envelope) ?? '';
    const parts = { envelopeId, envelopeType, correlationId, envelopePayload, trust, afterMs };
    play.keep(act, acceptEnvelope, acceptEnvelope(play.scopeOf(act), parts));
  };
}

/** The first version of what a node makes. */
export function artifact(
  afterMs: number,
  [artifactId, artifactType, summary]: readonly [id: string, type: string, summary: string],
  trust?: Trust,
  cause?: Cause,
): Row {
  return row(afterMs, createArtifact, { artifactId, artifactType, version: '1', summary, trust }, cause);
}

/** The attempt with this number, after the previous one has failed. */
export function retry(
  afterMs: number,
  attempt: number,
  [reason, previousError]: readonly [Options<typeof retryEnvelope>['reason'], string],
  trust: Trust,
  envelope: Envelope,
): Row {
  return row(afterMs, retryEnvelope, { attempt, reason, previousError, trust }, envelope);
}

export function done(afterMs: number, outputs: Members, durationMs?: number, cause?: Cause): Row {
  return row(afterMs, completeNode, durationMs === undefined ? { outputs } : { outputs, durationMs }, cause);
}

/** Cuts text into pieces of whole words, each about `characters` long; joined they give the text again. */
function inPieces(text: string, characters: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [word] of text.matchAll(/\s*\S+\s*/g)) {
    piece += word;
    if (piece.length < characters) continue;
    pieces.push(piece);
    piece = '';
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** An envelope as a model writes it. */
export function envelopeOf(
  head: {
    readonly type: string;
    readonly envelopeId: string;
    readonly correlationId: string;
    readonly nodeId?: string;
  },
  payload: Members,
  ts: string,
  meta: Members,
): Members {
  const { type, envelopeId, correlationId, nodeId } = head;
  const source = 'ai-generation';
  return {
    type,
    schemaVersion: 1,
    envelopeId,
    correlationId,
    nodeId,
    payload,
    meta: { source, ts, ...meta },
  };
}

/** A model's answer as it is seen on the wire: an envelope in a fenced block. */
export function fenced(envelope: unknown): string {
  return `\`\`\`json\n${JSON.stringify(envelope, null, 2)}\n\`\`\`\n`;
}
