import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTerminalStatus, runStatus } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import { type GivenEvent, givenDocuments, openGiven, openText } from '../../../test/given-log.ts';
import { openRunLog } from '../../open-run-log.ts';
import { bytesSource } from '../../source/byte-source.ts';
import { foldRuns } from './fold.ts';

const recordings = join(import.meta.dirname, '../../../../../testing/recordings');

const started: GivenEvent = { type: 'run.started', payload: { workflowId: 'w' } };
const requested: GivenEvent = {
  type: 'node.suspended',
  node: 'ask',
  payload: { kind: 'approval', interruptId: 'i' },
};

async function statusOf(
  events: readonly GivenEvent[],
  header?: Record<string, unknown>,
): Promise<string | undefined> {
  return (await foldRuns(await openGiven(events, header))).runs[0]?.status;
}

describe('the status of a run is that of its last run or interrupt event (run-events 6)', () => {
  test.each<[string, readonly GivenEvent[], string]>([
    ['started', [started], 'running'],
    ['completed', [started, { type: 'run.completed' }], 'completed'],
    ['failed', [started, { type: 'run.failed' }], 'failed'],
    ['cancelled', [started, { type: 'run.cancelled' }], 'cancelled'],
    ['given up', [started, { type: 'run.dead_lettered', payload: { reason: 'x' } }], 'failed'],
    ['paused', [started, { type: 'run.paused' }], 'paused'],
    ['paused and resumed', [started, { type: 'run.paused' }, { type: 'run.resumed' }], 'running'],
    ['waits for an approval', [started, requested], 'waiting-approval'],
    [
      'by the interrupt',
      [started, { type: 'interrupt.requested', node: 'a', payload: { kind: 'external-event' } }],
      'waiting-external',
    ],
    [
      'by a legacy event',
      [started, { type: 'clarification.requested', node: 'a', payload: {} }],
      'waiting-input',
    ],
    [
      'by confidence',
      [started, { type: 'node.suspended', node: 'a', payload: { reason: 'low-confidence' } }],
      'waiting-input',
    ],
    [
      'answered by the host name',
      [started, requested, { type: 'node.interrupt.resolved', node: 'ask' }],
      'running',
    ],
    ['answered by resuming the node', [started, requested, { type: 'node.resumed', node: 'ask' }], 'running'],
    [
      'a vote is no answer',
      [started, requested, { type: 'interrupt.vote.recorded', node: 'ask' }],
      'waiting-approval',
    ],
    [
      'one of two answered',
      [
        started,
        requested,
        { type: 'node.suspended', node: 'b', payload: { kind: 'clarification' } },
        { type: 'interrupt.resolved', node: 'b' },
      ],
      'waiting-approval',
    ],
    [
      'an approval with a vote still open',
      [
        started,
        { type: 'interrupt.requested', node: 'a', payload: { kind: 'approval' } },
        { type: 'approval.received', node: 'a' },
      ],
      'waiting-approval',
    ],
    [
      'a legacy approval that is answered',
      [started, { type: 'approval.requested', node: 'a' }, { type: 'approval.received', node: 'a' }],
      'running',
    ],
    [
      'an end is not left again',
      [started, { type: 'run.completed' }, { type: 'interrupt.requested', node: 'a' }],
      'completed',
    ],
    ['nothing says so', [{ type: 'log.appended' }], 'unknown'],
  ])('%s', async (_, events, status) => expect(await statusOf(events)).toBe(status));

  test.each<[string, readonly GivenEvent[], Record<string, unknown>, string]>([
    ['nothing in the log', [{ type: 'log.appended' }], { run: { status: 'paused' } }, 'paused'],
    ['an alias', [{ type: 'log.appended' }], { run: { status: 'waiting-clarification' } }, 'waiting-input'],
    ['a status nobody knows', [{ type: 'log.appended' }], { run: { status: 'dozing' } }, 'dozing'],
    ['the log stops before the end', [started], { run: { runId: 'r1', status: 'completed' } }, 'completed'],
    [
      'a cut log',
      [started],
      { truncated: true, run: { runId: 'r1', status: 'waiting-approval' } },
      'waiting-approval',
    ],
    ['a poll answer', [started], { runStatus: 'failed' }, 'failed'],
    [
      'the log contradicts',
      [started, { type: 'run.failed' }],
      { run: { runId: 'r1', status: 'completed' } },
      'failed',
    ],
    ['it speaks of another run', [started], { run: { runId: 'r9', status: 'completed' } }, 'running'],
    [
      'what waits is described better by the log',
      [started, requested],
      { run: { runId: 'r1', status: 'running' } },
      'waiting-approval',
    ],
    [
      'the kind of waiting is named by the document',
      [started, { type: 'node.suspended', node: 'a' }],
      { run: { runId: 'r1', status: 'waiting-external' } },
      'waiting-external',
    ],
  ])('what the document says: %s', async (_, events, header, status) => {
    expect(await statusOf(events, { bundleVersion: '1', ...header })).toBe(status);
  });
});

