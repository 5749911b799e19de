import { describe, expect, test } from 'vitest';
import { type GivenEvent, openGiven, openText } from '../../../test/given-log.ts';
import type { Verdict } from './failure-text.ts';
import { foldRuns } from './fold.ts';
import { verdictOf } from './verdict.ts';

const started: GivenEvent = { type: 'run.started', payload: { workflowId: 'w' } };
const failed: GivenEvent = {
  type: 'node.failed',
  node: 'draft',
  payload: { error: { code: 'envelope_invalid', message: 'title is required' } },
};

async function verdict(events: readonly GivenEvent[], header?: Record<string, unknown>): Promise<Verdict> {
  const log = await openGiven(events, header);
  return verdictOf(log, await foldRuns(log));
}

/** Code in backticks, strong in stars. */
function written({ sentence }: Verdict): string {
  return sentence
    .map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : kind === 'strong' ? `*${text}*` : text))
    .join('');
}

describe('the run in one sentence, and where to land', () => {
  test.each<[string, readonly GivenEvent[], string, Verdict['tone'], string, number | null]>([
    [
      'failed',
      [started, failed, { type: 'run.failed' }],
      'Failed',
      'failed',
      '*Node *`draft`* failed with *`envelope_invalid`: “title is required”.',
      1,
    ],
    [
      'failed, retries spent',
      [
        started,
        { type: 'node.started', node: 'draft' },
        { type: 'envelope.truncated', node: 'draft' },
        { type: 'envelope.retry.attempted', node: 'draft' },
        { type: 'envelope.retry.exhausted', node: 'draft', payload: { totalAttempts: 3 } },
        failed,
        { type: 'run.failed' },
      ],
      'Failed',
      'failed',
      '*Node *`draft`* failed with *`envelope_invalid` after 3 attempts, 1 truncated: “title is required”.',
      5,
    ],
    [
      'failed as a whole',
      [started, { type: 'run.failed', payload: { error: { code: 'run_timeout' } } }],
      'Failed',
      'failed',
      '*The run failed with *`run_timeout`.',
      1,
    ],
    [
      'failed, the failure is not in the log',
      [started],
      'Failed',
      'failed',
      'Workflow `w`* failed with *`boom`: “m” (from the bundle’s run). The log does not hold the failure.',
      0,
    ],
    [
      'waiting for a credential, which v2 has as a kind',
      [started, { type: 'interrupt.requested', node: 'gate', payload: { kind: 'credential' } }],
      'Waiting for a credential',
      'waiting',
      'Node `gate`* waits for a credential*; the log ends here.',
      1,
    ],
    [
      'completed',
      [started, { type: 'node.completed', node: 'a' }, { type: 'run.completed' }],
      'Completed',
      'ok',
      'Workflow `w`* completed* in 2 s: 3 events, 1 node.',
      0,
    ],
    [
      'completed, a node failed',
      [started, failed, { type: 'run.completed' }],
      'Completed',
      'warning',
      'Workflow `w`* completed* in 2 s: 3 events, 1 node.* 1 node failed on the way.*',
      1,
    ],
    [
      'completed, a failure made good',
      [
        started,
        failed,
        { type: 'node.started', node: 'draft' },
        { type: 'node.completed', node: 'draft' },
        { type: 'run.completed' },
      ],
      'Completed',
      'ok',
      'Workflow `w`* completed* in 4 s: 5 events, 1 node. 1 failure recovered.',
      0,
    ],
    [
      'waits for approval',
      [
        started,
        { type: 'interrupt.requested', node: 'gate', payload: { kind: 'approval' } },
        { type: 'node.suspended', node: 'gate' },
      ],
      'Waiting for approval',
      'waiting',
      'Node `gate`* waits for an approval*; the log ends here.',
      1,
    ],
    [
      'waits for clarification',
      [started, { type: 'clarification.requested', node: 'ask' }],
      'Waiting for clarification',
      'waiting',
      'Node `ask`* waits for an answer*; the log ends here.',
      1,
    ],
    [
      'waits for an event',
      [started, { type: 'node.suspended', node: 'x', payload: { kind: 'external-event' } }],
      'Waiting for an external event',
      'waiting',
      'Node `x`* waits for an external event*; the log ends here.',
      1,
    ],
    [
      'paused',
      [started, { type: 'run.paused' }],
      'Paused',
      'waiting',
      'Workflow `w`* is paused*; no node has started.',
      1,
    ],
    [
      'cancelled',
      [started, { type: 'run.cancelled' }],
      'Cancelled',
      'warning',
      'Workflow `w`* was cancelled* after 1 s.',
      1,
    ],
    [
      'running',
      [started, { type: 'node.completed', node: 'a' }, { type: 'node.started', node: 'b' }],
      'Running',
      'running',
      'Workflow `w`* has no end in this log*: 1 of 2 nodes completed after 3 events.',
      2,
    ],
    [
      'unknown',
      [{ type: 'log.appended' }],
      'Status unknown',
      'unknown',
      'The log does not record the status of the run; 1 event, none of which ends it.',
      0,
    ],
  ])('%s', async (name, events, title, tone, sentence, landOn) => {
    const header = name.includes('not in the log')
      ? {
          bundleVersion: '1',
          run: { runId: 'r1', workflowId: 'w', status: 'failed', error: { code: 'boom', message: 'm' } },
        }
      : undefined;
    const answer = await verdict(events, header);
    expect(written(answer)).toBe(sentence);
    expect(answer).toMatchObject({ title, tone, landOn });
  });

  test('several runs are counted, and the worst is named', async () => {
    const events: GivenEvent[] = [
      { ...started, run: 'a' },
      { type: 'run.completed', run: 'a' },
      { ...started, run: 'b' },
      { ...failed, run: 'b' },
      { type: 'run.failed', run: 'b' },
      { ...started, run: 'c' },
      { type: 'run.completed', run: 'c' },
    ];
    const answer = await verdict(events);
    expect(written(answer)).toBe(
      '*3 runs: *1 failed, 2 completed. In run `b`: *Node *`draft`* failed with *`envelope_invalid`: “title is required”.',
    );
    expect(answer).toMatchObject({ title: 'Failed', landOn: 3 });
  });

  test('of several failed runs it is about the one that started first', async () => {
    const late = [started, failed, { type: 'run.failed' }].map((event) => ({
      ...event,
      run: 'a',
      at: 9_000,
    }));
    const early = [started, failed, { type: 'run.failed' }].map((event) => ({
      ...event,
      run: 'b',
      at: 1_000,
    }));
    const answer = await verdict([...late, ...early]);
    expect(written(answer)).toContain('*2 runs: *2 failed. Earliest failed run `b`: *Node *`draft`');
    expect(answer.landOn).toBe(4);
  });

  const inRun = (run: string, events: readonly GivenEvent[]) => events.map((event) => ({ ...event, run }));
  /** Titles of runs with their events, worst first. */
  const ENDS: readonly (readonly [string, readonly GivenEvent[]])[] = [
    ['Failed', [started, failed, { type: 'run.failed' }]],
    [
      'Waiting for approval',
      [started, { type: 'interrupt.requested', node: 'gate', payload: { kind: 'approval' } }],
    ],
    ['Paused', [started, { type: 'run.paused' }]],
    ['Running', [started]],
    ['Status unknown', [{ type: 'log.appended' }]],
    ['Cancelled', [started, { type: 'run.cancelled' }]],
    ['Completed', [started, { type: 'run.completed' }]],
  ];

  test.each(
    ENDS.slice(1).map(([other, better], at) => {
      const [title = '', worse = []] = ENDS[at] ?? [];
      return { title, other, events: [...inRun('a', better), ...inRun('b', worse)] };
    }),
  )('the title of two runs is that of the worse: $title before $other', async ({ title, events }) => {
    expect(await verdict(events)).toMatchObject({ title });
  });

  test('nothing to show', async () => {
    const log = await openText('{"a": 1}');
    expect(await verdictOf(log, await foldRuns(log))).toMatchObject({
      title: 'No run',
      landOn: null,
      tone: 'unknown',
    });
  });

  test('events of a host alone are no run (run-events 3.6)', async () => {
    const event = {
      type: 'channel.presence',
      timestamp: '2026-11-01T10:00:00Z',
      delivery: 'ephemeral',
      payload: {},
    };
    const log = await openText(`${JSON.stringify(event)}\n${JSON.stringify(event)}\n`);
    const fold = await foldRuns(log);
    expect(fold.runs).toEqual([]);
    expect(fold.startMs).toBe(Date.parse(event.timestamp));
    const answer = await verdictOf(log, fold);
    expect(answer).toMatchObject({ title: 'No run', tone: 'unknown', landOn: 0 });
    expect(written(answer)).toBe('The source holds 2 events of a host and no run.');
  });

  test('a file that ends early says so before anything else', async () => {
    const text = JSON.stringify({
      bundleVersion: '1',
      run: { runId: 'r' },
      host: {},
      events: [
        { type: 'run.started', sequence: 0 },
        { type: 'node.started', nodeId: 'a', sequence: 1 },
      ],
    });
    const log = await openText(text.slice(0, -2));
    expect(written(await verdictOf(log, await foldRuns(log)))).toBe(
      '*The file ends early* after 2 events, before the run ends; 0 of 1 node completed until then.',
    );
  });
});

