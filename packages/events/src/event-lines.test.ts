import { isRecord, parseAsWritten } from '@openwop-inspector/base';
import { CATALOGUE_TYPES } from '@openwop-inspector/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toneOf } from './event-descriptions.ts';
import { summarise } from './summarise.ts';

/** RFC 8259 section 6 sets no precision: a summary shows the digits that a reader loses. */
describe('numbers in one line are as they were written', () => {
  test.each([
    ['vendor.acme.paid', '{"amount":107505301260286111}', 'amount 107505301260286111'],
    ['vendor.acme.paid', '{"amount":1e400}', 'amount 1e400'],
    ['vendor.acme.paid', '{"amount":1.10,"of":[1.10]}', 'amount 1.10, of 1 item'],
    ['vendor.acme.paid', '{"amount":1.25}', 'amount 1.25'],
    ['vendor.acme.paid', '1.10', '1.10'],
    ['provider.usage', '{"inputTokens":1200,"outputTokens":1.0}', '1,200 in, 1.0 out'],
    ['provider.usage', '{"costEstimateUsd":0.10}', '0.10 USD'],
    ['node.started', '{"attempt":9007199254740993}', 'attempt 9007199254740993'],
    ['run.failed', '{"error":{"code":1.10,"message":"m"}}', '1.10: m'],
    [`vendor.acme.paid`, `{"amount":${'1'.repeat(500)}}`, `amount ${'1'.repeat(39)}…`],
  ])('%s of %s', (type, json, expected) => {
    const recorded = parseAsWritten(`{"payload":${json}}`);
    if (!isRecord(recorded)) throw new Error('an event is an object');
    expect(summarise(type, recorded, recorded.payload)).toBe(expected);
  });
});

