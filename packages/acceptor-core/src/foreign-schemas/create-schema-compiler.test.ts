import { reasonsText } from '@openwop-inspector/protocol';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { rawErrors } from '../findings/outcome-details.ts';
import { MAX_FOREIGN_ERRORS } from '../foreign-check.ts';
import { createSchemaCompiler } from './create-schema-compiler.ts';

const compile = createSchemaCompiler();

function violations(schema: unknown, value: unknown): readonly string[] {
  return errorsOf(schema, value).map((error) => `${error.instancePath} ${error.keyword}`);
}

function errorsOf(schema: unknown, value: unknown) {
  const compiled = compile('vendor.acme.x', schema);
  const errors = compiled.known ? compiled.value(value) : compiled;
  if (!errors.known) throw new Error(reasonsText(errors.reasons));
  return errors.value;
}

/** An object as JSON.parse makes it, `__proto__` an own member. */
function parsed(json: string): unknown {
  return JSON.parse(json);
}

describe('a false rejection by a validator of doubles is a note (acceptor 3.2)', () => {
  const cents = { multipleOf: 0.01 };
  test.each<[string, unknown, unknown, readonly string[]]>([
    ['a multiple as decimals alone', cents, 19.99, [' 19.99 of 0.01']],
    [
      'at its place',
      { items: { properties: { 'a/b': cents } } },
      [{ 'a/b': 0.57 }],
      ['/0/a~1b 0.57 of 0.01'],
    ],
    ['a multiple in both ways', { multipleOf: 0.25 }, 0.5, []],
    ['no multiple in either way', cents, 19.995, []],
    [
      'next to a violation',
      { properties: { a: cents }, required: ['b'] },
      { a: 19.99 },
      ['/a 19.99 of 0.01'],
    ],
    ['a branch replaced by another one', { anyOf: [cents, { type: 'number' }] }, 19.99, []],
    ['the only branch that fits', { anyOf: [cents, { type: 'string' }] }, 19.99, [' 19.99 of 0.01']],
    ['twice at one place', { allOf: [cents, cents] }, 19.99, [' 19.99 of 0.01']],
  ])('%s', (_name, schema, value, expected) => {
    const compiled = createSchemaCompiler()('vendor.acme.x', schema);
    if (!compiled.known) throw new Error('the schema was not compiled');
    const notes: string[] = [];
    compiled.value(value, (note) => {
      notes.push(`${note.instancePath} ${note.value} of ${note.multipleOf}`);
    });
    expect(notes).toEqual(expected);
  });

  test('of many, the first 100', () => {
    const compiled = createSchemaCompiler()('vendor.acme.x', { items: cents });
    if (!compiled.known) throw new Error('the schema was not compiled');
    let count = 0;
    const prices = Array.from({ length: 5000 }, () => 19.99);
    expect(compiled.value(prices, () => count++)).toEqual({ known: true, value: [] });
    expect(count).toBe(100);
  });
});

