import { describe, expect, test } from 'vitest';
import type { InferredChain, RunLog } from '../src/index.ts';
import { type GivenEvent, openGiven } from './given-log.ts';

/** Parents that nobody recorded, rule by rule: when there is one, when the weaker one holds, when it cannot be known. */

async function inferredOf(log: RunLog, ordinal: number): Promise<InferredChain | null> {
  const chain = await log.chain({ ordinal }, { descendantLimit: 100, links: false });
  return chain?.inferred ?? null;
}

/** `2 by attempt` of the parent of the last event; `none` where it has none. */
async function parentOfLast(events: readonly GivenEvent[]): Promise<string> {
  const inferred = await inferredOf(await openGiven(events), events.length - 1);
  const parent = inferred?.above[0];
  return parent === undefined ? 'none' : `${parent.row.ordinal} by ${parent.rule}`;
}

const RUN: GivenEvent = { type: 'run.started' };
const STARTED: GivenEvent = { type: 'node.started', node: 'plan' };
const tool = (type: string, callId?: string, node = 'plan'): GivenEvent => ({
  type,
  node,
  payload: callId === undefined ? {} : { callId },
});
const waits = (type: string, interruptId?: string): GivenEvent => ({
  type,
  node: 'plan',
  payload: interruptId === undefined ? {} : { interruptId },
});
const inPlan = (type: string): GivenEvent => ({ type, node: 'plan' });

