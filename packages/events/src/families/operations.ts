/** Triggers, evaluation, deployment, governance, voice, compensation and names of hosts (run-events 3.2.13 to 3.2.17, 3.4). */
import { member } from '@openwop-inspector/base';
import type { EventDescription, EventTone, Summary } from '../description.ts';
import { ruleIn } from '../failure.ts';
import { type Fields, joined, spaced } from '../fields.ts';
import { type LeadForm, lead, sheet } from '../sheet/event-sheet.ts';

function credential(p: Fields): string {
  return joined(p.text('provider'), p.idAfter('credentialRef', 'credentialRef'));
}

/** A word for true and one for false; empty for anything else. */
function either(p: Fields, key: string, yes: string, no: string): string {
  const value = p.value(key);
  return value === true ? yes : value === false ? no : '';
}

function passed(p: Fields): string {
  return either(p, 'passed', 'passed', 'not passed');
}

function passedTone(p: Fields): EventTone {
  return p.value('passed') === false ? 'warning' : p.value('passed') === true ? 'ok' : 'normal';
}

function percent(p: Fields, key: string): string {
  return p.count(key) && `${p.count(key)} %`;
}

/** Types of the family `trigger` but for budgets, and heartbeats. */
export const triggerEvents = {
  'trigger.subscription.state.changed': {
    summary: (p) => [p.text('source'), p.change('fromState', 'toState'), p.text('reason')],
  },
  'trigger.delivery.attempted': {
    tone: (p) => {
      const outcome = p.text('outcome');
      return outcome === 'dead-lettered' ? 'failed' : outcome === 'retrying' ? 'warning' : 'normal';
    },
    summary: (p) => [p.text('outcome'), p.countAfter('attempt', 'attempt'), p.idAfter('run', 'runId')],
  },
  'roster.run.initiated': {
    summary: (p) => [p.text('persona'), p.after('workflow', 'workflowId'), p.after('by', 'triggerSource')],
  },
  'heartbeat.evaluated': {
    abnormal: (payload) => ruleIn(payload, 'status', { timeout: 'timeout', error: 'failure' }),
    summary: (p) => [p.text('status'), p.flag('changed', 'changed'), p.text('heartbeatId')],
  },
  'heartbeat.stateChanged': { summary: (p) => [p.change('from', 'to'), p.text('heartbeatId')] },
} satisfies Record<string, EventDescription>;

/** Types of the family `evaluation`. */
export const evaluationEvents = {
  'eval.started': {
    summary: (p) => [
      p.text('suiteId'),
      p.after('version', 'suiteVersion'),
      p.amount('taskCount', 'task'),
      p.names('modes', 3),
    ],
  },
  'eval.scored': {
    tone: passedTone,
    summary: (p) => [p.text('taskId'), passed(p), p.countAfter('score', 'score')],
  },
  'eval.completed': {
    tone: passedTone,
    summary: (p) => [
      passed(p),
      p.count('passedCount') && `${p.count('passedCount')} of ${p.count('taskCount') || '?'}`,
      p.countAfter('score', 'aggregateScore'),
    ],
  },
  'deployment.promoted': {
    summary: (p) => [
      p.text('agentId'),
      p.change('fromVersion', 'toVersion'),
      p.text('toState'),
      percent(p, 'canaryPercent'),
    ],
  },
  'deployment.rolled-back': {
    tone: 'warning',
    summary: (p) => [p.text('agentId'), p.change('fromVersion', 'toVersion'), p.quoted('reason')],
  },
  'deployment.canary.adjusted': {
    summary: (p) => [
      p.text('agentId'),
      p.text('version'),
      p.count('toPercent') && `${p.count('fromPercent') || '?'} to ${p.count('toPercent')} %`,
    ],
  },
  'deployment.state.changed': {
    summary: (p) => [p.text('agentId'), p.text('version'), p.change('fromState', 'toState')],
  },
} satisfies Record<string, EventDescription>;

/** Types of the family `governance`. */
export const governanceEvents = {
  'connector.authorized': { summary: (p) => [credential(p), p.names('scopes', 3)] },
  'connector.auth_expired': {
    tone: 'failed',
    abnormal: 'failure',
    summary: (p) => [credential(p), p.text('reason')],
  },
  'authorization.decided': {
    tone: (p) => (p.value('allowed') === false ? 'warning' : 'normal'),
    act: 'authorized',
    abnormal: (payload) => (member(payload, 'allowed') === false ? 'refusal' : null),
    summary: (p) => [
      spaced(either(p, 'allowed', 'allowed', 'denied'), p.text('action')),
      p.after('on', 'resource'),
      p.after('for', 'principal'),
      p.quoted('reason'),
    ],
  },
  'negotiation.decided': {
    tone: (p) => (p.text('outcome') === 'refused' ? 'failed' : 'normal'),
    abnormal: (payload) => ruleIn(payload, 'outcome', { refused: 'refusal' }),
    summary: (p) => [
      spaced(p.text('protocol'), p.text('outcome')),
      p.text('version') || p.change('requested', 'negotiated'),
      p.after('below', 'floor'),
      p.text('reason'),
    ],
  },
  'proposal.created': {
    summary: (p) => [p.text('kind'), p.idAfter('', 'proposalId'), p.text('duplicateOf') && 'a duplicate'],
  },
  'proposal.activated': { summary: (p) => [p.text('kind'), p.text('installedArtifactRef')] },
  'goal.evaluated': {
    summary: (p) => [
      either(p, 'satisfied', 'satisfied', 'not satisfied'),
      p.countAfter('confidence', 'confidence'),
      p.amount('iterations', 'iteration'),
    ],
  },
  'goal.closed': { summary: (p) => p.text('finalState') },
  'import.applied': {
    summary: (p) => {
      const counts = p.child('counts');
      const parts = ['created', 'updated', 'skipped', 'failed'];
      return [
        p.text('bundleOrigin'),
        ...parts.map((key) => counts.count(key) && `${counts.count(key)} ${key}`),
      ];
    },
  },
} satisfies Record<string, EventDescription>;

/** Types of the family `voice`. */
export const voiceEvents = {
  'voice.speech_start': { summary: (p) => p.duration('atMs', 'at') },
  'voice.transcript': { summary: (p) => [p.quoted('text', 120), p.flag('isFinal', 'final')] },
  'voice.endpoint_candidate': {
    summary: (p) => [p.duration('atMs', 'at'), p.countAfter('confidence', 'confidence')],
  },
  'voice.turn_commit': { summary: (p) => p.quoted('finalText', 140) },
  'voice.synthesis_chunk': {
    summary: (p) => [
      p.countAfter('chunk', 'seq'),
      p.text('mimeType'),
      p.duration('durationMs'),
      p.flag('final', 'last'),
    ],
  },
  'voice.barge_in': { summary: (p) => p.duration('atMs', 'at') },
  'voice.cancelled': { summary: (p) => [p.duration('atMs', 'at'), p.text('reason')] },
} satisfies Record<string, EventDescription>;

/** One step of undoing: which effect, at which node, at which attempt, and why. */
const undone =
  (step: string): Summary =>
  (p) => [
    spaced(step, p.text('effectId') || p.text('compensationId')),
    p.after('at', 'nodeId'),
    p.countAfter('attempt', 'attempt'),
    p.text('reason'),
  ];

const undoing = (form: LeadForm, text: string, more: 'orderingModel' | 'reason' | 'attempt' = 'attempt') =>
  sheet('compensation', lead(form, text), `nodeId effectId compensationId ${more}`);

/** Types of the family `compensation`: what a run did is undone, which never changes the end of the run. */
export const compensationEvents = {
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
