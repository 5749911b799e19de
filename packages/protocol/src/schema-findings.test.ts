import { describe, expect, test } from 'vitest';
import { kindValidators } from './generated/envelope-validators.js';
import { type SchemaFinding, schemaFindings, violationMessage } from './schema-findings.ts';
import { schemaErrors } from './validator-runtime.ts';

function surfaceFindings(...components: unknown[]): readonly SchemaFinding[] {
  const validator = kindValidators.get('ui.a2ui-surface');
  if (validator === undefined) throw new Error('the catalogue has no surface');
  return schemaFindings(schemaErrors(validator, { catalogVersion: '0.9.1', surface: { components } }) ?? []);
}

describe('variants', () => {
  test('only the variant that was meant is reported', () => {
    expect(surfaceFindings({ component: 'heading', text: 't', level: 9, size: 1 })).toEqual([
      {
        pointer: '/surface/components/0/size',
        keyword: 'additionalProperties',
        message: 'is not declared in the schema',
      },
      { pointer: '/surface/components/0/level', keyword: 'maximum', message: 'is above 6' },
    ]);
  });

  test('a wrong value below the tag does not hide the variant', () => {
    const button = { component: 'action.button', id: 'b', label: 'B', action: { target: 'open' } };
    expect(surfaceFindings({ component: 'text', text: 't' }, button)).toEqual([
      {
        pointer: '/surface/components/1/action/target',
        keyword: 'enum',
        message: 'is not one of resume, exchange',
      },
    ]);
  });

  test.each([[{ component: 'iframe' }], [{}], [{ component: null }], ['text']])(
    '%j is not a variant',
    (component) => {
      expect(surfaceFindings(component)).toEqual([
        { pointer: '/surface/components/0', keyword: 'anyOf', message: 'has none of the allowed forms' },
      ]);
    },
  );
});

test.each<[string, Record<string, unknown>, string]>([
  ['required', { missingProperty: 'nodeId' }, 'nodeId is missing'],
  ['type', { type: 'string' }, 'is not of type string'],
  ['type', { type: ['string', 'null'] }, 'is not of type string or null'],
  ['enum', { allowedValues: ['a', 'b'] }, 'is not one of a, b'],
  ['enum', { allowedValues: ['a'] }, 'is not a'],
  ['enum', { allowedValues: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'is not one of the 9 listed values'],
  ['const', { allowedValue: true }, 'is not true'],
  ['format', { format: 'date-time' }, 'is not a valid date-time'],
  ['discriminator', { error: 'tag', tag: 'kind', tagValue: undefined }, 'kind is missing'],
  ['discriminator', { error: 'mapping', tag: 'kind', tagValue: 'NEVER' }, 'kind has no known value'],
  ['minLength', { limit: 1 }, 'is empty'],
  ['minLength', { limit: 3 }, 'has fewer than 3 characters'],
  ['maxLength', { limit: 128 }, 'has more than 128 characters'],
  ['minimum', { limit: 0 }, 'is below 0'],
  ['minItems', { limit: 1 }, 'is empty'],
  ['maxItems', { limit: 32 }, 'has more than 32 items'],
  ['multipleOf', {}, 'breaks the rule multipleOf'],
])('%s with %j reads: %s', (keyword, params, message) => {
  expect(violationMessage({ instancePath: '', schemaPath: '#', keyword, params })).toBe(message);
});

test('a member whose name does not look like a name is not named', () => {
  const error = { instancePath: '/a', schemaPath: '#', keyword: 'additionalProperties' };
  const pointers = ['ok_name', 'a/b', 'with space', '', 'x'.repeat(65)].map(
    (additionalProperty) => schemaFindings([{ ...error, params: { additionalProperty } }])[0]?.pointer,
  );
  expect(pointers).toEqual(['/a/ok_name', '/a', '/a', '/a', '/a']);
});

test('repeated findings are listed once', () => {
  const error = { instancePath: '/a', schemaPath: '#', keyword: 'type', params: { type: 'string' } };
  expect(schemaFindings([error, { ...error, schemaPath: '#/x' }])).toHaveLength(1);
});
