import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOGUE_TYPES, eventFamilies, eventTypeInfo } from './event-types.ts';
import { payloadValidators } from './generated/payload-validators.js';
import { checkPayload, payloadFindings } from './payload-check.ts';

interface Definition {
  readonly description: string;
  readonly required?: readonly string[];
}

function familyDefinitions(family: string): Record<string, Definition> {
  const path = new URL(`../schemas/payloads/${family}.schema.json`, import.meta.url);
  const schema: { $defs: Record<string, Definition> } = JSON.parse(readFileSync(path, 'utf8'));
  return schema.$defs;
}

describe('every type of the catalogue', () => {
  const definitions = new Map(eventFamilies().flatMap((family) => Object.entries(familyDefinitions(family))));

  test('has a schema in the file of its family, and no other type has one', () => {
    expect([...definitions.keys()]).toEqual(CATALOGUE_TYPES);
    for (const type of CATALOGUE_TYPES) {
      expect(definitions.get(type)?.description).toContain(`(${eventTypeInfo(type)?.clause})`);
    }
  });

  test('has a validator, and no other type has one', () => {
    expect([...payloadValidators.keys()].sort()).toEqual([...CATALOGUE_TYPES].sort());
  });

  test.each(CATALOGUE_TYPES)('%s takes no payload that is not an object', (type) => {
    for (const payload of [null, 'text', 7, true, [], undefined]) {
      expect(checkPayload(type, payload)).toContainEqual({
        pointer: '',
        keyword: 'type',
        message: 'is not of type object',
      });
    }
  });
});

const reason = (text: string) => ({ nodeId: 'n', attempt: 2, reason: text });
const attempt = (number: unknown) => ({ nodeId: 'n', attempt: number, reason: 'unknown' });
const cap = (kind: string) => ({ kind, limit: 1, observed: 2 });
const interrupt = (kind: string, data: unknown) => ({ kind, key: 'r:n:0', data });
const chain = (phase: string, more: object = {}) => ({ phase, workerId: 'w', parentRunId: 'p', ...more });
const decided = (decision: unknown) => ({ agentId: 'agent', decision });
const approval = { artifactId: 'a', artifactType: 't', title: 'x', actions: ['accept'] };

describe('a payload that fits gives no finding', () => {
  test.each<[string, string, unknown]>([
    ['published retry reason', 'envelope.retry.attempted', reason('parse-error')],
    ['host retry reason', 'envelope.retry.attempted', reason('x-host-acme-rate')],
    ['last attempt', 'envelope.retry.attempted', attempt(16)],
    [
      'null where null is allowed',
      'envelope.refusal',
      { nodeId: 'n', provider: 'p', model: 'm', refusalText: null },
    ],
    ['open payload with more fields', 'run.started', { workflowId: 'w', extra: { deep: [1] } }],
    ['dispatch-iterations is tolerated', 'cap.breached', cap('dispatch-iterations')],
    [
      'any finish reason',
      'output.chunk',
      { nodeId: 'n', runId: 'r', chunk: '', isLast: true, meta: { finishReason: 'x' } },
    ],
    [
      'reducer of a vendor',
      'channel.written',
      { channel: 'c', value: null, reducer: 'vendor.acme.max', writtenAt: '2026-05-18T10:00:00Z' },
    ],
    ['an empty payload where no field is defined', 'run.resumed', {}],
    [
      'second form of a conversation',
      'conversation.opened',
      { conversationId: 'c', participants: [], capabilities: {} },
    ],
    [
      'fields the engine adds to an interrupt',
      'interrupt.requested',
      { ...interrupt('approval', approval), runId: 'r', nodeId: 'n', interruptId: 'i', requestedAt: 't' },
    ],
    [
      'decision of a known kind',
      'runOrchestrator.decided',
      decided({ kind: 'terminate', successCriteria: [{ key: 'k', met: true }] }),
    ],
    ['a dispatch that failed has no child', 'core.workflowChain.event', chain('dispatch.failed')],
    ['fractions where numbers are meant', 'budget.consumed', { dimension: 'cost', consumed: 0.5, limit: 1 }],
    ['text of white space', 'run.dead_lettered', { runId: ' ', reason: ' ', attempts: 1 }],
  ])('%s: %s', (_rule, type, payload) => expect(checkPayload(type, payload)).toEqual([]));

  test('the empty answer is one frozen array', () => {
    const answer = checkPayload('run.resumed', {});
    expect(Object.isFrozen(answer)).toBe(true);
    expect(checkPayload('node.skipped', { nodeId: 'n' })).toBe(answer);
  });

  test.each(['acme.thing', '__proto__', 'constructor', ''])('%j is outside the catalogue', (type) => {
    expect(checkPayload(type, { anything: 1 })).toEqual([]);
  });
});

