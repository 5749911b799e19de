/** Summaries of envelopes, models, prompts, agents and tools (run-events 3.2.7 to 3.2.10). */
import { countOf } from '@openwop-inspector/base';
import { brief, Fields, joined, nameList, type Summaries, shortId } from './fields.ts';
import { failureText } from './run-and-node.ts';

const RETRY_WORDS: Readonly<Record<string, string>> = {
  'schema-violation': 'after a schema violation',
  truncation: 'after truncation',
  'type-drift': 'after a wrong envelope type',
  'type-mismatch': 'after a wrong envelope type',
  refusal: 'after a refusal',
  'parse-error': 'after text that was no JSON',
  unknown: 'for a reason unknown',
};

function retryReason(reason: string): string {
  if (reason === '') return '';
  return (Object.hasOwn(RETRY_WORDS, reason) ? RETRY_WORDS[reason] : undefined) ?? `after ${reason}`;
}

function model(p: Fields): string {
  const name = p.text('model');
  return name === 'default' || name === '' ? p.text('provider') : name;
}

export const envelopeSummaries: Summaries = {
  'envelope.retry.attempted': (p) => {
    const attempt = p.count('attempt');
    const head = [attempt && `attempt ${attempt}`, retryReason(p.text('reason'))]
      .filter((text) => text !== '')
      .join(' ');
    return [head, p.text('previousError', 110)].filter((text) => text !== '').join(': ') || null;
  },
  'envelope.retry.exhausted': (p) =>
    joined(
      p.number('totalAttempts') !== null && countOf(p.number('totalAttempts') ?? 0, 'attempt'),
      p.text('finalReason') && `last ${p.text('finalReason')}`,
      p.text('finalError', 110),
    ) || null,
  'envelope.refusal': (p) =>
    joined(model(p) && `${model(p)} refused`, p.text('safetyCategory'), p.quoted('refusalText')) || null,
  'envelope.truncated': (p) => {
    const tokens = p.count('outputTokenCount');
    return joined(
      [p.text('stopReason'), tokens && `at ${tokens}`].filter((text) => text !== '').join(' '),
      p.value('partialPayloadAvailable') === true && 'part kept',
      model(p),
    );
  },
  'envelope.nlToFormat.engaged': (p) =>
    joined(
      p.text('originalEnvelopeType') && `text turned into ${p.text('originalEnvelopeType')}`,
      p.number('fallbackCalls') !== null && countOf(p.number('fallbackCalls') ?? 0, 'further call'),
    ) || null,
  'envelope.recovery.applied': (p) =>
    [p.text('path'), p.count('byteOffset') && `at byte ${p.count('byteOffset')}`]
      .filter((text) => text !== '')
      .join(' ') || null,
};

function capabilities(p: Fields): string {
  const names = p.names('missingCapabilities', 3);
  return names && `lacks ${names}`;
}

export const modelSummaries: Summaries = {
  'model.capability.substituted': (p) =>
    joined(
      p.text('fallbackModel') && `${p.text('originalModel') || '?'} replaced by ${p.text('fallbackModel')}`,
      capabilities(p),
    ) || null,
  'model.capability.insufficient': (p) =>
    joined(model(p), capabilities(p), p.value('fallbackAttempted') === true && 'a fallback was tried') ||
    null,
  'prompt.composed': (p) => {
    const refs = p.list('refs').length;
    return joined(
      p.text('kind'),
      refs > 0 && countOf(refs, 'prompt'),
      p.text('contentTrust') === 'untrusted' && 'untrusted parts',
    );
  },
  'agent.promptResolved': (p) => {
    const resolved = p.text('resolved');
    const applied = p
      .list('chain')
      .map((layer) => new Fields(layer))
      .find((layer) => layer.value('applied') === true);
    return joined(
      p.text('kind'),
      resolved || 'no prompt found',
      applied?.text('layer') && `from ${applied.text('layer')}`,
    );
  },
  'provider.usage': (p) =>
    joined(
      model(p),
      p.count('inputTokens') && `${p.count('inputTokens')} in`,
      p.count('outputTokens') && `${p.count('outputTokens')} out`,
      p.number('costEstimateUsd') !== null && `${p.number('costEstimateUsd')} ${p.text('currency') || 'USD'}`,
      p.value('cacheHit') === true && 'from cache',
    ) || null,
};

function toolStatus(p: Fields): string {
  const status = p.text('status');
  const code = p.child('error').text('code') || p.text('error');
  return joined(status !== 'ok' && status, code);
}