interface Case {
  readonly name: string;
  readonly events: readonly GivenEvent[];
  readonly parent: string;
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  toolCall: [
    {
      name: 'a return follows the call of its callId, not the nearest one',
      events: [
        RUN,
        STARTED,
        tool('agent.toolCalled', 'a'),
        tool('agent.toolCalled', 'b'),
        tool('agent.toolReturned', 'a'),
      ],
      parent: '2 by toolCall',
    },
    {
      name: 'of a callId that is used twice, the last call',
      events: [
        RUN,
        STARTED,
        tool('agent.toolCalled', 'a'),
        tool('agent.toolCalled', 'a'),
        tool('agent.toolReturned', 'a'),
      ],
      parent: '3 by toolCall',
    },
    {
      name: 'a return whose call is not loaded is inside its node',
      events: [RUN, STARTED, tool('agent.toolCalled', 'b'), tool('agent.toolReturned', 'a')],
      parent: '1 by node',
    },
    {
      name: 'a return without callId is inside its node, though only one call is open',
      events: [RUN, STARTED, tool('agent.toolCalled'), tool('agent.toolReturned')],
      parent: '1 by node',
    },
    {
      name: 'a callId of another run pairs nothing',
      events: [
        RUN,
        STARTED,
        tool('agent.toolCalled', 'a'),
        { ...RUN, run: 'r2' },
        { ...tool('agent.toolReturned', 'a'), run: 'r2' },
      ],
      parent: '3 by run',
    },
  ],
  interrupt: [
    {
      name: 'an answer follows its question',
      events: [
        RUN,
        STARTED,
        waits('interrupt.requested', 'i'),
        waits('interrupt.requested', 'j'),
        waits('interrupt.resolved', 'i'),
      ],
      parent: '2 by interrupt',
    },
    {
      name: 'the name that the app host gives an answer is read as well',
      events: [RUN, STARTED, waits('node.suspended', 'i'), waits('node.interrupt.resolved', 'i')],
      parent: '2 by interrupt',
    },
    {
      name: 'a vote follows its question, also behind another vote',
      events: [
        RUN,
        STARTED,
        waits('interrupt.requested', 'i'),
        waits('interrupt.vote', 'i'),
        waits('interrupt.vote', 'i'),
      ],
      parent: '2 by interrupt',
    },
    {
      name: 'a second answer follows the question, not the first answer',
      events: [
        RUN,
        STARTED,
        waits('interrupt.requested', 'i'),
        waits('interrupt.resolved', 'i'),
        waits('interrupt.resolved', 'i'),
      ],
      parent: '2 by interrupt',
    },
    {
      name: 'a node continues after the answer',
      events: [
        RUN,
        STARTED,
        waits('interrupt.requested', 'i'),
        waits('interrupt.resolved', 'i'),
        waits('node.resumed', 'i'),
      ],
      parent: '3 by interrupt',
    },
    {
      name: 'a node that continues without a recorded answer follows the question',
      events: [RUN, STARTED, waits('node.suspended', 'i'), waits('node.resumed', 'i')],
      parent: '2 by interrupt',
    },
    {
      name: 'an answer without interruptId is inside its node',
      events: [RUN, STARTED, waits('node.suspended', 'i'), waits('interrupt.resolved')],
      parent: '1 by node',
    },
  ],
  'other ids': [
    {
      name: 'the end of an invocation follows its start',
      events: [
        RUN,
        { type: 'agent.invocation.started', node: 'plan', payload: { invocationId: 'x' } },
        { type: 'agent.invocation.completed', node: 'plan', payload: { invocationId: 'x' } },
      ],
      parent: '1 by invocation',
    },
    {
      name: 'the end of a session of tools follows its start',
      events: [
        RUN,
        { type: 'tool.session.opened', payload: { sessionId: 'x' } },
        { type: 'tool.session.closed', payload: { sessionId: 'x' } },
      ],
      parent: '1 by toolSession',
    },
    {
      name: 'a turn follows the start of its conversation',
      events: [
        RUN,
        { type: 'conversation.opened', payload: { conversationId: 'x' } },
        { type: 'conversation.exchanged', payload: { conversationId: 'x' } },
        { type: 'conversation.exchanged', payload: { conversationId: 'x' } },
      ],
      parent: '1 by conversation',
    },
    {
      name: 'an id that is no text pairs nothing',
      events: [
        RUN,
        { type: 'tool.session.opened', payload: { sessionId: 7 } },
        { type: 'tool.session.closed', payload: { sessionId: 7 } },
      ],
      parent: '0 by run',
    },
  ],
  attempt: [
    ...['node.completed', 'node.failed', 'node.suspended', 'node.resumed', 'node.cancelled'].map((type) => ({
      name: `${type} follows the start of its node`,
      events: [RUN, STARTED, inPlan(type)],
      parent: '1 by attempt',
    })),
    {
      name: 'the latest start counts',
      events: [RUN, STARTED, inPlan('node.failed'), STARTED, inPlan('node.completed')],
      parent: '3 by attempt',
    },
    {
      name: 'a node that ended twice with one start: which attempt the second end is of cannot be known',
      events: [RUN, STARTED, inPlan('node.failed'), inPlan('node.completed')],
      parent: '0 by run',
    },
    {
      name: 'an announced retry belongs to the attempt that failed',
      events: [RUN, STARTED, inPlan('node.failed'), inPlan('node.retried')],
      parent: '1 by attempt',
    },
    {
      name: 'an end behind an announced retry without a start of its own is of no loaded attempt',
      events: [RUN, STARTED, inPlan('node.retried'), inPlan('node.completed')],
      parent: '0 by run',
    },
    {
      name: 'a second retry without a start between is of no loaded attempt',
      events: [RUN, STARTED, inPlan('node.retried'), inPlan('node.retried')],
      parent: '0 by run',
    },
    {
      name: 'a node without a start is under its run',
      events: [RUN, inPlan('node.completed')],
      parent: '0 by run',
    },
    {
      name: 'a node that was skipped follows no start of an earlier pass',
      events: [RUN, STARTED, inPlan('node.skipped')],
      parent: '0 by run',
    },
    {
      name: 'a node of the same name in another run is another node',
      events: [RUN, STARTED, { ...RUN, run: 'r2' }, { ...inPlan('node.completed'), run: 'r2' }],
      parent: '2 by run',
    },
  ],
  retry: [
    {
      name: 'a start follows the retry that announced it',
      events: [RUN, STARTED, inPlan('node.failed'), inPlan('node.retried'), STARTED],
      parent: '3 by retry',
    },
    {
      name: 'a start without an announcement is under its run, whatever completed before',
      events: [RUN, STARTED, inPlan('node.failed'), STARTED],
      parent: '0 by run',
    },
    {
      name: 'an announcement counts for one start',
      events: [RUN, STARTED, inPlan('node.retried'), STARTED, STARTED],
      parent: '0 by run',
    },
  ],
  modelCall: [
    {
      name: 'an event about an envelope follows the prompt before it',
      events: [
        RUN,
        STARTED,
        inPlan('prompt.composed'),
        inPlan('provider.usage'),
        inPlan('envelope.truncated'),
      ],
      parent: '2 by modelCall',
    },
    {
      name: 'without a prompt it follows the usage before it',
      events: [RUN, STARTED, inPlan('provider.usage'), inPlan('envelope.truncated')],
      parent: '2 by modelCall',
    },
    {
      name: 'the usage of a call follows its prompt',
      events: [RUN, STARTED, inPlan('prompt.composed'), inPlan('provider.usage')],
      parent: '2 by modelCall',
    },
    {
      name: 'a piece of an answer follows its prompt',
      events: [RUN, STARTED, inPlan('prompt.composed'), inPlan('output.chunk')],
      parent: '2 by modelCall',
    },
    {
      name: 'a piece of an answer does not follow the usage of the call before',
      events: [RUN, STARTED, inPlan('provider.usage'), inPlan('output.chunk')],
      parent: '1 by node',
    },
    {
      name: 'a call of the attempt before is not considered',
      events: [
        RUN,
        STARTED,
        inPlan('prompt.composed'),
        inPlan('node.failed'),
        STARTED,
        inPlan('envelope.refusal'),
      ],
      parent: '4 by node',
    },
    {
      name: 'a call of another node is not considered',
      events: [RUN, { type: 'prompt.composed', node: 'other' }, STARTED, inPlan('envelope.refusal')],
      parent: '2 by node',
    },
    {
      name: 'a log line about an envelope counts, by its fields',
      events: [
        RUN,
        STARTED,
        inPlan('prompt.composed'),
        {
          ...inPlan('log.appended'),
          payload: { level: 'info', message: 'm', fields: { envelopeType: 'x', envelopeId: 'y' } },
        },
      ],
      parent: '2 by modelCall',
    },
  ],
  node: [
    {
      name: 'an event inside a node follows its start',
      events: [RUN, STARTED, inPlan('agent.reasoned')],
      parent: '1 by node',
    },
    {
      name: 'an event of a type that nobody knows too',
      events: [RUN, STARTED, inPlan('acme.ticket.opened')],
      parent: '1 by node',
    },
    {
      name: 'an event behind the end of its node is no longer inside',
      events: [RUN, STARTED, inPlan('node.completed'), inPlan('memory.written')],
      parent: '0 by run',
    },
    {
      name: 'nodes that run side by side are distinguished',
      events: [RUN, STARTED, { type: 'node.started', node: 'other' }, inPlan('agent.reasoned')],
      parent: '1 by node',
    },
  ],
  run: [
    { name: 'an event without a node', events: [RUN, { type: 'memory.written' }], parent: '0 by run' },
    { name: 'the start of a node', events: [RUN, STARTED], parent: '0 by run' },
    { name: 'the end of the run', events: [RUN, STARTED, { type: 'run.failed' }], parent: '0 by run' },
    { name: 'the start of the run has none', events: [RUN], parent: 'none' },
    { name: 'a log that begins later has none', events: [STARTED], parent: 'none' },
    {
      name: 'an event ahead of the start has none',
      events: [
        { ...RUN, sequence: 5 },
        { ...STARTED, sequence: 2 },
      ],
      parent: 'none',
    },
    { name: 'a second start is under the first', events: [RUN, RUN], parent: '0 by run' },
    {
      name: 'the order is that of sequences, not that of the file',
      events: [
        { ...inPlan('node.completed'), sequence: 4 },
        { ...STARTED, sequence: 1 },
        { ...RUN, sequence: 0 },
        { ...inPlan('agent.reasoned'), sequence: 3 },
      ],
      parent: '1 by node',
    },
  ],
  parentRun: [
    {
      name: 'the start of a child follows the start of the node that dispatched it',
      events: [
        RUN,
        STARTED,
        { ...inPlan('node.dispatched'), payload: { childRunId: 'r2', childWorkflowId: 'w' } },
        { ...RUN, run: 'r2' },
      ],
      parent: '1 by parentRun',
    },
    {
      name: 'also when the dispatch is written behind the child',
      events: [
        RUN,
        STARTED,
        { ...inPlan('core.workflowChain.event'), payload: { childRunId: 'r2' }, sequence: 9 },
        { ...RUN, run: 'r2' },
      ],
      parent: '1 by parentRun',
    },
    {
      name: 'of a node without a start, the start of the run',
      events: [RUN, { ...inPlan('node.dispatched'), payload: { childRunId: 'r2' } }, { ...RUN, run: 'r2' }],
      parent: '0 by parentRun',
    },
    {
      name: 'two runs that claim one child: which is its parent cannot be known',
      events: [
        RUN,
        { type: 'node.dispatched', payload: { childRunId: 'r3' } },
        { ...RUN, run: 'r2' },
        { type: 'node.dispatched', run: 'r2', payload: { childRunId: 'r3' } },
        { ...RUN, run: 'r3' },
      ],
      parent: 'none',
    },
    {
      name: 'a run that dispatches itself has no parent',
      events: [
        { type: 'node.dispatched', payload: { childRunId: 'r1' }, sequence: 1 },
        { ...RUN, sequence: 0 },
      ],
      parent: 'none',
    },
    {
      name: 'runs that dispatch each other in a circle stay apart',
      events: [
        { ...RUN, run: 'r2' },
        { type: 'node.dispatched', run: 'r2', payload: { childRunId: 'r1' } },
        { type: 'node.dispatched', payload: { childRunId: 'r2' }, sequence: 9 },
        { ...RUN, sequence: 0 },
      ],
      parent: 'none',
    },
  ],
};

