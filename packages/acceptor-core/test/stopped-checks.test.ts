import { known, type UnknownReason, unknown } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import type { AcceptContext, Profile } from '../src/accept-context.ts';
import { compareWithHost } from '../src/context-from-log/host-answer.ts';
import { createAcceptor } from '../src/create-acceptor.ts';
import { simulateDispatch } from '../src/dispatch/simulate-dispatch.ts';
import type { SchemaCompiler } from '../src/foreign-check.ts';
import { createSchemaCompiler } from '../src/foreign-schemas/index.ts';
import { createKillableSchemaCompiler } from '../src/node/index.ts';
import { profileOf } from '../src/pipeline/profiles.ts';
import { proposeRepair } from '../src/repair/propose-repair.ts';

/** A check that gave no answer decides nothing (acceptor 2.2). */

const kind = 'vendor.acme.report';
const profiles: readonly Profile[] = ['lenient', 'strict', 'reference'];
const stopReason: UnknownReason = { code: 'stopped', what: 'the check', limit: 500, unit: 'ms' };
const stopping: SchemaCompiler = () => known(() => unknown(stopReason));
const throwing: SchemaCompiler = () =>
  known(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });

function envelope(more: object = {}) {
  return {
    type: kind,
    schemaVersion: 1,
    envelopeId: 'e1',
    correlationId: 'c1',
    nodeId: 'n1',
    payload: { a: 'x' },
    meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
    ...more,
  };
}

const context: AcceptContext = {
  runId: 'r1',
  nodeId: 'n1',
  now: '2026-05-18T10:00:05Z',
  schemas: { [kind]: { type: 'object' } },
};

const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, level) => [
    `l${level}`,
    { allOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
  ]),
);

