/** What is fuzzed, and with what: inputs made of a seed, and those that failed once. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encoded, mutated } from './mutate.ts';
import { Random } from './random.ts';
import type { FuzzTarget } from './target.ts';
import { JUDGE_TARGETS } from './targets/judges.ts';
import { READER_TARGETS } from './targets/readers.ts';
import { RENDER_TARGETS } from './targets/renderers.ts';
import { SHELL_TARGETS } from './targets/shells.ts';

/** Everything that is fuzzed. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  ...READER_TARGETS,
  ...JUDGE_TARGETS,
  ...RENDER_TARGETS,
  ...SHELL_TARGETS,
];

export function targetOf(name: string): FuzzTarget {
  const target = FUZZ_TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  return target;
}

/** The input of a number under a seed: the same for ever. `more` are inputs that failed before. */
export function inputOf(
  { name, seeds }: FuzzTarget,
  seed: number,
  index: number,
  more: readonly Uint8Array[] = [],
): Uint8Array<ArrayBuffer> {
  const own = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
  const random = new Random(Math.imul(seed + 1, 0x9e3779b1) ^ own ^ Math.imul(index + 1, 0x85ebca6b));
  const sound = seeds.map((each) => (typeof each === 'string' ? encoded(each) : each));
  return mutated([...sound, ...more], random);
}

/** An input that failed once: bent again by every run, replayed by a unit test. */
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
