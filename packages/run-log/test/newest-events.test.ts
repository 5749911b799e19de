/** The newest event types of v1: dispatch of several child runs, summaries, presence, compensation (run-events 3.2). */
import { CATALOGUE_TYPES, v2EventName } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import { nodeLanes, type RunLog, sessionSummary } from '../src/index.ts';
import { type GivenEvent, START_MS } from './given-log.ts';
import { givenLog } from './opened-logs.ts';

const start: GivenEvent = { type: 'run.started', payload: { workflowId: 'w' } };
const completed: GivenEvent = { type: 'run.completed', payload: { outputs: {} } };
const cancelled: GivenEvent = { type: 'run.cancelled', payload: { reason: 'by hand' } };
const failed = (code: string, cause?: string): GivenEvent => ({
  type: 'run.failed',
  payload: { error: { code, message: 'no' } },
  ...(cause === undefined ? {} : { cause }),
});
const declined: GivenEvent = {
  type: 'node.failed',
  node: 'pay',
  payload: { nodeId: 'pay', error: { code: 'card_declined', message: 'no' } },
};
const undo = (step: string, payload: Readonly<Record<string, unknown>> = {}, cause?: string): GivenEvent => ({
  type: `compensation.${step}`,
  payload,
  ...(cause === undefined ? {} : { cause }),
});
const decided: GivenEvent = {
  type: 'runOrchestrator.decided',
  node: 'fan',
  payload: { agentId: 'agent', decision: { kind: 'next-worker', nextWorkerIds: ['w', 'w', 'w'] } },
};
const fanOut: GivenEvent = {
  type: 'core.dispatch.fanOut',
  node: 'fan',
  payload: { fanOutPolicy: 'parallel', childCount: 3 },
  cause: 'e1',
};
const join = (joinOutcome: string, mergeOrder: readonly string[] = ['c1', 'c2']): GivenEvent => ({
  type: 'core.dispatch.join',
  node: 'fan',
  payload: { joinOutcome, completedCount: 2, failedCount: 1, mergeOrder },
  cause: 'e2',
});
const summary: GivenEvent = {
  type: 'context.summarized',
  payload: {
    iteration: 2,
    replacedTurns: ['e0', 'e1', 'gone'],
    summaryRef: 'art',
    tokensBefore: 9000,
    tokensAfter: 800,
  },
};
const presence: GivenEvent = {
  type: 'channel.presence',
  payload: { conversationId: 'c', present: ['user:a'], typing: ['user:a'] },
};

/** The verdict of a log, its cause, and codes of problems. */
async function summaryOf(log: RunLog) {
  await log.runChecks();
  const { verdict } = await sessionSummary(log);
  return {
    title: `${verdict.title}`,
    sentence: verdict.sentence.map(({ text }) => text).join(''),
    cause: verdict.cause === null ? null : log.index.typeOf(verdict.cause.ordinal),
    problems: log.index.problems
      .list()
      .map(({ entry }) => entry.code)
      .filter((code) => code !== 'causation_omitted'),
  };
}

