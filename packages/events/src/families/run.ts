/** Runs and nodes (run-events 3.2.1, 3.2.2); suspending and resuming are with the interrupts. */
import { countOf, someOf } from '@openwop-inspector/base';
import type { EventDescription, Summary } from '../description.ts';
import { codeText, failedBy, failureOf } from '../failure.ts';
import { clip, type Fields, joined, line } from '../fields.ts';
import { byWord, type EventReader, type LeadForm, lead, phrase, sheet } from '../sheet/event-sheet.ts';
import { fieldOf, fieldsOf, valuePart } from '../sheet/fields.ts';
import { errorFacts } from '../sheet/interrupt-data.ts';
import { say } from '../sheet/members.ts';
import { confidence, resumed, resumedSummary, suspended, waitText } from './waits.ts';

/** "code: message" of the failure in a payload. */
export function failureText(payload: Fields, key: string | null = null): string {
  const failure = failureOf(key === null ? payload.whole : payload.value(key));
  const code = clip(codeText(failure), 80);
  if (failure.message === null) return code;
  const message = clip(failure.message, 140);
  // Some hosts begin the message with the code.
  return message.startsWith(`${code}: `) ? message : `${code}: ${message}`;
}

function outputs(payload: Fields, key: string): string {
  const keys = payload.child(key).keys();
  if (keys.length > 0) return `${countOf(keys.length, 'output')}: ${someOf(keys, 4)}`;
  const value = payload.value(key);
  return value === undefined || payload.child(key).isObject || value === null
    ? ''
    : `output ${payload.brief(key)}`;
}

const completedHow = line(
  'decision {decision} | decision {decision.kind}; outcome {outcome}; {reason:quoted}; took {durationMs:duration}',
);
const completed: Summary = (p) =>
  joined(outputs(p, p.value('outputs') === undefined ? 'output' : 'outputs'), completedHow(p)) ||
  'completed, no outputs';

const startedLead = phrase('running plain Started', 'The run of {workflow workflowId/a workflow} began.');

const startedRun: EventReader = (payload, event) => {
  const owner = payload.within('owner');
  return {
    lead: startedLead(payload, event),
    fields: [
      fieldOf(payload, 'workflowId'),
      fieldOf(payload, 'transport', { label: 'Came in by' }),
      fieldOf(payload, 'engineVersion'),
      ...(owner === null ? [] : fieldsOf(owner, 'tenant workspace principal')),
      fieldOf(payload, 'tags'),
    ],
    parts: [valuePart(payload, 'inputs'), valuePart(payload, 'metadata', undefined, { open: false })],
  };
};

/** A failure: `coded` are the words before its code, where it has one; fields are before and after those of the error. */
const failure =
  (
    form: LeadForm,
    words: string,
    [before, behind]: readonly [string, string],
    { coded, key = 'error' }: { readonly coded?: string; readonly key?: string } = {},
  ): EventReader =>
  (payload, event) => {
    const { code, fields, parts } = errorFacts(payload, key);
    const isCoded = coded !== undefined && code !== null;
    const head = phrase(form, isCoded ? coded : words)(payload, event);
    return {
      lead: isCoded ? { ...head, words: say`${head.words}: ${code}.` } : head,
      fields: [...fieldsOf(payload, before), ...fields, ...fieldsOf(payload, behind)],
      parts,
    };
  };

const startedNode = sheet(
  'node',
  (payload, event) => {
    const isFirst = (payload.peekNumber('attempt') ?? 0) < 2;
    const words = `{Node} began[ as {typeId}]${isFirst ? '' : ', attempt {#attempt}'}.`;
    return phrase('running plain Started', words)(payload, event);
  },
  'nodeId typeId attempt',
);

const completedNode = sheet(
  'node',
  byWord('outcome', phrase('ok ok Completed', '{Node} ended well.'), {
    rejected: phrase(
      'warning warning Rejected',
      'The node ended because the answer it waited for was a rejection.',
    ),
  }),
  'nodeId outcome reason durationMs',
  { values: 'decision outputs' },
);