describe.each(Object.entries(CASES))('rule %s', (_rule, cases) => {
  test.each(cases)('$name', async ({ events, parent }) => expect(await parentOfLast(events)).toBe(parent));
});

describe('a recorded cause wins', () => {
  const events: readonly GivenEvent[] = [
    RUN,
    STARTED,
    { ...inPlan('agent.reasoned'), cause: 'e0' },
    { ...inPlan('agent.decided'), cause: 'nowhere' },
    inPlan('node.completed'),
  ];

  test.each([
    ['resolved', 2],
    ['dangling', 3],
  ])('an event whose cause is %s has no inferred parent', async (_name, ordinal) => {
    expect(await inferredOf(await openGiven(events), ordinal)).toBeNull();
  });

  test('inferred parents are in no count, root, chain or tree of what was recorded', async () => {
    const log = await openGiven(events);
    const chain = await log.chain({ ordinal: 4 }, { descendantLimit: 100, links: false });
    expect(chain).toMatchObject({
      ancestors: [],
      ancestorTotal: 0,
      descendantTotal: 0,
      cause: null,
      ending: 'start',
    });
    expect(chain?.inferred?.above.map(({ row, rule }) => [row.ordinal, rule])).toEqual([
      [1, 'attempt'],
      [0, 'run'],
    ]);
    expect(log.rootCount()).toBe(4);
    const page = await log.causes({ expanded: ['e0'], withEffectsOnly: true, offset: 0, limit: 10 });
    expect(page.inferred).toBeNull();
    expect(page.rows.map(({ key, via, inferredBy }) => [key, via, inferredBy])).toEqual([
      ['e0', null, undefined],
      ['e2', 'eventId', undefined],
    ]);
    expect(await log.causePath(2)).toEqual(['e0']);
  });
});