test.each<[string, readonly GivenEvent[], Partial<Awaited<ReturnType<typeof summaryOf>>>]>([
  [
    'child runs that were joined in part',
    [start, decided, fanOut, join('partial'), completed],
    { problems: [] },
  ],
  [
    'a join that failed is the cause',
    [
      start,
      decided,
      fanOut,
      join('failed'),
      {
        ...declined,
        node: 'fan',
        cause: 'e3',
        payload: { nodeId: 'fan', error: { code: 'join_failed', message: 'no' } },
      },
      failed('join_failed', 'e4'),
    ],
    { cause: 'core.dispatch.join', problems: [] },
  ],
  [
    'of a join that failed, the failure of its child run',
    [
      start,
      decided,
      fanOut,
      { ...start, run: 'c1', sequence: 0 },
      { ...declined, run: 'c1', sequence: 1 },
      { ...failed('card_declined'), run: 'c1', sequence: 2 },
      { ...join('failed', ['c2', 'c1']), sequence: 3 },
      {
        ...declined,
        node: 'fan',
        cause: 'e6',
        sequence: 4,
        payload: { nodeId: 'fan', error: { code: 'join_failed', message: 'no' } },
      },
      { ...failed('join_failed', 'e7'), sequence: 5 },
    ],
    { cause: 'node.failed', problems: [] },
  ],
  [
    'child runs that were never joined',
    [start, decided, fanOut, completed],
    { problems: ['dispatch_not_joined'] },
  ],
  ['a dispatch that a cancellation ended', [start, decided, fanOut, cancelled], { problems: [] }],
  [
    'a failure that was undone',
    [
      start,
      declined,
      undo('requested', {}, 'e1'),
      undo('started'),
      undo('completed'),
      failed('card_declined'),
    ],
    {
      title: 'Failed',
      sentence: 'Node pay failed with card_declined: “no”. Everything was undone.',
      problems: [],
    },
  ],
  [
    'a failure that could not be undone',
    [
      start,
      declined,
      undo('requested', {}, 'e1'),
      undo('started'),
      undo('failed', { reason: 'retries-exhausted', attempt: 3 }),
      undo('manual_intervention_required', { reason: 'retries-exhausted' }),
      failed('card_declined'),
    ],
    {
      sentence: 'Node pay failed with card_declined: “no”. Undoing it failed too: an operator is needed.',
      problems: [],
    },
  ],
  [
    'a run that undoing alone failed',
    [
      start,
      undo('requested'),
      undo('started', {}, 'e1'),
      undo('failed', {}, 'e2'),
      failed('undo_failed', 'e3'),
    ],
    { cause: 'compensation.failed', problems: [] },
  ],
  [
    'undoing and giving up behind the end of the run',
    [
      start,
      cancelled,
      undo('requested'),
      undo('started'),
      undo('completed'),
      { type: 'run.dead_lettered', payload: { runId: 'r1', reason: 'x', attempts: 1 } },
    ],
    {
      title: 'Cancelled',
      sentence: 'Workflow w was cancelled after 1 s. Everything was undone.',
      problems: [],
    },
  ],
  [
    'a node behind the end of the run',
    [
      start,
      cancelled,
      undo('requested'),
      { type: 'node.started', node: 'a', payload: { nodeId: 'a', typeId: 't', attempt: 1 } },
    ],
    { problems: ['event_after_terminal'] },
  ],
  [
    'a run that completed and was undone',
    [start, undo('requested'), undo('started'), undo('completed'), completed],
    { problems: ['compensation_of_completed_run'] },
  ],
  [
    'an unknown type whose name says that it failed',
    [start, { type: 'acme.upload-failed', payload: {} }, failed('x', 'e1')],
    { cause: 'acme.upload-failed', problems: ['extension_type'] },
  ],
  [
    'an unknown type whose name says nothing',
    [start, { type: 'acme.failed.twice', payload: {} }, failed('x', 'e1')],
    { cause: null },
  ],
  ['a plan that waits', [start, undo('requested'), undo('paused')], { problems: [] }],
  ['a summary of earlier turns', [start, summary, completed], { title: 'Completed', problems: [] }],
  ['presence that was stored', [start, presence, completed], { problems: ['live_presence_recorded'] }],
  ['inputs for each worker', [start, workers(['w', 'w'], [{}, {}]), completed], { problems: [] }],
  [
    'fewer inputs than workers',
    [start, workers(['w', 'w'], [{}]), completed],
    { problems: ['worker_inputs_mismatch'] },
  ],
])('%s (run-events 3.2.10, 3.2.11, 3.2.17)', async (_, events, expected) => {
  expect(await summaryOf(await givenLog(events))).toMatchObject(expected);
});

test('a note says how events of an unknown type are displayed', async () => {
  const log = await givenLog([start, { type: 'acme.ticket.opened', payload: {} }, completed]);
  await log.runChecks();
  const note = log.index.problems.list().find(({ entry }) => entry.code === 'extension_type');
  expect(note?.entry.message).toBe('The type is not in the catalogue; its events are displayed as recorded');
});

function workers(nextWorkerIds: readonly string[], nextWorkerInputs: readonly unknown[]): GivenEvent {
  const decision = { kind: 'next-worker', nextWorkerIds, nextWorkerInputs };
  return { type: 'runOrchestrator.decided', node: 'fan', payload: { agentId: 'agent', decision } };
}

describe('the lane of what is undone', () => {
  test.each([
    ['completed', 'completed', true],
    ['failed', 'failed', true],
    ['paused', 'suspended', false],
    ['started', 'running', false],
  ])('%s: %s', async (step, state, ended) => {
    const log = await givenLog([start, undo('requested', { nodeId: 'pay' }), undo(step)]);
    const { lanes } = await nodeLanes(log.standing(), null);
    const lane = lanes.find(({ kind }) => kind === 'undoing');
    expect(lane?.spans).toMatchObject([{ state, ended, ordinal: 1, label: '' }]);
  });
});

test('events of undoing without a timestamp are drawn at the last known time', async () => {
  const log = await givenLog([start, { ...undo('requested'), at: null }, { ...undo('failed'), at: null }]);
  const { lanes } = await nodeLanes(log.standing(), null);
  const [bar] = lanes.find(({ kind }) => kind === 'undoing')?.spans ?? [];
  expect(bar).toMatchObject({ startMs: START_MS, endMs: START_MS });
});

test('every type has a name of its own in v2', () => {
  expect(new Set(CATALOGUE_TYPES.map(v2EventName)).size).toBe(CATALOGUE_TYPES.length);
});
