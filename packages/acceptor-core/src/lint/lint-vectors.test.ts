import { readdirSync, readFileSync } from 'node:fs';
import { isRecord, member } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { differencesOf } from '../vectors/match.ts';
import { readVectors, type Vector } from '../vectors/read-vectors.ts';
import { lintDiscovery } from './lint-discovery.ts';
import type { LintTier } from './lint-rules.ts';
import { lintSchema } from './lint-schema.ts';

const folder = new URL('../../../../testing/vectors/', import.meta.url);

function vectorsOf(form: Vector['form']): readonly Vector[] {
  return readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .flatMap((name) => {
      const read = readVectors(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
      return read.ok ? read.file.vectors : [];
    })
    .filter((vector) => vector.form === form);
}

function tierOf(value: unknown): LintTier {
  return value === 'warn' || value === 'off' ? value : 'strict';
}

function check(findings: readonly { readonly rule: string }[], vector: Vector): void {
  const { expect: wanted } = vector;
  expect(differencesOf(findings, member(wanted, 'findings'), '', 'findings')).toEqual([]);
  const forbidden = member(wanted, 'forbid');
  const rules = findings.map(({ rule }) => rule);
  for (const rule of Array.isArray(forbidden) ? forbidden : []) expect(rules).not.toContain(rule);
}

describe('lint vectors (vectors FORMAT 6)', () => {
  const vectors = vectorsOf('lint');
  test('are all there', () => expect(vectors.length).toBeGreaterThanOrEqual(45));
  test.each(vectors.map((vector) => [`${vector.id} ${vector.clause} ${vector.title}`, vector] as const))(
    '%s',
    (_, vector) => {
      const { input } = vector;
      const options = { tier: tierOf(member(input, 'tier')), specOwned: member(input, 'specOwned') === true };
      check(lintSchema(member(input, 'schema'), options), vector);
    },
  );
});

describe('discovery vectors (vectors FORMAT 6)', () => {
  const vectors = vectorsOf('discovery');
  test('are all there', () => expect(vectors.length).toBeGreaterThanOrEqual(10));
  test.each(vectors.map((vector) => [`${vector.id} ${vector.clause} ${vector.title}`, vector] as const))(
    '%s',
    (_, vector) => {
      expect(isRecord(vector.input)).toBe(true);
      check(lintDiscovery(vector.input), vector);
    },
  );
});
