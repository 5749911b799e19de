import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextFromEvidence, type LogEvidence, readHostDeclaration } from '../src/index.ts';
import { type Event, event, NOTHING } from './evidence-samples.ts';

/** A context out of a log: what was known, assumed, unknown (acceptor 8). */

const recordings = join(import.meta.dirname, '../../../testing/recordings');

const UNTAGGED: LogEvidence['written'][number] = {
  role: 'envelope',
  text: '{"type":"v.a","correlationId":"c1","payload":{},"meta":{}}',
  complete: true,
  masked: 0,
  envelopeType: null,
  sequences: [1],
};

function from(more: Partial<LogEvidence>) {
  const found = contextFromEvidence({ ...NOTHING, ...more });
  const standing = (field: string) => found.provenance.find((row) => row.field === field)?.standing;
  return { ...found, standing };
}

function taken(index: number, envelopeType: string, correlationId: string, nodeId = 'n') {
  return {
    index,
    sequence: index,
    eventId: `e${index}`,
    nodeId,
    correlationId,
    envelopeType,
    envelopeId: null,
  };
}

const refusal = (code: string, details: unknown = {}, message = code): Event =>
  event(9, 'node.failed', { nodeId: 'n', error: { code, message, details } });

describe('counters (acceptor 4)', () => {
  const accepted = [
    taken(1, 'clarification.request', 'a'),
    taken(2, 'clarification.request', 'a'),
    taken(3, 'vendor.a.b', 'b', 'other'),
    taken(5, 'schema.request', 'd'),
    taken(6, 'schema.response', 'e'),
  ];
  const retry = (index: number, reason: string) => event(index, 'envelope.retry.attempted', { reason });

  test('an envelope that became several events counts once, and only at its own node', () => {
    const { context } = from({ accepted });
    expect(context.counters).toEqual({ clarificationRounds: 1, schemaRounds: 1, envelopesPerTurn: 2 });
  });

  test.each([
    ['a refused payload counts', [retry(7, 'schema-violation')], 2],
    ['a drifted kind counts', [retry(7, 'type-drift')], 2],
    ['a text that is no JSON does not (S1)', [retry(7, 'parse-error')], 1],
    ['a cut answer does not', [retry(7, 'truncation')], 1],
    ['events before the last acceptance are over', [retry(0, 'schema-violation')], 1],
  ])('schemaRounds: %s', (_name, retries, schemaRounds) => {
    expect(from({ accepted, retries }).context.counters?.schemaRounds).toBe(schemaRounds);
  });

  test('resets schemaRounds with the node', () => {
    expect(from({ accepted, nodeStart: { index: 8, sequence: 8 } }).context.counters?.schemaRounds).toBe(0);
  });

  test('envelopesPerTurn counts from the turn, schema.response exempt', () => {
    const turnStart = { index: 4, sequence: 4, type: 'prompt.composed' };
    expect(from({ accepted, turnStart }).context.counters?.envelopesPerTurn).toBe(1);
  });

  test.each([
    [{ kind: 'schema', limit: 2, observed: 3 }, 'schemaRounds', 2],
    [{ kind: 'clarification', limit: 5, observed: 5 }, 'clarificationRounds', 5],
    [{ kind: 'envelopes', limit: 3, observed: 7 }, 'envelopesPerTurn', 6],
  ] as const)(
    'a breach of the envelope itself contains its counter and its limit: %j',
    (payload, name, value) => {
      const breach = event(8, 'cap.breached', payload);
      const { context, standing } = from({ recorded: [breach], caps: [breach] });
      expect(context.counters?.[name]).toBe(value);
      expect(standing(`counters.${name}`)).toBe('known');
      expect(context.host?.limits).toEqual({ [name]: payload.limit });
    },
  );

  test('counts are assumed, and unknown without a node', () => {
    expect(from({ accepted }).standing('counters.schemaRounds')).toBe('assumed');
    const nowhere = from({ accepted, nodeId: null });
    expect(nowhere.standing('counters.schemaRounds')).toBe('unknown');
    expect(nowhere.context.counters).toBeUndefined();
  });
});

