import { known } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import type { AcceptContext } from './accept-context.ts';
import { createAcceptor } from './create-acceptor.ts';

const envelope = {
  type: 'error',
  schemaVersion: 1,
  envelopeId: 'e1',
  correlationId: 'c1',
  nodeId: 'n1',
  payload: { code: 'c', message: 'm' },
  meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
};
const context: AcceptContext = { runId: 'r1', nodeId: 'n1', now: '2026-05-18T10:00:05Z', host: {} };

describe('the trace (acceptor 1)', () => {
  test('without a wish there is none', () => {
    expect(createAcceptor(context, { trace: false }).accept({ envelope })[0]?.trace).toEqual([]);
  });

  test('times come from the given clock', () => {
    let now = 0;
    const acceptor = createAcceptor(context, { micros: () => (now += 3) });
    expect(acceptor.accept({ envelope })[0]?.trace.every((row) => row.micros === 3)).toBe(true);
  });

  test('what if: later steps speak of the same input and count nothing', () => {
    const acceptor = createAcceptor(
      { ...context, contract: { accepts: [] }, host: { supportedEnvelopes: [] } },
      { whatIf: true },
    );
    const [result] = acceptor.accept({ envelope: { ...envelope, type: 'media.image', payload: {} } });
    const verdicts = result?.trace
      .filter((row) => row.hypothetical)
      .map((row) => [row.step, row.verdict, row.code]);
    expect(verdicts).toEqual([
      ['schema-version', 'unchecked', null],
      ['payload', 'would-refuse', 'envelope_invalid'],
      ['contract', 'would-refuse', 'envelope_contract_violation'],
      ['limits', 'passed', null],
      ['redaction', 'skipped', null],
      ['trust', 'passed', null],
      ['dedup', 'passed', null],
      ['route', 'passed', null],
      ['emit', 'skipped', null],
    ]);
    expect(result?.warnings).toEqual([]);
  });

  test('what if nothing else objects: the events would be recorded', () => {
    const acceptor = createAcceptor({ ...context, host: { supportedEnvelopes: [] } }, { whatIf: true });
    const [result] = acceptor.accept({ envelope: { ...envelope, type: 'vendor.acme.note', payload: {} } });
    expect(result?.trace.at(-1)).toMatchObject({ step: 'emit', verdict: 'passed', hypothetical: true });
    expect(result?.events).toEqual([]);
  });

  test('what if without an object: the rest is skipped with a note', () => {
    const [result] = createAcceptor(context, { whatIf: true }).accept({ envelope: 5 });
    const rows = result?.trace.filter((row) => row.hypothetical) ?? [];
    expect(rows.length).toBe(14);
    expect(rows.every((row) => row.verdict === 'skipped' && row.note !== '')).toBe(true);
  });

  test('the synthesis shows what it filled', () => {
    const { envelopeId: _gone, meta: _too, ...rest } = envelope;
    const [result] = createAcceptor(context).accept({ envelope: rest });
    const row = result?.trace.find(({ step }) => step === 'synthesis');
    expect(row).toMatchObject({
      verdict: 'changed',
      changes: [
        { op: 'add', path: '/envelopeId' },
        { op: 'add', path: '/meta', after: { source: 'ai-generation', ts: '2026-05-18T10:00:05Z' } },
      ],
    });
  });

  test('the redaction shows where, and never what', () => {
    const secrets = [{ value: 'SECRET-AAAA', secretId: 's' }];
    const payload = { code: 'c', message: 'a SECRET-AAAA', details: { 'SECRET-AAAA': 1 } };
    const [result] = createAcceptor({ ...context, secrets }).accept({ envelope: { ...envelope, payload } });
    expect(result?.trace.find(({ step }) => step === 'redaction')).toMatchObject({
      verdict: 'changed',
      note: '2 substitutions',
      changes: [
        { op: 'replace', path: '/payload/message', after: 'a [REDACTED:s]' },
        { op: 'replace', path: '/payload/details/[REDACTED:s]', after: 1 },
      ],
    });
  });

  test('the trust of the boundary is a change of the tag', () => {
    const [result] = createAcceptor({ ...context, trustBoundary: 'untrusted' }).accept({ envelope });
    expect(result?.trace.find(({ step }) => step === 'trust')).toMatchObject({
      verdict: 'changed',
      changes: [{ op: 'add', path: '/meta/contentTrust', after: 'untrusted' }],
    });
  });
});

