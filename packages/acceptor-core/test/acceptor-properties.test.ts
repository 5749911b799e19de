import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { AcceptContext } from '../src/accept-context.ts';
import type { AcceptResult } from '../src/accept-result.ts';
import { createAcceptor } from '../src/create-acceptor.ts';
import { createSchemaCompiler } from '../src/foreign-schemas/index.ts';
import { deepFreeze, hostileEnvelope, hostileText, mutatedEnvelope, shuffledKeys } from './hostile-values.ts';

/** What must hold for every input, however hostile (acceptor 1, 6; security S-12). */

const compile = createSchemaCompiler();
const host = {
  supportedEnvelopes: ['media.image', 'media.file', 'ui.a2ui-surface', 'vendor.acme.prd.create'],
  schemaVersions: { error: 1, 'media.image': 1, 'ui.a2ui-surface': 1, 'vendor.acme.prd.create': 2 },
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
};
const schemas = {
  'vendor.acme.prd.create': {
    type: 'object',
    properties: { title: { type: 'string', minLength: 1 }, note: { type: 'string' } },
    required: ['title'],
    additionalProperties: false,
  },
};
const contextOf = (change: Partial<AcceptContext> = {}): AcceptContext => ({
  runId: 'r1',
  nodeId: 'n1',
  now: '2026-05-18T10:00:05Z',
  host,
  schemas,
  ...change,
});

