/** Triggers, evaluation, deployment, governance, voice, compensation and names of hosts (run-events 3.2.13 to 3.2.17, 3.4). */
import { member } from '@openwop-inspector/base';
import type { EventDescription, EventTone } from '../description.ts';
import { ruleIn } from '../failure.ts';
import { type Fields, line } from '../fields.ts';
import { type LeadForm, lead, sheet } from '../sheet/event-sheet.ts';

const CREDENTIAL = '{provider}; credentialRef {credentialRef:id}';
const PASSED = '{passed:either passed/not passed}';

function passedTone(p: Fields): EventTone {
  return p.value('passed') === false ? 'warning' : p.value('passed') === true ? 'ok' : 'normal';
}

/** One step of undoing: which effect, at which node, at which attempt, and why. */
const undone = (step: string) =>
  line(`${step} + {effectId} | {compensationId}; at {nodeId}; attempt {attempt:count}; {reason}`);

const undoing = (form: LeadForm, text: string, more: 'orderingModel' | 'reason' | 'attempt' = 'attempt') =>
  sheet('compensation', lead(form, text), `nodeId effectId compensationId ${more}`);

/** Types of these families but for budgets. */
export const operationEvents = {
  // Types of the family `trigger` but for budgets, and heartbeats.
  'trigger.subscription.state.changed': { summary: line('{source}; {fromState?} to {toState}; {reason}') },
  'trigger.delivery.attempted': {
    tone: (p) => {
      const outcome = p.text('outcome');
      return outcome === 'dead-lettered' ? 'failed' : outcome === 'retrying' ? 'warning' : 'normal';
    },
    summary: line('{outcome}; attempt {attempt:count}; run {runId:id}'),
  },
  'roster.run.initiated': { summary: line('{persona}; workflow {workflowId}; by {triggerSource}') },
  'heartbeat.evaluated': {
    abnormal: (payload) => ruleIn(payload, 'status', { timeout: 'timeout', error: 'failure' }),
    summary: line('{status}; {changed:flag changed}; {heartbeatId}'),
  },
  'heartbeat.stateChanged': { summary: line('{from?} to {to}; {heartbeatId}') },
  // Types of the family `evaluation`.
  'eval.started': {
    summary: line('{suiteId}; version {suiteVersion}; {taskCount:amount task}; {modes:names3}'),
  },
  'eval.scored': { tone: passedTone, summary: line(`{taskId}; ${PASSED}; score {score:count}`) },
  'eval.completed': {
    tone: passedTone,
    summary: line(`${PASSED}; {passedCount:count} of {taskCount:count?}; score {aggregateScore:count}`),
  },
  'deployment.promoted': {
    summary: line('{agentId}; {fromVersion?} to {toVersion}; {toState}; {canaryPercent:count} %'),
  },
  'deployment.rolled-back': {
    tone: 'warning',
    summary: line('{agentId}; {fromVersion?} to {toVersion}; {reason:quoted}'),
  },
  'deployment.canary.adjusted': {
    summary: line('{agentId}; {version}; {fromPercent:count?} to {toPercent:count} %'),
  },
  'deployment.state.changed': { summary: line('{agentId}; {version}; {fromState?} to {toState}') },
  // Types of the family `governance`.
  'connector.authorized': { summary: line(`${CREDENTIAL}; {scopes:names3}`) },
  'connector.auth_expired': {
    tone: 'failed',
    abnormal: 'failure',
    summary: line(`${CREDENTIAL}; {reason}`),
  },
  'authorization.decided': {
    tone: (p) => (p.value('allowed') === false ? 'warning' : 'normal'),
    act: 'authorized',
    abnormal: (payload) => (member(payload, 'allowed') === false ? 'refusal' : null),
    summary: line(
      '{allowed:either allowed/denied} + {action}; on {resource}; for {principal}; {reason:quoted}',
    ),
  },
  'negotiation.decided': {
    tone: (p) => (p.text('outcome') === 'refused' ? 'failed' : 'normal'),
    abnormal: (payload) => ruleIn(payload, 'outcome', { refused: 'refusal' }),
    summary: line(
      '{protocol} + {outcome}; {version} | {requested?} to {negotiated}; below {floor}; {reason}',
    ),
  },
  'proposal.created': { summary: line('{kind}; {proposalId:id}; {duplicateOf:said a duplicate}') },
  'proposal.activated': { summary: line('{kind}; {installedArtifactRef}') },
  'goal.evaluated': {
    summary: line(
      '{satisfied:either satisfied/not satisfied}; confidence {confidence:count}; {iterations:amount iteration}',
    ),
  },
  'goal.closed': { summary: line('{finalState}') },
  'import.applied': {
    summary: line(
      '{bundleOrigin}; {counts.created:count} created; {counts.updated:count} updated; ' +
        '{counts.skipped:count} skipped; {counts.failed:count} failed',
    ),
  },
  // Types of the family `voice`.
  'voice.speech_start': { summary: line('at {atMs:duration}') },
  'voice.transcript': { summary: line('{text:quoted120}; {isFinal:flag final}') },
  'voice.endpoint_candidate': { summary: line('at {atMs:duration}; confidence {confidence:count}') },
  'voice.turn_commit': { summary: line('{finalText:quoted140}') },
  'voice.synthesis_chunk': {
    summary: line('chunk {seq:count}; {mimeType}; {durationMs:duration}; {final:flag last}'),
  },
  'voice.barge_in': { summary: line('at {atMs:duration}') },
  'voice.cancelled': { summary: line('at {atMs:duration}; {reason}') },
  // Types of the family `compensation`: what a run did is undone, which never changes the end of the run.
  'compensation.requested': {
    act: 'compensation',
    summary: undone('undoing planned'),
    sheet: undoing('retry plain Planned', 'What is to be undone is stored.', 'orderingModel'),
  },
  'compensation.started': {
    act: 'compensation',
    summary: undone('undoing started'),
    sheet: undoing('running plain Started', 'The first action that undoes an effect began.'),
  },
  'compensation.completed': {
    tone: 'ok',
    act: 'compensation',
    summary: undone('undone'),
    sheet: undoing('ok ok Undone', 'Every action of the plan succeeded.'),
  },
  'compensation.failed': {
    tone: 'failed',
    act: 'compensation',
    abnormal: 'failure',
    summary: undone('undoing failed'),
    sheet: undoing('failed error Failed', 'An action that undoes an effect failed.', 'reason'),
  },
  'compensation.paused': {
    tone: 'waiting',
    act: 'compensation',
    summary: undone('undoing paused'),
    sheet: undoing('waiting warning Paused', 'The plan waits.', 'reason'),
  },
  'compensation.manual_intervention_required': {
    tone: 'failed',
    act: 'compensation',
    abnormal: 'failure',
    summary: undone('an operator is needed'),
    sheet: undoing('failed error Operator needed', 'The plan cannot continue without an operator.', 'reason'),
  },
} satisfies Record<string, EventDescription>;