describe('a payload whose schema cannot be run to its end is not accepted (acceptor S7, security S-13)', () => {
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  // The stack of a schema without end overflows in some milliseconds; on a busy machine that may take longer than 300.
  const compilePatiently = createKillableSchemaCompiler({ timeLimitMs: 10_000, compileLimitMs: 10_000 });
  test.each([
    ['a pattern that backtracks without end', { properties: { a: { pattern: '^(a+)+$' } } }, 'stopped'],
    ['a $ref to itself', { $ref: '#' }, 'endless'],
    ['a union of itself', { anyOf: [{ $ref: '#' }] }, 'endless'],
    ['references that double', { $defs: { ...doubling, l60: true }, $ref: '#/$defs/l0' }, 'stopped'],
    ['a pattern of 513 characters', { properties: { a: { pattern: 'a'.repeat(513) } } }, 'stopped'],
    ['more than 256 KiB', { description: 'x'.repeat(300_000) }, 'stopped'],
    ['a document that is not there', { $ref: 'https://evil.example/s.json' }, 'unusable'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'unusable'],
    ['$dynamicRef', { $dynamicRef: '#x' }, 'unusable'],
    ['no schema at all', 'text', 'unusable'],
  ])('%s', (_what, schema, code) => {
    for (const profile of profiles) {
      const acceptor = createAcceptor(
        { ...context, profile, schemas: { [kind]: schema } },
        { compile: code === 'endless' ? compilePatiently : compile },
      );
      const [result] = acceptor.accept({ envelope: envelope({ payload: { a: `${'a'.repeat(60)}!` } }) });
      expect(result).toMatchObject({
        status: 'stopped',
        step: 'payload',
        code: null,
        outcome: null,
        events: [],
        reasons: [{ code }],
      });
    }
  });

  test('a schema that is given where nothing compiles schemas', () => {
    const [result] = createAcceptor(context).accept({ envelope: envelope() });
    expect(result).toMatchObject({ status: 'stopped', step: 'payload', reasons: [{ code: 'not-run' }] });
  });

  test('also where a violation would only have been a warning: the text decides by the payload', () => {
    const host = { schemaVersions: {}, supportedEnvelopes: [kind] };
    const [result] = createAcceptor({ ...context, host }, { compile: stopping }).accept({
      envelope: envelope(),
    });
    expect(result?.status).toBe('stopped');
  });

  test('the row of the step says stopped and why; what if continues, and records nothing', () => {
    const acceptor = createAcceptor(
      { ...context, contract: { accepts: [] } },
      { compile: stopping, whatIf: true },
    );
    const trace = acceptor.accept({ envelope: envelope() })[0]?.trace ?? [];
    const rows = trace.map(
      ({ step, verdict, hypothetical }) => `${step} ${verdict}${hypothetical ? ' if' : ''}`,
    );
    expect(rows.slice(rows.indexOf('payload stopped'))).toEqual([
      'payload stopped',
      'contract would-refuse if',
      'limits passed if',
      'redaction skipped if',
      'trust passed if',
      'dedup passed if',
      'route passed if',
      'emit skipped if',
    ]);
    expect(trace.find(({ step }) => step === 'payload')?.note).toBe(
      'the check was stopped at its limit of 500 ms',
    );
  });

  test('what if: a later step that is stopped reads neither passed nor refused', () => {
    const host = { supportedEnvelopes: [] };
    const acceptor = createAcceptor({ ...context, host }, { compile: stopping, whatIf: true });
    const trace = acceptor.accept({ envelope: envelope() })[0]?.trace ?? [];
    const verdictOf = (name: string) => trace.find(({ step }) => step === name)?.verdict;
    expect([verdictOf('kind'), verdictOf('payload'), verdictOf('emit')]).toEqual([
      'decided',
      'stopped',
      'skipped',
    ]);
  });

  test('reasons hold no secret of the run (acceptor 6)', () => {
    const secret = 'S3CRET-VALUE';
    const schemas = { [kind]: { properties: { [secret]: { $ref: `#/$defs/${secret}` } } } };
    const secrets = [{ value: secret, secretId: 'k' }];
    const acceptor = createAcceptor({ ...context, schemas, secrets }, { compile: createSchemaCompiler() });
    const [result] = acceptor.accept({ envelope: envelope() });
    expect(result).toMatchObject({ status: 'stopped', reasons: [{ code: 'unusable' }] });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test('accepts a kind without a schema as unchecked, never as passed (acceptor 3.2)', () => {
    const [result] = createAcceptor({ ...context, schemas: {} }).accept({ envelope: envelope() });
    expect(result?.status).toBe('accepted');
    expect(result?.trace.find(({ step }) => step === 'payload')?.verdict).toBe('unchecked');
    expect(result?.trace.find(({ step }) => step === 'kind')?.verdict).toBe('unchecked');
  });
});

describe('no step that is stopped or that throws leads to an acceptance, in any profile (acceptor 2.2)', () => {
  const steps = profiles.flatMap((profile) =>
    profileOf(profile).steps.map((step, index) => [profile, step.id, index] as const),
  );
  const accepted = { ...context, schemas: {}, secrets: [{ value: 'long-enough', secretId: 's' }] };

  test.each(steps)('%s: %s', (profile, id, index) => {
    const own = profileOf(profile);
    const step = own.steps[index];
    if (step === undefined) throw new Error('there is no such step');
    const failing = { ...step, check: failWith(new TypeError('x')) };
    const silent = { ...step, check: () => ({ status: 'stopped' as const, reasons: [stopReason] as const }) };
    for (const one of [failing, silent]) {
      const statuses = withSteps(own, own.steps.with(index, one), () => {
        const acceptor = createAcceptor({ ...accepted, profile });
        return acceptor.accept({ envelope: envelope() }).map(({ status, step: at }) => `${status} ${at}`);
      });
      expect(statuses).toEqual([`stopped ${id}`]);
    }
  });

  test('a check that throws is a reason with the name of the exception', () => {
    const [result] = createAcceptor(context, { compile: throwing }).accept({ envelope: envelope() });
    expect(result).toMatchObject({
      status: 'stopped',
      reasons: [{ code: 'failed', what: 'the step payload', why: 'RangeError' }],
    });
  });
});

function failWith(problem: Error) {
  return () => {
    throw problem;
  };
}

/** Runs with other steps in a profile, and puts back its own. */
function withSteps<T>(own: object, steps: unknown, run: () => T): T {
  const before: unknown = Reflect.get(own, 'steps');
  Reflect.set(own, 'steps', steps);
  try {
    return run();
  } finally {
    Reflect.set(own, 'steps', before);
  }
}

describe('what depends on an envelope that was not decided is not decided either (acceptor 2.2)', () => {
  const other = 'vendor.acme.note';
  const parts = { compile: stopping };

  test.each(profiles)('%s: a second envelope of its correlationId', (profile) => {
    const acceptor = createAcceptor({ ...context, profile }, parts);
    acceptor.accept({ envelope: envelope() });
    const [again] = acceptor.accept({ envelope: envelope({ type: other, envelopeId: 'e2' }) });
    expect(again).toMatchObject({ status: 'stopped', step: 'dedup', reasons: [{ code: 'missing-input' }] });
  });

  test.each(profiles)('%s: the last place of the turn, which it may have taken', (profile) => {
    const host = { limits: { envelopesPerTurn: 1 } };
    const acceptor = createAcceptor({ ...context, profile, host }, parts);
    acceptor.accept({ envelope: envelope() });
    const next = { type: other, envelopeId: 'e2', correlationId: 'c2' };
    expect(acceptor.accept({ envelope: envelope(next) })[0]).toMatchObject({
      status: 'stopped',
      step: 'limits',
    });
    acceptor.accept({ turn: true });
    const later = { ...next, correlationId: 'c3' };
    expect(acceptor.accept({ envelope: envelope(later) })[0]).toMatchObject({ status: 'accepted' });
  });

  test('where it makes no difference the next one is decided, with a warning', () => {
    const host = { limits: { envelopesPerTurn: 5 } };
    const acceptor = createAcceptor({ ...context, host }, parts);
    acceptor.accept({ envelope: envelope() });
    const [next] = acceptor.accept({ envelope: envelope({ type: other, correlationId: 'c2' }) });
    expect(next).toMatchObject({ status: 'accepted', counters: { envelopesPerTurn: 1 } });
    expect(next?.warnings.map(({ code }) => code)).toContain('earlier_not_decided');
  });
});

describe('what is made from a verdict says that there is none (acceptor 2.2)', () => {
  const [result] = createAcceptor(context, { compile: stopping }).accept({ envelope: envelope() });

  test('the comparison with the host', () => {
    const host = {
      status: 'accepted' as const,
      code: null,
      meaning: null,
      message: null,
      capKind: null,
      envelopeId: 'e1',
      envelopeType: kind,
      retryReason: null,
      recordedEventIds: [],
      isV2: false,
      emission: 1,
      events: [],
    };
    if (result === undefined) throw new Error('an envelope has one result');
    expect(compareWithHost(result, host)).toEqual({ known: false, reasons: [stopReason] });
    expect(compareWithHost(result, null)).toMatchObject({ known: false });
  });

  test('the dispatch is neither accepted nor failed', () => {
    const responses = [{ stop: 'stop', text: JSON.stringify(envelope()) }];
    const { terminal, attempts, events } = simulateDispatch(responses, {}, context, { compile: stopping });
    expect(terminal).toMatchObject({ status: 'stopped', code: null, attempts: 1 });
    expect(attempts[0]).toMatchObject({ decision: 'stopped', reason: 'stopped' });
    expect(events).toEqual([]);
  });

  test('no repair is proposed', () => {
    const accept = () => result ?? null;
    expect(proposeRepair({ envelope: envelope(), context, accept })).toBeNull();
  });
});
