import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lintDiscovery } from './lint-discovery.ts';
import { LINT_RULES, VENDOR_TABLE, VENDORS, vendorsAffected } from './lint-rules.ts';
import { lintSchema } from './lint-schema.ts';
import { SCHEMA_LIMITS } from './schema-places.ts';

const closed = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...rest,
});
const kind = (literal: string) => closed({ kind: { type: 'string', enum: [literal] } });
const found = (schema: unknown) => lintSchema(schema).map(({ rule, pointer }) => `${rule} ${pointer}`);

describe('variants (acceptor 11.1)', () => {
  test.each([
    ['D8: one object next to null is an optional value', [{ type: 'object' }, { type: 'null' }], false],
    ['D8: scalars without null need no discriminator', [{ type: 'string' }, { type: 'number' }], false],
    ['D8: an array of types is plain as well', [{ type: ['string', 'null'] }, { enum: [1, 2] }], false],
    ['D2: one branch alone is a variant', [{ type: 'object' }], true],
    ['D2: branches without a type are variants', [{ required: ['a'] }, { required: ['b'] }], true],
    ['D2: a boolean branch has no discriminator', [kind('a'), true], true],
    ['D2: a scalar among objects has none', [kind('a'), { type: 'string' }], true],
    ['D2: null among objects needs none', [kind('a'), kind('b'), { type: 'null' }], false],
  ])('%s', (_, anyOf, isFound) => {
    expect(found(closed({ v: { anyOf } })).some((line) => line.startsWith('D2'))).toBe(isFound);
  });

  test('D4: names a branch distinguished by another property', () => {
    const other = closed({ sort: { type: 'string', enum: ['b'] } });
    expect(found(closed({ v: { anyOf: [kind('a'), kind('b'), other] } }))).toEqual([
      'D4 /properties/v/anyOf/2',
    ]);
  });

  test('D4: the property that differs is taken, not the one that is equal', () => {
    const branch = (literal: string) =>
      closed({ version: { type: 'string', enum: ['1'] }, kind: { type: 'string', enum: [literal] } });
    expect(found(closed({ v: { anyOf: [branch('a'), branch('b')] } }))).toEqual([]);
  });

  test('D7: a circle of references cannot be checked', () => {
    const $defs = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    expect(found(closed({ v: { anyOf: [kind('a'), { $ref: '#/$defs/a' }] } }, { $defs }))).toContain(
      'D7 /properties/v/anyOf/1',
    );
  });

  test('D5: findings of a reference count for the branch', () => {
    const $defs = { b: { ...kind('b'), minProperties: 1, additionalProperties: true } };
    expect(found(closed({ v: { anyOf: [kind('a'), { $ref: '#/$defs/b' }] } }, { $defs }))).toEqual([
      'D5 /properties/v/anyOf/1',
      'T2 /$defs/b',
    ]);
  });
});

