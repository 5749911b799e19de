import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAcceptor } from '../src/create-acceptor.ts';
import { createKillableSchemaCompiler } from '../src/node/index.ts';
import { readVectors, type Vector } from '../src/vectors/read-vectors.ts';
import { runEmissions } from '../src/vectors/run-emissions.ts';

/** Runs every vector with `emissions` (vectors FORMAT 2 and 8) through the acceptor. */
const folder = join(import.meta.dirname, '../../../testing/vectors');

function emissionVectors(): readonly Vector[] {
  return readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .flatMap((name) => {
      const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return read.ok ? read.file.vectors : [];
    })
    .filter((vector) => vector.form === 'emissions');
}

describe('emission vectors', () => {
  const vectors = emissionVectors();
  const compile = createKillableSchemaCompiler({ timeLimitMs: 300 });
  const parts = {
    create: (context: Parameters<typeof createAcceptor>[0]) =>
      createAcceptor(context, { compile, whatIf: true }),
    nowMs: () => performance.now(),
  };

  test('there are vectors to run', () => {
    expect(vectors.length).toBeGreaterThan(1200);
  });

  test.each(vectors.map((vector) => [vector.id, `${vector.clause}: ${vector.title}`, vector] as const))(
    '%s %s',
    (_id, _title, vector) => {
      expect(runEmissions(vector, parts).differences).toEqual([]);
    },
  );
});
