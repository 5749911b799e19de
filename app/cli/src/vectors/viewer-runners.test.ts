import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors, runVector } from '@openwop-inspector/acceptor-core';
import { expect, test } from 'vitest';
import { viewerRunners } from './viewer-runners.ts';

/** Runs every vector with `render`, `surface` or `delta` (vectors FORMAT 4). */
const folder = join(import.meta.dirname, '../../../../testing/vectors');

const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return read.ok ? read.file.vectors : [];
  })
  .filter(({ form }) => Object.hasOwn(viewerRunners, form));

test.each([
  ['render', 27],
  ['surface', 18],
  ['delta', 26],
])('%s has its vectors', (form, atLeast) => {
  expect(vectors.filter((vector) => vector.form === form).length).toBeGreaterThanOrEqual(atLeast);
});

test.each(vectors)('$form $id: $title ($clause)', async (vector) => {
  expect(await runVector(vector, viewerRunners)).toEqual({ kind: 'passed', vector });
});
