import type { Sheet, SheetField, Text } from '@openwop-inspector/events';
import { describe, expect, test } from 'vitest';
import { envelopeSubject, eventSubject } from '../../../test/subjects.tsx';
import type { RenderSubject } from '../../contract/render-services.ts';
import { sheetRenderers } from '../../registry/registry.ts';

function read(subject: RenderSubject): Sheet {
  for (const renderer of sheetRenderers) {
    const reading = renderer.read(subject);
    if (reading?.ok === true) return reading.view;
  }
  throw new Error('nothing reads it');
}

function event(type: string, payload: unknown): Sheet {
  return read(eventSubject(type, payload));
}

function plain(words: Text): string {
  return words.map((piece) => (typeof piece === 'string' ? piece : piece.foreign)).join('');
}

function sentence(type: string, payload: unknown): string {
  const { badge, words } = event(type, payload).lead;
  return `${badge}: ${plain(words)}`;
}

function labelled(sheet: Sheet, label: string): SheetField['value'] | undefined {
  return sheet.fields.find((field) => field.label === label)?.value;
}

describe('summarizes the event in one sentence', () => {
  test.each([
    ['run.started', { workflowId: 'w' }, 'Started: The run of workflow w began.'],
    [
      'run.failed',
      { error: { code: 'c', message: 'm' }, failedNodeId: 'n' },
      'Failed: The run failed at node n: c.',
    ],
    ['run.cancelled', { parentRunId: 'p' }, 'Cancelled: The run was cancelled because its parent run p was.'],
    ['node.started', { nodeId: 'n', typeId: 't', attempt: 2 }, 'Started: Node n began as t, attempt 2.'],
    ['node.failed', { nodeId: 'n', error: 'boom' }, 'Failed: Node n ended with an error.'],
    ['node.suspended', { nodeId: 'n', kind: 'approval' }, 'Waiting: Node n waits for an approval.'],
    [
      'interrupt.resolved',
      { nodeId: 'n', outcome: 'rejected', reason: 'timeout' },
      'Timed out: No answer came in time, so Node n continues as if it was rejected.',
    ],
    ['agent.toolCalled', { agentId: 'a', toolName: 't' }, 'Tool call: Agent a called tool t.'],
    [
      'agent.toolReturned',
      { toolName: 't', error: { code: 'denied' } },
      'Tool return: Tool t did not return a result: denied.',
    ],
    [
      'provider.usage',
      { model: 'm', inputTokens: 1, outputTokens: 2000 },
      'Usage: Model m read 1 token and wrote 2,000 tokens.',
    ],
    [
      'envelope.truncated',
      { stopReason: 'max_tokens', outputTokenCount: 512 },
      'Truncated: The output was cut off after 512 tokens: the limit of tokens was reached.',
    ],
    [
      'envelope.retry.attempted',
      { attempt: 2, reason: 'truncation' },
      'Tried again: Attempt 2 is made, because the output was cut off.',
    ],
    [
      'cap.breached',
      { kind: 'run-duration', limit: 500, observed: 501 },
      'Limit passed: The limit of duration of the run was passed.',
    ],
  ])('%s', (type, payload, said) => {
    expect(sentence(type, payload)).toBe(said);
  });
});

describe('the error of a failed event, whatever its form (run-events 5.3)', () => {
  test.each([
    ['an object', { error: { code: 'c', message: 'm' } }],
    ['an object and its copy', { code: 'c', message: 'm', error: { code: 'c', message: 'm' } }],
    ['members of the payload', { code: 'c', message: 'm' }],
    ['a text', { code: 'c', error: 'm' }],
  ])('%s', (_name, payload) => {
    const sheet = event('node.failed', payload);
    expect(labelled(sheet, 'Code')).toEqual({ kind: 'id', text: 'c' });
    expect(labelled(sheet, 'Message')).toEqual({ kind: 'text', text: 'm' });
    expect(sheet.other).toEqual([]);
  });

  test('a copy that differs is listed, not dropped', () => {
    const sheet = event('node.failed', { code: 'other', error: { code: 'c', message: 'm' } });
    expect(sheet.other.map((field) => field.name)).toEqual(['code']);
  });

  test('a known code is explained with its clause', () => {
    const sheet = event('node.failed', { error: { code: 'envelope_invalid', message: 'm' } });
    expect(labelled(sheet, 'Clause')).toEqual({ kind: 'own', words: ['acceptor S7'] });
  });
});