describe('prior outcomes (acceptor 8)', () => {
  test('by correlationId, the first event naming the kind, ids in order', () => {
    const accepted = [taken(1, 'clarification.request', 'a'), taken(2, 'clarification.request', 'a')];
    expect(from({ accepted }).context.prior).toEqual([
      {
        correlationId: 'a',
        type: 'clarification.request',
        outcome: { status: 'accepted', recordedEventIds: ['e1', 'e2'] },
      },
    ]);
  });

  test('what was not read leaves it assumed', () => {
    expect(from({ accepted: [taken(1, 'error', 'a')] }).standing('prior')).toBe('known');
    expect(from({ accepted: [taken(1, 'error', 'a')], acceptedLeftOut: 3 }).standing('prior')).toBe(
      'assumed',
    );
  });
});

describe('contract, trust, interrupt, host', () => {
  const contract = { acceptedTypes: ['clarification.request', 'schema.request', 'error', 'vendor.a.b'] };

  test.each([
    [
      'its own refusal',
      { recorded: [refusal('envelope_contract_violation', contract)] },
      'known',
      'fail-node',
    ],
    [
      'another refusal',
      { refusals: [refusal('envelope_contract_violation', contract)] },
      'assumed',
      'fail-node',
    ],
    [
      'a warning',
      {
        recorded: [
          event(9, 'log.appended', { level: 'warn', fields: { allowedKinds: contract.acceptedTypes } }),
        ],
      },
      'known',
      'discard-and-warn',
    ],
  ] as const)('contract from %s', (_name, more, standing, refusalMode) => {
    const found = from(more);
    expect(found.context.contract).toEqual({ accepts: ['vendor.a.b'], refusalMode });
    expect(found.standing('contract')).toBe(standing);
  });

  test('a refusal that lists the kinds of the host is not a contract (acceptor 9, R2)', () => {
    const words = "envelope type 'x' is not in host's supportedEnvelopes advertisement";
    const { context } = from({ recorded: [refusal('envelope_contract_violation', contract, words)] });
    expect(context.contract).toBeUndefined();
    expect(context.host?.supportedEnvelopes).toEqual(['vendor.a.b']);
  });

  test.each([
    [
      'anything untrusted at the node',
      { trust: { trusted: 3, untrusted: 1, untrustedSequences: [4] } },
      'untrusted',
    ],
    ['only trusted events', { trust: { trusted: 3, untrusted: 0, untrustedSequences: [] } }, 'trusted'],
    [
      'the tag on its events, the envelope having none',
      { recorded: [event(9, 'log.appended', {}, { contentTrust: 'untrusted' })], written: [UNTAGGED] },
      'untrusted',
    ],
    ['nothing', {}, undefined],
  ] as const)('trust boundary from %s', (_name, more, boundary) => {
    expect(from(more).context.trustBoundary).toBe(boundary);
  });

  test.each([
    ['approval.requested', {}, 'approval'],
    ['interrupt.requested', { kind: 'external-event' }, 'external-event'],
    ['node.suspended', {}, undefined],
  ])('the open interrupt of %s %j', (type, payload, kind) => {
    expect(from({ openInterrupt: event(3, type, payload) }).context.boundInterruptKind).toBe(kind);
  });

  test.each([
    ['the envelope names no node', null],
    ['the approval names no node', 'n'],
  ])('an approval that may be bound to it counts: %s (acceptor 7)', (_name, nodeId) => {
    const openUnplaced = [event(3, 'interrupt.requested', { kind: 'approval' }, { nodeId: null })];
    const { context, standing } = from({ nodeId, openUnplaced });
    expect(context.boundInterruptKind).toBe('approval');
    expect(standing('boundInterruptKind')).toBe('assumed');
  });

  test('other waits of the run do not count, and without any event it is unknown', () => {
    const openUnplaced = [event(3, 'interrupt.requested', { kind: 'clarification' }, { nodeId: null })];
    expect(from({ nodeId: null, openUnplaced }).context.boundInterruptKind).toBeUndefined();
    expect(from({ subject: null, nodeId: null }).standing('boundInterruptKind')).toBe('unknown');
  });

  test('a refusal that says the host takes none', () => {
    expect(from({ recorded: [refusal('capability_required')] }).context.host?.aiEnvelope).toBe(false);
    expect(from({ recorded: [refusal('not-applicable')] }).context.host?.clarificationSupported).toBe(false);
  });

  test('a declaration in the file; a breach of the run is more specific about a limit', () => {
    const value = {
      supportedEnvelopes: ['v.a'],
      limits: { schemaRounds: 9, envelopesPerTurn: 4 },
      envelopeStrictness: 'strict',
      capabilities: { schemaVersions: { __proto__: 1, 'v.a': 2, broken: 'x' } },
    };
    const caps = [event(2, 'cap.breached', { kind: 'schema', limit: 3, observed: 4 })];
    const { context, standing } = from({ declarations: [{ pointer: '/host', value }], caps });
    expect(context.host).toEqual({
      supportedEnvelopes: ['v.a'],
      schemaVersions: { 'v.a': 2 },
      envelopeStrictness: 'strict',
      limits: { schemaRounds: 3, envelopesPerTurn: 4 },
    });
    expect(standing('host.schemaVersions')).toBe('known');
    expect(standing('host.maxInlineMediaBytes')).toBe('unknown');
  });

  test('a discovery document of v2, whose records have the kinds (bundles 12.1)', () => {
    const record = { status: 'stable', since: '2.0', witness: 'w' };
    expect(
      readHostDeclaration({
        supportedEnvelopes: { ...record, kinds: ['acme.note'] },
        schemaVersions: { ...record, kinds: { 'acme.note': 3 } },
        envelopeStrictness: { ...record, mode: 'strict' },
      }),
    ).toEqual({
      supportedEnvelopes: ['acme.note'],
      schemaVersions: { 'acme.note': 3 },
      envelopeStrictness: 'strict',
    });
  });

  test('of v2, what no record lists is taken by nobody; a log of v2 says as much as a document (acceptor 3.4)', () => {
    const record = { status: 'stable', since: '2.0', witness: 'w' };
    const value = { preferredVersion: '2.1', aiEnvelope: record };
    const host = { major: 2, supportedEnvelopes: [], schemaVersions: {} };
    expect(readHostDeclaration(value)).toEqual(host);
    expect(from({ declarations: [{ pointer: '/discovery', value }] }).context.host).toEqual(host);
    expect(from({ isV2: true }).context.host).toEqual({ major: 2 });
    expect(from({ isV2: true }).standing('host.major')).toBe('known');
    expect(from({}).context.host?.major).toBeUndefined();
  });

  test('the discovery document of a recorded host', () => {
    const document: unknown = JSON.parse(
      readFileSync(join(recordings, 'app/well-known.openwop.json'), 'utf8'),
    );
    const host = readHostDeclaration(document);
    expect(host?.limits).toEqual({ clarificationRounds: 5, schemaRounds: 3, envelopesPerTurn: 32 });
    expect(host?.schemaVersions?.error).toBe(1);
    expect(host?.supportedEnvelopes).toContain('ui.a2ui-surface');
  });
});