describe('next to links, which are no causation (run-events 4.4)', () => {
  const failed: readonly GivenEvent[] = [
    RUN,
    STARTED,
    inPlan('node.failed'),
    { type: 'run.failed', payload: { failedNodeId: 'plan' } },
  ];
  const linked = async (events: readonly GivenEvent[]) => {
    const log = await openGiven(events);
    return log.chain({ ordinal: events.length - 1 }, { descendantLimit: 100, links: true });
  };

  test('what is inferred continues from the last event that a link leads to', async () => {
    const chain = await linked(failed);
    expect(chain?.ancestors.map(({ via }) => via)).toEqual(['failedNodeId', 'nodeId']);
    expect(chain?.inferred?.above.map(({ row, rule }) => [row.ordinal, rule])).toEqual([[0, 'run']]);
  });

  test('a failed child run leads to the failure that ended it', async () => {
    const payload = { phase: 'child.failed', childRunId: 'r2' };
    const chain = await linked([
      RUN,
      { type: 'node.failed', run: 'r2', node: 'x' },
      { type: 'run.failed', run: 'r2', payload: { failedNodeId: 'x' } },
      { type: 'core.workflowChain.event', node: 'plan', payload },
    ]);
    expect(chain?.ancestors.map(({ via }) => via)).toEqual(['childRunId']);
    expect(chain?.cause).toMatchObject({ node: { row: { ordinal: 1 } }, rule: 'failure' });
  });

  test('nothing is inferred above a cause that is recorded behind a link', async () => {
    const [run, start, node, end] = failed as [GivenEvent, GivenEvent, GivenEvent, GivenEvent];
    const chain = await linked([run, start, { ...node, cause: 'e1' }, end]);
    expect(chain?.ancestors.map(({ via }) => via)).toEqual(['failedNodeId', 'eventId']);
    expect(chain?.inferred).toBeNull();
  });
});

