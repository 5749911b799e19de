import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceptorRunners, runVector } from './acceptor-runners.ts';
import { readVectors } from './read-vectors.ts';

const folder = join(import.meta.dirname, '../../../../testing/vectors');
const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => {
    const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return read.ok ? read.file.vectors : [];
  });

const runners = acceptorRunners({ acceptor: {}, nowMs: () => 0 });

describe.each([
  ['messages', 133],
  ['token', 1],
  ['dispatch', 35],
  ['gate', 11],
  ['lint', 45],
  ['discovery', 10],
] as const)('vectors with %s', (form, least) => {
  const chosen = vectors.filter((vector) => vector.form === form);

  test('there are vectors to run', () => {
    expect(chosen.length).toBeGreaterThanOrEqual(least);
  });

  test.each(chosen.map((vector) => [vector.id, vector.title, vector] as const))(
    '%s %s',
    async (_id, _title, vector) => {
      const result = await runVector(vector, runners);
      expect(result.kind === 'failed' ? result.answer.differences : result.kind).toBe('passed');
    },
  );
});