describe('the envelope', () => {
  const written = (
    role: 'envelope' | 'payload' | 'model-text',
    text: string,
    envelopeType: string | null = null,
  ) => ({
    role,
    text,
    complete: true,
    masked: 0,
    envelopeType,
    sequences: [1],
  });
  const wanted = '{"type":"v.a","correlationId":"c1","payload":{"n":12345678901234567890},"meta":{}}';
  const other = '{"type":"v.a","correlationId":"c0","payload":{},"meta":{}}';

  test.each([
    ['alone', wanted],
    ['in an array', `[${other}, ${wanted}]`],
    ['in fences', `First:\n\`\`\`json\n${other}\n\`\`\`\nthen\n\`\`\`\n${wanted}\n\`\`\``],
    ['in prose', `I say ${other} and ${wanted}.`],
  ])('cut out of model text by its correlationId, digits unchanged: %s', (_name, text) => {
    const { envelope } = from({ written: [written('model-text', text)] });
    expect(envelope).toMatchObject({ form: 'json', standing: 'recorded', isSkeleton: false, type: 'v.a' });
    expect(envelope?.text).toContain('12345678901234567890');
    expect(envelope?.text).toContain('"c1"');
  });

  test('text without an envelope stays as it is', () => {
    const { envelope } = from({ written: [written('model-text', '{"type": "v.a", "pay')] });
    expect(envelope).toMatchObject({ form: 'model-text', text: '{"type": "v.a", "pay' });
  });

  test('wraps a payload in an envelope, with its digits', () => {
    const { envelope } = from({ written: [written('payload', '{"n":1e400}', 'v.a')] });
    expect(envelope).toMatchObject({ standing: 'rebuilt', isSkeleton: false });
    expect(envelope?.text).toContain('"n": 1e400');
    expect(JSON.parse(envelope?.text ?? '')).toMatchObject({ type: 'v.a', correlationId: 'c1', nodeId: 'n' });
  });

  test('else a skeleton of what is known', () => {
    const recorded = [refusal('envelope_contract_violation', { refusedType: 'v.a' })];
    const { envelope } = from({ recorded });
    expect(envelope).toMatchObject({ standing: 'rebuilt', isSkeleton: true, type: 'v.a' });
    expect(JSON.parse(envelope?.text ?? '')).toMatchObject({ type: 'v.a', correlationId: 'c1', payload: {} });
  });

  test('an event about something else has none', () => {
    expect(from({ correlationId: null, recorded: [refusal('host_capability_missing')] }).envelope).toBeNull();
  });
});

