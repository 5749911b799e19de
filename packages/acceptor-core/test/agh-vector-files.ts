import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors, type Vector } from '../src/vectors/read-vectors.ts';

const folder = join(import.meta.dirname, '../../../testing/vectors');

/** Every vector of protocol `agh`, of all files. */
export function aghVectors(): readonly Vector[] {
  return readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .flatMap((name) => {
      const read = readVectors(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return read.ok ? read.file.vectors : [];
    })
    .filter(({ protocol }) => protocol === 'agh');
}

/** The messages of a vector. */
export function messagesOf({ input }: Vector): readonly unknown[] {
  return Array.isArray(input) ? input : [];
}
