import { describe, expect, test } from 'vitest';
import { type GivenEvent, openGiven, START_MS } from '../../../test/given-log.ts';
import { type NodeLanes, nodeLanes } from './lanes.ts';
import type { NodeLane } from './sub-lanes.ts';

async function lanesOf(events: readonly GivenEvent[], header?: Record<string, unknown>): Promise<NodeLanes> {
  return nodeLanes(await openGiven(events, header), 5_000);
}

/** Bars of a lane as `kind state from-to "label"`, in seconds since the start; `~` for one the log does not end. */
function bars(lane: NodeLane | undefined): string[] {
  const s = (ms: number): number => (ms - START_MS) / 1_000;
  return (lane?.spans ?? []).map(
    (one) =>
      `${one.kind} ${one.state} ${s(one.startMs)}-${one.ended ? s(one.endMs) : `${s(one.endMs)}~`}${one.label === '' ? '' : ` ${one.label}`}`,
  );
}

const named = ({ lanes }: NodeLanes, name: string): NodeLane | undefined =>
  lanes.find((lane) => lane.name === name);
const started: GivenEvent = { type: 'run.started', payload: { workflowId: 'w' } };
const ended: GivenEvent = { type: 'run.completed' };

describe('the lane of a node', () => {
  test.each<[string, GivenEvent[], string[], NodeLane['state']]>([
    [
      'ran',
      [
        { type: 'node.started', node: 'a' },
        { type: 'node.completed', node: 'a' },
      ],
      ['ran completed 1-2 completed'],
      'completed',
    ],
    [
      'failed',
      [
        { type: 'node.started', node: 'a' },
        { type: 'node.failed', node: 'a', payload: { error: { code: 'x' } } },
      ],
      ['ran failed 1-2 x'],
      'failed',
    ],
    [
      'waited',
      [
        { type: 'node.started', node: 'a' },
        { type: 'node.suspended', node: 'a' },
        { type: 'node.resumed', node: 'a' },
        { type: 'node.completed', node: 'a' },
      ],
      ['ran suspended 1-2', 'waited suspended 2-3', 'ran completed 3-4 completed'],
      'completed',
    ],
    [
      'waits still',
      [
        { type: 'node.started', node: 'a' },
        { type: 'interrupt.requested', node: 'a' },
        { type: 'node.suspended', node: 'a' },
      ],
      ['ran suspended 1-2', 'waited suspended 2-4~'],
      'suspended',
    ],
    [
      'answered without a word',
      [
        { type: 'node.suspended', node: 'a' },
        { type: 'node.completed', node: 'a' },
      ],
      ['waited suspended 1-2', 'ran completed 2-2 completed'],
      'completed',
    ],
    ['runs still', [{ type: 'node.started', node: 'a' }], ['ran running 1-2~ running'], 'running'],
    [
      'ran twice',
      [
        { type: 'node.started', node: 'a' },
        { type: 'node.failed', node: 'a', payload: { code: 'x' } },
        { type: 'node.started', node: 'a' },
        { type: 'node.completed', node: 'a' },
      ],
      ['ran failed 1-2 x', 'ran completed 3-4 completed'],
      'completed',
    ],
    ['skipped', [{ type: 'node.skipped', node: 'a' }], ['ran skipped 1-1 skipped'], 'skipped'],
    [
      'cancelled',
      [
        { type: 'node.started', node: 'a' },
        { type: 'node.cancelled', node: 'a' },
      ],
      ['ran cancelled 1-2 cancelled'],
      'cancelled',
    ],
    ['known by its events alone', [{ type: 'provider.usage', node: 'a' }], [], 'running'],
  ])('%s', async (_, events, spans, state) => {
    const lane = named(await lanesOf([started, ...events, ended]), 'a');
    expect(bars(lane)).toEqual(spans);
    expect(lane).toMatchObject({ state, kind: 'node', depth: 0, nodeId: 'a' });
  });

  test.each([
    ['node.started', [{ type: 'node.started', node: 'a', payload: { typeId: 'core.x' } }]],
    [
      'node.failed',
      [
        { type: 'node.started', node: 'a', payload: {} },
        { type: 'node.failed', node: 'a', payload: { typeId: 'core.x' } },
      ],
    ],
  ])('has its type from %s', async (_, events) => {
    expect(named(await lanesOf(events), 'a')?.typeId).toBe('core.x');
  });

  test('takes its time and its place', async () => {
    const lane = named(
      await lanesOf([
        started,
        { type: 'node.started', node: 'a', at: 2_000 },
        { type: 'node.completed', node: 'a', at: 9_000 },
      ]),
      'a',
    );
    expect(lane).toMatchObject({
      startMs: START_MS + 2_000,
      endMs: START_MS + 9_000,
      tookMs: 7_000,
      events: 2,
      firstOrdinal: 1,
    });
  });
});