describe('what the text asks beyond the published schema', () => {
  const chunk = (toolCall: unknown) => ({
    nodeId: 'n',
    runId: 'r',
    chunk: '',
    isLast: true,
    meta: { toolCalls: [toolCall] },
  });

  test.each<[string, string, unknown, string, string]>([
    [
      'chain phase without its child',
      'core.workflowChain.event',
      chain('child.failed'),
      '',
      'childRunId is missing',
    ],
    [
      'tool call without arguments',
      'output.chunk',
      chunk({ id: 'i', name: 'n' }),
      '/meta/toolCalls/0',
      'arguments is missing',
    ],
    [
      'tool call that is a text',
      'output.chunk',
      chunk('search'),
      '/meta/toolCalls/0',
      'is not of type object',
    ],
    [
      'data in the form of another kind',
      'interrupt.requested',
      interrupt('approval', { eventType: 'e', correlation: {} }),
      '/data',
      'title is missing',
    ],
  ])('%s: %s', (_rule, type, payload, pointer, message) => {
    const { schema, text } = payloadFindings(type, payload);
    expect(schema).toEqual([]);
    expect(text).toContainEqual(expect.objectContaining({ pointer, message }));
  });

  test('reports data without any form by the form of its kind, once', () => {
    const { schema, text } = payloadFindings(
      'interrupt.requested',
      interrupt('clarification', { question: '?' }),
    );
    expect(schema.map(({ pointer, message }) => `${pointer} ${message}`).sort()).toEqual([
      '/data questions is missing',
      '/data/question is not declared in the schema',
    ]);
    expect(text).toEqual([]);
  });

  test('what the schema says already is not said again', () => {
    const { schema, text } = payloadFindings('interrupt.requested', { data: {} });
    expect(schema.map(({ message }) => message).sort()).toEqual([
      'has none of the allowed forms',
      'key is missing',
      'kind is missing',
    ]);
    expect(text).toEqual([]);
  });
});

describe('an interrupt that asks with a surface', () => {
  const tree = { catalogVersion: '0.9.1', surface: { components: [] } };
  const messages = { version: 'v0.9', catalogId: 'c', surfaceId: 's', messages: [] };
  const said = '/data is a surface, for which the schema of the interrupt has no form';

  test.each<[string, unknown, boolean, readonly string[], readonly string[]]>([
    ['approval', tree, false, [said], []],
    ['approval', tree, true, [], []],
    ['approval', messages, false, [said], []],
    ['clarification', { ...tree, title: 't' }, false, [said], []],
    ['clarification', { ...tree, ...approval }, false, [], [said]],
    ['approval', { ...tree, ...approval }, false, [], []],
  ])('%s %j (v2: %s) differs in one thing at most (envelope 7.5)', (kind, data, isV2, schema, text) => {
    const found = payloadFindings('interrupt.requested', interrupt(kind, data), isV2);
    const said = (list: typeof found.schema) => list.map(({ pointer, message }) => `${pointer} ${message}`);
    expect([said(found.schema), said(found.text)]).toEqual([schema, text]);
  });
});

