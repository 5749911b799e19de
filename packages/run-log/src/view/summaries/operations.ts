/** Summaries of triggers, budgets, evaluation, deployment, governance, voice and host names (3.2.13 to 3.2.16, 3.4). */
import { countOf } from '@openwop-inspector/base';
import { type Fields, joined, type Summaries, shortId } from './fields.ts';

function change(p: Fields, from: string, to: string): string {
  const next = p.text(to);
  return next && `${p.text(from) || '?'} to ${next}`;
}

/** "tokens: 900 of 1,000". */
function budget(p: Fields): string {
  const spent = p.count('consumed') && `${p.count('consumed')} of ${p.count('limit') || '?'}`;
  return [p.text('dimension'), spent].filter((text) => text !== '').join(': ');
}

function credential(p: Fields): string {
  return joined(
    p.text('provider'),
    p.text('credentialRef') && `credentialRef ${shortId(p.text('credentialRef'))}`,
  );
}

function passed(p: Fields): string {
  const value = p.value('passed');
  return value === true ? 'passed' : value === false ? 'not passed' : '';
}

function percent(p: Fields, key: string): string {
  return p.count(key) && `${p.count(key)} %`;
}

const triggers: Summaries = {
  'trigger.subscription.state.changed': (p) =>
    joined(p.text('source'), change(p, 'fromState', 'toState'), p.text('reason')) || null,
  'trigger.delivery.attempted': (p) =>
    joined(
      p.text('outcome'),
      p.count('attempt') && `attempt ${p.count('attempt')}`,
      p.text('runId') && `run ${shortId(p.text('runId'))}`,
    ) || null,
  'roster.run.initiated': (p) =>
    joined(
      p.text('persona'),
      p.text('workflowId') && `workflow ${p.text('workflowId')}`,
      p.text('triggerSource') && `by ${p.text('triggerSource')}`,
    ) || null,
  'budget.reserved': (p) => {
    const limits = p.child('effectiveBudget');
    return joined(
      p.text('scope'),
      limits.count('maxTokens') && `${limits.count('maxTokens')} tokens`,
      limits.count('maxCostUsd') && `${limits.count('maxCostUsd')} USD`,
      limits.count('maxToolCalls') && `${limits.count('maxToolCalls')} tool calls`,
      limits.count('maxRetries') && `${limits.count('maxRetries')} retries`,
    );
  },
  'budget.consumed': (p) => joined(budget(p), p.count('remaining') && `${p.count('remaining')} left`) || null,
  'budget.threshold.crossed': (p) => joined(percent(p, 'percent'), budget(p)) || null,
  'budget.exhausted': (p) => budget(p) || null,
};

const evaluation: Summaries = {
  'eval.started': (p) =>
    joined(
      p.text('suiteId'),
      p.text('suiteVersion') && `version ${p.text('suiteVersion')}`,
      p.number('taskCount') !== null && countOf(p.number('taskCount') ?? 0, 'task'),
      p.names('modes', 3),
    ) || null,
  'eval.scored': (p) =>
    joined(p.text('taskId'), passed(p), p.count('score') && `score ${p.count('score')}`) || null,
  'eval.completed': (p) =>
    joined(
      passed(p),
      p.count('passedCount') && `${p.count('passedCount')} of ${p.count('taskCount') || '?'}`,
      p.count('aggregateScore') && `score ${p.count('aggregateScore')}`,
    ) || null,
  'deployment.promoted': (p) =>
    joined(
      p.text('agentId'),
      change(p, 'fromVersion', 'toVersion'),
      p.text('toState'),
      percent(p, 'canaryPercent'),
    ) || null,
  'deployment.rolled-back': (p) =>
    joined(p.text('agentId'), change(p, 'fromVersion', 'toVersion'), p.quoted('reason')) || null,
  'deployment.canary.adjusted': (p) =>
    joined(
      p.text('agentId'),
      p.text('version'),
      p.count('toPercent') && `${p.count('fromPercent') || '?'} to ${p.count('toPercent')} %`,
    ) || null,
  'deployment.state.changed': (p) =>
    joined(p.text('agentId'), p.text('version'), change(p, 'fromState', 'toState')) || null,
};

const governance: Summaries = {
  'connector.authorized': (p) => joined(credential(p), p.names('scopes', 3)) || null,
  'connector.auth_expired': (p) => joined(credential(p), p.text('reason')) || null,
  'authorization.decided': (p) => {
    const allowed = p.value('allowed');
    return joined(
      [allowed === true ? 'allowed' : allowed === false ? 'denied' : '', p.text('action')]
        .filter((text) => text !== '')
        .join(' '),
      p.text('resource') && `on ${p.text('resource')}`,
      p.text('principal') && `for ${p.text('principal')}`,
      p.quoted('reason'),
    );
  },
  'proposal.created': (p) =>
    joined(
      p.text('kind'),
      p.text('proposalId') && shortId(p.text('proposalId')),
      p.text('duplicateOf') && 'a duplicate',
    ) || null,
  'proposal.activated': (p) => joined(p.text('kind'), p.text('installedArtifactRef')) || null,
  'goal.evaluated': (p) => {
    const satisfied = p.value('satisfied');
    return joined(
      satisfied === true ? 'satisfied' : satisfied === false ? 'not satisfied' : '',
      p.count('confidence') && `confidence ${p.count('confidence')}`,
      p.number('iterations') !== null && countOf(p.number('iterations') ?? 0, 'iteration'),
    );
  },
  'goal.closed': (p) => p.text('finalState') || null,
  'import.applied': (p) => {
    const counts = p.child('counts');
    return joined(
      p.text('bundleOrigin'),
      ...['created', 'updated', 'skipped', 'failed'].map(
        (key) => counts.count(key) && `${counts.count(key)} ${key}`,
      ),
    );
  },
};

const voice: Summaries = {
  'voice.speech_start': (p) => p.duration('atMs') && `at ${p.duration('atMs')}`,
  'voice.transcript': (p) => joined(p.quoted('text', 120), p.value('isFinal') === true && 'final') || null,
  'voice.endpoint_candidate': (p) =>
    joined(
      p.duration('atMs') && `at ${p.duration('atMs')}`,
      p.count('confidence') && `confidence ${p.count('confidence')}`,
    ),
  'voice.turn_commit': (p) => p.quoted('finalText', 140) || null,
  'voice.synthesis_chunk': (p) =>
    joined(
      p.count('seq') && `chunk ${p.count('seq')}`,
      p.text('mimeType'),
      p.duration('durationMs'),
      p.value('final') === true && 'last',
    ) || null,
  'voice.barge_in': (p) => p.duration('atMs') && `at ${p.duration('atMs')}`,
  'voice.cancelled': (p) => joined(p.duration('atMs') && `at ${p.duration('atMs')}`, p.text('reason')),
};

const hostNames: Summaries = {
  'ui.a2ui-surface': (p) => {
    const surface = p.child('surface');
    const parts = surface.list('components').length;
    return joined(
      surface.quoted('title') || 'surface',
      countOf(parts, 'component'),
      p.text('catalogVersion') && `catalogue ${p.text('catalogVersion')}`,
    );
  },
  'heartbeat.evaluated': (p) =>
    joined(p.text('status'), p.value('changed') === true && 'changed', p.text('heartbeatId')) || null,
  'heartbeat.stateChanged': (p) => joined(change(p, 'from', 'to'), p.text('heartbeatId')) || null,
};

export const operationSummaries: Summaries = {
  ...triggers,
  ...evaluation,
  ...governance,
  ...voice,
  ...hostNames,
};