const anyContext: fc.Arbitrary<AcceptContext> = fc.record(
  {
    profile: fc.constantFrom('lenient', 'strict', 'reference'),
    nodeId: fc.constantFrom('n1', null),
    host: fc.constantFrom(host, { ...host, envelopeStrictness: 'strict' }, {}, { aiEnvelope: false }),
    contract: fc.constantFrom(null, { accepts: [] }, { accepts: [], refusalMode: 'discard-and-warn' }),
    trustBoundary: fc.constantFrom(null, 'untrusted', 'trusted'),
    boundInterruptKind: fc.constantFrom(null, 'approval'),
    counters: fc.constantFrom(null, { envelopesPerTurn: 5 }, { schemaRounds: 2, clarificationRounds: 3 }),
    options: fc.constantFrom(
      null,
      { allowVendorMeta: true },
      { trustMode: 'meet' },
      { envelopeCapScope: 'kind-bound' },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<AcceptContext>;

/** One result of a fresh acceptor. */
function acceptOnce(envelope: unknown, change: Partial<AcceptContext> = {}): AcceptResult {
  const acceptor = createAcceptor(contextOf(change), { compile, whatIf: true });
  const [result] = acceptor.accept({ envelope, single: true });
  if (result === undefined) throw new Error('an envelope has one result');
  return result;
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

afterEach(() => {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});

describe('never throws and never changes its input', () => {
  test('mutated envelopes, deeply frozen, a hundred to an acceptor', () => {
    fc.assert(
      fc.property(
        anyContext,
        fc.array(mutatedEnvelope, { minLength: 100, maxLength: 100 }),
        (change, batch) => {
          const acceptor = createAcceptor(contextOf(change), { compile, whatIf: true });
          for (const envelope of batch) {
            const before = json(envelope);
            acceptor.accept({ envelope: deepFreeze(envelope), single: true });
            expect(json(envelope)).toBe(before);
          }
        },
      ),
      { numRuns: runsOf(1_000) },
    );
  });

  test('values outside of JSON', () => {
    fc.assert(
      fc.property(anyContext, hostileEnvelope, (change, envelope) => {
        const acceptor = createAcceptor(contextOf(change), { compile, whatIf: true });
        expect(acceptor.accept({ envelope, single: true })).toHaveLength(1);
      }),
      { numRuns: runsOf(5_000) },
    );
  });

  test('texts with and without JSON', () => {
    fc.assert(
      fc.property(anyContext, hostileText, (change, text) => {
        const acceptor = createAcceptor(contextOf(change), { compile });
        expect(acceptor.accept({ text }).length).toBeGreaterThan(0);
      }),
      { numRuns: runsOf(5_000) },
    );
  });

  test('circles and getters that throw are refused at parse', () => {
    const circle: Record<string, unknown> = { type: 'error' };
    circle.payload = { details: circle };
    const trap = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        throw new Error('not to be read');
      },
    });
    for (const envelope of [circle, trap, [circle]]) {
      expect(acceptOnce(envelope)).toMatchObject({ status: 'invalid', step: 'parse' });
    }
  });

  test('an object that doubles at every level is refused, not walked for ever', () => {
    let doubled: unknown = 'x';
    for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
    expect(acceptOnce({ payload: doubled })).toMatchObject({ status: 'invalid', step: 'parse' });
  });
});

describe('redaction leaves no secret anywhere (acceptor 6)', () => {
  const secret = 'S3CRET/with~"parts\\ü';
  const plantSecret = fc.constantFrom(secret, `${secret}${secret}`, `x ${secret} y`, 'secret:key-1');

  test('in results, traces, warnings, events and spans', () => {
    fc.assert(
      fc.property(anyContext, mutatedEnvelope, plantSecret, fc.nat(), (change, envelope, planted, seed) => {
        const text = planted.replace(/[[\]]/g, '');
        const value = plant(envelope, text, seed);
        const secrets = [{ value: secret, secretId: 'key-1' }];
        const result = acceptOnce(value, { ...change, secrets });
        const written = json(result);
        for (const form of [secret, 'secret:key-1', secret.replaceAll('~', '~0').replaceAll('/', '~1')]) {
          expect(written).not.toContain(form);
          expect(written).not.toContain(json(form).slice(1, -1));
        }
      }),
      { numRuns: runsOf(5_000) },
    );
  });

  test('a second pass changes nothing', () => {
    fc.assert(
      fc.property(mutatedEnvelope, plantSecret, fc.nat(), (envelope, planted, seed) => {
        const secrets = [{ value: secret, secretId: 'key-1' }];
        const first = acceptOnce(plant(envelope, planted, seed), { secrets });
        const second = acceptOnce(first.recorded, { secrets });
        expect(second.redactionCount).toBe(0);
      }),
      { numRuns: runsOf(1_000) },
    );
  });
});

/** The secret in place of some strings, as a key, and at the top. */
function plant(value: unknown, text: string, seed: number): unknown {
  let number = seed;
  const visit = (one: unknown): unknown => {
    number = (number * 31 + 7) % 1_000_003;
    if (typeof one === 'string') return number % 3 === 0 ? one + text : one;
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    const members = Object.entries(one).map(([key, member]): [string, unknown] => [key, visit(member)]);
    return Object.fromEntries(number % 5 === 0 ? [...members, [text, text]] : members);
  };
  return visit(value);
}

/** The line that shows an offending value shows it as it was written, keys in their order. */
function withoutValueLines(result: AcceptResult): unknown {
  const isLine = (key: string, value: unknown) => key === 'value' && typeof value === 'string';
  const keep = (key: string, value: unknown): unknown => (isLine(key, value) ? undefined : value);
  return JSON.parse(JSON.stringify({ ...result, trace: [], span: null }, keep));
}

describe('the outcome depends on nothing but the input', () => {
  test('not on the order of keys', () => {
    fc.assert(
      fc.property(anyContext, mutatedEnvelope, fc.nat(), (change, envelope, seed) => {
        const one = acceptOnce(envelope, change);
        const other = acceptOnce(shuffledKeys(envelope, seed), change);
        expect(withoutValueLines(other)).toEqual(withoutValueLines(one));
      }),
      { numRuns: runsOf(3_000) },
    );
  });

  test('not on the time: twice gives the same', () => {
    fc.assert(
      fc.property(anyContext, mutatedEnvelope, (change, envelope) => {
        expect(acceptOnce(envelope, change)).toEqual(acceptOnce(envelope, change));
      }),
      { numRuns: runsOf(2_000) },
    );
  });

  test('not on whether it is traced', () => {
    fc.assert(
      fc.property(anyContext, fc.array(mutatedEnvelope, { maxLength: 8 }), (change, batch) => {
        const traced = createAcceptor(contextOf(change), { compile, whatIf: true });
        const bare = createAcceptor(contextOf(change), { compile, trace: false });
        for (const envelope of batch) {
          const withoutTrace = traced.accept({ envelope }).map((result) => ({ ...result, trace: [] }));
          expect(bare.accept({ envelope })).toEqual(withoutTrace);
        }
      }),
      { numRuns: runsOf(500) },
    );
  });
});

describe('the trace agrees with the outcome (acceptor 1)', () => {
  test('one row decides, it is the deciding step, and what follows is hypothetical', () => {
    fc.assert(
      fc.property(anyContext, mutatedEnvelope, (change, envelope) => {
        const { code, step, trace } = acceptOnce(envelope, change);
        const real = trace.filter((row) => !row.hypothetical);
        const deciding = real.filter((row) => row.verdict === 'decided');
        expect(deciding).toHaveLength(1);
        expect(real.at(-1)).toBe(deciding[0]);
        expect(deciding[0]?.step).toBe(step);
        if (real.at(-1)?.step !== 'dedup') expect(deciding[0]?.code).toBe(code);
        expect(trace.slice(real.length).every((row) => row.hypothetical)).toBe(true);
      }),
      { numRuns: runsOf(3_000) },
    );
  });
});