describe('the first failure', () => {
  const capped: GivenEvent = {
    type: 'cap.breached',
    node: 'a',
    payload: { kind: 'schema', limit: 2, observed: 3 },
  };
  test.each<[string, readonly GivenEvent[], object]>([
    [
      'a node before its run',
      [
        started,
        { type: 'node.failed', node: 'a', payload: { error: { code: 'x', message: 'm' } } },
        { type: 'run.failed', payload: { error: { code: 'y' } } },
      ],
      { ordinal: 1, nodeId: 'a', code: 'x', message: 'm' },
    ],
    [
      'a node behind a breach',
      [started, capped, { type: 'node.failed', node: 'a', payload: { code: 'x' } }],
      { ordinal: 2, type: 'node.failed', code: 'x', message: null },
    ],
    [
      'a run alone',
      [started, capped, { type: 'run.failed', payload: { error: 'boom' } }],
      { ordinal: 2, nodeId: null, code: 'boom' },
    ],
    [
      'a suspension that failed',
      [started, { type: 'node.suspend-failed', node: 'a', payload: { error: { code: 's' } } }],
      { ordinal: 1, code: 's' },
    ],
    [
      'without payload',
      [started, { type: 'node.failed', node: 'a', payload: null }],
      { code: 'node_failed', message: null },
    ],
  ])('%s', async (_, events, failure) => {
    expect((await foldRuns(await openGiven(events))).runs[0]?.firstFailure).toMatchObject(failure);
  });

  test('there is none in a run that goes well', async () => {
    expect((await foldRuns(await openGiven([started, { type: 'run.completed' }]))).runs[0]).toEqual({
      runId: 'r1',
      workflowId: 'w',
      status: 'completed',
      events: 2,
      firstSequence: 0,
      lastSequence: 1,
    });
  });
});

describe('the state of a node is that of its last event', () => {
  const states = ['started', 'completed', 'failed', 'suspended', 'skipped', 'cancelled'];
  test.each([
    ['node.started', 'running'],
    ['node.completed', 'completed'],
    ['node.failed', 'failed'],
    ['node.suspended', 'suspended'],
    ['node.skipped', 'skipped'],
    ['node.cancelled', 'cancelled'],
    ['node.suspend-failed', 'failed'],
    ['node.resumed', 'running'],
    ['node.retried', 'running'],
  ])('%s: %s', async (type, state) => {
    for (const before of states) {
      const fold = await foldRuns(
        await openGiven([
          { type: `node.${before}`, node: 'a' },
          { type, node: 'a' },
        ]),
      );
      if (type === 'node.suspended' && !['started', 'suspended'].includes(before)) continue;
      expect(fold.nodes[0]?.state, before).toBe(state);
    }
  });

  test('attempts, retries and times are stored', async () => {
    const { nodes } = await foldRuns(
      await openGiven([
        { type: 'node.started', node: 'a', at: 1_000 },
        { type: 'envelope.truncated', node: 'a' },
        { type: 'envelope.retry.attempted', node: 'a' },
        { type: 'node.failed', node: 'a', at: 3_000 },
        { type: 'node.started', payload: { nodeId: 'a' }, at: 4_000 },
        { type: 'node.completed', node: 'a', at: 9_000 },
      ]),
    );
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({
      nodeId: 'a',
      state: 'completed',
      retries: 1,
      truncations: 1,
      events: 6,
      failedOrdinal: 3,
    });
  });
});