describe('inside a node', () => {
  test('tools, by name: paired by cause, by callId, in any order; results are untrusted', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'search', callId: '1' } },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'search', callId: '2' } },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'read', callId: '3' } },
      { type: 'agent.toolReturned', node: 'a', payload: { callId: '2', outcome: 1 } },
      {
        type: 'agent.toolReturned',
        node: 'a',
        cause: 'e1',
        payload: { callId: '1', status: 'error', error: { code: 'boom' } },
      },
      { type: 'agent.toolReturned', node: 'a', payload: { callId: '3' }, extra: { contentTrust: 'trusted' } },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'read', callId: '4' } },
      { type: 'node.completed', node: 'a' },
    ]);
    expect(bars(named(answer, 'search'))).toEqual(['toolCall failed 1-5 boom', 'toolCall completed 2-4']);
    expect(bars(named(answer, 'read'))).toEqual([
      'toolCall completed 3-6',
      'toolCall completed 7-8~ no answer recorded',
    ]);
    expect(named(answer, 'search')?.spans.map((one) => one.untrusted)).toEqual([true, true]);
    expect(named(answer, 'read')?.spans.map((one) => one.untrusted)).toEqual([false, false]);
    expect(named(answer, 'search')).toMatchObject({ kind: 'tool', depth: 1, caption: '2 calls' });
  });

  test('a call whose answer the log does not hold is not under way behind the end of its node, and takes no later answer', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'search' } },
      { type: 'node.completed', node: 'a' },
      { type: 'node.started', node: 'b' },
      { type: 'node.started', node: 'a' },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'search' } },
      { type: 'agent.toolReturned', node: 'a', payload: {} },
    ]);
    expect(bars(named(answer, 'search'))).toEqual([
      'toolCall completed 1-2~ no answer recorded',
      'toolCall completed 5-6',
    ]);
  });

  test('a call may be answered behind a wait of its node', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'agent.toolCalled', node: 'a', payload: { toolName: 'send' } },
      { type: 'node.suspended', node: 'a' },
      { type: 'node.resumed', node: 'a' },
      { type: 'agent.toolReturned', node: 'a', payload: {} },
    ]);
    expect(bars(named(answer, 'send'))).toEqual(['toolCall completed 1-4']);
  });

  test('a node that starts again without an end ran to where it was last heard of', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'output.chunk', node: 'a' },
      { type: 'node.started', node: 'b' },
      { type: 'node.completed', node: 'b' },
      { type: 'node.started', node: 'a' },
      { type: 'node.completed', node: 'a' },
    ]);
    expect(bars(named(answer, 'a'))).toEqual([
      'ran completed 0-1~ end not recorded',
      'ran completed 4-5 completed',
    ]);
  });

  test('reasoning and output, by block', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'agent.reasoning.delta', node: 'a' },
      { type: 'agent.reasoning.delta', node: 'a' },
      { type: 'agent.reasoned', node: 'a' },
      { type: 'agent.reasoned', node: 'a' },
      { type: 'output.chunk', node: 'a', extra: { contentTrust: 'untrusted' } },
      { type: 'ai.message.chunk', node: 'a', extra: { contentTrust: 'untrusted' } },
    ]);
    expect(bars(named(answer, 'reasoning'))).toEqual([
      'streamed completed 1-3 streaming',
      'streamed completed 4-4',
    ]);
    expect(named(answer, 'reasoning')?.caption).toBe('2 deltas');
    expect(bars(named(answer, 'output'))).toEqual(['streamed completed 5-6 streaming']);
    expect(named(answer, 'output')?.spans[0]?.untrusted).toBe(true);
  });

  test('what streams in one execution is not drawn on into the next, though nothing closes its block', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a', at: 0 },
      { type: 'output.chunk', node: 'a', at: 1_000 },
      { type: 'agent.reasoning.delta', node: 'a', at: 1_000 },
      { type: 'output.chunk', node: 'a', at: 2_000 },
      { type: 'node.completed', node: 'a', at: 3_000 },
      { type: 'node.started', node: 'a', at: 86_000_000 },
      { type: 'output.chunk', node: 'a', at: 86_001_000 },
      { type: 'agent.reasoning.delta', node: 'a', at: 86_001_000 },
    ]);
    const late = 'streamed completed 86001-86001';
    expect(bars(named(answer, 'output'))).toEqual(['streamed completed 1-2 streaming', late]);
    expect(bars(named(answer, 'reasoning'))).toEqual(['streamed completed 1-1', late]);
  });

  test('attempts and model calls, as lanes of their own', async () => {
    const usage = (outputTokens: number): GivenEvent => ({
      type: 'provider.usage',
      node: 'a',
      payload: { model: 'mock-mini', inputTokens: 100, outputTokens },
    });
    const answer = await lanesOf([
      { type: 'node.started', node: 'a' },
      { type: 'output.chunk', node: 'a' },
      usage(4_096),
      { type: 'envelope.truncated', node: 'a' },
      { type: 'envelope.retry.attempted', node: 'a', payload: { attempt: 2, reason: 'truncation' } },
      usage(512),
      { type: 'envelope.retry.attempted', node: 'a', payload: { attempt: 3, reason: 'schema-violation' } },
      usage(640),
      {
        type: 'envelope.retry.exhausted',
        node: 'a',
        payload: { totalAttempts: 3, finalReason: 'schema-violation' },
      },
      { type: 'node.failed', node: 'a', payload: { error: { code: 'envelope_invalid' } } },
    ]);
    expect(bars(named(answer, 'attempt 1'))).toEqual(['attempt truncated 0-4 truncated']);
    expect(bars(named(answer, 'attempt 2'))).toEqual(['attempt schemaRetry 4-6 schema']);
    expect(bars(named(answer, 'attempt 3'))).toEqual(['attempt schemaRetry 6-8 schema']);
    expect(['attempt 1', 'attempt 2', 'attempt 3'].map((name) => named(answer, name)?.caption)).toEqual([
      '4,096 out',
      '512 out',
      '640 out',
    ]);
    expect(bars(named(answer, 'mock-mini'))).toEqual([
      'modelCall completed 0-2 4,196 tokens',
      'modelCall completed 4-5 612 tokens',
      'modelCall completed 6-7 740 tokens',
    ]);
  });

  test('an attempt that succeeds ends with its node or its question', async () => {
    const retried: GivenEvent[] = [
      { type: 'node.started', node: 'a' },
      { type: 'envelope.retry.attempted', node: 'a', payload: { reason: 'parse-error' } },
    ];
    const done = await lanesOf([...retried, { type: 'node.completed', node: 'a' }]);
    expect([bars(named(done, 'attempt 1')), bars(named(done, 'attempt 2'))]).toEqual([
      ['attempt schemaRetry 0-1 parse-error'],
      ['attempt completed 1-2 completed'],
    ]);
    const requested = await lanesOf([
      ...retried,
      { type: 'interrupt.requested', node: 'a' },
      { type: 'node.completed', node: 'a', at: 90_000 },
    ]);
    expect(bars(named(requested, 'attempt 2'))).toEqual(['attempt completed 1-2 completed']);
  });

  test('interrupts, from the question to the answer', async () => {
    const answer = await lanesOf([
      { type: 'clarification.requested', node: 'a' },
      { type: 'interrupt.requested', node: 'a', payload: { kind: 'clarification' } },
      { type: 'node.suspended', node: 'a' },
      { type: 'node.interrupt.resolved', node: 'a' },
      { type: 'approval.requested', node: 'b' },
    ]);
    expect(bars(named(answer, 'clarification'))).toEqual(['waited completed 0-3']);
    expect(bars(named(answer, 'approval'))).toEqual(['waited suspended 4-4~ open']);
    expect(named(answer, 'clarification')?.caption).toBe('1 interrupt');
  });

  test('child runs, once, up to the end of their own run', async () => {
    const answer = await lanesOf([
      { ...started, sequence: 0 },
      { type: 'node.dispatched', node: 'a', payload: { childRunId: 'r2', childWorkflowId: 'cw' } },
      {
        type: 'core.workflowChain.event',
        payload: { phase: 'dispatch.succeeded', childRunId: 'r2', workerId: 'k' },
      },
      { type: 'node.dispatched', node: 'a', payload: { childRunId: 'r3', childStatus: 'failed' } },
      {
        type: 'core.workflowChain.event',
        payload: { phase: 'dispatch.succeeded', childRunId: 'r4', workerId: 'k' },
      },
      {
        type: 'core.workflowChain.event',
        payload: { phase: 'child.cancelled', childRunId: 'r4', workerId: 'k' },
      },
      { ...started, run: 'r2', at: 6_000 },
      { ...ended, run: 'r2', at: 9_000 },
    ]);
    const lanes = answer.lanes.filter((lane) => lane.kind === 'childRun');
    expect(lanes.flatMap(bars).sort()).toEqual([
      'childRun cancelled 4-5 k',
      'childRun completed 1-9 cw',
      'childRun failed 3-3 r3',
    ]);
  });
});