describe('where the chain of a failure starts, and its cause (run-events 4.2, 4.3)', () => {
  const chain: GivenEvent[] = [
    started,
    { type: 'agent.toolCalled', node: 'plan' },
    { type: 'agent.toolReturned', node: 'plan', cause: 'e1' },
    { type: 'node.started', node: 'draft', cause: 'e2' },
  ];
  test.each<[string, readonly GivenEvent[], number | null, Verdict['causes']]>([
    ['by eventId', [...chain, { ...failed, cause: 'e3' }], 1, 'start'],
    [
      'over the envelope to the execution of its node',
      [
        ...chain,
        { type: 'cap.breached', node: 'draft', payload: { kind: 'schema' }, cause: 'corr-1' },
        { ...failed, cause: 'corr-1' },
      ],
      1,
      'start',
    ],
    ['none without a cause', [...chain, failed], null, 'start'],
    [
      'none that is not loaded',
      [...chain, { ...failed, payload: { code: 'boom' }, cause: 'gone' }],
      null,
      'dangling',
    ],
    ['none in itself', [...chain, { ...failed, cause: 'e4' }], null, 'self'],
    [
      'none in a circle',
      [{ type: 'node.started', node: 'a', cause: 'e1' }, { ...failed, cause: 'e0' }, { type: 'run.failed' }],
      null,
      'cycle',
    ],
  ])('%s', async (_, events, start, causes) => {
    const answer = await verdict([...events, { type: 'run.failed' }]);
    expect(answer.chainStart).toEqual(start === null ? null : { ordinal: start, sequence: start });
    expect([answer.cause, answer.causes]).toEqual([null, causes]);
  });
});