describe('a payload that differs', () => {
  test.each<[string, string, unknown, string, string]>([
    ['retry reason without host form', 'envelope.retry.attempted', reason('acme-rate'), '/reason', 'anyOf'],
    [
      'upper case in a host reason',
      'envelope.retry.attempted',
      reason('x-host-Acme-rate'),
      '/reason',
      'anyOf',
    ],
    ['host reason of one part', 'envelope.retry.attempted', reason('x-host-acme'), '/reason', 'anyOf'],
    [
      'line break after a host reason',
      'envelope.retry.attempted',
      reason('x-host-acme-rate\n'),
      '/reason',
      'anyOf',
    ],
    ['attempt 0', 'envelope.retry.attempted', attempt(0), '/attempt', 'minimum'],
    ['attempt 17', 'envelope.retry.attempted', attempt(17), '/attempt', 'maximum'],
    ['half an attempt', 'envelope.retry.attempted', attempt(2.5), '/attempt', 'type'],
    ['attempt as text', 'envelope.retry.attempted', attempt('2'), '/attempt', 'type'],
    [
      'closed payload with another field',
      'envelope.recovery.applied',
      { nodeId: 'n', path: 'direct', text: 'x' },
      '/text',
      'additionalProperties',
    ],
    ['missing field', 'node.started', { nodeId: 'n' }, '', 'required'],
    ['empty id', 'node.started', { nodeId: '', typeId: 't' }, '/nodeId', 'minLength'],
    ['null where a text is meant', 'node.started', { nodeId: null, typeId: 't' }, '/nodeId', 'type'],
    ['unknown limit', 'cap.breached', cap('tokens'), '/kind', 'enum'],
    ['error without a message', 'node.failed', { nodeId: 'n', error: { code: 'c' } }, '/error', 'required'],
    [
      'repeated capability',
      'model.capability.insufficient',
      { nodeId: 'n', provider: 'p', model: 'm', missingCapabilities: ['a', 'a'] },
      '/missingCapabilities',
      'uniqueItems',
    ],
    [
      'share above one',
      'agent.decided',
      { agentId: 'agent', decision: 1, confidence: 1.01 },
      '/confidence',
      'maximum',
    ],
    [
      'agent id of two characters',
      'agent.handoff',
      { fromAgentId: 'ab', toAgentId: 'abc' },
      '/fromAgentId',
      'minLength',
    ],
    [
      'hash in upper case',
      'prompt.composed',
      { nodeId: 'n', refs: [], kind: 'user-only', hash: `sha256:${'A'.repeat(64)}` },
      '/hash',
      'pattern',
    ],
    [
      'prompt without a semver',
      'prompt.composed',
      { nodeId: 'n', refs: ['prompt:a@1'], kind: 'user-only', hash: `sha256:${'a'.repeat(64)}` },
      '/refs/0',
      'pattern',
    ],
    [
      'trusted transcript',
      'voice.transcript',
      { text: 't', isFinal: true, atMs: 1, contentTrust: 'trusted' },
      '/contentTrust',
      'const',
    ],
    [
      'a time that is none',
      'lease.acquired',
      { leaseId: 'l', host: 'cloud', expiresAt: '2026-02-30T00:00:00Z' },
      '/expiresAt',
      'format',
    ],
    [
      'decision of an unknown kind',
      'runOrchestrator.decided',
      decided({ kind: 'rest' }),
      '/decision',
      'discriminator',
    ],
    ['decision without a kind', 'runOrchestrator.decided', decided({}), '/decision', 'discriminator'],
    [
      'decision without workers',
      'runOrchestrator.decided',
      decided({ kind: 'next-worker', nextWorkerIds: [] }),
      '/decision/nextWorkerIds',
      'minItems',
    ],
    [
      'decision with a foreign field',
      'runOrchestrator.decided',
      decided({ kind: 'ask-user', prompt: 'p', reason: 'r' }),
      '/decision/reason',
      'additionalProperties',
    ],
    ['interrupt of an unknown kind', 'interrupt.requested', interrupt('conversation', {}), '/kind', 'enum'],
    [
      'clarification without questions',
      'interrupt.requested',
      interrupt('clarification', { question: 'q' }),
      '/data',
      'required',
    ],
    [
      'approval without actions',
      'interrupt.requested',
      interrupt('approval', { ...approval, actions: [] }),
      '/data/actions',
      'minItems',
    ],
    [
      'inherited member for a required one',
      'log.appended',
      Object.create({ level: 'info', message: 'm' }),
      '',
      'required',
    ],
  ])('%s: %s', (_rule, type, payload, pointer, keyword) => {
    expect(checkPayload(type, payload)).toContainEqual(expect.objectContaining({ pointer, keyword }));
  });

  test('lists the deepest place first and ten places at most', () => {
    const payload = {
      nodeId: 1,
      kind: 'user',
      resolved: 0,
      chain: Array.from({ length: 20 }, () => ({ layer: 'x', applied: 1 })),
    };
    const findings = checkPayload('agent.promptResolved', payload);
    expect(findings).toHaveLength(10);
    expect(findings.every(({ pointer }) => pointer.startsWith('/chain/'))).toBe(true);
    const few = checkPayload('node.failed', { error: { code: '', message: 'm' } });
    expect(few.map(({ pointer }) => pointer)).toEqual(['/error/code', '']);
  });

  test('contains no text of the payload', () => {
    const secret = 'NEVER-SECRET 7f3a';
    const payload = { nodeId: 'n', path: secret, [secret]: 1, byteOffset: secret };
    expect(JSON.stringify(checkPayload('envelope.recovery.applied', payload))).not.toContain(secret);
  });

  test('a member called __proto__ is a member like any other', () => {
    const payload: unknown = JSON.parse('{"nodeId":"n","path":"direct","__proto__":{"x":1}}');
    expect(checkPayload('envelope.recovery.applied', payload)).toHaveLength(1);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('millions of wrong items end in ten findings', () => {
    expect(checkPayload('run.started', { workflowId: 'w', tags: new Array(2_000_000).fill(0) })).toHaveLength(
      10,
    );
  });

  test('the payload is not changed', () => {
    const payload = Object.freeze({ nodeId: 'n', attempt: 99, reason: Object.freeze({}) });
    expect(() => checkPayload('envelope.retry.attempted', payload)).not.toThrow();
  });
});