describe('an event in one line', () => {
  test.each([
    ['run.started', { workflowId: 'nightly-export' }, 'workflow nightly-export'],
    [
      'run.started',
      { workflowId: 'w', inputs: { a: 1, b: 2 }, transport: 'rest' },
      'workflow w, 2 inputs: a, b, through rest',
    ],
    ['run.started', null, 'started'],
    ['run.started', {}, 'started'],
    ['run.completed', { output: {} }, 'completed, no outputs'],
    ['run.completed', { outputs: { a: 1 }, durationMs: 2_400 }, '1 output: a, took 2.4 s'],
    ['run.failed', { error: { code: 'boom', message: 'm' } }, 'boom: m'],
    ['run.failed', { code: 'boom', error: { code: 'boom', message: 'm' }, message: 'm' }, 'boom: m'],
    ['run.failed', { failedNodeId: 'draft' }, 'failedNodeId draft'],
    ['run.failed', {}, 'failed, no code given'],
    ['run.cancelled', null, 'cancelled'],
    [
      'run.cancelled',
      { reason: 'parent-cancelled', parentRunId: 'run-12345678901' },
      'parent-cancelled, with parent run run-1234…',
    ],
    ['run.resumed', { resumedAtNode: 'ask' }, 'resumed at ask'],
    ['run.resumed', { resumedBy: 'user' }, 'resumed, by user'],
    [
      'core.dispatch.fanOut',
      { fanOutPolicy: 'parallel', childCount: 3, maxConcurrency: 2, joinMode: 'quorum' },
      '3 child runs, at most 2, join quorum',
    ],
    [
      'core.dispatch.join',
      { joinOutcome: 'partial', completedCount: 2, failedCount: 1, mergeOrder: [] },
      'joined in part, 2 completed, 1 failed',
    ],
    [
      'context.summarized',
      { iteration: 1, replacedTurns: ['a', 'b'], summaryRef: 'art', tokensBefore: 9000, tokensAfter: 800 },
      '2 turns replaced, 9000 to 800 tokens, by art',
    ],
    ['channel.presence', { present: ['user:a', 'agent:b'], typing: [] }, 'user:a, agent:b'],
    ['channel.presence', { present: [] }, 'nobody is present'],
    [
      'negotiation.decided',
      { protocol: 'mcp', outcome: 'refused', version: '1', floor: '2', reason: 'below-floor' },
      'mcp refused, 1, below 2, below-floor',
    ],
    ['compensation.requested', {}, 'undoing planned'],
    ['compensation.started', { nodeId: 'refund', effectId: 'charge' }, 'undoing started charge, at refund'],
    ['compensation.completed', {}, 'undone'],
    [
      'compensation.failed',
      { nodeId: 'refund', attempt: 3, reason: 'retries-exhausted' },
      'undoing failed, at refund, attempt 3, retries-exhausted',
    ],
    ['compensation.paused', {}, 'undoing paused'],
    [
      'compensation.manual_intervention_required',
      { reason: 'dead-lettered' },
      'an operator is needed, dead-lettered',
    ],
    ['node.started', {}, 'started'],
    ['node.started', null, 'started'],
    [
      'node.started',
      { nodeId: 'draft', typeId: 'core.ai.structured', attempt: 1 },
      'core.ai.structured, attempt 1',
    ],
    ['node.completed', null, 'completed, no outputs'],
    ['node.completed', { outputs: { answers: [] } }, '1 output: answers'],
    [
      'node.completed',
      { decision: 'terminate', reason: 'goal-reached' },
      'decision terminate, “goal-reached”',
    ],
    ['node.completed', { outcome: 'rejected' }, 'outcome rejected'],
    [
      'node.failed',
      { error: { code: 'envelope_invalid', message: 'title is required' } },
      'envelope_invalid: title is required',
    ],
    ['node.failed', { error: { code: 'timeout', message: 'timeout: after 3 s' } }, 'timeout: after 3 s'],
    ['node.failed', { code: 'x', typeId: 't', message: 'm', nodeId: 'n', error: 'x' }, 'x: m'],
    [
      'node.suspended',
      { interruptId: 'fae2e2e8ef15e652', kind: 'clarification' },
      'waits for an answer, interrupt fae2e2e8…',
    ],
    [
      'node.suspended',
      { reason: 'low-confidence', agentId: 'a.b', threshold: 0.7, observed: 0.41 },
      'confidence too low, observed 0.41, threshold 0.7, a.b',
    ],
    ['node.resumed', { action: 'accept' }, 'resumed with accept'],
    [
      'node.dispatched',
      { childRunId: 'r-2', childWorkflowId: 'w2', childStatus: 'completed' },
      'workflow w2, child run r-2, completed',
    ],
    [
      'clarification.requested',
      { questions: [{ id: 'a', question: 'Which market first?' }, {}] },
      '2 questions, first “Which market first?”',
    ],
    [
      'interrupt.requested',
      { kind: 'clarification', data: { question: 'Which?', schema: {} } },
      'clarification, “Which?”',
    ],
    [
      'interrupt.requested',
      { kind: 'approval', config: { prompt: 'Ship it?', requiredApprovals: 2 } },
      'approval, “Ship it?”, 2 approvals needed',
    ],
    ['node.interrupt.resolved', { interruptId: 'i', kind: 'approval' }, 'approval resolved'],
    ['interrupt.vote', { votes: [{ action: 'accept' }, { action: 'reject' }] }, '2 votes, last reject'],
    ['interrupt.vote.recorded', { ledger: { accepts: ['v'], rejects: [] } }, '1 accept, 0 rejects'],
    [
      'agent.toolCalled',
      { toolName: 'docs.search', callId: 'c', inputs: { q: 'launch checklist' } },
      'docs.search “launch checklist”',
    ],
    ['agent.toolCalled', { toolName: 'docs.search', callId: 'c' }, 'docs.search'],
    [
      'agent.toolReturned',
      { toolName: 'docs.search', outcome: { hits: 38 }, durationMs: 1_200 },
      'docs.search, 1 field: hits, 1.2 s',
    ],
    [
      'agent.toolReturned',
      { toolName: 't', status: 'error', error: { code: 'e', message: 'm' } },
      't, error, e',
    ],
    ['agent.reasoned', { reasoning: 'The checklist names two markets' }, '“The checklist names two markets”'],
    [
      'runOrchestrator.decided',
      { agentId: 'a', decision: { kind: 'next-worker', nextWorkerIds: ['draft'], confidence: 0.82 } },
      'next-worker draft, confidence 0.82',
    ],
    ['runOrchestrator.decided', undefined, ''],
    [
      'runOrchestrator.decided',
      { agentId: 'a', decision: { kind: 'next-worker', nextWorkerIds: [] }, iteration: 1 },
      'next-worker (none), iteration 1',
    ],
    [
      'provider.usage',
      { provider: 'mock', model: 'mock-mini', inputTokens: 3180, outputTokens: 4096 },
      'mock-mini, 3,180 in, 4,096 out',
    ],
    [
      'envelope.truncated',
      { stopReason: 'max_tokens', partialPayloadAvailable: true, outputTokenCount: 4096 },
      'max_tokens at 4,096, part saved',
    ],
    [
      'envelope.retry.attempted',
      { attempt: 2, reason: 'truncation', previousError: 'finish_reason=length' },
      'attempt 2 after truncation: finish_reason=length',
    ],
    ['envelope.recovery.applied', { path: 'markdown-fence', byteOffset: 12 }, 'markdown-fence at byte 12'],
    [
      'envelope.retry.exhausted',
      { totalAttempts: 3, finalReason: 'schema-violation', finalError: null },
      '3 attempts, last schema-violation',
    ],
    ['cap.breached', { kind: 'schema', observed: 3, limit: 2 }, 'schema: observed 3, limit 2'],
    [
      'memory.written',
      { memoryRef: 'tenant-memory', memoryId: 'mem_1', tags: ['run-summary'] },
      'tenant-memory, run-summary',
    ],
    [
      'channel.written',
      { channelName: 'notes', entry: 'x', reducer: 'append', ttlMs: 500 },
      'notes, append, “x”, for 500 ms',
    ],
    ['output.chunk', { chunk: 'A ', isLast: false }, '“A”'],
    ['ai.message.chunk', { chunk: '', isLast: true }, 'empty chunk, last'],
    [
      'log.appended',
      { level: 'info', message: 'LLM emitted x', fields: { envelopeType: 'x' } },
      'info: LLM emitted x, envelope x',
    ],
    [
      'conversation.exchanged',
      { conversationId: 'c', turnIndex: 1, turn: { from: 'user', role: 'user', content: 'Hello' } },
      'turn 1, user, “Hello”',
    ],
    [
      'ui.a2ui-surface',
      { catalogVersion: '0.9.1', surface: { title: 'T', components: [{}, {}] } },
      '“T”, 2 components, catalogue 0.9.1',
    ],
    ['ui.a2ui-surface', { surfaceId: 's1', messages: [{}] }, 'A2UI surface, s1, 1 message'],
    [
      'vendor.acme.thing',
      { nodeId: 'n', alpha: 'a', beta: 2, gamma: { x: 1 }, delta: [1, 2], more: 1 },
      'alpha “a”, beta 2, gamma 1 field: x, delta 2 items',
    ],
    ['vendor.acme.thing', null, ''],
    ['vendor.acme.thing', 'text', '“text”'],
    ['__proto__', { a: 1 }, 'a 1'],
    ['constructor', [1], '1 item'],
  ])('%s %j', (type, payload, line) => expect(summarise(type, {}, payload)).toBe(line));
});

