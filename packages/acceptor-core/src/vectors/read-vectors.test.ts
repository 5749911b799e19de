import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readVectors, VECTOR_FORMAT } from './read-vectors.ts';

const folder = join(import.meta.dirname, '../../../../testing/vectors');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

const emptyFile = { format: VECTOR_FORMAT, protocol: 'openwop', chapter: 'x', vectors: [] };
const vector = { id: 'A1', clause: 'acceptor S1', title: 't', emissions: [], expect: [] };

/** The first problem of a file with one vector. */
function problemOf(fields: object, file: object = {}): { pointer: string; message: string } | undefined {
  const read = readVectors({ ...emptyFile, vectors: [{ ...vector, ...fields }], ...file });
  return read.ok ? undefined : read.problems[0];
}

describe('vector files (vectors FORMAT)', () => {
  test.each(names)('%s reads', (name) => {
    const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    expect(read.ok ? [] : read.problems).toEqual([]);
  });

  test('the context of the file lies shallowly under that of the vector', () => {
    const context = { runId: 'r1', nodeId: 'n1', host: { aiEnvelope: true, limits: {} } };
    const own = { host: { aiEnvelope: false }, nodeId: null };
    const read = readVectors({ ...emptyFile, context, vectors: [{ ...vector, context: own }] });
    expect(read.ok && read.file.vectors[0]?.context).toEqual({
      runId: 'r1',
      nodeId: null,
      host: { aiEnvelope: false },
    });
  });
});

describe('a typo cannot pass as a test', () => {
  test.each([
    ['a field of the vector', { tilte: 'x' }, '/vectors/0/tilte', 'no field "tilte". Did you mean title?'],
    ['a field of the context', { context: { hots: {} } }, '/vectors/0/context/hots', 'Did you mean host?'],
    [
      'a field inside the context',
      { context: { host: { limits: { schema_rounds: 1 } } } },
      '/vectors/0/context/host/limits/schema_rounds',
      'Did you mean schemaRounds?',
    ],
    [
      'a field like no other',
      { context: { zzz: 1 } },
      '/vectors/0/context/zzz',
      'no field "zzz". Fields: profile',
    ],
    [
      'a field of the expectation',
      { expect: [{ stauts: 'accepted' }] },
      '/vectors/0/expect/0/stauts',
      'status',
    ],
    [
      'a value of the expectation',
      { expect: [{ status: 'acepted' }] },
      '/vectors/0/expect/0/status',
      'accepted',
    ],
    [
      'a code that must not occur',
      { expect: [{ notWarnings: ['mime_conflct'] }] },
      '/vectors/0/expect/0/notWarnings/0',
      'mime_conflict',
    ],
    [
      'a field of an emission',
      { emissions: [{ envelop: {} }] },
      '/vectors/0/emissions/0/envelop',
      'envelope',
    ],
    [
      'an emission without an input',
      { emissions: [{ single: true }] },
      '/vectors/0/emissions/0',
      'exactly one',
    ],
    [
      'two inputs of an emission',
      { emissions: [{ text: '', turn: true }] },
      '/vectors/0/emissions/0',
      'exactly one',
    ],
    ['a field of the context', { context: { hots: {} } }, '/vectors/0/context/hots', 'host'],
    [
      'a field inside the context',
      { context: { host: { limits: { rounds: 1 } } } },
      '/vectors/0/context/host/limits/rounds',
      'schemaRounds',
    ],
    ['two input keys', { lint: { schema: {} } }, '/vectors/0', 'exactly one input key'],
    ['an id used twice', { id: 'A1' }, '/vectors/1/id', 'used before', { twice: true }],
    [
      'messages outside of AGH',
      { emissions: undefined, messages: [] },
      '/vectors/0/messages',
      'protocol agh',
    ],
  ])('%s', (_name, fields, pointer, words, how: { twice?: boolean } = {}) => {
    const one = Object.fromEntries(
      Object.entries({ ...vector, ...fields }).filter(([, v]) => v !== undefined),
    );
    const read = readVectors({ ...emptyFile, vectors: how.twice ? [vector, one] : [one] });
    const problems = read.ok ? [] : read.problems;
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(problems.find((problem) => problem.pointer === pointer)?.message).toContain(words);
  });

  test.each([
    ['another format', { format: 'openwop-inspector-vectors/2' }, '/format'],
    ['another protocol', { protocol: 'opnwop' }, '/protocol'],
    ['a field of the file', { vector: [] }, '/vector'],
    ['its context', { context: { profile: 'lax' } }, '/context/profile'],
  ])('%s refuses the file', (_name, file, pointer) => {
    expect(problemOf({}, file)?.pointer).toBe(pointer);
  });

  test.each([null, 1, 'x', [], { __proto__: null }, { ...emptyFile, vectors: [null, 1, []] }])(
    'rejects %j as a vector file without throwing',
    (value) => {
      expect(readVectors(value).ok).toBe(false);
    },
  );
});