describe('references (acceptor 11.2 T10)', () => {
  test.each([
    ['to the root', closed({ a: { $ref: '#' } }), ['T10 /properties/a/$ref']],
    [
      'to a container',
      closed({ a: closed({ b: { $ref: '#/properties/a' } }) }),
      ['T10 /properties/a/properties/b/$ref'],
    ],
    ['by an anchor', closed({ a: { $ref: '#x' } }, { $anchor: 'x' }), ['T10 /properties/a/$ref']],
    [
      'by the own $id',
      closed({ a: { $ref: 'https://h.example/s#' } }, { $id: 'https://h.example/s' }),
      ['T10 /properties/a/$ref'],
    ],
    ['to itself', closed({ a: { $ref: '#/properties/a' } }), ['T10 /properties/a/$ref']],
    [
      'twice to one definition',
      closed({ a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' } }, { $defs: { x: kind('x') } }),
      [],
    ],
    ['from a definition that nobody uses', closed({}, { $defs: { x: closed({ a: { $ref: '#' } }) } }), []],
    ['remote', closed({ a: { $ref: 'https://h.example/s' } }), []],
    ['dangling', closed({ a: { $ref: '#/$defs/none' } }), []],
    ['malformed', closed({ a: { $ref: '#/%' } }), []],
    ['to a member of the prototype', closed({ a: { $ref: '#/constructor' } }), []],
  ])('%s', (_, schema, findings) => {
    expect(found(schema)).toEqual(findings);
  });

  test('what only a reference leads to is checked too', () => {
    const schema = closed({ a: { $ref: '#/components/x' } }, { components: { x: { type: 'object' } } });
    expect(found(schema)).toEqual(['T2 /components/x']);
  });
});

describe('levels and vendors (acceptor 11.2, vectors FORMAT 6)', () => {
  test.each([
    ['strict', false, 'error'],
    ['warn', false, 'warning'],
    ['strict', true, 'info'],
    ['warn', true, 'info'],
  ] as const)('tier %s, spec-owned %s: %s', (tier, specOwned, level) => {
    const findings = lintSchema(closed({ a: { type: 'string', format: 'uri' } }), { tier, specOwned });
    expect(findings.map((finding) => finding.level)).toEqual([level]);
  });

  test('a finding names the vendors that the table names, and why', () => {
    const [finding] = lintSchema(closed({ a: { type: 'string', format: 'uri' } }));
    expect(finding?.vendors.map(({ vendor }) => vendor)).toEqual(['OpenAI strict', 'Anthropic strict']);
    expect(finding?.why).toBe(LINT_RULES.T5.why);
  });

  test('a dropped keyword concerns the vendor that drops it', () => {
    expect(vendorsAffected('oneOf').map(({ vendor, support }) => [vendor, support])).toEqual([
      ['OpenAI strict', 'unsupported'],
      ['Anthropic strict', 'unsupported'],
      ['Gemini responseSchema', 'dropped'],
    ]);
  });

  test('every row of the table has every vendor', () => {
    for (const row of Object.values(VENDOR_TABLE)) expect(Object.keys(row)).toEqual([...VENDORS]);
  });

  test('T11: reasoning after another property is a recommendation', () => {
    const text = { type: 'string' };
    expect(lintSchema(closed({ a: text, reasoning: text }))).toMatchObject([{ rule: 'T11', level: 'info' }]);
    expect(lintSchema(closed({ reasoning: text, a: text }))).toEqual([]);
  });

  test('T8: only the first level that is too deep is named', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 9; level += 1) schema = closed({ a: schema });
    expect(found(schema)).toEqual([`T8 ${'/properties/a'.repeat(6)}`]);
  });
});

describe('hostile schemas (envelope 8)', () => {
  const nested = (levels: number) => JSON.parse(`${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`);
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic.items = cyclic;

  test.each<[string, unknown]>([
    ['nested too deeply', nested(5000)],
    ['containing itself', cyclic],
    ['with too many values', { enum: new Array(SCHEMA_LIMITS.values + 1).fill(0) }],
    ['with an endless array', { enum: new Array(4_000_000_000) }],
    ['with too much text', { description: 'x'.repeat(SCHEMA_LIMITS.characters + 1) }],
    ['with a long key', { properties: { ['k'.repeat(SCHEMA_LIMITS.keyLength + 1)]: {} } }],
  ])('%s: one finding says so', (_, schema) => {
    expect(lintSchema(schema).map(({ rule }) => rule)).toEqual(['schema_limit']);
  });

  test('more findings than can be read are counted', () => {
    const schema = { allOf: Array.from({ length: 2000 }, () => ({ pattern: 'x' })) };
    const findings = lintSchema(schema);
    expect(findings).toHaveLength(501);
    expect(findings.at(-1)).toMatchObject({ rule: 'schema_limit', pointer: '' });
  });

  test('names of the prototype are names', () => {
    const schema: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{"minLength":1}}}');
    expect(found(schema)).toEqual(['T2 ', 'T3 /properties/__proto__', 'T5 /properties/__proto__/minLength']);
  });
});

const keyword = fc.constantFrom(
  'type',
  'properties',
  'required',
  'anyOf',
  'oneOf',
  'items',
  '$defs',
  '$ref',
  '$anchor',
  'enum',
  'const',
  'additionalProperties',
  'not',
  'format',
  '__proto__',
  'envelopes',
  'modelCapabilities',
  'reliability',
);
const word = fc.constantFrom(
  'object',
  'string',
  'null',
  '#',
  '#/$defs/a',
  '#/properties/type',
  '#/%',
  'a',
  'kind',
);
const schemaLike = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    word,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(keyword, word), tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('any JSON', () => {
  test('never throws, never changes its input, says the same twice', () => {
    fc.assert(
      fc.property(fc.oneof(schemaLike, fc.jsonValue({ noUnicodeString: false })), (value) => {
        const before = JSON.stringify(value);
        const first = lintSchema(value);
        lintDiscovery(value);
        expect(JSON.stringify(value)).toBe(before);
        expect(lintSchema(value)).toEqual(first);
      }),
      { numRuns: runsOf(2000) },
    );
  });
});