test('an event without payload shows what else it carries', () => {
  const event = { eventId: 'e', type: 'vendor.x.y', sequence: 1, observedAt: '2026-05-18', region: { a: 1 } };
  expect(summarise('vendor.x.y', event, undefined)).toBe('observedAt “2026-05-18”, region 1 field: a');
});

describe('nothing in a payload breaks a summary', () => {
  const types = [
    ...CATALOGUE_TYPES,
    'interrupt.vote',
    'ui.a2ui-surface',
    'heartbeat.evaluated',
    'vendor.x.y',
  ];
  const isPlain = (line: string): void => {
    expect(line.length).toBeLessThanOrEqual(160);
    expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
  };
  const hostile: readonly unknown[] = [
    undefined,
    null,
    0,
    '',
    [],
    JSON.parse('{"__proto__": {"toolName": "x"}, "constructor": 1}'),
    {
      error: null,
      decision: null,
      inputs: null,
      questions: 'x',
      votes: [null],
      chain: [1, null],
      turn: [],
      data: 1,
    },
    {
      kind: {},
      toolName: [],
      questions: [null],
      refs: {},
      decision: { kind: 'next-worker', nextWorkerIds: {} },
    },
  ];

  test.each(types)('%s', (type) => {
    for (const payload of hostile) {
      isPlain(summarise(type, {}, payload));
      toneOf(type, payload);
    }
  });

  test('any value under any name', () => {
    const names = [
      'error',
      'kind',
      'reason',
      'decision',
      'toolName',
      'inputs',
      'outcome',
      'data',
      'questions',
      'attempt',
      'limit',
      'token',
    ];
    const payload = fc.dictionary(
      fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 })),
      fc.jsonValue({ maxDepth: 2 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), payload, (type, value) => {
        isPlain(summarise(type, {}, value));
        toneOf(type, value);
      }),
    );
  });

  test('a text of 10 million characters is cut before it is worked on', () => {
    const long = 'Bearer '.repeat(1_500_000);
    for (const type of ['agent.reasoned', 'log.appended', 'vendor.x.y']) {
      isPlain(summarise(type, {}, { reasoning: long, message: long, [long]: long }));
    }
  });

  test('characters that hide or turn text are displayed as such', () => {
    expect(summarise('log.appended', {}, { message: 'a\u202eb\u0000c\ud800d\n e' })).toBe(
      'a\ufffdb\ufffdc\ufffdd e',
    );
  });

  test.each([
    [
      'by name',
      'vendor.x.y',
      { interruptToken: 'tok_ABCDEFGHIJKLMN' },
      'interruptToken “tok_…[masked:name]”',
    ],
    [
      'by shape',
      'agent.reasoned',
      { reasoning: 'use sk-abcdefghij0123456789' },
      '“use sk-a…[masked:openai]”',
    ],
    [
      'in a path',
      'vendor.x.y',
      { url: '/v1/interrupts/OdRPl32l34oxd8' },
      'url “/v1/interrupts/OdRP…[masked:interrupt-token]”',
    ],
  ])('secrets are masked: %s', (_, type, payload, line) => expect(summarise(type, {}, payload)).toBe(line));
});

