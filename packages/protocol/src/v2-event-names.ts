/**
 * Event types that OpenWOP v2 renamed (run-events 3.6). The other names of the catalogue are the same in both majors, and the
 * map is a bijection, so a log is read into the names of v1 and each event keeps one bit for its own spelling.
 */

/** Pairs of the v1 name and the v2 name. */
const RENAMED: readonly (readonly [v1: string, v2: string])[] = [
  ['run.resuming', 'run.resume-started'],
  ['run.dead_lettered', 'run.dead-lettered'],
  ['replay.divergedAtRefusal', 'replay.diverged-at-refusal'],
  ['agent.reasoning.delta', 'agent.reasoning-delta'],
  ['agent.promptResolved', 'agent.prompt-resolved'],
  ['model.capability.substituted', 'model.capability-substituted'],
  ['model.capability.insufficient', 'model.capability-insufficient'],
  ['envelope.retry.attempted', 'envelope.retry-attempted'],
  ['envelope.retry.exhausted', 'envelope.retry-exhausted'],
  ['envelope.nlToFormat.engaged', 'envelope.nl-to-format-engaged'],
  ['envelope.recovery.applied', 'envelope.recovery-applied'],
  ['agent.toolCalled', 'agent.tool-called'],
  ['agent.toolReturned', 'agent.tool-returned'],
  ['agent.invocation.started', 'agent.invocation-started'],
  ['agent.invocation.completed', 'agent.invocation-completed'],
  ['deployment.canary.adjusted', 'deployment.canary-adjusted'],
  ['deployment.state.changed', 'deployment.state-changed'],
  ['roster.run.initiated', 'roster.run-initiated'],
  ['tool.session.opened', 'tool.session-opened'],
  ['tool.session.closed', 'tool.session-closed'],
  ['trigger.subscription.state.changed', 'trigger.subscription-state-changed'],
  ['trigger.delivery.attempted', 'trigger.delivery-attempted'],
  ['budget.threshold.crossed', 'budget.threshold-crossed'],
  ['runOrchestrator.decided', 'orchestrator.decided'],
  ['core.dispatch.fanOut', 'dispatch.fanned-out'],
  ['core.dispatch.join', 'dispatch.joined'],
  ['agent.memory.consolidated', 'agent.memory-consolidated'],
  ['core.workflowChain.event', 'workflow-chain.event'],
  ['core.workflowChain.confidence-escalated', 'workflow-chain.confidence-escalated'],
  ['connector.auth_expired', 'connector.auth-expired'],
  ['voice.speech_start', 'voice.speech-start'],
  ['voice.endpoint_candidate', 'voice.endpoint-candidate'],
  ['voice.turn_commit', 'voice.turn-commit'],
  ['voice.synthesis_chunk', 'voice.synthesis-chunk'],
  ['voice.barge_in', 'voice.barge-in'],
  ['compensation.manual_intervention_required', 'compensation.manual-intervention-required'],
];

const v1ByV2: ReadonlyMap<string, string> = new Map(RENAMED.map(([v1, v2]) => [v2, v1]));
const v2ByV1: ReadonlyMap<string, string> = new Map(RENAMED);

/** The v1 name of a type, in either spelling; any other type as it is. */
export function v1EventName(type: string): string {
  return v1ByV2.get(type) ?? type;
}

/** The v2 name of a type, in either spelling; any other type as it is. */
export function v2EventName(type: string): string {
  return v2ByV1.get(type) ?? type;
}
