import { describe, expect, test } from 'vitest';
import { createSchemaCompiler } from '../src/foreign-schemas/index.ts';
import {
  type AcceptContext,
  compareWithHost,
  contextFromEvidence,
  createAcceptor,
  type LogEvidence,
  notReconstructable,
} from '../src/index.ts';
import { type Event, event, NOTHING } from './evidence-samples.ts';

/** What is said against a host, and when nothing may be said (acceptor 2.0, 8 and 9). */

const failed = (code: string, details: unknown = {}): Event =>
  event(9, 'node.failed', { nodeId: 'n', error: { code, message: code, details } });
const exhausted = event(8, 'envelope.retry.exhausted', {
  nodeId: 'n',
  totalAttempts: 3,
  finalReason: 'schema-violation',
});

const META = { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' };
const envelope = (more: object = {}) => ({
  type: 'error',
  schemaVersion: 1,
  envelopeId: 'e1',
  correlationId: 'c1',
  payload: { code: 'x' },
  meta: META,
  ...more,
});

const EVIDENCE: LogEvidence = { ...NOTHING, subject: failed('envelope_invalid') };

function written(text: string, role: 'envelope' | 'payload', envelopeType: string | null = null) {
  return [{ role, text, complete: true, masked: 0, envelopeType, sequences: [1] }] as const;
}

function differences(more: Partial<LogEvidence>, value: object, context: Partial<AcceptContext> = {}) {
  const log = contextFromEvidence({
    ...EVIDENCE,
    ...more,
    written: written(JSON.stringify(value), 'envelope'),
  });
  const known = { ...log.context, ...context };
  const [result] = createAcceptor(known, { compile: createSchemaCompiler() }).accept({ envelope: value });
  if (result === undefined) throw new Error('no result');
  const rows = compareWithHost(result, log.hostRecorded, known.host?.limits);
  if (!rows.known) throw new Error('nothing is compared');
  return rows.value.flatMap(({ what, same, rule, note }) => (same ? [] : [{ what, rule, note }]));
}

const eventsRow = (rows: ReturnType<typeof differences>) => rows.find(({ what }) => what === 'events');

describe('the reason of a retry means any refusal that is tried again for it (acceptor 5)', () => {
  const host = { schemaVersions: { error: 1 } };
  test.each([
    ['schema-violation', envelope({ schemaVersion: 2 }), undefined],
    ['type-mismatch', envelope({ schemaVersion: 2 }), undefined],
    ['schema-violation', envelope({ meta: { source: 1 } }), undefined],
    ['schema-violation', envelope({ payload: {} }), undefined],
    ['type-drift', envelope({ schemaVersion: 2 }), 'code'],
    ['parse-error', envelope({ payload: {} }), 'code'],
  ])('%s', (reason, value, differs) => {
    const retry = event(8, 'envelope.retry.attempted', { nodeId: 'n', attempt: 2, reason });
    const rows = differences({ recorded: [retry] }, value, { host });
    expect(rows.find(({ what }) => what === 'code')?.what).toBe(differs);
  });
});

test('no trust tag is missed on events of v2, which have none (acceptor 3.4)', () => {
  const value = envelope({ payload: {}, meta: { ...META, contentTrust: 'untrusted' } });
  const host = { limits: { schemaRounds: 0 } };
  const recorded = [failed('envelope_invalid')];
  const trust = (isV2: boolean) =>
    differences({ recorded, isV2 }, value, { host: { ...host, major: isV2 ? 2 : 1 } }).filter(({ what }) =>
      what.endsWith('contentTrust'),
    );
  expect(trust(false)).toHaveLength(1);
  expect(trust(true)).toEqual([]);
});

describe('a host that fails the node', () => {
  test('is not accused where the log names no limit of schema rounds', () => {
    const row = eventsRow(differences({ recorded: [failed('envelope_invalid')] }, envelope()));
    expect(row?.rule).toBeUndefined();
    expect(row?.note).toMatch(/names no limit of schema rounds/);
  });

  test('has a retry left where the limit is known', () => {
    const host = { limits: { schemaRounds: 2 } };
    const row = eventsRow(differences({ recorded: [failed('envelope_invalid')] }, envelope(), { host }));
    expect(row?.note).toMatch(/although a retry is left/);
  });

  test.each([
    ['S8', 'envelope_contract_violation', { acceptedTypes: ['error'] }],
    ['S9', 'cap_breached', { capKind: 'envelopes' }],
    ['S13', 'not-applicable', {}],
  ])('for a refusal of %s does what the text says', (_step, code, details) => {
    const rows = differences({ recorded: [failed(code, details)] }, envelope());
    expect(rows.map(({ note }) => note ?? '').join(' ')).not.toMatch(/retry|every refusal/);
  });

  test('R17: gave up and records no breach, with or without a known limit', () => {
    const recorded = [exhausted, failed('envelope_invalid')];
    expect(eventsRow(differences({ recorded }, envelope()))?.rule).toBe('R17');
    const host = { limits: { schemaRounds: 2 } };
    expect(eventsRow(differences({ recorded }, envelope(), { host }))?.rule).toBe('R17');
  });

  test('R17 does not apply to a host that continues by a retry', () => {
    const retry = event(8, 'envelope.retry.attempted', {
      nodeId: 'n',
      attempt: 2,
      reason: 'schema-violation',
    });
    const host = { limits: { schemaRounds: 0 } };
    const row = eventsRow(differences({ recorded: [retry] }, envelope(), { host }));
    expect([row?.rule, row?.note]).toEqual([undefined, expect.stringMatching(/continues with a retry/)]);
  });
});

describe('R14: reads only one trust tag', () => {
  const fits = { payload: { code: 'x', message: 'm' } };
  const taken = event(9, 'log.appended', { level: 'error', fields: { envelopeType: 'error' } });
  const context = { boundInterruptKind: 'approval', trustBoundary: 'untrusted' } as const;

  test('explains a tag that lifts the boundary', () => {
    const value = envelope({ ...fits, meta: { ...META, contentTrust: 'trusted' } });
    expect(differences({ recorded: [taken] }, value, context)[0]?.rule).toBe('R14');
  });

  test('explains nothing where the tag itself is untrusted', () => {
    const value = envelope({ ...fits, meta: { ...META, contentTrust: 'untrusted' } });
    const [first] = differences({ recorded: [taken] }, value, context);
    expect([first?.rule, first?.note]).toEqual([undefined, expect.stringMatching(/not bound/)]);
  });
});

describe('R1 and R15: a conflict that only the host sees', () => {
  const recorded = [failed('envelope_correlation_conflict')];
  const fits = envelope({ payload: { code: 'x', message: 'm' } });

  test.each([
    ['after an earlier emission in this run', 2, 'R1'],
    ['at the first emission in this run', 1, 'R15'],
  ])('%s', (_name, emission, rule) => {
    expect(differences({ recorded, emission }, fits)[0]?.rule).toBe(rule);
  });
});

describe('schemaRounds by the numbers of attempts (acceptor 5)', () => {
  const retry = (index: number, attempt: number, reason = 'schema-violation') =>
    event(index, 'envelope.retry.attempted', { nodeId: 'n', attempt, reason });

  test.each([
    ['the host says after how many attempts it gave up', [], [exhausted], 2],
    ['a late attempt implies those before it', [retry(3, 4)], [], 3],
    ['each retry is there', [retry(3, 2), retry(4, 3)], [exhausted], 2],
    [
      'of three one was cut off, which does not count',
      [retry(3, 2, 'truncation'), retry(4, 3)],
      [exhausted],
      1,
    ],
  ])('%s', (_name, retries, recorded, rounds) => {
    const { context } = contextFromEvidence({ ...EVIDENCE, retries, recorded });
    expect(context.counters?.schemaRounds).toBe(rounds);
  });
});

describe('what the log does not hold is not judged (acceptor 8)', () => {
  const missingOf = (more: Partial<LogEvidence>) =>
    notReconstructable(contextFromEvidence({ ...EVIDENCE, ...more }))?.missing ?? null;

  test.each([
    [
      'no payload',
      { recorded: [failed('envelope_contract_violation', { refusedType: 'v.a' })] },
      ['payload'],
    ],
    ['no payload and no kind', { recorded: [failed('envelope_invalid')] }, ['type', 'payload']],
    ['a payload of no kind', { written: written('{}', 'payload') }, ['type']],
    [
      'a payload, and a shape that was refused',
      { written: written('{}', 'payload', 'v.a'), recorded: [failed('invalid_envelope_shape')] },
      ['meta'],
    ],
    [
      'a payload, and a version that was refused',
      { written: written('{}', 'payload', 'v.a'), recorded: [failed('unknown_schema_version')] },
      ['schemaVersion'],
    ],
    ['a payload with its kind', { written: written('{}', 'payload', 'v.a') }, null],
    ['the envelope', { written: written(JSON.stringify(envelope()), 'envelope') }, null],
  ] as const)('%s', (_name, more, missing) => {
    expect(missingOf(more)).toEqual(missing);
  });
});
