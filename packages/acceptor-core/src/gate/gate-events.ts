import type { NodeMember, SimulatedEvent } from '../dispatch/simulated-event.ts';
import type { GateQuestion, ModelDeclaration } from './gate-input.ts';

/** The model was replaced, before anything is dispatched (run-events 3.2.8). */
export function substituted(
  node: NodeMember,
  active: ModelDeclaration,
  fallback: ModelDeclaration,
  missingCapabilities: readonly string[],
): SimulatedEvent {
  return {
    type: 'model.capability.substituted',
    payload: {
      ...node,
      originalProvider: active.provider,
      originalModel: active.model,
      fallbackProvider: fallback.provider,
      fallbackModel: fallback.model,
      missingCapabilities,
    },
  };
}

/** No model that will do: the node and the run fail, and no envelope follows. */
export function insufficient(
  node: NodeMember,
  { active, required, fallback, substitutes }: GateQuestion,
  missingCapabilities: readonly string[],
): readonly SimulatedEvent[] {
  const message = `capability_not_provided: the model lacks ${missingCapabilities.length} of ${required.length} required capabilities`;
  const error = { code: 'capability_not_provided', message };
  const payload = {
    ...node,
    provider: active.provider,
    model: active.model,
    missingCapabilities,
    fallbackAttempted: fallback !== null && substitutes,
  };
  return [
    { type: 'model.capability.insufficient', payload },
    { type: 'node.failed', payload: { ...node, error } },
    { type: 'run.failed', payload: { error } },
  ];
}

/** What comes next when a prompt is resolved: the gate runs before it. */
export function promptResolved(node: NodeMember): SimulatedEvent {
  return { type: 'agent.promptResolved', payload: { ...node, kind: 'user', chain: [], resolved: null } };
}
