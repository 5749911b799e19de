import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import { describe, expect, test } from 'vitest';
import { SIMULATORS } from '../features/acceptor/simulator-store.ts';
import { readMessage, readRequest } from './messages.ts';
import { runJob } from './run-jobs.ts';
import { simulateDiscovery, simulateGate, simulateTurn } from './simulations.ts';

/** The model turn, the gate and the discovery document in the acceptor's worker. */

const compile = createSchemaCompiler();

describe('a document that cannot be played names the place', () => {
  test.each([
    ['turn', '{\n  "responses": [,]\n}', 2, 17],
    ['gate', '{"active": {},\n "hots": 1}', 1, 1],
    ['discovery', '[]', 1, 1],
  ] as const)('%s %s', (name, text, line, column) => {
    const read =
      name === 'turn'
        ? simulateTurn(text, compile)
        : name === 'gate'
          ? simulateGate(text)
          : simulateDiscovery(text);
    expect(read.kind).toBe('refused');
    const problems = read.kind === 'refused' ? read.problems : [];
    expect(problems.map((one) => [one.line, one.column])).toContainEqual([line, column]);
  });

  test('an unknown field is named at its place', () => {
    const read = simulateGate('{"active": {"provider": "a", "model": "m",\n  "colour": 1}, "host": {}}');
    expect(read).toMatchObject({ kind: 'refused', problems: [{ line: 2 }] });
  });
});

describe('the examples show what each part is for', () => {
  test('the turn is cut off, then invalid, then accepted', () => {
    const read = simulateTurn(SIMULATORS.turn.example, compile);
    const answer = read.kind === 'answered' ? read.answer : null;
    expect(answer?.result.attempts.map(({ reason }) => reason)).toEqual([
      'truncation',
      'schema-violation',
      null,
    ]);
    expect(answer).toMatchObject({
      isLimitKnown: true,
      unused: 0,
      result: { terminal: { status: 'accepted' } },
    });
  });

  test('the gate falls back', () => {
    expect(simulateGate(SIMULATORS.gate.example)).toMatchObject({
      answer: { decision: 'dispatch-fallback' },
    });
  });

  test('each finding of the discovery document has its place in the text (envelope 9)', () => {
    const text = SIMULATORS.discovery.example;
    const read = simulateDiscovery(text);
    const findings = read.kind === 'answered' ? read.answer.findings : [];
    const multiplier = findings.find(({ rule }) => rule === 'reliability_multiplier_range');
    expect(text.slice(multiplier?.from, multiplier?.to)).toBe('12');
    expect(findings.map(({ rule }) => rule)).toContain('reliability_events_missing');
  });
});

test('what had nothing to check against is reported, for an accepted answer of a kind without a schema', () => {
  const envelope = {
    type: 'vendor.acme.prd.create',
    schemaVersion: 1,
    envelopeId: 'e',
    correlationId: 'c',
    payload: {},
    meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
  };
  const read = simulateTurn(
    JSON.stringify({ responses: [{ stop: 'stop', text: JSON.stringify(envelope) }] }),
    compile,
  );
  expect(read.kind === 'answered' && read.answer.unchecked.map(({ what }) => what)).toContain(
    'the schema of the kind',
  );
});

test.each(['turn', 'gate', 'discovery'] as const)('the request and the answer of %s are checked', (job) => {
  expect(readRequest({ id: 1, job, input: { text: 1 } })).toMatchObject({ ok: false });
  const read = readRequest({ id: 1, job, input: { text: SIMULATORS[job].example } });
  if (!read.ok) throw new Error(read.why);
  expect(readMessage({ id: 1, result: runJob(read.request) }, read.request)).not.toBeNull();
  expect(readMessage({ id: 1, result: { kind: 'answered' } }, read.request)).toBeNull();
});
