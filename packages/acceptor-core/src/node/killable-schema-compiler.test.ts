import { expect, test } from 'vitest';
import { createKillableSchemaCompiler } from './killable-schema-compiler.ts';

const catastrophic = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };

test('a catastrophic pattern is ended and its schema not run again (security S-13, vector Z20)', () => {
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  const compiled = compile('vendor.acme.x', catastrophic);
  if (!compiled.ok) throw new Error(compiled.reason);
  expect(compiled.check({ a: 'aaa' })).toEqual([]);
  expect(compiled.check({ a: 5 })).toMatchObject([{ instancePath: '/a', keyword: 'type' }]);
  expect(compiled.check({ a: `${'a'.repeat(60)}!` })).toBeNull();
  expect(compiled.check({ a: 'aaa' })).toBeNull();
  const other = compile('vendor.acme.y', { type: 'string' });
  expect(other.ok && other.check(1)).toHaveLength(1);
});

test('names that match nearly for ever are ended as well', () => {
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300, compileLimitMs: 10_000 });
  const compiled = compile('k', { patternProperties: { '^(a|a)*$': true } });
  expect(compiled.ok && compiled.check({ [`${'a'.repeat(60)}!`]: 1 })).toBeNull();
});

test('a refused schema keeps its pointer and reason; one object is compiled once', () => {
  const compile = createKillableSchemaCompiler();
  const schema = { $ref: 'https://evil.example/s.json' };
  expect(compile('k', schema)).toMatchObject({ ok: false, pointer: '/$ref' });
  expect(compile('k', schema)).toBe(compile('k', schema));
});
