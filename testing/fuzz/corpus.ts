/** Inputs that failed once: kept with their seed, bent again by every run, replayed by a unit test. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusEntry {
  readonly target: string;
  readonly seed: number;
  readonly index: number;
  /** What was wrong with it. */
  readonly why: string;
  readonly base64: string;
}

export function readCorpus(folder: string): readonly (CorpusEntry & { readonly file: string })[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, ...JSON.parse(readFileSync(join(folder, file), 'utf8')) }));
}

/** Writes an entry under a name that tells target, seed and number. */
export function writeEntry(folder: string, entry: CorpusEntry): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${entry.target}-${entry.seed}-${entry.index}.json`);
  writeFileSync(file, `${JSON.stringify(entry, null, 2)}\n`);
  return file;
}

export function bytesOf({ base64 }: CorpusEntry): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
