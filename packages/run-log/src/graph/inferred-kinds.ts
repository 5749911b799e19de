/** What an event type says about the place of its events in a run, for parents that nobody recorded. Pure. */
import { ACT, describeEvent, type EventAct } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';

/** The member of a payload by which events belong together (run-events 4.4). */
export type PairKey =
  | 'callId'
  | 'interruptId'
  | 'invocationId'
  | 'sessionId'
  | 'conversationId'
  | 'childRunId';

/** The rule of an inferred edge, seen from the event below. */
export const INFERRED_WORDS = {
  toolCall: 'same callId',
  interrupt: 'same interruptId',
  invocation: 'same invocationId',
  toolSession: 'same sessionId',
  conversation: 'same conversationId',
  attempt: 'start of its attempt',
  retry: 'after this retry',
  modelCall: 'last model call',
  node: 'inside this node',
  run: 'inside this run',
  parentRun: 'started this run',
} as const;

/**
 * The rule by which a parent was inferred that no `causationId` names. Each says what the parent is: `toolCall`,
 * `interrupt`, `invocation`, `toolSession` and `conversation` what began under the same id; `attempt` the start of the
 * execution that the event ends or moves; `retry` the `node.retried` before a start; `modelCall` the last call of a
 * model in the node; `node` the start of the node around it; `run` the start of the run; `parentRun` the node of another
 * run that started this one.
 */
export type InferredRule = keyof typeof INFERRED_WORDS;

/** A type whose events share an id with those of another. */
export interface Pairing {
  readonly key: PairKey;
  /**
   * `open` begins something; `close` follows from the last beginning; `answer` does too, and `resume` follows from the
   * answer, else from the beginning; `child` names the run that it started.
   */
  readonly end: 'open' | 'close' | 'answer' | 'resume' | 'child';
  readonly rule: InferredRule;
}

/** The part of an event in the execution of its node. */
export type NodeRole = 'start' | 'retry' | 'end' | 'skip' | 'moves' | 'inside';

/** What is said of one type. */
export type InferredKind = ReturnType<typeof inferredKind>;

const opens = (key: PairKey, rule: InferredRule): Pairing => ({ key, end: 'open', rule });
const closes = (key: PairKey, rule: InferredRule): Pairing => ({ key, end: 'close', rule });
const CHILD: Pairing = { key: 'childRunId', end: 'child', rule: 'parentRun' };

/** Types with an id that another event shares, by the name they fold to. */
const PAIRINGS: ReadonlyMap<string, Pairing> = new Map([
  ['agent.toolCalled', opens('callId', 'toolCall')],
  ['agent.toolReturned', closes('callId', 'toolCall')],
  ['node.suspended', opens('interruptId', 'interrupt')],
  ['interrupt.requested', opens('interruptId', 'interrupt')],
  ['interrupt.resolved', { key: 'interruptId', end: 'answer', rule: 'interrupt' }],
  ['vote', closes('interruptId', 'interrupt')],
  ['node.resumed', { key: 'interruptId', end: 'resume', rule: 'interrupt' }],
  ['agent.invocation.started', opens('invocationId', 'invocation')],
  ['agent.invocation.completed', closes('invocationId', 'invocation')],
  ['tool.session.opened', opens('sessionId', 'toolSession')],
  ['tool.session.closed', closes('sessionId', 'toolSession')],
  ['conversation.opened', opens('conversationId', 'conversation')],
  ['conversation.exchanged', closes('conversationId', 'conversation')],
  ['conversation.closed', closes('conversationId', 'conversation')],
  ['node.dispatched', CHILD],
  ['core.workflowChain.event', CHILD],
]);

const ROLES: Readonly<Partial<Record<EventAct, NodeRole>>> = {
  nodeStarted: 'start',
  nodeRetried: 'retry',
  nodeCompleted: 'end',
  nodeFailed: 'end',
  nodeCancelled: 'end',
  nodeSkipped: 'skip',
  nodeSuspended: 'moves',
  nodeSuspendFailed: 'moves',
  nodeResumed: 'moves',
};

/** What is said of a type; of one that nobody knows, that its events are inside their node. */
export function inferredKind(type: string) {
  const folded = foldedType(type);
  const { act = 'none' } = describeEvent(folded);
  return {
    isRunStart: ACT[act] === ACT.runStarted,
    role: ROLES[act] ?? 'inside',
    pairing: PAIRINGS.get(folded) ?? null,
    /** About an envelope whatever its payload says. */
    isEnvelope: folded.startsWith('envelope.') || folded === 'ui.a2ui-surface',
    /** A piece of what a model writes, which its usage follows. */
    isChunk: folded === 'output.chunk',
    call: folded === 'prompt.composed' ? 'prompt' : act === 'usage' ? 'usage' : null,
  };
}