test.each([
  [{ extra: { contentTrust: 'untrusted' } }, '*untrusted content* from `docs.search`'],
  [
    { payload: { toolName: 'docs.search', error: { code: 'x' } } },
    '*a failure* (`agent.toolReturned`) at `docs.search`',
  ],
  [
    { type: 'core.dispatch.join', payload: { joinOutcome: 'failed' } },
    '*a failure* (`core.dispatch.join`) at `plan`',
  ],
  [{ type: 'cap.breached', payload: { kind: 'schema' } }, '*a limit that was reached* at `plan`'],
])('a known cause is named: %j', async (event, words) => {
  const returned = {
    type: 'agent.toolReturned',
    node: 'plan',
    payload: { toolName: 'docs.search' },
    ...event,
  };
  const answer = await verdict([started, returned, { ...failed, cause: 'e1' }, { type: 'run.failed' }]);
  expect(written(answer)).toMatch(/“title is required”\. It failed because of /);
  expect(written(answer).endsWith(`${words}.`)).toBe(true);
});

test('secrets and hidden characters of the log do not reach the sentence', async () => {
  const message = 'key sk-abcdefghij0123456789 \u202egnp.exe';
  const answer = await verdict([
    started,
    { ...failed, payload: { error: { code: 'x', message } } },
    { type: 'run.failed' },
  ]);
  expect(written(answer)).toBe('*Node *`draft`* failed with *`x`: “key sk-a…[masked:openai] \ufffdgnp.exe”.');
});

describe('a page of a poll that says that the run is over, without its end (bundles 7)', () => {
  const page = { lastEventSeq: 99 };
  test.each<[string, Record<string, unknown>, string]>([
    ['isComplete, as app and postgres say it', { isComplete: true }, 'Status unknown'],
    ['isTerminal of the specification', { ...page, isTerminal: true }, 'Status unknown'],
    ['a status that says how', { ...page, isTerminal: true, runStatus: 'failed' }, 'Failed'],
    ['not over', { isComplete: false }, 'Running'],
  ])('is not running: %s', async (_, header, title) => {
    const reported = await verdict([started, { type: 'node.started', node: 'a' }], header);
    expect(reported.title).toBe(title);
    if (title === 'Status unknown')
      expect(written(reported)).toBe(
        'The host says that the run is over; its end is not among these 2 events.',
      );
  });

  test.each([
    ['pending', 'Pending'],
    ['cancelling', 'Cancelling'],
    ['running', 'Running'],
  ])('without events it has the title of the status %s', async (status, title) => {
    const header = { runId: 'r1', lastSequence: -1, isTerminal: false, status };
    expect(await verdict([], header)).toMatchObject({ title, tone: 'running' });
  });
});
