import { expect, test } from 'vitest';
import { RULE } from '../src/graph/causal-graph.ts';
import { FLAG } from '../src/index/event-columns.ts';
import { envelopeEvidence, isFilterError, parseFilter, runFilter, sessionSummary } from '../src/index.ts';
import { type GivenEvent, openGiven, openText } from './given-log.ts';
import { givenLog } from './opened-logs.ts';

const called = {
  type: 'agent.toolCalled',
  node: 'n',
  payload: { agentId: 'a', toolName: 'search', callId: 'c' },
};
const returned = {
  type: 'agent.tool-returned',
  node: 'n',
  payload: { agentId: 'a', toolName: 'search', callId: 'c' },
};

test('names of both majors in one log are read alike, and are one problem (run-events 3.6)', async () => {
  const log = await givenLog([
    called,
    returned,
    { ...returned, payload: { ...returned.payload, callId: 'd' } },
  ]);
  const found = log.index.problems.list('mixed_event_names');
  expect(found.map(({ entry }) => [entry.ordinal, entry.message])).toEqual([
    [0, '1 event with names of v1 alone, 2 with names of v2; this is the first of v1'],
  ]);
  const { verdict } = await sessionSummary(log);
  expect(verdict.sentence.at(-1)?.text).toBe(' The log mixes names of OpenWOP v1 and v2.');
  expect((await envelopeEvidence(log, { ordinal: 1 }))?.isV2).toBe(false);
  expect((await log.rows([0, 1])).map(({ type }) => type)).toEqual([
    'agent.toolCalled',
    'agent.tool-returned',
  ]);
});

test.each([
  [{ eventLogSchemaVersion: 3 }, ' An OpenWOP v2 log.'],
  [{ eventLogSchemaVersion: 4 }, ' The log is of era 4, which is not known here, and read as one of v1.'],
  [{ eventLogSchemaVersion: 2 }, undefined],
  [
    { discovery: { protocolVersions: ['3.0', '3.1'] } },
    ' The log is of OpenWOP 3.0, which is not known here, and read as one of v1.',
  ],
  [{ discovery: { preferredVersion: '3.0', protocolVersions: ['3.0', '2.0'] } }, undefined],
  [{ discovery: { protocolVersion: '<b>3' } }, undefined],
])(
  'what is around the events says of which major they are: %j (run-events 3.6)',
  async (header, expected) => {
    const log = await openGiven([{ type: 'run.started' }, { type: 'run.completed' }], header);
    const { verdict } = await sessionSummary(log);
    const said = verdict.sentence.map(({ text }) => text).find((text) => /OpenWOP|era/.test(text));
    expect(said).toBe(expected);
    const isV2 = expected === ' An OpenWOP v2 log.';
    expect((await envelopeEvidence(log, { ordinal: 0 }))?.isV2).toBe(isV2);
  },
);

test('the same event under both names is one event (run-events 3.6)', async () => {
  const log = await givenLog(
    ['agent.toolCalled', 'agent.tool-called'].map((type) => ({
      ...called,
      type,
      sequence: 0,
      at: 0,
      extra: { eventId: 'twice' },
    })),
  );
  expect(log.order.length).toBe(1);
  expect(log.index.problems.list().map(({ entry }) => entry.code)).not.toContain('conflicting_duplicate');
});

test.each(['agent.toolCalled', 'agent.tool-called', 'agent.tool-*', 'agent.toolC*'])(
  'the filter type:%s finds either spelling (run-events 3.6)',
  async (name) => {
    const log = await givenLog([
      called,
      { ...called, type: 'agent.tool-called' },
      { type: 'node.started', node: 'n' },
    ]);
    const filter = await parseFilter(`type:${name}`, log);
    if (isFilterError(filter)) throw new Error(filter.message);
    expect([...((await runFilter(filter, log, { isCancelled: () => false })) ?? [])]).toEqual([0, 1]);
  },
);

const subject = { issuer: 'urn:x', subjectId: 'ada', tenant: 'acme', lane: 'user', kind: 'human' };
const run = 'acme/r-0123456789abcdef';
const resolved = {
  nodeId: 'ask',
  interruptId: 'i',
  action: 'accept',
  decision: 'granted',
  resolvedBy: subject,
};
const credential = { provider: 'p', scopes: [], reason: 'missing', connectUrl: 'https://h/x' };

