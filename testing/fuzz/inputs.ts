import { encoded, mutated } from './mutate.ts';
import { Random } from './random.ts';
import type { FuzzTarget } from './target.ts';

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
