import { describe, expect, test } from 'vitest';
import { effectLedger, liveFacts, type RunLog, sequenceGaps } from '../src/index.ts';
import { type GivenEvent, START_MS } from './given-log.ts';
import { givenLog, openString } from './opened-logs.ts';

/** Where runs stand at the end of a log, and what a fork of them would do again. */

const STARTED: GivenEvent = { type: 'run.started', payload: { workflowId: 'w' } };
const node = (type: string, at = 'plan', more: Partial<GivenEvent> = {}): GivenEvent => ({
  type,
  node: at,
  ...more,
});
const requested = (kind: string, more: Readonly<Record<string, unknown>> = {}): GivenEvent =>
  node('interrupt.requested', 'plan', {
    payload: { kind, key: 'k', interruptId: 'i', data: { questions: [] }, ...more },
  });

describe('nodes at work', () => {
  test.each([
    ['started', [node('node.started')], 'started', 1],
    ['suspended', [node('node.started'), node('node.suspended')], 'suspended', 2],
    ['resumed', [node('node.started'), node('node.suspended'), node('node.resumed')], 'resumed', 3],
    ['retried', [node('node.started'), node('node.retried')], 'retried', 2],
    ['started again', [node('node.started'), node('node.completed'), node('node.started')], 'started', 3],
  ])('a node that was %s', async (_, events, state, ordinal) => {
    const { nodesAtWork, newestOrdinal } = await liveFacts(await givenLog([STARTED, ...events]));
    expect(nodesAtWork).toEqual([
      { nodeId: 'plan', runId: 'r1', state, ordinal, sinceMs: START_MS + ordinal * 1000 },
    ]);
    expect(newestOrdinal).toBe(events.length);
  });

  test.each([
    ['completed', [node('node.started'), node('node.completed')]],
    ['in a run that has ended', [node('node.started'), { type: 'run.cancelled' }]],
    ['never started', [node('log.appended')]],
  ])('not one that is %s', async (_, events) => {
    expect((await liveFacts(await givenLog([STARTED, ...events]))).nodesAtWork).toEqual([]);
  });
});

describe('open interrupts', () => {
  test('say what is requested, by whom, and how it may be answered', async () => {
    const resumeSchema = { type: 'object', required: ['answers'] };
    const log = await givenLog([
      STARTED,
      node('node.started'),
      requested('clarification', { resumeSchema, timeoutMs: 5000 }),
    ]);
    const { interrupts, runs } = await liveFacts(log);
    expect(interrupts).toEqual([
      {
        ordinal: 2,
        runId: 'r1',
        nodeId: 'plan',
        interruptId: 'i',
        kind: 'clarification',
        openedAtMs: START_MS + 2000,
        timeoutMs: 5000,
        data: { questions: [] },
        resumeSchema,
        isUntrusted: false,
      },
    ]);
    expect(runs).toMatchObject([{ runId: 'r1', status: 'waiting-input', isTerminal: false }]);
  });

  test('of older hosts keep what they ask in `config`, and legacy events are it', async () => {
    const config = { question: 'Which?' };
    const suspended = node('node.suspended', 'plan', {
      payload: { kind: 'approval', nodeId: 'plan', config },
    });
    expect((await liveFacts(await givenLog([STARTED, suspended]))).interrupts).toMatchObject([
      { kind: 'approval', data: config },
    ]);
    const legacy = node('approval.requested', 'plan', { payload: { title: 'Ship it?' } });
    expect((await liveFacts(await givenLog([STARTED, legacy]))).interrupts).toMatchObject([
      { kind: 'approval', data: { title: 'Ship it?' } },
    ]);
  });

  test('are masked, and their long strings are cut', async () => {
    const data = { apiKey: 'sk-live-abcdefghijklmnop', text: 'x'.repeat(30_000) };
    const [only] = (await liveFacts(await givenLog([STARTED, requested('custom', { data })]))).interrupts;
    expect(JSON.stringify(only?.data)).not.toContain('abcdefghijklmnop');
    expect(JSON.stringify(only?.data).length).toBeLessThan(21_000);
  });

  test('that untrusted content led to say so', async () => {
    const log = await givenLog([
      STARTED,
      node('node.started'),
      node('agent.toolReturned', 'plan', { payload: { toolName: 'web', contentTrust: 'untrusted' } }),
      { ...requested('approval'), cause: 'e2' },
    ]);
    expect((await liveFacts(log)).interrupts).toMatchObject([{ isUntrusted: true }]);
  });

  test('are gone once they are answered, and the event that says so is reported', async () => {
    const log = await givenLog([
      STARTED,
      requested('approval'),
      node('interrupt.resolved'),
      node('node.resumed'),
    ]);
    const { interrupts, resolved } = await liveFacts(log);
    expect(interrupts).toEqual([]);
    expect(resolved).toEqual([
      { runId: 'r1', nodeId: 'plan', ordinal: 2, sequence: 2, type: 'interrupt.resolved' },
    ]);
  });

  test('that are requested again at the same node are open, whatever was resolved there before', async () => {
    const log = await givenLog([
      STARTED,
      requested('approval'),
      node('interrupt.resolved'),
      requested('approval'),
    ]);
    const { interrupts, resolved } = await liveFacts(log);
    expect(interrupts.map(({ ordinal }) => ordinal)).toEqual([3]);
    expect(resolved).toEqual([]);
  });

  test('that a run left behind at its end are neither open nor resolved', async () => {
    const log = await givenLog([STARTED, requested('approval'), { type: 'run.cancelled' }]);
    expect(await liveFacts(log)).toMatchObject({ interrupts: [], resolved: [] });
  });
});