describe('nothing of a payload is hidden', () => {
  test('members without a field are listed with their path and place', () => {
    const sheet = event('run.failed', { error: { code: 'c', message: 'm', 'x/y': { a: 1 } }, more: true });
    expect(sheet.other).toEqual([
      { name: 'error.x/y', value: { kind: 'json', value: { a: 1 } }, pointer: '/error/x~1y' },
      { name: 'more', value: { kind: 'flag', value: true }, pointer: '/more' },
    ]);
  });

  test('a member of an unexpected type has the same label', () => {
    expect(labelled(event('node.started', { nodeId: { odd: 1 } }), 'Node')).toEqual({
      kind: 'json',
      value: { odd: 1 },
    });
  });

  test.each([
    ['null', null, 'null'],
    ['nothing', undefined, 'null'],
    ['an empty object', {}, 'empty'],
    ['a member', { nodeId: 'n' }, null],
  ])('a payload of %s says so', (_name, payload, absent) => {
    expect(event('node.started', payload).absent).toBe(absent);
  });
});

describe('events that hold no content show none (security A)', () => {
  test.each([
    ['provider.usage', { provider: 'p', leaked_token: 'value' }],
    ['envelope.recovery.applied', { path: 'brace-walker', recoveredContent: 'value' }],
    ['envelope.refusal', { nodeId: 'n', prompt: 'value' }],
    ['model.capability.substituted', { nodeId: 'n', endpoint: 'value' }],
  ])('%s names what else there is, without its value', (type, payload) => {
    const { other } = event(type, payload);
    expect(other.map((field) => field.value.kind)).toEqual(['withheld']);
  });

  test('shows one half of a redacted pair, without filling in the other', () => {
    const { parts } = event('model.capability.substituted', {
      fallbackProvider: '[REDACTED]',
      fallbackModel: 'm',
    });
    expect(parts.map((part) => part.kind)).toEqual(['notice']);
  });
});

describe('tool results are from outside (security S-16)', () => {
  test.each(['outcome', 'result'])('%s', (key) => {
    const { parts } = event('agent.toolReturned', { callId: 'c', [key]: { a: 1 } });
    expect(parts).toMatchObject([{ kind: 'value', title: 'Result', fromOutside: true }]);
  });

  test('a call names its return by the callId', () => {
    const belongs = labelled(event('agent.toolCalled', { callId: 'c1' }), 'Belongs to');
    expect(belongs?.kind === 'own' && plain(belongs.words)).toBe('the agent.toolReturned with call c1');
  });
});

