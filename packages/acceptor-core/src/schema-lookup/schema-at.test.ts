import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopeSchemaAt, schemaForKind } from './schema-at.ts';

const surface = {
  type: 'ui.a2ui-surface',
  payload: { catalogVersion: '0.9.1', surface: { components: [{ component: 'heading' }, {}] } },
};
/** A place of a payload, by the schema of its kind. */
const schemaAt = (schema: unknown, pointer: string, payload?: unknown) =>
  envelopeSchemaAt({ type: 'vendor.acme.x', payload }, `/payload${pointer}`, { 'vendor.acme.x': schema });
const names = (node: ReturnType<typeof schemaAt>) => node?.properties.map((property) => property.name);

describe('what is known of a place in an envelope (envelope 2, 4, 7)', () => {
  test('the envelope itself: its members', () => {
    const node = envelopeSchemaAt({}, '');
    expect(node).toMatchObject({ type: ['object'] });
    expect(names(node)).toEqual(
      'type schemaVersion envelopeId correlationId nodeId payload meta partial'.split(' '),
    );
    expect(node?.properties.find(({ name }) => name === 'schemaVersion')).toMatchObject({
      isRequired: false,
    });
    expect(node?.properties.find(({ name }) => name === 'type')?.isRequired).toBe(true);
  });

  test.each([
    ['/meta/source', { enum: ['ai-generation', 'user', 'system'] }],
    ['/meta/contentTrust', { enum: ['trusted', 'untrusted'] }],
    ['/meta/ts', { type: ['string'] }],
    ['/schemaVersion', { type: ['integer'] }],
    ['/payload/surface/components/1/component', { enum: expect.arrayContaining(['action.button']) }],
    ['/payload', { title: 'A2uiSurface' }],
    ['/payload/surface/components/0/level', { type: ['integer'] }],
  ])('%s', (pointer, expected) => {
    expect(envelopeSchemaAt(surface, pointer)).toMatchObject(expected);
  });

  test('the tag chooses the branch, without one all are offered', () => {
    const heading = envelopeSchemaAt(surface, '/payload/surface/components/0');
    expect(names(heading)).toEqual(['component', 'text', 'level']);
    expect(heading?.properties[1]).toMatchObject({ name: 'text', isRequired: true });
    const open = envelopeSchemaAt(surface, '/payload/surface/components/1');
    expect(names(open)).toContain('options');
    expect(open?.properties[0]).toMatchObject({ name: 'component', isRequired: true });
  });

  test('a payload of an unknown kind is open; a place that nothing describes is null', () => {
    expect(envelopeSchemaAt({ type: 'vendor.acme.x' }, '/payload')).toMatchObject({ type: [] });
    expect(envelopeSchemaAt({ type: 'vendor.acme.x' }, '/payload/a')).toBeNull();
    expect(envelopeSchemaAt({}, '/nothing')).toBeNull();
  });
});

describe('the schema of a kind', () => {
  const own = { type: 'object' };
  test.each([
    ['given', 'vendor.acme.x', { 'vendor.acme.x': own }, own],
    ['unknown', 'vendor.acme.y', { 'vendor.acme.x': own }, null],
    ['no inherited member', 'toString', {}, null],
    ['none given', 'x', undefined, null],
  ])('%s', (_name, kind, schemas, expected) => {
    expect(schemaForKind(kind, schemas)).toBe(expected);
  });

  test('the published one wins over a given one', () => {
    expect(schemaForKind('error', { error: own })).toMatchObject({ $id: expect.stringContaining('error') });
  });
});

describe('a schema of a user', () => {
  test.each([
    ['circles of references end', { $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } }, '/x', null],
    [
      'remote references lead nowhere',
      { properties: { a: { $ref: 'https://evil.example/' } } },
      '/a/b',
      null,
    ],
    ['items', { items: { description: 'one' } }, '/7', 'one'],
    [
      'items by place',
      { prefixItems: [{ description: 'first' }], items: { description: 'rest' } },
      '/0',
      'first',
    ],
    ['any other member', { additionalProperties: { description: 'other' } }, '/x', 'other'],
    ['prototype names', { properties: {} }, '/__proto__', null],
    ['allOf', { allOf: [{ properties: { a: { description: 'd' } } }] }, '/a', 'd'],
  ])('%s', (_name, schema, pointer, description) => {
    expect(schemaAt(schema, pointer)?.description ?? null).toBe(description);
  });

  test('never throws', () => {
    const keyword = fc.constantFrom(
      'properties',
      'items',
      '$ref',
      'anyOf',
      'allOf',
      'type',
      'enum',
      'required',
      '$defs',
    );
    const schema = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('#', '#/$defs/a', '#/%', 1, null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    })).object;
    fc.assert(
      fc.property(
        schema,
        fc.constantFrom('', '/a', '/0/a', 'x', '/items/0'),
        fc.jsonValue(),
        (one, pointer, value) => {
          schemaAt(one, pointer, value);
          envelopeSchemaAt(value, pointer, { x: one });
        },
      ),
    );
  });
});
