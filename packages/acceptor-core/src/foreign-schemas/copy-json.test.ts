import { expect, test } from 'vitest';
import { withoutKinds, withWatch } from './copy-json.ts';
import { createSchemaCompiler } from './create-schema-compiler.ts';

test('a kind that took too long is stopped, the others are not (security S-13)', () => {
  const compile = withoutKinds(createSchemaCompiler(), new Set(['slow']), 500);
  expect(compile('slow', true)).toMatchObject({
    known: false,
    reasons: [{ code: 'stopped', limit: 500, unit: 'ms' }],
  });
  expect(compile('quick', true).known).toBe(true);
});

test('the watch reports the running kind, and when none is', () => {
  const reported: (string | null)[] = [];
  const compile = withWatch(createSchemaCompiler(), (kind) => reported.push(kind));
  const compiled = compile('a', { type: 'string' });
  expect(compiled.known && compiled.value(1)).toMatchObject({ value: [{ keyword: 'type' }] });
  expect(reported).toEqual(['a', null, 'a', null]);
});
