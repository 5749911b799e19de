import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors, runVector } from '@openwop-inspector/acceptor-core';
import { expect, test } from 'vitest';
import { streamRunners } from './stream-runners.ts';

/** Runs every vector with `sse` or `session` (vectors FORMAT 7). */
const vectors = ['21-readers', '28-sessions'].flatMap((chapter) => {
  const file = join(import.meta.dirname, `../../../../testing/vectors/${chapter}.json`);
  const read = readVectors(JSON.parse(readFileSync(file, 'utf8')));
  return (read.ok ? read.file.vectors : []).filter(({ form }) => Object.hasOwn(streamRunners, form));
});

test('both forms have their vectors', () => {
  expect(vectors.filter(({ form }) => form === 'sse').length).toBeGreaterThanOrEqual(12);
  expect(vectors.filter(({ form }) => form === 'session').length).toBeGreaterThanOrEqual(12);
});

test.each(vectors)('$form $id: $title ($clause)', async (vector) => {
  expect(await runVector(vector, streamRunners)).toEqual({ kind: 'passed', vector });
});
