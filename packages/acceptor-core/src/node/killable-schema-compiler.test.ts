import { expect, test } from 'vitest';
import type { CompiledSchema } from '../foreign-check.ts';
import { createKillableSchemaCompiler } from './killable-schema-compiler.ts';

const catastrophic = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
const checked = (compiled: CompiledSchema, value: unknown) =>
  compiled.known ? compiled.value(value) : compiled;
const overTime = { known: false, reasons: [{ code: 'stopped', limit: 300, unit: 'ms' }] };

test('a catastrophic pattern is ended and its schema not run again (security S-13, vector Z20)', () => {
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  const compiled = compile('vendor.acme.x', catastrophic);
  expect(checked(compiled, { a: 'aaa' })).toEqual({ known: true, value: [] });
  expect(checked(compiled, { a: 5 })).toMatchObject({ value: [{ instancePath: '/a', keyword: 'type' }] });
  expect(checked(compiled, { a: `${'a'.repeat(60)}!` })).toMatchObject(overTime);
  expect(checked(compiled, { a: 'aaa' })).toMatchObject(overTime);
  const other = compile('vendor.acme.y', { type: 'string' });
  expect(checked(other, 1)).toMatchObject({ value: [{ keyword: 'type' }] });
});

test('names that match nearly for ever are ended as well', () => {
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  const compiled = compile('k', { patternProperties: { '^(a|a)*$': true } });
  expect(checked(compiled, { [`${'a'.repeat(60)}!`]: 1 })).toMatchObject(overTime);
});

test('a schema that takes too long to compile is stopped, not left out (security S-13)', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`d${i}`, { properties: { a: { type: 'string', minLength: i } } }]),
  );
  const compile = createKillableSchemaCompiler({ compileLimitMs: 1 });
  expect(
    compile('k', { $defs, allOf: Object.keys($defs).map((key) => ({ $ref: `#/$defs/${key}` })) }),
  ).toMatchObject({
    known: false,
    reasons: [{ code: 'stopped', limit: 1, unit: 'ms' }],
  });
});

test('references that double with each level end at the limit on the check (issue: exponential $ref)', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => [
      `l${level}`,
      { allOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
    ]),
  );
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  const compiled = compile('k', { $defs: { ...$defs, l60: { type: 'string' } }, $ref: '#/$defs/l0' });
  expect(checked(compiled, 'x')).toMatchObject(overTime);
});

test('an unusable schema has its pointer and reason; one object is compiled once', () => {
  const compile = createKillableSchemaCompiler();
  const schema = { $ref: 'https://evil.example/s.json' };
  expect(compile('k', schema)).toMatchObject({
    known: false,
    reasons: [{ code: 'unusable', pointer: '/$ref' }],
  });
  expect(compile('k', schema)).toBe(compile('k', schema));
});