export const agentSummaries: Summaries = {
  'agent.reasoned': (p) =>
    p.quoted('reasoning', 140) || joined(p.text('agentId'), p.text('verbosity')) || null,
  'agent.reasoning.delta': (p) => p.quoted('delta', 140) || null,
  'agent.toolCalled': (p) => {
    const inputs = p.child('inputs');
    // The first text among the arguments tells the call apart better than their names.
    const first = inputs.keys().find((key) => inputs.quoted(key) !== '');
    const told = first === undefined ? p.brief('inputs') : inputs.quoted(first, 90);
    return (
      joined([p.text('toolName'), told].filter((text) => text !== '').join(' '), p.text('transport')) || null
    );
  },
  'agent.toolReturned': (p) =>
    joined(
      p.text('toolName'),
      toolStatus(p),
      p.value('outcome') !== undefined && p.brief('outcome'),
      p.duration('durationMs'),
    ) || null,
  'agent.handoff': (p) =>
    joined(
      p.text('toAgentId') && `from ${p.text('fromAgentId') || '?'} to ${p.text('toAgentId')}`,
      p.quoted('reason'),
    ) || null,
  'agent.decided': (p) =>
    joined(p.child('decision').text('kind') || p.brief('decision'), certainty(p), p.text('agentId')) || null,
  'agent.verified': (p) =>
    joined(
      p.text('verdict'),
      p.text('target') && `of ${shortId(p.text('target'))}`,
      certainty(p),
      p.names('criteria', 3),
    ) || null,
  'agent.invocation.started': (p) =>
    joined(
      p.text('agentId'),
      p.text('source') && `from ${p.text('source')}`,
      p.first('resolvedModel', 'modelClass'),
      p.number('toolSurfaceCount') !== null && countOf(p.number('toolSurfaceCount') ?? 0, 'tool'),
    ) || null,
  'agent.invocation.completed': (p) => joined(p.text('outcome'), p.text('agentId'), certainty(p)) || null,
  'tool.session.opened': (p) => p.text('toolId') || null,
  'tool.session.closed': (p) => joined(p.text('toolId'), p.text('outcome')) || null,
  'egress.decided': (p) =>
    joined(
      [p.text('decision'), p.text('destination')].filter((text) => text !== '').join(' '),
      p.text('reason') !== 'ok' && p.text('reason'),
    ) || null,
};

function certainty(p: Fields): string {
  return p.count('confidence') && `confidence ${p.count('confidence')}`;
}

/** "next-worker draft", "ask-user “Which market?”", "terminate". */
function decision(p: Fields): string {
  const kind = p.text('kind');
  const workers = p.list('nextWorkerIds');
  const detail =
    kind === 'next-worker'
      ? nameList(
          workers.map((worker) => new Fields({ worker }).text('worker')),
          4,
        ) || '(none)'
      : kind === 'ask-user'
        ? p.quoted('prompt')
        : p.text('reason');
  return joined([kind, detail].filter((text) => text !== '').join(' '), certainty(p));
}

const PHASES: Readonly<Record<string, string>> = {
  'dispatch.began': 'dispatch began',
  'dispatch.succeeded': 'dispatched',
  'dispatch.failed': 'dispatch failed',
  'child.completed': 'child completed',
  'child.failed': 'child failed',
  'child.cancelled': 'child cancelled',
  'output.harvested': 'outputs taken over',
};

export const orchestrationSummaries: Summaries = {
  'runOrchestrator.decided': (p) =>
    joined(
      p.child('decision').isObject ? decision(p.child('decision')) : p.brief('decision'),
      p.count('iteration') && `iteration ${p.count('iteration')}`,
    ) || brief(p.whole),
  'core.workflowChain.event': (p) => {
    const phase = p.text('phase');
    const words = Object.hasOwn(PHASES, phase) ? PHASES[phase] : phase;
    return joined(
      words,
      p.text('workerId') && `worker ${p.text('workerId')}`,
      p.text('childRunId') && `child run ${shortId(p.text('childRunId'))}`,
      p.list('harvestedKeys').length > 0 && p.names('harvestedKeys', 3),
      p.child('error').isObject && failureText(p, 'error'),
    );
  },
  'core.workflowChain.confidence-escalated': (p) =>
    joined(
      p.text('escalationKind'),
      p.count('confidence') && `confidence ${p.count('confidence')} below ${p.count('floor') || '?'}`,
      p.text('workerId') && `worker ${p.text('workerId')}`,
    ) || null,
};