describe('a schema that can be used (acceptor 3.2)', () => {
  test.each([
    ['fits', { type: 'object', required: ['a'] }, { a: 1 }, []],
    ['a wrong type', { properties: { a: { type: 'string' } } }, { a: 1 }, ['/a type']],
    ['formats that are asserted', { format: 'date-time' }, '2026-02-30T00:00:00Z', [' format']],
    ['uri is asserted', { format: 'uri' }, 'not a uri', [' format']],
    ['a multiple as decimals', { multipleOf: 0.01 }, 19.99, []],
    ['no multiple as decimals', { multipleOf: 0.01 }, 19.995, [' multipleOf']],
    ['a multiple of an integer', { multipleOf: 3 }, 9, []],
    ['not a multiple of an integer', { multipleOf: 3 }, 10, [' multipleOf']],
    ['another format is an annotation', { format: 'email' }, 'nobody', []],
    ['a format named like a method', { format: 'hasOwnProperty' }, 'x', []],
    ['a keyword of a vendor', { type: 'object', propertyOrdering: ['a'], 'x-note': {} }, {}, []],
    ['a keyword named like a method', parsed('{"toString":1,"__proto__":{"type":"string"}}'), 5, []],
    ['nullable is no keyword', { type: 'string', nullable: true }, null, [' type']],
    ['$async makes no promise', { $async: true, type: 'string' }, 5, [' type']],
    ['data that looks like a reference', { enum: [{ $ref: 'https://example.org/x' }] }, 1, [' enum']],
    [
      'its own $id',
      { $id: 'https://acme.example/x', $ref: '#/$defs/a', $defs: { a: { type: 'null' } } },
      1,
      [' type'],
    ],
    [
      'a reference by its $id',
      { $id: 'urn:acme:x', $defs: { a: { type: 'null' } }, items: { $ref: 'urn:acme:x#/$defs/a' } },
      [1],
      ['/0 type'],
    ],
    ['true', true, 5, []],
    ['false', false, 5, [' false schema']],
    ['inherited names are no members', { required: ['toString'] }, {}, [' required']],
    [
      'with the dialect',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'null' },
      1,
      [' type'],
    ],
  ])('%s', (_name, schema, value, expected) => {
    expect(violations(schema, value)).toEqual(expected);
  });

  test('recursion through the value ends with the value', () => {
    const schema = {
      $defs: {
        n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } }, additionalProperties: false },
      },
      $ref: '#/$defs/n',
    };
    expect(violations(schema, { next: { next: { other: 1 } } })).toEqual(['/next/next additionalProperties']);
  });

  test('the place of a rule is the one in the document, also through references', () => {
    const schema = {
      $defs: { 'a/b': { required: ['x'] } },
      properties: { p: { $ref: '#/$defs/a~1b' } },
    };
    expect(errorsOf(schema, { p: {} })[0]?.schemaPath).toBe('#/$defs/a~1b/required');
  });

  test('one object is compiled once', () => {
    const schema = { type: 'string' };
    expect(compile('k', schema)).toBe(compile('other', schema));
  });

  test('the schema is not changed and later changes do not reach the check', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'string',
      format: 'email',
    };
    const before = structuredClone(schema);
    const compiled = compile('k', schema);
    expect(schema).toEqual(before);
    schema.type = 'number';
    expect(compiled.known && compiled.value('text')).toEqual({ known: true, value: [] });
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? true : { not: nested(levels - 1) };
}

const cyclic: Record<string, unknown> = {};
cyclic.not = cyclic;

describe('a schema that cannot be used is said with the pointer (security S-13, issue bad input)', () => {
  test.each([
    ['no schema', 'text', '', 'is neither an object nor a boolean'],
    ['no JSON', { properties: { a: { const: 1n } } }, '/properties/a/const', 'is no JSON value'],
    ['a wrong type', { properties: { a: { type: 'nope' } } }, '/properties/a/type', 'is not a JSON Schema'],
    ['a list of old', { items: [{ type: 'string' }] }, '/items', 'is not a JSON Schema'],
    [
      'a remote reference',
      { items: { $ref: 'https://evil.example/s.json' } },
      '/items/$ref',
      'another document',
    ],
    ['a relative reference', { $ref: 'other.json' }, '/$ref', 'another document'],
    ['a file', { $ref: 'file:///etc/passwd' }, '/$ref', 'another document'],
    ['a dangling reference', { not: { $ref: '#/$defs/gone' } }, '/not/$ref', 'not there'],
    [
      'nothing but references',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      '',
      'without end',
    ],
    ['$dynamicRef', { items: { $dynamicRef: '#n' } }, '/items/$dynamicRef', 'not supported'],
    ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema', 'another dialect'],
    [
      'no regular expression',
      { properties: { a: { pattern: '(' } } },
      '/properties/a/pattern',
      'regular expression',
    ],
    ['a long pattern', { pattern: 'a'.repeat(513) }, '/pattern', '512'],
    ['a long pattern of names', { patternProperties: { ['a'.repeat(513)]: true } }, '', '512'],
    ['too deep', nested(40), '/not', '32 levels'],
    ['a circle in memory', cyclic, '/not', '32 levels'],
    ['too large', { description: 'x'.repeat(300_000) }, '/description', '262144 bytes'],
    [
      'too many keywords',
      { allOf: Array.from({ length: 2001 }, () => ({ type: 'string' })) },
      '/allOf/1999',
      '2000 keywords',
    ],
    [
      'too many references',
      { $defs: { a: true }, allOf: Array.from({ length: 501 }, () => ({ $ref: '#/$defs/a' })) },
      '/allOf/500/$ref',
      '500 references',
    ],
  ])('%s', (_name, schema, pointer, reason) => {
    const compiled = compile('vendor.acme.x', schema);
    if (compiled.known) throw new Error('the schema was compiled');
    const [first] = compiled.reasons;
    expect(('pointer' in first ? first.pointer : '')?.startsWith(pointer)).toBe(true);
    expect(reasonsText(compiled.reasons)).toMatch(/^(?:its schema|the reading of its schema) /);
    expect(reasonsText(compiled.reasons)).toContain(reason);
  });

  test('references that double with each level stay cheap', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => [
        `l${level}`,
        { allOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
      ]),
    );
    expect(
      compile('k', {
        $defs: { ...$defs, l60: { type: 'string' } },
        properties: { a: { $ref: '#/$defs/l0' } },
      }).known,
    ).toBe(true);
  });
});

