import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors, runVector } from '@openwop-inspector/acceptor-core';
import { expect, test } from 'vitest';
import { streamRunners } from './stream-runners.ts';

/** Runs every vector with `errorBody` (bundles 5.1); all stand in one file. */
const file = join(import.meta.dirname, '../../../../testing/vectors/21-readers.json');
const read = readVectors(JSON.parse(readFileSync(file, 'utf8')));
const vectors = read.ok ? read.file.vectors.filter(({ form }) => form === 'errorBody') : [];

test('errorBody has its vectors', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(4);
});

test.each(vectors)('$form $id: $title ($clause)', async (vector) => {
  expect(await runVector(vector, streamRunners)).toEqual({ kind: 'passed', vector });
});
