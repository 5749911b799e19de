/** Summaries of the life of runs and nodes (run-events 3.2.1, 3.2.2). */
import { countOf, formatDuration } from '@openwop-inspector/base';
import { codeWords, failureOf } from '../failure.ts';
import { type Fields, joined, nameList, type Summaries, shortId, shown } from './fields.ts';

/** "code: message" of the failure in a payload. */
export function failureText(payload: Fields, key: string | null = null): string {
  const failure = failureOf(key === null ? payload.whole : payload.value(key));
  const code = shown(codeWords(failure), 80);
  return failure.message === null ? code : `${code}: ${shown(failure.message, 140)}`;
}

function outputs(payload: Fields, key: string): string {
  const keys = payload.child(key).keys();
  if (keys.length > 0) return `${countOf(keys.length, 'output')}: ${nameList(keys, 4)}`;
  const value = payload.value(key);
  return value === undefined || payload.child(key).isObject || value === null
    ? ''
    : `output ${payload.brief(key)}`;
}

function took(payload: Fields): string {
  const ms = payload.number('durationMs');
  return ms === null || ms < 0 ? '' : `took ${formatDuration(ms)}`;
}

function completed(payload: Fields): string {
  const decision = payload.text('decision') || payload.child('decision').text('kind');
  return (
    joined(
      outputs(payload, payload.value('outputs') === undefined ? 'output' : 'outputs'),
      decision && `decision ${decision}`,
      payload.text('outcome') && `outcome ${payload.text('outcome')}`,
      payload.quoted('reason'),
      took(payload),
    ) || 'completed, no outputs'
  );
}

const WAITS: Readonly<Record<string, string>> = {
  approval: 'waits for an approval',
  clarification: 'waits for an answer',
  'external-event': 'waits for an external event',
  'low-confidence': 'waits: confidence too low',
  conversation: 'waits for the next turn',
  'conversation.start': 'waits for a conversation to begin',
  'conversation.exchange': 'waits for the next turn',
  'conversation.close': 'waits for the conversation to close',
};

/** What an interrupt of this kind waits for. */
export function waitText(kind: string): string {
  return (Object.hasOwn(WAITS, kind) ? WAITS[kind] : undefined) ?? (kind === '' ? 'waits' : `waits: ${kind}`);
}

export const runSummaries: Summaries = {
  'run.started': (p) => {
    const inputs = p.child('inputs').keys();
    return (
      joined(
        p.text('workflowId') && `workflow ${p.text('workflowId')}`,
        inputs.length > 0 && `${countOf(inputs.length, 'input')}: ${nameList(inputs, 3)}`,
        p.text('transport') && `through ${p.text('transport')}`,
      ) || 'started'
    );
  },
  'run.completed': completed,
  'run.failed': (p) => {
    const node = p.text('failedNodeId');
    const told = ['error', 'code', 'message'].some((key) => p.value(key) !== undefined);
    return joined(told || node === '' ? failureText(p) : '', node && `failedNodeId ${node}`);
  },
  'run.cancelled': (p) =>
    joined(
      p.text('reason') || 'cancelled',
      p.text('cancelledBy') && `by ${p.text('cancelledBy')}`,
      p.text('parentRunId') && `with parent run ${shortId(p.text('parentRunId'))}`,
    ),
  'run.resuming': (p) => (p.text('fromStatus') ? `resuming from ${p.text('fromStatus')}` : 'resuming'),
  'run.paused': (p) => (p.text('reason') ? `paused: ${p.text('reason')}` : 'paused'),
  'run.resumed': (p) =>
    joined(
      p.text('resumedAtNode') ? `resumed at ${p.text('resumedAtNode')}` : 'resumed',
      p.text('resumedBy') && `by ${p.text('resumedBy')}`,
    ),
  'run.restored-from-snapshot': (p) =>
    joined(`restored from a snapshot`, p.count('snapshotSeq') && `at sequence ${p.count('snapshotSeq')}`),
  'run.dead_lettered': (p) =>
    joined(
      p.text('reason') || 'given up',
      p.number('attempts') !== null && `after ${countOf(p.number('attempts') ?? 0, 'attempt')}`,
      p.text('nodeId') && `at ${p.text('nodeId')}`,
    ),
};

export const nodeSummaries: Summaries = {
  'node.started': (p) =>
    joined(p.text('typeId'), p.count('attempt') && `attempt ${p.count('attempt')}`) || 'started',
  'node.completed': completed,
  'node.failed': (p) =>
    joined(
      failureText(p),
      (p.number('attempts') ?? 0) > 1 && `after ${countOf(p.number('attempts') ?? 0, 'attempt')}`,
    ),
  'node.suspended': (p) => {
    if (p.text('reason') === 'low-confidence') return confidence(p);
    const id = p.text('interruptId');
    return joined(waitText(p.text('kind')), id && `interrupt ${shortId(id)}`);
  },
  'node.suspend-failed': (p) => failureText(p),
  'node.resumed': (p) =>
    joined(
      p.text('action') ? `resumed with ${p.text('action')}` : 'resumed',
      p.value('resumeValue') !== undefined && p.brief('resumeValue'),
    ),
  'node.retried': (p) =>
    joined(
      p.count('attempt') ? `attempt ${p.count('attempt')}` : 'retried',
      p.duration('delayMs') && `after ${p.duration('delayMs')}`,
      p.child('lastError').isObject && failureText(p, 'lastError'),
    ),
  'node.skipped': (p) => (p.text('reason') ? `skipped: ${p.text('reason', 120)}` : 'skipped'),
  'node.cancelled': (p) => (p.text('reason') ? `cancelled: ${p.text('reason', 120)}` : 'cancelled'),
  'node.dispatched': (p) =>
    joined(
      p.text('childWorkflowId') && `workflow ${p.text('childWorkflowId')}`,
      p.text('childRunId') && `child run ${shortId(p.text('childRunId'))}`,
      p.text('childStatus'),
    ) || null,
};

/** "confidence 0.41, threshold 0.7". */
export function confidence(p: Fields): string {
  return joined(
    'confidence too low',
    p.count('observed') && `observed ${p.count('observed')}`,
    p.count('threshold') && `threshold ${p.count('threshold')}`,
    p.text('agentId'),
  );
}