/** Types of the families `run` and `node`. */
export const runEvents = {
  // Types of the family `run`.
  'run.started': {
    glyph: 'runStarted',
    act: 'runStarted',
    summary: line('workflow {workflowId}; {inputs:keys3 input}; through {transport}', 'started'),
    sheet: ['run', startedRun],
  },
  'run.completed': {
    glyph: 'runCompleted',
    tone: 'ok',
    act: 'runCompleted',
    summary: completed,
    // One host writes `output` (run-events 3.2.1).
    sheet: sheet('run', lead('ok ok Completed', 'The run ended well.'), 'durationMs', {
      values: 'outputs output',
    }),
  },
  'run.failed': {
    glyph: 'runFailed',
    tone: 'failed',
    act: 'runFailed',
    abnormal: failedBy,
    summary: (p) => {
      const hasFailure = ['error', 'code', 'message'].some((key) => p.value(key) !== undefined);
      const node = p.after('failedNodeId', 'failedNodeId');
      return [hasFailure || node === '' ? failureText(p) : '', node];
    },
    sheet: [
      'run',
      failure(
        'failed error Failed',
        'The run ended with an error[ at node {failedNodeId}].',
        ['', 'failedNodeId durationMs'],
        { coded: 'The run failed[ at node {failedNodeId}]' },
      ),
    ],
  },
  'run.cancelled': {
    glyph: 'runCancelled',
    tone: 'warning',
    act: 'runCancelled',
    summary: line('{reason} | cancelled; by {cancelledBy}; with parent run {parentRunId:id}'),
    sheet: sheet(
      'run',
      phrase(
        'cancelled warning Cancelled',
        'The run was cancelled[ because its parent run {parentRunId} was].',
      ),
      'reason cancelledBy parentRunId durationMs',
    ),
  },
  'run.resuming': {
    glyph: 'runStarted',
    act: 'runMoves',
    summary: line('resuming from {fromStatus} | resuming'),
    sheet: sheet('run', lead('running plain Resuming', 'An explicit resume was dispatched.'), 'fromStatus'),
  },
  'run.paused': {
    glyph: 'runPaused',
    tone: 'waiting',
    act: 'runPaused',
    summary: line('paused: {reason} | paused'),
    sheet: sheet('run', lead('waiting warning Paused', 'The run is paused until it is resumed.'), 'reason'),
  },
  'run.resumed': {
    glyph: 'runStarted',
    act: 'runMoves',
    summary: line('resumed at {resumedAtNode} | resumed; by {resumedBy}'),
    // The schema defines no fields; hosts write these (run-events 3.2.1).
    sheet: sheet('run', lead('running plain Resumed', 'The run continues.'), 'resumedAtNode resumedBy'),
  },
  'run.restored-from-snapshot': {
    act: 'runMoves',
    summary: line('restored from a snapshot; at sequence {snapshotSeq:count}'),
    sheet: sheet(
      'run',
      lead('running note Restored', 'The state was rebuilt from the log.'),
      'snapshotSeq engineVersion',
    ),
  },
  'run.dead_lettered': {
    glyph: 'runFailed',
    tone: 'failed',
    act: 'runDeadLettered',
    abnormal: 'failure',
    summary: line('{reason} | given up; after {attempts:amount attempt}; at {nodeId}'),
    sheet: sheet(
      'run',
      lead('failed error Given up', 'The run was put aside after its last attempt.'),
      'reason attempts nodeId runId',
    ),
  },
  // Types of the family `node`.
  'node.started': {
    glyph: 'nodeStarted',
    act: 'nodeStarted',
    summary: line('{typeId}; attempt {attempt:count}', 'started'),
    sheet: startedNode,
  },
  'node.completed': {
    glyph: 'nodeCompleted',
    act: 'nodeCompleted',
    summary: completed,
    sheet: completedNode,
  },
  'node.failed': {
    glyph: 'nodeFailed',
    tone: 'failed',
    act: 'nodeFailed',
    abnormal: failedBy,
    recovers: true,
    envelope: { role: 'failure', part: 'refused' },
    summary: (p) => [
      failureText(p),
      (p.number('attempts') ?? 0) > 1 && `after ${p.amount('attempts', 'attempt')}`,
    ],
    sheet: [
      'node',
      failure('failed error Failed', '{Node} ended with an error.', ['', 'nodeId typeId attempt attempts'], {
        coded: '{Node} failed',
      }),
    ],
  },
  'node.suspended': {
    glyph: 'nodeSuspended',
    tone: 'waiting',
    act: 'nodeSuspended',
    envelope: { role: 'suspended' },
    summary: (p) =>
      p.text('reason') === 'low-confidence'
        ? confidence(p)
        : [waitText(p.text('kind')), p.idAfter('interrupt', 'interruptId')],
    sheet: ['interrupt', suspended],
  },
  'node.suspend-failed': {
    glyph: 'nodeFailed',
    tone: 'failed',
    act: 'nodeSuspendFailed',
    abnormal: 'failure',
    recovers: true,
    summary: (p) => failureText(p),
    sheet: [
      'node',
      failure('failed error Not suspended', '{Node} was to wait, and that could not be stored or signed.', [
        '',
        'nodeId',
      ]),
    ],
  },
  'node.resumed': { ...resumed, glyph: 'nodeStarted', act: 'nodeResumed', summary: resumedSummary },
  'node.retried': {
    glyph: 'retry',
    tone: 'warning',
    act: 'nodeRetried',
    summary: (p) => [
      p.countAfter('attempt', 'attempt') || 'retried',
      p.duration('delayMs', 'after'),
      p.child('lastError').isObject && failureText(p, 'lastError'),
    ],
    sheet: [
      'node',
      failure(
        'retry warning Retried',
        '{Node} is tried again[, attempt {#attempt}].',
        ['attempt delayMs', 'nodeId'],
        { key: 'lastError' },
      ),
    ],
  },
  'node.skipped': {
    glyph: 'nodeSkipped',
    act: 'nodeSkipped',
    summary: line('skipped: {reason:text120} | skipped'),
    sheet: sheet('node', phrase('skipped plain Skipped', '{Node} did not run.'), 'nodeId reason'),
  },
  'node.cancelled': {
    glyph: 'nodeCancelled',
    tone: 'warning',
    act: 'nodeCancelled',
    summary: line('cancelled: {reason:text120} | cancelled'),
    sheet: sheet('node', phrase('cancelled warning Cancelled', '{Node} was cancelled.'), 'nodeId reason'),
  },
  'node.dispatched': {
    glyph: 'dispatch',
    act: 'dispatched',
    effect: 'child-run',
    summary: line('workflow {childWorkflowId}; child run {childRunId:id}; {childStatus}'),
    sheet: sheet(
      'node',
      phrase('running plain Dispatched', '{Node} started {a child run of childWorkflowId/a child run}.'),
      'childRunId childWorkflowId childStatus',
    ),
  },
} satisfies Record<string, EventDescription>;
