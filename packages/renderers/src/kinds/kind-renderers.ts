/** The renderers of kinds and of events, in the order of trial: each type stands in one of them, the last takes any. */
import { type ReadyRenderer, readyRenderer } from '../contract/ready-renderer.ts';
import type { Renderer } from '../contract/renderer.ts';
import { clarificationRequest } from './envelopes/clarification-request.ts';
import { modelError } from './envelopes/model-error.ts';
import { schemaRequest, schemaResponse } from './envelopes/schema-exchange.ts';
import { agentEvents } from './events/agent-events.ts';
import { approvalEvents } from './events/approval-events.ts';
import { clarificationEvents } from './events/clarification-events.ts';
import { conversationEvents } from './events/conversation-events.ts';
import { genericEventRenderer } from './events/generic-event.ts';
import { interruptEvents } from './events/interrupt-events.ts';
import { limitEvents } from './events/limit-events.ts';
import { modelEvents } from './events/model-events.ts';
import { nodeEvents } from './events/node-events.ts';
import { orchestrationEvents } from './events/orchestration-events.ts';
import { outputEvents } from './events/output-events.ts';
import { promptEvents } from './events/prompt-events.ts';
import { reasoningEvents } from './events/reasoning-events.ts';
import { reliabilityEvents } from './events/reliability-events.ts';
import { runEvents } from './events/run-events.ts';
import { mcpEvents, toolEvents } from './events/tool-events.ts';
import { usageEvents } from './events/usage-events.ts';
import type { Sheet } from './sheet/sheet.ts';

/** Before they are made ready, for tests of what they read. */
export const sheetRenderers: readonly Renderer<Sheet>[] = [
  clarificationRequest,
  schemaRequest,
  schemaResponse,
  modelError,
  interruptEvents,
  approvalEvents,
  clarificationEvents,
  toolEvents,
  mcpEvents,
  usageEvents,
  promptEvents,
  reasoningEvents,
  agentEvents,
  modelEvents,
  reliabilityEvents,
  limitEvents,
  runEvents,
  nodeEvents,
  outputEvents,
  orchestrationEvents,
  conversationEvents,
  genericEventRenderer,
];

/**
 * Purpose-made views of `clarification.request`, `schema.*` and `error` envelopes and of event types, and last a list
 * of fields for any event (run-events 3.2). What is too large to be handed over is taken by none of them.
 */
export const kindRenderers: readonly ReadyRenderer[] = sheetRenderers.map(readyRenderer);