describe('interrupts in the forms hosts write them (run-events 3.3)', () => {
  test('a live token is masked (security S-20)', () => {
    const sheet = event('node.suspended', {
      kind: 'external-event',
      interruptToken: 'tok_secret_0123456789',
      callbackUrl: 'https://h.example/v1/interrupts/tok_secret_0123456789',
      config: { eventType: 'paid', token: 'another-secret-0123' },
    });
    expect(JSON.stringify(sheet)).not.toContain('secret');
    expect(labelled(sheet, 'Token')).toEqual({ kind: 'id', text: 'tok_…[masked:name]' });
  });

  test('data wrapped in config is data', () => {
    const sheet = event('interrupt.requested', {
      kind: 'external-event',
      data: { config: { eventType: 'paid' } },
    });
    expect(labelled(sheet, 'Event type')).toEqual({ kind: 'id', text: 'paid' });
  });

  test('one question as the data itself', () => {
    const { parts } = event('interrupt.requested', {
      kind: 'clarification',
      data: { question: 'Why?', schema: { type: 'string' } },
    });
    expect(parts).toMatchObject([{ kind: 'question', entry: { question: 'Why?' }, pointer: '/data' }]);
  });

  test('computes a deadline from the time of the request', () => {
    const sheet = event('interrupt.requested', {
      kind: 'approval',
      requestedAt: '2026-03-02T12:00:00Z',
      timeoutMs: 60_000,
    });
    expect(labelled(sheet, 'Deadline')).toEqual({ kind: 'own', words: ['2026-03-02T12:01:00.000Z'] });
  });

  test.each([
    ['never', 1],
    ['2026-03-02T12:00:00Z', 1e300],
  ])('no deadline is made up from %s and %d', (requestedAt, timeoutMs) => {
    expect(
      labelled(event('interrupt.requested', { kind: 'approval', requestedAt, timeoutMs }), 'Deadline'),
    ).toBeUndefined();
  });

  test('a surface is left to the surface', () => {
    const { parts } = event('interrupt.requested', {
      kind: 'custom',
      data: { catalogVersion: '0.9.1', surface: {} },
    });
    expect(parts.map((part) => part.kind)).toEqual(['notice', 'value']);
  });

  test('the aliases of votes and of resolving', () => {
    expect(event('interrupt.vote.recorded', { ledger: { accepts: ['a'], rejects: [] } }).lead.badge).toBe(
      'Vote',
    );
    expect(event('node.interrupt.resolved', { kind: 'approval' }).lead.badge).toBe('Answered');
  });
});

describe('envelope kinds (envelope 4)', () => {
  test('questions keep their order', () => {
    const questions = [
      { id: 'b', question: 'Second?' },
      { id: 'a', question: 'First?' },
    ];
    const sheet = read(envelopeSubject('clarification.request', { questions }));
    expect(sheet.parts).toContainEqual({ kind: 'questions', list: questions, pointer: '/payload/questions' });
  });

  test('reasoning is folded', () => {
    const sheet = read(
      envelopeSubject('clarification.request', { reasoning: 'r', questions: [{ id: 'a', question: 'q' }] }),
    );
    expect(sheet.parts.at(-1)).toMatchObject({ title: 'Reasoning in the payload', open: false });
  });

  test.each([
    ['clarification.request', {}, '/payload/questions'],
    ['clarification.request', { questions: 'one' }, '/payload/questions'],
    ['clarification.request', { questions: [] }, '/payload/questions'],
    ['clarification.request', 'text', '/payload'],
    ['schema.request', { name: 'x' }, '/payload/envelopeType'],
    ['error', { nope: true }, '/payload'],
  ])('%s with %j says what is wrong, and where', (kind, payload, pointer) => {
    const subject = envelopeSubject(kind, payload);
    const reading = sheetRenderers.map((renderer) => renderer.read(subject)).find((one) => one !== null);
    expect(reading?.ok === false && reading.problem.pointer).toBe(pointer);
  });

  test('an error is the report of the model', () => {
    const sheet = read(envelopeSubject('error', { code: 'ambiguous_intent', message: 'm' }));
    expect(plain(sheet.lead.words)).toBe('Reported by the model. The host did not fail.');
    expect(sheet.lead.tone).not.toBe('error');
  });

  test.each([
    ['media.image', 'known'],
    ['vendor.acme.x', 'notice'],
    ['__proto__', 'notice'],
  ])('the schema of %s', (envelopeType, kind) => {
    expect(read(envelopeSubject('schema.request', { envelopeType })).parts.map((part) => part.kind)).toEqual([
      kind,
    ]);
  });
});

test('reading changes nothing', () => {
  const payload = { nodeId: 'n', error: { code: 'c', details: { a: [1, { b: 2 }] } }, extra: [] };
  const before = structuredClone(payload);
  event('node.failed', payload);
  expect(payload).toEqual(before);
});
