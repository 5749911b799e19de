import { describe, expect, test } from 'vitest';
import { type FormControl, formOf } from './form-model.ts';

describe('a schema as a form', () => {
  test.each<readonly [string, unknown, Partial<FormControl>]>([
    ['a string', { type: 'string' }, { kind: 'text', inputType: 'text', long: false }],
    ['a long string', { type: 'string', maxLength: 4_000 }, { kind: 'text', long: true }],
    ['a date', { type: 'string', format: 'date' }, { kind: 'text', inputType: 'date' }],
    ['a number', { type: 'number' }, { kind: 'number' }],
    ['a number or null', { type: ['integer', 'null'] }, { kind: 'number' }],
    ['yes or no', { type: 'boolean' }, { kind: 'check' }],
    [
      'an enum',
      { enum: ['a', 1, null] },
      { kind: 'choice', options: ['a', '1', 'null'], values: ['a', 1, null], many: false },
    ],
    [
      'constants',
      { oneOf: [{ const: 'a', title: 'A' }, { const: 2 }] },
      { kind: 'choice', options: ['A (a)', '2'], values: ['a', 2] },
    ],
    ['several of an enum', { type: 'array', items: { enum: ['a'] } }, { kind: 'choice', many: true }],
    ['a constant', { const: true }, { kind: 'constant', value: true }],
    ['a list', { type: 'array', items: { type: 'string' } }, { kind: 'list' }],
    ['an object', { properties: { a: {} } }, { kind: 'group', more: 0 }],
    ['several types', { type: ['string', 'number'] }, { kind: 'schema' }],
    ['alternatives', { anyOf: [{ type: 'string' }] }, { kind: 'schema' }],
    ['a reference', { $ref: 'https://h.example/schema' }, { kind: 'schema' }],
    ['an unknown keyword alone', { 'x-widget': 'map' }, { kind: 'schema' }],
    ['true', true, { kind: 'schema' }],
    ['a string for a schema', 'string', { kind: 'schema' }],
    ['an empty enum', { enum: [] }, { kind: 'schema' }],
    ['objects in an enum', { enum: [{}] }, { kind: 'schema' }],
  ])('%s', (_name, schema, control) => {
    expect(formOf(schema, '').control).toMatchObject(control);
  });
});

test('limits are put into words', () => {
  const schema = { type: 'integer', minimum: 1, maximum: 40, default: 5 };
  expect(formOf(schema, '').hints).toEqual(['a whole number', 'at least 1', 'at most 40', 'default 5']);
});

test('required members and their places', () => {
  const { control } = formOf(
    { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'string' } } },
    '/data/schema',
  );
  expect(control).toMatchObject({
    kind: 'group',
    items: [{ name: 'a/b', required: true, pointer: '/data/schema/properties/a~1b' }],
  });
});

test('`__proto__` is a name like any other', () => {
  const schema: unknown = JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}');
  expect(formOf(schema, '').control).toMatchObject({
    items: [{ name: '__proto__', control: { kind: 'text' } }],
  });
});

describe('a schema costs no more than its beginning', () => {
  test('many members', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
    );
    const { control } = formOf({ type: 'object', properties }, '');
    expect(control.kind === 'group' && control.items.length + control.more).toBe(5_000);
    expect(control.kind === 'group' && control.items.length).toBeLessThanOrEqual(200);
  });

  test('deep members', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 10_000; level++) schema = { type: 'object', properties: { a: schema } };
    expect(JSON.stringify(formOf(schema, ''), (key, value) => (key === 'schema' ? 'cut' : value))).toContain(
      'cut',
    );
  });
});
