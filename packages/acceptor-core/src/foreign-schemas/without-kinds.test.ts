import { expect, test } from 'vitest';
import { createSchemaCompiler } from './create-schema-compiler.ts';
import { withoutKinds, withWatch } from './without-kinds.ts';

test('a kind that took too long is refused, the others are not (security S-13)', () => {
  const compile = withoutKinds(createSchemaCompiler(), new Set(['slow']), 500);
  expect(compile('slow', true)).toEqual({
    ok: false,
    pointer: '',
    reason: 'its schema takes longer than 500 ms',
  });
  expect(compile('quick', true).ok).toBe(true);
});

test('the watch tells which kind is at work, and that none is', () => {
  const told: (string | null)[] = [];
  const compile = withWatch(createSchemaCompiler(), (kind) => told.push(kind));
  const compiled = compile('a', { type: 'string' });
  expect(compiled.ok && compiled.check(1)).toHaveLength(1);
  expect(told).toEqual(['a', null, 'a', null]);
});