describe('a log that names no cause', () => {
  const events: readonly GivenEvent[] = [RUN, STARTED, inPlan('agent.reasoned'), inPlan('node.completed')];

  test('is displayed as a forest of inferred parents, each with its rule', async () => {
    const log = await openGiven(events);
    const page = await log.causes({
      expanded: ['e0', 'e1'],
      withEffectsOnly: true,
      offset: 0,
      limit: 10,
      reveal: 3,
    });
    expect(page).toMatchObject({ total: 4, roots: 1, revealed: 3 });
    expect(page.inferred).toEqual({ byRule: { attempt: 1, node: 1, run: 1 }, edges: 3, notRead: 0 });
    expect(
      page.rows.map(({ key, depth, via, inferredBy, descendants }) => [
        key,
        depth,
        via,
        inferredBy,
        descendants,
      ]),
    ).toEqual([
      ['e0', 0, null, undefined, 3],
      ['e1', 1, null, 'run', 2],
      ['e2', 2, null, 'node', 0],
      ['e3', 2, null, 'attempt', 0],
    ]);
    expect(await log.causePath(3)).toEqual(['e0', 'e1']);
  });

  test('its chains still say that nothing is recorded, with what is inferred next to it', async () => {
    const chain = await (await openGiven(events)).chain({ ordinal: 1 }, { descendantLimit: 1, links: false });
    expect(chain).toMatchObject({ causationOmitted: true, ancestors: [], descendants: [], cause: null });
    expect(chain?.inferred).toMatchObject({ aboveTotal: 1, belowTotal: 2 });
    expect(chain?.inferred?.below.map(({ row, rule, depth }) => [row.ordinal, rule, depth])).toEqual([
      [2, 'node', 1],
    ]);
  });

  test('ids are read of the first 2,000 events; what follows them is under its node', async () => {
    const calls = Array.from({ length: 1_001 }, (_, i) => [
      tool('agent.toolCalled', `c${i}`),
      tool('agent.toolReturned', `c${i}`),
    ]).flat();
    const log = await openGiven([RUN, STARTED, ...calls]);
    const page = await log.causes({ expanded: [], withEffectsOnly: false, offset: 0, limit: 1 });
    expect(page.inferred).toEqual({
      byRule: { toolCall: 1_000, node: 1_002, run: 1 },
      edges: 2_003,
      notRead: 2,
    });
  });

  test('a retry without end is walked without a stack, and the chain is cut', async () => {
    const attempts = Array.from({ length: 5_000 }, () => [STARTED, inPlan('node.retried')]).flat();
    const log = await openGiven([RUN, ...attempts]);
    const inferred = await inferredOf(log, 10_000);
    expect([inferred?.above.length, inferred?.aboveTotal]).toEqual([100, 10_000]);
  });
});
