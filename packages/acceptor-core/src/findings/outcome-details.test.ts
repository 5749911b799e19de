import { reasonsText } from '@openwop-inspector/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchemaCompiler } from '../foreign-schemas/create-schema-compiler.ts';
import { outcomeDetails } from './outcome-details.ts';

const compile = createSchemaCompiler();

function detailsOf(schema: unknown, value: unknown, redact?: (text: string) => string) {
  const compiled = compile('k', schema);
  const errors = compiled.known ? compiled.value(value) : compiled;
  if (!errors.known) throw new Error(reasonsText(errors.reasons));
  return outcomeDetails(errors.value, value, redact);
}

function reported(schema: unknown, value: unknown): readonly string[] {
  return detailsOf(schema, value).map(
    ({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`,
  );
}

const shape = {
  anyOf: [
    { properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
    {
      properties: { kind: { enum: ['box'] }, w: { type: 'number' }, h: { type: 'number' } },
      required: ['kind', 'w', 'h'],
    },
  ],
};

describe('reports the intended branch of a failed union', () => {
  test.each([
    ['the tag fits', shape, { kind: 'box', w: 'x', h: 1 }, ['/w type: is not of type number']],
    ['the tag is unknown', shape, { kind: 'line' }, [' anyOf: kind is not one of circle, box']],
    [
      'the tag is missing: the closest',
      shape,
      { r: 'x' },
      ['/r type: is not of type number', ' required: kind is missing'],
    ],
    ['all branches miss the same', shape, {}, [' required: kind is missing', ' required: r is missing']],
    [
      'other types',
      { anyOf: [{ type: 'string' }, { type: ['object', 'null'] }] },
      5,
      [' anyOf: is not of type string or object or null'],
    ],
    [
      'a scalar with null',
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      '',
      [' minLength: is empty'],
    ],
    [
      'no distinct branch',
      { anyOf: [{ minimum: 5 }, { multipleOf: 7 }] },
      3,
      [' anyOf: has none of the allowed forms'],
    ],
    [
      'two forms fit',
      { oneOf: [{ minimum: 1 }, { maximum: 9 }, { type: 'string' }] },
      3,
      [' oneOf: fits more than one of the forms'],
    ],
    [
      'after references',
      { $defs: { s: shape }, items: { anyOf: [{ $ref: '#/$defs/s' }, { type: 'null' }] } },
      [{ kind: 'circle', r: null }],
      ['/0/r type: is not of type number'],
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(reported(schema, value)).toEqual(expected);
  });
});

describe('few and useful (acceptor 3.2)', () => {
  test('the deepest place comes first', () => {
    const schema = {
      required: ['x'],
      properties: { a: { properties: { b: { type: 'string' } } }, c: { type: 'string' } },
    };
    expect(detailsOf(schema, { a: { b: 1 }, c: 1 }).map((detail) => detail.instancePath)).toEqual([
      '/a/b',
      '/c',
      '',
    ]);
  });

  test('at most fifty, and members that are too many count one each', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`k${index}`, index]));
    expect(detailsOf({ additionalProperties: false }, many)).toHaveLength(50);
    expect(detailsOf({ additionalProperties: false }, { a: 1, b: 2 })).toHaveLength(2);
  });

  test('reports duplicates once', () => {
    const schema = {
      $defs: { s: { type: 'string' } },
      allOf: [{ $ref: '#/$defs/s' }, { $ref: '#/$defs/s' }],
    };
    expect(detailsOf(schema, 1)).toHaveLength(1);
  });

  test.each([
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    ['if', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, [' required: b is missing']],
    [
      'propertyNames',
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      [' propertyNames: "ab" is not declared in the schema'],
    ],
    [
      'dependentRequired',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      [' dependentRequired: b is missing, which a asks for'],
    ],
    ['an object that is listed', { enum: [{ toString: 1 }] }, 1, [' enum: is not the given value']],
    [
      'bounds',
      { exclusiveMinimum: 3, multipleOf: 2 },
      3,
      [' exclusiveMinimum: is not above 3', ' multipleOf: is not a multiple of 2'],
    ],
    [
      'contains',
      { contains: { type: 'string' } },
      [],
      [' contains: has fewer than 1 item of the required form'],
    ],
    ['false', { properties: { a: false } }, { a: 1 }, ['/a false schema: is not allowed']],
  ])('%s in words of the schema', (_name, schema, value, expected) => {
    expect(reported(schema, value)).toEqual(expected);
  });
});

describe('the offending value is displayed short and masked (security S-14)', () => {
  const redact = (text: string) => text.replaceAll('SECRET-AAAA', '[REDACTED:s1]');

  test.each([
    ['a scalar', { type: 'object' }, 5, '5'],
    ['text', { type: 'object' }, 'a "b"', '"a \\"b\\""'],
    [
      'the member that is too many',
      { additionalProperties: false },
      { extra: [1, null] },
      '{"extra":[1,null]}',
    ],
    ['a prototype name', { additionalProperties: false }, JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ['a name', { propertyNames: { maxLength: 1 } }, { long: 1 }, '"long"'],
    ['a lone surrogate', { type: 'object' }, '\ud800', '"\\ud800"'],
    ['deep content', { type: 'string' }, [[[[[1]]]]], '[[[[…]]]]'],
    ['a secret', { type: 'object' }, ['SECRET-AAAA'], '["[REDACTED:s1]"]'],
  ])('%s', (_name, schema, value, expected) => {
    expect(detailsOf(schema, value, redact)[0]?.value).toBe(expected);
  });

  test('no part of a secret survives the cut, at any position', () => {
    for (let before = 0; before < 90; before++) {
      const [detail] = detailsOf({ type: 'object' }, `${'x'.repeat(before)}SECRET-AAAA`, redact);
      expect(detail?.value?.length).toBeLessThanOrEqual(80);
      expect(detail?.value).not.toMatch(/SEC/);
    }
  });

  test.each([
    [
      'a member too many',
      { additionalProperties: false },
      { options: 1 },
      '"options" is not declared in the schema',
    ],
    ['after a union', { unevaluatedProperties: false }, { a: 1 }, '"a" is not declared in the schema'],
    ['quotes', { additionalProperties: false }, { 'a"\n': 1 }, '"a\\"\\n" is not declared in the schema'],
    [
      'a secret',
      { additionalProperties: false },
      { 'x SECRET-AAAA': 1 },
      '"x [REDACTED:s1]" is not declared in the schema',
    ],
    [
      'a long name',
      { additionalProperties: false },
      { ['k'.repeat(500)]: 1 },
      `"${'k'.repeat(59)}…" is not declared in the schema`,
    ],
  ])('the message names the member: %s', (_name, schema, value, message) => {
    expect(detailsOf(schema, value, redact)[0]?.message).toBe(message);
  });

  test('no part of a secret survives in a name that is cut', () => {
    for (let before = 0; before < 70; before++) {
      const value = { [`${'x'.repeat(before)}SECRET-AAAA`]: 1 };
      expect(detailsOf({ additionalProperties: false }, value, redact)[0]?.message).not.toMatch(/SEC/);
    }
  });

  test('a huge value costs no more than its beginning', () => {
    const [detail] = detailsOf(
      { type: 'string' },
      Array.from({ length: 100_000 }, () => ({ a: 'b' })),
    );
    expect(detail?.value).toHaveLength(80);
    expect(detail?.value?.endsWith('…')).toBe(true);
  });
});

test('never throws on violations that fit neither value nor schema', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('', '/a', '/__proto__/x', 'anyOf', 'enum', 'type', 'required'),
  );
  const plain = {
    instancePath: text,
    schemaPath: text,
    keyword: text,
    params: fc.dictionary(text, fc.jsonValue()),
  };
  type Errors = Parameters<typeof outcomeDetails>[0];
  const { error } = fc.letrec<{ error: Errors[number] }>((tie) => ({
    error: fc.oneof(
      { maxDepth: 3 },
      fc.record(plain),
      fc.record({ ...plain, branches: fc.array(fc.array(tie('error'), { maxLength: 2 }), { maxLength: 2 }) }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(error, { maxLength: 4 }), fc.anything({ withBigInt: true }), (errors, value) => {
      expect(outcomeDetails(errors, value).length).toBeLessThanOrEqual(50);
    }),
  );
});