describe('limits', () => {
  async function spent(...events: readonly GivenEvent[]): Promise<Record<string, unknown>> {
    const [run] = (await liveFacts(await givenLog([STARTED, ...events]))).runs;
    return Object.fromEntries((run?.spent ?? []).map((one) => [one.limit, [one.spent, one.nodeId]]));
  }

  test('clarifications count by node; one that two events tell of counts once', async () => {
    const round = [node('clarification.requested', 'a', { cause: 'x' }), requested('clarification')];
    expect(await spent(...round, ...round, node('clarification.requested', 'b'))).toMatchObject({
      clarificationRounds: [2, 'a'],
    });
    expect(
      await spent(requested('approval'), requested('clarification'), node('node.suspended')),
    ).toMatchObject({
      clarificationRounds: [1, 'plan'],
    });
  });

  test('refused attempts count since the node started, or an envelope was accepted', async () => {
    const retried = node('envelope.retry.attempted');
    expect(await spent(node('node.started'), retried, retried)).toMatchObject({ schemaRounds: [2, 'plan'] });
    expect(await spent(retried, node('node.started'), retried)).toMatchObject({ schemaRounds: [1, 'plan'] });
    const accepted = node('artifact.created', 'plan', { cause: 'env' });
    expect(await spent(retried, accepted)).toMatchObject({ schemaRounds: [0, null] });
  });

  test('envelopes count in the present turn, executions and time over the run', async () => {
    const accepted = (cause: string): GivenEvent => node('artifact.created', 'plan', { cause });
    const turn = [node('node.started'), accepted('x'), accepted('x'), accepted('y')];
    expect(await spent(...turn)).toMatchObject({
      envelopesPerTurn: [2, null],
      maxNodeExecutions: [1, null],
      maxRunDurationMs: [4000, null],
    });
    expect(await spent(...turn, node('node.started'))).toMatchObject({
      envelopesPerTurn: [0, null],
      maxNodeExecutions: [2, null],
    });
  });
});