describe('how an event is placed in its run', () => {
  test.each([
    ['node.failed', {}, 'failed'],
    ['run.failed', null, 'failed'],
    ['cap.breached', {}, 'failed'],
    ['compensation.failed', {}, 'failed'],
    ['compensation.paused', {}, 'waiting'],
    ['core.dispatch.join', { joinOutcome: 'failed' }, 'failed'],
    ['core.dispatch.join', { joinOutcome: 'partial' }, 'warning'],
    ['core.dispatch.join', { joinOutcome: 'constructor' }, 'normal'],
    ['negotiation.decided', { outcome: 'refused' }, 'failed'],
    ['envelope.retry.exhausted', {}, 'failed'],
    ['envelope.retry.attempted', {}, 'warning'],
    ['envelope.truncated', {}, 'warning'],
    ['run.cancelled', {}, 'warning'],
    ['node.suspended', {}, 'waiting'],
    ['interrupt.requested', {}, 'waiting'],
    ['run.completed', {}, 'ok'],
    ['node.completed', {}, 'normal'],
    ['agent.toolReturned', { outcome: 1 }, 'normal'],
    ['agent.toolReturned', { status: 'forbidden' }, 'failed'],
    ['agent.toolReturned', { error: { code: 'x' } }, 'failed'],
    ['core.workflowChain.event', { phase: 'child.failed' }, 'failed'],
    ['log.appended', { level: 'error' }, 'failed'],
    ['log.appended', { level: 'error', fields: { envelopeId: 'e', envelopeType: 'error' } }, 'warning'],
    ['log.appended', { level: 'error', fields: { envelopeType: 1 } }, 'failed'],
    ['log.appended', { level: 'info' }, 'normal'],
    ['egress.decided', { decision: 'denied' }, 'warning'],
    ['constructor', {}, 'normal'],
  ])('%s %j: %s', (type, payload, tone) => expect(toneOf(type, payload)).toBe(tone));
});