test.each<[string, GivenEvent, readonly string[]]>([
  ['an engine of v2', { type: 'run.started', payload: { workflowId: 'w', engineVersion: 7 } }, []],
  ['its text', { type: 'run.started', payload: { workflowId: 'w', engineVersion: '7' } }, []],
  [
    'a text of v1',
    { type: 'run.started', payload: { workflowId: 'w', engineVersion: 'v7' } },
    ['payload_beyond_schema'],
  ],
  ['an owner', { type: 'run.started', payload: { workflowId: 'w', owner: { tenant: 'acme', subject } } }, []],
  ['an approval', { type: 'approval.granted', node: 'ask', payload: resolved }, []],
  ['an answer', { type: 'clarification.resolved', node: 'ask', payload: resolved }, []],
  [
    'a question about a credential',
    { type: 'interrupt.requested', node: 'ask', payload: { kind: 'credential', key: 'k', data: credential } },
    [],
  ],
  ['an end without outputs', { type: 'run.completed', payload: { durationMs: 1 } }, ['payload_schema']],
  ['an end with an empty payload', { type: 'run.completed', payload: {} }, ['payload_schema']],
  [
    'a gate that nobody answered, granted',
    {
      type: 'interrupt.resolved',
      node: 'ask',
      payload: { ...resolved, action: 'timeout', reason: 'timeout' },
    },
    ['gate_failed_open'],
  ],
  [
    'a gate that nobody answered, rejected',
    {
      type: 'interrupt.resolved',
      node: 'ask',
      payload: { ...resolved, action: 'timeout', decision: 'rejected' },
    },
    [],
  ],
])('%s is judged by the form of v2 (run-events 3.6)', async (_, event, expected) => {
  const log = await givenLog([{ ...event, run }]);
  await log.runChecks();
  const codes = log.index.problems.list().map(({ entry }) => entry.code);
  expect(codes.filter((code) => /^(?:payload_|gate_)/.test(code))).toEqual(expected);
});

test('in a log of v1 the same approval differs from its schema; in one of both majors either form is fine', async () => {
  const granted: GivenEvent = { type: 'approval.granted', node: 'ask', payload: resolved };
  const ofV1: GivenEvent = {
    type: 'approval.granted',
    node: 'ask',
    payload: { gateId: 'g', principal: 'ada' },
  };
  const differing = async (events: readonly GivenEvent[]) => {
    const log = await givenLog(events);
    await log.runChecks();
    return log.index.problems.list('payload_schema').map(({ entry }) => entry.ordinal);
  };
  expect(await differing([called, granted, ofV1])).toContain(1);
  expect(await differing([called, granted, ofV1])).not.toContain(2);
  expect(await differing([returned, granted, ofV1])).not.toContain(1);
  expect(await differing([returned, granted, ofV1])).toContain(2);
  const both = await differing([called, returned, granted, ofV1]);
  expect(both).not.toContain(2);
  expect(both).not.toContain(3);
});

const part = run.slice('acme/'.length);
const ofTwo = ([first, second]: readonly [string, string]): readonly GivenEvent[] => [
  { type: 'run.started', run: first, payload: { workflowId: 'w' } },
  { type: 'node.started', node: 'n', run: second },
  { type: 'node.completed', node: 'n', run: first, cause: 'e1' },
  { type: 'run.completed', run: second, payload: { outputs: {} } },
];

test.each<[string, readonly [string, string], readonly string[]]>([
  ['with and without its tenant', [run, part], [run]],
  ['without and with its tenant', [part, run], [run]],
  ['of two tenants', [run, `other/${part}`], [run, `other/${part}`]],
  ['whose part is too short to be one of v2', ['acme/r-1', 'r-1'], ['acme/r-1', 'r-1']],
])('a run %s (run-events 3.6)', async (_, names, runs) => {
  const log = await givenLog([...ofTwo(names)]);
  const summary = await sessionSummary(log);
  expect(summary.runs.map(({ runId }) => runId)).toEqual(runs);
  const codes = log.index.problems.list().map(({ entry }) => entry.code);
  const isOne = runs.length === 1;
  expect(codes.filter((code) => code === 'run_id_in_two_forms')).toHaveLength(isOne ? 1 : 0);
  expect(codes.includes('sequence_gap')).toBe(!isOne);
  for (const name of names)
    expect(log.index.runs.find(name)).toBe(log.index.columns.run[names.indexOf(name)]);
});

test('a part that two tenants have is that of the run which came first (run-events 3.6)', async () => {
  const events = [run, `other/${part}`].map((one) => ({ type: 'run.started', run: one }));
  const own = { runId: part, workflowId: 'w', status: 'failed' };
  const log = await openGiven(events, { bundleVersion: '2', run: own });
  expect((await sessionSummary(log)).runs.map(({ status }) => status)).toEqual(['failed', 'running']);
});

test('an event under both ids of its run is one event (run-events 3.6)', async () => {
  const log = await givenLog(
    [run, part].map((one) => ({ ...called, run: one, sequence: 0, at: 0, extra: { eventId: 'twice' } })),
  );
  expect(log.order.length).toBe(1);
  expect(log.index.problems.list().map(({ entry }) => entry.code)).not.toContain('conflicting_duplicate');
});

const envelope = {
  type: 'ui.a2ui-surface',
  schemaVersion: 2,
  correlationId: 'r:ask:1:s',
  payload: { version: 'v0.9', catalogId: 'c', surfaceId: 's', messages: [] },
};
const recorded = {
  type: 'openwop-v2-reference.a2ui-surface-recorded',
  node: 'ask',
  payload: { envelope, trust: 'untrusted', version: 2 },
};
const whole = { type: 'openwop-app.a2ui-surface', node: 'ask', payload: envelope };