describe('a schema of what the host complained about', () => {
  const written = [UNTAGGED];
  const violation = (instancePath: string, message: string) => ({ instancePath, message });

  test.each([
    [violation('', "must have required property 'title'"), { required: ['title'] }],
    [violation('/a~1b', 'must be string'), { properties: { 'a/b': { type: 'string' } } }],
    [
      violation('/l/1/x', 'must be >= 3'),
      { properties: { l: { prefixItems: [true, { properties: { x: { minimum: 3 } } }] } } },
    ],
    [
      violation('/p', "must be equal to one of the allowed values: 'low', 'high'"),
      { properties: { p: { enum: ['low', 'high'] } } },
    ],
    [violation('/s', 'must NOT have fewer than 2 characters'), { properties: { s: { minLength: 2 } } }],
  ])('%j', (one, schema) => {
    const { context, standing } = from({
      written,
      recorded: [refusal('envelope_invalid', { violations: [one] })],
    });
    expect(context.schemas).toEqual({ 'v.a': schema });
    expect(standing('schemas')).toBe('assumed');
  });

  test('from the words of a retry', () => {
    const recorded = [
      event(3, 'envelope.retry.attempted', {
        reason: 'schema-violation',
        previousError: '/n must be integer',
      }),
    ];
    expect(from({ written, recorded }).context.schemas).toEqual({
      'v.a': { properties: { n: { type: 'integer' } } },
    });
  });

  test('words that are not understood add nothing', () => {
    const recorded = [
      refusal('envelope_invalid', { violations: [violation('', 'must NOT have additional properties')] }),
    ];
    expect(from({ written, recorded }).standing('schemas')).toBe('unknown');
  });
});

test('never throws and never changes what it was given', () => {
  const hostile = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('__proto__', -1, 1e308));
  const events = fc.array(
    fc.tuple(
      fc.constantFrom(
        'node.failed',
        'cap.breached',
        'log.appended',
        'envelope.retry.attempted',
        'interrupt.requested',
      ),
      fc.oneof(
        hostile,
        fc.record({ error: hostile, fields: hostile, kind: hostile, limit: hostile, level: hostile }),
      ),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(events, hostile, fc.string(), (list, value, text) => {
      const recorded = list.map(([type, payload], i) => event(i, type, payload));
      const evidence: LogEvidence = {
        ...NOTHING,
        recorded,
        refusals: recorded,
        caps: recorded,
        retries: recorded,
        openInterrupt: recorded[0] ?? null,
        declarations: [{ pointer: '', value }],
        written: [
          { role: 'payload', text, complete: true, masked: 0, envelopeType: '__proto__', sequences: [] },
        ],
      };
      const before = JSON.stringify(evidence);
      const found = contextFromEvidence(evidence);
      expect(JSON.stringify(evidence)).toBe(before);
      expect(() => JSON.stringify(found)).not.toThrow();
      expect(found.provenance.every((row) => row.note !== '')).toBe(true);
    }),
    { numRuns: runsOf(500), seed: 11 },
  );
});