test('runs are distinguished, in order of first appearance, whatever their order in the source', async () => {
  const events: GivenEvent[] = [
    { ...started, run: 'b', sequence: 0 },
    { ...started, run: 'a', sequence: 0, payload: { workflowId: 'other' } },
    { type: 'run.failed', run: 'a', sequence: 2 },
    { type: 'run.completed', run: 'b', sequence: 1 },
    { type: 'node.failed', run: 'a', node: 'n', sequence: 1 },
  ];
  const { runs } = await foldRuns(await openGiven(events));
  expect(runs.map(({ runId, workflowId, status, events }) => [runId, workflowId, status, events])).toEqual([
    ['b', 'w', 'completed', 2],
    ['a', 'other', 'failed', 3],
  ]);
  expect(runs[1]?.firstFailure?.type).toBe('node.failed');
});

test('a repeated event counts once, and folding again gives the same', async () => {
  const documents = givenDocuments([
    started,
    { type: 'node.started', node: 'a' },
    { type: 'node.failed', node: 'a' },
  ]);
  const once = await foldRuns(await openText(JSON.stringify(documents)));
  const log = await openText(JSON.stringify([...documents, ...documents]));
  const twice = await foldRuns(log);
  expect(twice.runs).toEqual(once.runs);
  expect(twice.nodes).toEqual(once.nodes);
  expect(await foldRuns(log)).toEqual(twice);
});

test('a snapshot and a bundle without events describe their run', async () => {
  const snapshot = await openText(
    JSON.stringify({ runId: 'r7', workflowId: 'w', status: 'waiting-approval' }),
  );
  expect((await foldRuns(snapshot)).runs).toEqual([
    {
      runId: 'r7',
      workflowId: 'w',
      status: 'waiting-approval',
      events: 0,
      firstSequence: null,
      lastSequence: null,
    },
  ]);
  expect((await foldRuns(await openText('{"a": 1}'))).runs).toEqual([]);
});

test('times that are missing, equal or go back are tolerated', async () => {
  const fold = await foldRuns(
    await openGiven([
      { ...started, at: null },
      { type: 'log.appended', at: 5_000 },
      { type: 'run.completed', at: 1_000 },
    ]),
  );
  expect((fold.endMs ?? 0) - (fold.startMs ?? 0)).toBe(4_000);
  const none = await foldRuns(await openGiven([{ ...started, at: null }]));
  expect([none.startMs, none.endMs]).toEqual([null, null]);
});

test('recorded bundles fold to the status that their host gives', async () => {
  const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('debug-bundle.json'),
  );
  for (const file of files) {
    const bytes = readFileSync(join(recordings, file));
    const bundle = JSON.parse(bytes.toString()) as { status?: string; run?: { status?: string } };
    const reported = bundle.run?.status ?? bundle.status ?? '';
    const log = openRunLog(bytesSource(file, bytes));
    await log.loaded;
    const [run] = (await foldRuns(log)).runs;
    expect(run?.status, file).toBe(runStatus(reported));
    if (run?.status === 'failed') expect(run.firstFailure, file).toBeDefined();
    expect(isTerminalStatus(run?.status ?? '') || file.includes('suspended'), file).toBe(true);
  }
});
