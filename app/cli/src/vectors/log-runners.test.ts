import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors, runVector } from '@openwop-inspector/acceptor-core';
import { expect, test } from 'vitest';
import { logRunners } from './log-runners.ts';

/** Runs every vector with `verdict` (vectors FORMAT 10). */
const folder = join(import.meta.dirname, '../../../../testing/vectors');

const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return read.ok ? read.file.vectors : [];
  })
  .filter(({ form }) => form === 'verdict');

test('there are at least the runs that were made by hand', () =>
  expect(vectors.length).toBeGreaterThanOrEqual(58));

test.each(vectors)('$id: $title ($clause)', async (vector) => {
  expect(await runVector(vector, logRunners)).toEqual({ kind: 'passed', vector });
});