describe('the notes name what decided (acceptor 3.1, 4, S8, 8)', () => {
  const kind = 'vendor.acme.note';
  const note = (step: string, given: object, more: AcceptContext = {}) => {
    // Through JSON, in which a member that is undefined is absent.
    const whole: unknown = JSON.parse(JSON.stringify({ ...envelope, ...given }));
    const [result] = createAcceptor({ ...context, ...more }).accept({ envelope: whole });
    return result?.trace.find((row) => row.step === step)?.note;
  };
  const host = (version: number, envelopeStrictness: 'warn' | 'strict' = 'warn'): AcceptContext => ({
    host: { schemaVersions: { error: version }, envelopeStrictness },
  });

  test.each<[number | undefined, AcceptContext, string]>([
    [2, host(2), 'emitted 2, the host knows 2'],
    [3, host(2), 'emitted 3, the host knows 2, which is older'],
    [1, host(2), 'emitted 1, the host knows 2: older, checked against 2'],
    [1, host(2, 'strict'), 'emitted 1, the host knows 2 and takes no older one'],
    [undefined, host(2), 'none emitted, taken as 0, the host knows 2: older, checked against 2'],
    [3, { ...host(2), profile: 'reference' }, 'emitted 3, the host knows 2, which is older'],
  ])('version %s: %j', (schemaVersion, given, words) => {
    expect(note('schema-version', { schemaVersion }, given)).toBe(words);
  });

  test.each<[string, AcceptContext, string]>([
    ['taken', { contract: { accepts: [kind] } }, 'taken by the node'],
    [
      'nothing but the universal kinds',
      { contract: { accepts: [] } },
      `${kind} is not taken; the node takes universal kinds alone (fail-node)`,
    ],
    [
      'a long list',
      {
        contract: {
          accepts: 'abcdefg'.split('').map((name) => `vendor.x.${name}`),
          refusalMode: 'discard-and-warn',
        },
      },
      `${kind} is not taken; the node takes universal kinds, vendor.x.a, vendor.x.b, vendor.x.c, vendor.x.d, vendor.x.e and 2 more (discard-and-warn)`,
    ],
    [
      'profile reference',
      { contract: { accepts: ['a'] }, profile: 'reference' },
      `${kind} is not taken; the node takes universal kinds, a (fail-node)`,
    ],
  ])('contract: %s', (_name, given, words) => {
    expect(note('contract', { type: kind }, given)).toBe(words);
  });

  test('a kind of many lines and letters is one short line, without a part of a secret', () => {
    const secrets = [{ value: 'SECRET-AAAA', secretId: 's' }];
    for (let before = 60; before < 90; before++) {
      const type = `vendor.a.\n${'x'.repeat(before)}SECRET-AAAA${'x'.repeat(60)}`;
      const words = note('contract', { type }, { contract: { accepts: [] }, secrets });
      expect(words).not.toMatch(/\n|SEC/);
      expect(words?.length).toBeLessThan(160);
    }
  });

  test.each<[string, AcceptContext, string]>([
    ['error', { host: { limits: { envelopesPerTurn: 5 } } }, 'envelopesPerTurn: 0 of 5 used'],
    ['error', {}, 'envelopesPerTurn: 0 used, no limit'],
    [
      'clarification.request',
      { host: { limits: { clarificationRounds: 3 } }, counters: { clarificationRounds: 3 } },
      'clarificationRounds: 3 of 3 used, one more breaches',
    ],
    [
      'clarification.request',
      {
        host: { limits: { clarificationRounds: 3, envelopesPerTurn: 2 } },
        counters: { envelopesPerTurn: 2 },
      },
      'envelopesPerTurn: 2 of 2 used, one more breaches',
    ],
    [
      'error',
      { profile: 'reference', host: { limits: { envelopesPerTurn: 1 } }, counters: { envelopesPerTurn: 1 } },
      'envelopesPerTurn: 1 of 1 used, one more breaches',
    ],
  ])('limits: %s, %j', (type, given, words) => {
    const payload = type === 'error' ? envelope.payload : { questions: [{ id: 'q', question: 'why' }] };
    expect(note('limits', { type, payload }, given)).toBe(words);
  });

  test.each(['lenient', 'reference'] as const)('a conflict names the kind before, profile %s', (profile) => {
    const outcome = { status: 'accepted' as const };
    const prior = [{ correlationId: 'c1', type: 'schema.request', outcome }];
    expect(note('dedup', {}, { prior, profile })).toBe(
      'the correlationId came with schema.request before, now with error',
    );
  });
});