test.each<[string, readonly GivenEvent[], readonly number[], readonly number[]]>([
  ['with it as its cause', [{ ...recorded, cause: envelope.correlationId }], [0], []],
  ['with the envelope in its payload', [recorded], [0], []],
  ['as the envelope', [whole], [0], []],
  ['before an event that names it', [recorded, { ...called, cause: envelope.correlationId }], [0, 1], []],
  [
    'after a cause of its own',
    [called, { ...whole, cause: 'e0' }, { ...called, cause: envelope.correlationId }],
    [2],
    [],
  ],
  [
    'in another run',
    [called, { ...whole, cause: 'e0' }, { ...called, run: 'r2', cause: envelope.correlationId }],
    [],
    [2],
  ],
])(
  'a surface recorded %s is an effect of its envelope (run-events 3.4)',
  async (_, events, effects, dangling) => {
    const { index, graph } = await givenLog(events);
    const rows = [...events.keys()];
    expect(rows.filter((row) => graph?.rule[row] === RULE.correlationId)).toEqual(effects);
    expect(index.problems.list('dangling_causation').map(({ entry }) => entry.ordinal)).toEqual(dangling);
  },
);

test.each([{ catalogVersion: '0.9.1', surface: {} }, envelope.payload])(
  'what asks with a surface is about its envelope, whichever body it has (run-events 3.3): %j',
  async (data) => {
    const types = ['interrupt.requested', 'node.suspended'];
    const { index } = await givenLog(types.map((type) => ({ type, node: 'ask', payload: { data } })));
    expect([0, 1].filter((row) => index.columns.has(row, FLAG.aboutEnvelope))).toEqual([0, 1]);
  },
);

test('events of a host are no run, alone and next to others (run-events 3.6)', async () => {
  const noted = { eventId: 'h', type: 'channel.presence', delivery: 'ephemeral', payload: {} };
  const own = { eventId: 'e', runId: run, sequence: 0, type: 'run.completed', payload: { outputs: {} } };
  const runsOf = async (events: readonly object[]): Promise<readonly string[]> => {
    const log = await openText(events.map((event) => JSON.stringify(event)).join('\n'));
    return (await sessionSummary(log)).runs.map(({ runId }) => runId);
  };
  expect(await runsOf([noted, own, { ...noted, eventId: 'i' }])).toEqual([run]);
  expect(await runsOf([noted])).toEqual([]);
  expect(await runsOf([noted, own, { ...noted, eventId: 'i', sequence: 7 }])).toEqual(['', run]);
  expect(await runsOf([noted, own, { ...noted, eventId: 'i', nodeId: 'n' }])).toEqual(['', run]);
});

test.each([
  [{ delivery: 'durable' }, []],
  [{ delivery: 'durable', runId: run }, []],
  [{ delivery: 'durable', data: 1, payload: 2 }, []],
  [{ delivery: 'durable', sequence: 0 }, ['run_id_missing', 'causation_omitted']],
  [{}, ['unsequenced', 'run_id_missing', 'causation_omitted']],
])(
  'an event of a host needs neither run, sequence nor cause (run-events 3.6): %j',
  async (members, expected) => {
    const event = {
      eventId: 'h',
      type: 'negotiation.decided',
      timestamp: '2026-01-01T00:00:00Z',
      ...members,
    };
    const { index } = await openText(JSON.stringify({ payload: {}, ...event }));
    const codes = index.problems.list().map(({ entry }) => entry.code);
    expect(codes.filter((code) => /^(?:unseq|run_id|causation)/.test(code))).toEqual(expected);
  },
);

test.each<[string, string, string, readonly string[]]>([
  ['of v2', run, '2', []],
  ['of v2, with a minor version', run, '2.0', []],
  ['of a major that is not known', run, '3', ['bundle_version_unknown']],
  ['of v1 that says it is of v2', 'r1', '2', ['bundle_version_unknown']],
])('the version of a bundle %s (bundles 2.1)', async (_, runId, bundleVersion, expected) => {
  const own = { runId: runId.split('/').at(-1), workflowId: 'w', status: 'failed' };
  const log = await openGiven([{ type: 'run.started', run: runId }], { bundleVersion, run: own });
  const codes = log.index.problems.list().map(({ entry }) => entry.code);
  expect(codes.filter((code) => code === 'bundle_version_unknown')).toEqual(expected);
  // What is said next to the events is of the run that they name.
  const { runs } = await sessionSummary(log);
  expect(runs.map(({ status }) => status)).toEqual(['failed']);
});

test.each([
  [{ runId: run, events: [], lastSequence: -1, status: 'pending', isTerminal: false }, run, 'pending'],
  [
    { runId: 'r1', events: [], lastEventSeq: 42, runStatus: 'completed', isComplete: true },
    'r1',
    'completed',
  ],
])(
  'an answer to a poll without events says the status of its run (bundles 7): %j',
  async (answer, runId, status) => {
    const log = await openText(JSON.stringify(answer));
    expect((await sessionSummary(log)).runs).toMatchObject([{ runId, status, events: 0 }]);
    expect(log.index.problems.list()).toEqual([]);
  },
);