describe('the lanes as a whole', () => {
  test('one run: its nodes are next to it, what no node is named for below it', async () => {
    const { lanes } = await lanesOf([
      started,
      { type: 'agent.reasoned' },
      { type: 'node.completed', node: 'a' },
      ended,
    ]);
    expect(lanes.map((lane) => [lane.kind, lane.name, lane.depth])).toEqual([
      ['run', 'run', 0],
      ['reasoning', 'reasoning', 1],
      ['node', 'a', 0],
    ]);
    expect(bars(lanes[0])).toEqual(['ran completed 0-3 4 events']);
  });

  test('several runs: each above its nodes', async () => {
    const { lanes } = await lanesOf([
      { ...started, run: 'x' },
      { type: 'node.started', node: 'a', run: 'x' },
      { type: 'agent.reasoned', node: 'a', run: 'x' },
      { ...started, run: 'y' },
      { type: 'run.failed', run: 'y' },
    ]);
    expect(lanes.map((lane) => [lane.runId, lane.kind, lane.depth])).toEqual([
      ['x', 'run', 0],
      ['x', 'node', 1],
      ['x', 'reasoning', 2],
      ['y', 'run', 0],
    ]);
    expect(new Set(lanes.map((lane) => lane.key)).size).toBe(lanes.length);
  });

  test('waits are summed up once where they overlap', async () => {
    const { lanes } = await lanesOf([
      { ...started, at: 0 },
      { type: 'node.suspended', node: 'a', at: 2_000 },
      { type: 'node.suspended', node: 'b', at: 4_000 },
      { type: 'node.resumed', node: 'a', at: 6_000 },
      { type: 'node.resumed', node: 'b', at: 8_000 },
      { ...ended, at: 10_000 },
    ]);
    expect(lanes[0]?.spans[0]?.label).toBe('6 events, waited 60% of the time');
  });

  test('nodes that only the document names were not reached', async () => {
    const nodeStates = { a: 'completed', b: 'pending', c: { status: 'skipped' }, __proto__x: null };
    const { lanes } = await lanesOf([started, { type: 'node.completed', node: 'a' }], {
      bundleVersion: '1',
      run: { runId: 'r1', status: 'failed', nodeStates },
    });
    expect(lanes.slice(2).map((lane) => [lane.name, lane.state, lane.spans.length])).toEqual([
      ['b', 'notReached', 0],
      ['c', 'skipped', 0],
      ['__proto__x', 'notReached', 0],
    ]);
  });

  test('events without a time stand where the last one before them stood', async () => {
    const answer = await lanesOf([
      { ...started, at: 1_000 },
      { type: 'node.started', node: 'a', at: null },
      { type: 'node.completed', node: 'a', at: 3_000 },
    ]);
    expect(bars(named(answer, 'a'))).toEqual(['ran completed 1-3 completed']);
    const none = await lanesOf([
      { ...started, at: null },
      { type: 'node.started', node: 'a', at: null },
    ]);
    expect(none).toMatchObject({ segments: [], startMs: null, endMs: null });
    expect(named(none, 'a')?.spans[0]).toMatchObject({ startMs: 0, endMs: 0, ordinal: 1, ended: false });
  });

  test('a bar never ends before it begins', async () => {
    const answer = await lanesOf([
      { type: 'node.started', node: 'a', at: 9_000 },
      { type: 'node.completed', node: 'a', at: 2_000 },
    ]);
    expect(bars(named(answer, 'a'))).toEqual(['ran completed 9-9 completed']);
  });

  test('a node that loops 20,000 times keeps a part of its bars and counts the rest', async () => {
    const events = Array.from(
      { length: 20_000 },
      (_, i): GivenEvent => ({ type: i % 2 === 0 ? 'node.started' : 'node.completed', node: 'a', at: i }),
    );
    const lane = named(await lanesOf(events), 'a');
    expect(lane?.spans).toHaveLength(5_000);
    expect(lane?.caption).toBe('and 5,000 more stretches');
  });
});