describe('overrides and runs', () => {
  test('applies an override to one emission', () => {
    const acceptor = createAcceptor(context);
    const type = 'media.image';
    const payload = { bytes: 1, url: 'https://h.example/x' };
    const gatedOnce = { contract: { accepts: [], refusalMode: 'discard-and-warn' as const } };
    expect(acceptor.accept({ envelope: { ...envelope, type, payload } }, gatedOnce)[0]?.status).toBe('gated');
    expect(acceptor.accept({ envelope: { ...envelope, type, payload } })[0]?.status).toBe('accepted');
  });

  test('another run has counters and repeats of its own', () => {
    const acceptor = createAcceptor({ ...context, counters: { envelopesPerTurn: 2 } });
    acceptor.accept({ envelope });
    const [other] = acceptor.accept({ envelope }, { runId: 'r2' });
    expect(other).toMatchObject({ replayed: false, counters: { envelopesPerTurn: 1 } });
    expect(acceptor.counters).toMatchObject({ envelopesPerTurn: 3 });
  });

  test('null means absent', () => {
    const nothing: AcceptContext = {
      profile: null,
      runId: null,
      host: null,
      secrets: null,
      prior: null,
      log: null,
    };
    expect(createAcceptor(nothing).accept({ envelope })[0]).toMatchObject({
      status: 'accepted',
      events: [{ runId: 'local-run', nodeId: 'n1' }],
    });
  });

  test('sequences continue where the log ends', () => {
    const log = [{ eventId: 'x', runId: 'r1', type: 'run.started', sequence: 41, payload: {} }];
    expect(createAcceptor({ ...context, log }).accept({ envelope })[0]?.events[0]?.sequence).toBe(42);
  });

  test('an array is many envelopes, or one when it is said to be single', () => {
    const acceptor = createAcceptor(context);
    expect(acceptor.accept({ envelope: [envelope, 5] }).map((result) => result.status)).toEqual([
      'accepted',
      'invalid',
    ]);
    expect(acceptor.accept({ envelope: [envelope, 5], single: true }).map((result) => result.step)).toEqual([
      'parse',
    ]);
  });
});

describe('kinds of users and hosts (acceptor 3.2)', () => {
  const kind = 'vendor.acme.report';
  const schemas = { [kind]: { type: 'object' } };

  test('a schema is compiled once, however many envelopes come', () => {
    let compiled = 0;
    const compile = () => {
      compiled++;
      return known(() => known([]));
    };
    const acceptor = createAcceptor({ ...context, schemas }, { compile });
    for (const correlationId of ['a', 'b', 'c'])
      acceptor.accept({ envelope: { ...envelope, correlationId, type: kind } });
    expect(compiled).toBe(1);
  });
});