describe('what a fork would do again', () => {
  const kindsOf = async (log: RunLog, from: number): Promise<Record<string, number>> =>
    Object.fromEntries((await effectLedger(log, 'r1', from)).kinds.map(({ kind, count }) => [kind, count]));

  const EVENTS: readonly GivenEvent[] = [
    STARTED,
    node('agent.toolCalled', 'plan', { payload: { toolName: 'search', callId: '1' } }),
    node('provider.usage', 'plan', {
      payload: { provider: 'p', model: 'm', inputTokens: 10, outputTokens: 4, costEstimateUsd: 0.5 },
    }),
    requested('approval'),
    node('node.suspended', 'plan', { payload: { kind: 'approval' } }),
    node('interrupt.resolved'),
    requested('clarification'),
    node('node.dispatched', 'plan', { payload: { childRunId: 'c', childWorkflowId: 'w' } }),
    node('artifact.created', 'plan', { payload: { artifactId: 'a', artifactType: 'report' } }),
    node('artifact.created', 'plan', { payload: { artifactId: 'b', artifactType: 'media.image' } }),
    node('memory.written', 'plan', { payload: { memoryRef: 'm', memoryId: '1' } }),
    node('provider.usage', 'plan', {
      payload: { provider: 'p', model: 'm', inputTokens: 5, outputTokens: 1 },
    }),
    { type: 'agent.toolCalled', run: 'other', payload: { toolName: 'x' } },
  ];

  test('counts each kind of effect of the run, a question once, with tokens and cost', async () => {
    const ledger = await effectLedger(await givenLog(EVENTS), 'r1', 0);
    expect(Object.fromEntries(ledger.kinds.map(({ kind, count }) => [kind, count]))).toEqual({
      'tool-call': 1,
      'model-call': 2,
      approval: 1,
      clarification: 1,
      'child-run': 1,
      media: 1,
      artifact: 1,
      memory: 1,
    });
    expect(ledger).toMatchObject({ events: 12, inputTokens: 15, outputTokens: 5, costUsd: 0.5 });
    expect(ledger.kinds[0]?.listed).toEqual([{ ordinal: 1, sequence: 1, nodeId: 'plan', what: 'search' }]);
  });

  test('begins at the sequence, and lists 50 of a kind', async () => {
    expect(await kindsOf(await givenLog(EVENTS), 8)).toEqual({
      media: 1,
      artifact: 1,
      memory: 1,
      'model-call': 1,
    });
    const many = await givenLog(Array.from({ length: 80 }, () => node('agent.toolCalled')));
    const { kinds, inputTokens } = await effectLedger(many, 'r1', 0);
    expect([kinds[0]?.count, kinds[0]?.listed.length, inputTokens]).toEqual([80, 50, null]);
    expect((await effectLedger(many, 'no such run', 0)).events).toBe(0);
  });
});

describe('holes between sequences', () => {
  const log = (...sequences: readonly number[]): Promise<RunLog> =>
    givenLog(sequences.map((sequence) => ({ type: 'x.y', sequence })));

  test.each([
    ['none at the beginning', [5, 6], []],
    ['one event', [0, 2], [[1, 1, 1]]],
    [
      'several holes',
      [0, 1, 5, 6, 9],
      [
        [2, 4, 2],
        [7, 8, 4],
      ],
    ],
  ])('%s', async (_, sequences, holes) => {
    const gaps = sequenceGaps(await log(...sequences), null);
    expect(gaps.map(({ first, last, before }) => [first, last, before])).toEqual(holes);
  });

  test('stand in a selection before the first row behind them', async () => {
    const opened = await log(0, 2, 3, 9, 10);
    const places = (rows: readonly number[]): number[] =>
      sequenceGaps(opened, rows).map(({ before }) => before);
    expect(places([0, 2, 4])).toEqual([1, 2]);
    expect(places([])).toEqual([0, 0]);
    expect(places([0])).toEqual([1, 1]);
  });

  test('are counted run by run, and at most 500 are reported', async () => {
    const runs = await givenLog([
      { type: 'x.y', sequence: 9 },
      { type: 'x.y', sequence: 0, run: 's' },
    ]);
    expect(sequenceGaps(runs, null)).toEqual([]);
    expect(sequenceGaps(await log(...Array.from({ length: 600 }, (_, i) => i * 2)), null)).toHaveLength(500);
  });

  test('where delta frames stand for events are none', async () => {
    const frames = [0, 7].map(
      (id) => `id: ${id}\ndata: {"eventId":"e${id}","runId":"r","sequence":${id},"type":"x.y"}\n\n`,
    );
    const delta = 'id: 3\ndata: {"surfaceRef":"e0","patch":[]}\n\n';
    const opened = await openString(`${frames[0]}${delta}${frames[1]}`);
    expect(sequenceGaps(opened, null).map(({ first, last }) => [first, last])).toEqual([
      [1, 2],
      [4, 6],
    ]);
  });
});
