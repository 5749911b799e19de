import { describe, expect, test } from 'vitest';
import { type Acceptor, createAcceptor } from '../create-acceptor.ts';
import { runVector } from './acceptor-runners.ts';
import { readVectors, type Vector } from './read-vectors.ts';
import { freezeDeeply, runEmissions, shareReferences } from './run-emissions.ts';

const envelope = {
  type: 'error',
  schemaVersion: 1,
  envelopeId: 'e1',
  correlationId: 'c1',
  payload: { code: 'x', message: 'm' },
  meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
};

function vectorOf(fields: object): Vector {
  const vector = { id: 'A1', clause: 'acceptor S1', title: 't', ...fields };
  const file = {
    format: 'openwop-inspector-vectors/1',
    protocol: 'openwop',
    chapter: 'x',
    vectors: [vector],
  };
  const read = readVectors(file);
  if (!read.ok || read.file.vectors[0] === undefined) throw new Error(JSON.stringify(read));
  return read.file.vectors[0];
}

function messagesOf(
  fields: object,
  create: (context: object) => Acceptor = createAcceptor,
): readonly string[] {
  const { differences } = runEmissions(vectorOf(fields), { create, nowMs: () => 0 });
  return differences.map(({ message }) => message);
}

describe('a sequence of emissions (vectors FORMAT 2.2)', () => {
  test('shares dedup, and a changed outcome does not change the cache', () => {
    const emissions = [
      { envelope },
      { mutateOutcome: { index: 0, set: { status: 'gated' } } },
      { turn: true },
      { envelope },
    ];
    const expected = [{ status: 'accepted' }, { replayed: true, outcome: { status: 'accepted' } }];
    expect(messagesOf({ emissions, expect: expected })).toEqual([]);
  });

  test('a context of one emission lies over that of the vector', () => {
    const emissions = [{ envelope, context: { host: { aiEnvelope: false } } }, { envelope }];
    expect(messagesOf({ emissions, expect: [{ step: 'capability' }, { status: 'accepted' }] })).toEqual([]);
  });

  test('the number of outcomes counts', () => {
    expect(messagesOf({ emissions: [{ envelope: [] }, { envelope }], expect: [{}] })).toEqual([
      '1 outcome expected, 2 found.',
    ]);
  });

  test('textRepeat is its prefix and its unit repeated', () => {
    const texts: unknown[] = [];
    const create = (): Acceptor => ({
      accept: (emission) => {
        texts.push(emission);
        return [];
      },
      counters: { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 0 },
      warnings: [],
    });
    messagesOf({ emissions: [{ textRepeat: { unit: 'ab', count: 3, prefix: '>' } }], expect: [] }, create);
    expect(texts).toEqual([{ text: '>ababab' }]);
  });

  test('maxMs is measured by the clock that was given', () => {
    let nowMs = 0;
    const parts = { create: createAcceptor, nowMs: () => (nowMs += 500) };
    const vector = vectorOf({ emissions: [{ envelope }], expect: [{ maxMs: 499 }] });
    expect(runEmissions(vector, parts).differences).toHaveLength(1);
  });

  test('an exception fails its vector and no other', async () => {
    const result = await runVector(vectorOf({ emissions: [], expect: [] }), {
      emissions: () => {
        throw new Error('broken');
      },
    });
    expect(result.kind === 'failed' && result.answer.differences[0]?.message).toContain('broken');
  });

  test('a form without a runner is neither passed nor failed', async () => {
    expect((await runVector(vectorOf({ emissions: [], expect: [] }), {})).kind).toBe('not-answered');
  });
});

describe('inputs that JSON cannot write', () => {
  test('frozen at every depth', () => {
    const value = { a: [{ b: null }] };
    const frozen = freezeDeeply(value) as typeof value;
    expect([Object.isFrozen(frozen.a[0]), Object.isFrozen(value)]).toEqual([true, false]);
  });

  test('two pointers lead to one object', () => {
    const value = { a: { x: 1 }, b: [0, { y: 1 }] };
    const shared = shareReferences(value, [['/a', '/b/1']]) as { a: object; b: object[] };
    expect(shared.b[1]).toBe(shared.a);
    expect(value.b[1]).toEqual({ y: 1 });
  });
});