test('a schema that calls itself on the same value finds out nothing, and throws nothing', () => {
  const compiled = compile('k', { anyOf: [{ $ref: '#' }] });
  expect(compiled.known && compiled.value(1)).toMatchObject({ known: false, reasons: [{ code: 'endless' }] });
});

describe('reports at most a thousand violations', () => {
  const list = Array.from({ length: 5_000 }, () => 'x');
  test.each([
    ['in place', { items: { type: 'number' } }],
    ['after a reference', { items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'number' } } }],
  ])('%s', (_name, schema) => {
    expect(violations(schema, list)).toHaveLength(MAX_FOREIGN_ERRORS);
  });

  test('and a branch beyond the bound still counts', () => {
    const numbers = { type: 'array', items: { $ref: '#/$defs/n' } };
    const $defs = { n: { type: 'number' } };
    expect(violations({ $defs, anyOf: [numbers, { items: { type: 'string' } }] }, list)).toEqual([]);
    expect(
      violations({ $defs, allOf: [numbers, { anyOf: [numbers, { items: { type: 'null' } }] }] }, list),
    ).toHaveLength(MAX_FOREIGN_ERRORS);
    expect(violations({ $defs, not: { allOf: [numbers, { anyOf: [numbers] }] } }, list)).toEqual([]);
  });
});

describe('branches of a union', () => {
  const schema = {
    $defs: {
      a: {
        required: ['t', 'x'],
        properties: { t: { const: 'a' }, x: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/b' }] } },
      },
      b: { required: ['t', 'q'], properties: { t: { enum: ['b'] } } },
    },
    anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, { type: 'string' }],
  };

  test('are below the rule that failed, each with its own violations', () => {
    const [union, ...others] = errorsOf(schema, { t: 'a', x: { t: 'b' } });
    expect(others).toEqual([]);
    expect(
      union?.branches?.map((branch) => branch.map((error) => `${error.instancePath} ${error.keyword}`)),
    ).toEqual([['/x anyOf'], [' required', '/t enum'], [' type']]);
    const inner = union?.branches?.[0]?.[0];
    expect(inner?.branches?.map((branch) => branch.map((error) => error.schemaPath))).toEqual([
      ['#/$defs/a/properties/x/anyOf/0/type'],
      ['#/$defs/b/required'],
    ]);
  });

  test('raw errors are those of Ajv again, in its order', () => {
    const errors = errorsOf(schema, { t: 'a', x: { t: 'b' } });
    expect(rawErrors(errors).map((error) => error.keyword)).toEqual([
      'type',
      'required',
      'anyOf',
      'required',
      'enum',
      'type',
      'anyOf',
    ]);
  });
});

test('never throws, never writes to the console, whatever the schema and the value (acceptor R16)', () => {
  const spies = (['log', 'warn', 'error', 'info'] as const).map((name) => vi.spyOn(console, name));
  const names = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    'oneOf',
    '$ref',
    '$id',
    '$defs',
    'enum',
    'const',
    'format',
    'not',
    'pattern',
    'required',
    'minLength',
    '$anchor',
    'id',
    '$schema',
    '__proto__',
    'constructor',
    'unevaluatedItems',
  );
  const anything = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('#', '#/$defs/a', 'string', 'object', '', 'x y', 1, -1, null, true, 1n, undefined),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc
      .array(fc.tuple(names, tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  fc.assert(
    fc.property(anything.object, anything.value, (schema, value) => {
      const compiled = compile('k', schema);
      if (compiled.known) compiled.value(value);
    }),
    { numRuns: runsOf(500) },
  );
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
